import { Button, Select, TextInput } from '@mantine/core'
import { memo, useState } from 'react'

import { paidOf } from '../../../../contract/sales/sale-papers.ts'
import { instalmentsAtMost } from '../../../../contract/sales/sales.ts'
import { fromCentavos, toCentavos } from '../../../../contract/shared/money.ts'
import { day, peso } from '../../../lib/format.ts'
import { FieldGroup } from '../../../ui/form/FieldGroup.tsx'
import { NumberBox } from '../../../ui/form/NumberBox.tsx'
import { CloseIcon } from '../../../ui/icons.tsx'
import { later, type Rhythm, rhythms, spread, standing } from './state/instalments.ts'
import { type ChangeDraft, type TillInstalment, withSchedule } from './state/tillState.ts'

/** What is to be paid until when, as with a layaway. */
export const SaleSchedule = memo(function SaleSchedule({
  schedule,
  total,
  paid,
  today,
  layaway,
  open,
  readOnly,
  errors,
  onChange,
}: {
  schedule: readonly TillInstalment[]
  /** What the sale comes to, in pesos. */
  total: number
  /** What the shop keeps of what was paid so far, in pesos. */
  paid: number
  /** The shop's day. */
  today: string
  /** This kind of sale is paid in instalments. */
  layaway: boolean
  /** The sale is not over: what is past may be overdue. */
  open: boolean
  readOnly: boolean
  errors: ReadonlyMap<string, string>
  onChange: ChangeDraft
}) {
  const [asked, setAsked] = useState(false)
  const some = schedule.length > 0
  if (readOnly && !some) return null
  const making = !readOnly && !some && (asked || layaway)
  const set = (next: readonly Omit<TillInstalment, 'key'>[]) => onChange((draft) => withSchedule(draft, next))
  const told = standing(
    schedule.flatMap(({ dueDate, amount }) => (dueDate === null || !amount ? [] : [{ dueDate, amount }])),
    paid,
    open ? today : '',
  )
  return (
    <section className="sec" aria-label="Schedule">
      <div className="sec-t">
        <h2>Schedule</h2>
        {!readOnly && (
          <span className="acts">
            {some && schedule.length < instalmentsAtMost && (
              <button
                type="button"
                className="link"
                onClick={() => set([...schedule, { dueDate: null, amount: null }])}
              >
                Add instalment
              </button>
            )}
            {some && (
              <button
                type="button"
                className="link"
                onClick={() => {
                  setAsked(true)
                  set([])
                }}
              >
                Start over
              </button>
            )}
            {!some && !making && (
              <button type="button" className="link" onClick={() => setAsked(true)}>
                Pay in instalments
              </button>
            )}
          </span>
        )}
      </div>
      {open && some && (
        <p className="due">
          {told.next !== null && <span>Next due {day(told.next)}</span>}
          {told.overdue > 0 && <b className="overdue">{peso(told.overdue)} overdue</b>}
        </p>
      )}
      {!some && !making && <p className="hint">Paid at once</p>}
      {making && <Terms total={total} today={today} onSpread={set} />}
      <ul className="schedule">
        {schedule.map((instalment, n) => {
          const state = instalment.dueDate === null ? undefined : told.byDate.get(instalment.dueDate)
          return (
            <InstalmentRow
              key={instalment.key}
              instalment={instalment}
              name={`Instalment ${n + 1}`}
              state={state ? paidOf(state) : ''}
              overdue={state?.overdue ?? false}
              error={errors.get(`schedule.${n}.dueDate`) ?? errors.get(`schedule.${n}.amount`)}
              readOnly={readOnly}
              onChange={(changed) => set(schedule.map((one) => (one === instalment ? { ...one, ...changed } : one)))}
              onRemove={() => set(schedule.filter((one) => one !== instalment))}
            />
          )
        })}
      </ul>
      {errors.has('schedule') && (
        <p className="line-error" role="alert">
          {errors.get('schedule')}
        </p>
      )}
    </section>
  )
})

function InstalmentRow({
  instalment: { dueDate, amount },
  name,
  state,
  overdue,
  error,
  readOnly,
  onChange,
  onRemove,
}: {
  instalment: TillInstalment
  name: string
  /** How far it is paid, in words. */
  state: string
  overdue: boolean
  error: string | undefined
  readOnly: boolean
  onChange: (changed: Partial<TillInstalment>) => void
  onRemove: () => void
}) {
  const paidSoFar = <span className={overdue ? 'paid overdue' : 'paid'}>{state}</span>
  if (readOnly)
    return (
      <li>
        <span>{dueDate !== null && day(dueDate)}</span>
        <b className="r">{peso(amount ?? 0)}</b>
        {paidSoFar}
      </li>
    )
  return (
    <li>
      <FieldGroup>
        <TextInput
          type="date"
          aria-label={`${name}: due date`}
          value={dueDate ?? ''}
          onChange={(event) => onChange({ dueDate: event.currentTarget.value || null })}
        />
        <NumberBox
          aria-label={`${name}: amount`}
          prefix="₱"
          places={2}
          value={amount}
          onChange={(amount) => onChange({ amount })}
        />
        {paidSoFar}
        <button type="button" className="ib" aria-label={`Remove ${name.toLowerCase()}`} onClick={onRemove}>
          <CloseIcon />
        </button>
        {error !== undefined && (
          <p className="line-error" role="alert">
            {error}
          </p>
        )}
      </FieldGroup>
    </li>
  )
}

/** How the sale is to be paid: what the instalments are made of, each to be changed afterwards. */
function Terms({
  total,
  today,
  onSpread,
}: {
  total: number
  today: string
  onSpread: (schedule: Omit<TillInstalment, 'key'>[]) => void
}) {
  const [down, setDown] = useState<number | null>(null)
  const [count, setCount] = useState<number | null>(3)
  const [rhythm, setRhythm] = useState<Rhythm>('Month')
  const [chosen, setChosen] = useState<string | null>(null)
  const first = chosen ?? later(today, rhythm, 1)
  const most = instalmentsAtMost - (down ? 1 : 0)
  const rest = toCentavos(total) - toCentavos(down ?? 0)
  const wrong = wrongOf({ total, down: down ?? 0, count: count ?? 0, most, rest })
  return (
    <div className="terms">
      <div className="two">
        <NumberBox label="Down payment today" prefix="₱" places={2} value={down} onChange={setDown} />
        <NumberBox label="Instalments" value={count} onChange={setCount} />
        <Select
          label="One every"
          data={[...rhythms]}
          value={rhythm}
          allowDeselect={false}
          onChange={(value) => setRhythm(rhythms.find((one) => one === value) ?? 'Month')}
        />
        <TextInput
          type="date"
          label="First due"
          value={first}
          onChange={(event) => setChosen(event.currentTarget.value || null)}
        />
      </div>
      <Button
        size="sm"
        aria-disabled={wrong !== null || undefined}
        onClick={() => {
          if (wrong === null) onSpread(spread({ total, down: down ?? 0, count: count!, rhythm, first, today }))
        }}
      >
        Spread {peso(fromCentavos(Math.max(0, rest || 0)))} evenly
      </Button>
      {wrong !== null && total > 0 && <p className="line-error">{wrong}</p>}
    </div>
  )
}

function wrongOf({
  total,
  down,
  count,
  most,
  rest,
}: {
  total: number
  down: number
  count: number
  most: number
  rest: number
}): string | null {
  if (total <= 0) return 'Add an item first'
  if (Number.isNaN(down) || down < 0) return 'The down payment must be an amount'
  if (!Number.isInteger(count) || count < 1 || count > most) return `Enter a number of instalments from 1 to ${most}`
  return rest < count ? 'The down payment leaves nothing to spread' : null
}
