import '../../overdue.css'
import { memo, useState } from 'react'

import type { PaymentTypeRow } from '../../../../../contract/sales/payment-types.ts'
import { instalmentsAtMost } from '../../../../../contract/sales/sale-limits.ts'
import { describePaid } from '../../../../../contract/sales/sale-papers.ts'
import { formatDay, formatPeso } from '../../../../lib/format.ts'
import { DateBox } from '../../../../ui/DateBox.tsx'
import { FieldGroup } from '../../../../ui/form/FieldGroup.tsx'
import { NumberBox } from '../../../../ui/form/NumberBox.tsx'
import { CloseIcon } from '../../../../ui/icons.tsx'
import { type ChangeDraft, type TillInstalment, withSchedule } from '../state/draft.ts'
import { completeInstalments, computeScheduleState, type NextDue } from '../state/instalments.ts'
import { ScheduleTerms } from './ScheduleTerms.tsx'

/** Edits the instalments of a sale and their due dates, as for a layaway. */
export const SaleSchedule = memo(function SaleSchedule({
  schedule,
  total,
  paid,
  due,
  types,
  today,
  layaway,
  open,
  readOnly,
  errors,
  onChange,
  onTakeDue,
}: {
  schedule: readonly TillInstalment[]
  /** The total of the sale, in pesos. */
  total: number
  /** The amount paid so far in pesos, without the change that was handed back. */
  paid: number
  /** The money to take next; null if it is entered already. */
  due: NextDue | null
  types: readonly PaymentTypeRow[]
  /** The current date in the shop's time zone. */
  today: string
  /** Whether this type of sale is paid in instalments. */
  layaway: boolean
  /** Whether the sale is still open. Only an open sale has overdue instalments. */
  open: boolean
  readOnly: boolean
  errors: ReadonlyMap<string, string>
  onChange: ChangeDraft
  onTakeDue: (paymentTypeID: number) => void
}) {
  const [isRequested, setRequested] = useState(false)
  const hasInstalments = schedule.length > 0
  if (readOnly && !hasInstalments) return null
  const isCreating = !readOnly && !hasInstalments && (isRequested || layaway)
  const changeSchedule = (next: readonly Omit<TillInstalment, 'key'>[]) =>
    onChange((draft) => withSchedule(draft, next))
  const state = computeScheduleState(completeInstalments(schedule), paid, open ? today : '')
  return (
    <section className="sec" aria-label="Schedule">
      <div className="sec-t">
        <h2>Schedule</h2>
        {!readOnly && (
          <ScheduleActions
            count={schedule.length}
            isPaidInPart={paid > 0}
            canBegin={!hasInstalments && !isCreating}
            onAdd={() => changeSchedule([...schedule, { dueDate: null, amount: null }])}
            onStartOver={() => {
              setRequested(true)
              changeSchedule([])
            }}
            onBegin={() => setRequested(true)}
          />
        )}
      </div>
      {open && hasInstalments && (
        <p className="due">
          {state.next !== null && <span>{describeNext(state.next, due)}</span>}
          {state.overdue > 0 && <b className="overdue">{formatPeso(state.overdue)} overdue</b>}
        </p>
      )}
      {!readOnly && due?.when === 'today' && <TakeNow types={types} onTake={onTakeDue} />}
      {!hasInstalments && !isCreating && <p className="hint">Paid at once</p>}
      {isCreating && <ScheduleTerms total={total} today={today} onSpread={changeSchedule} />}
      <ul className="schedule">
        {schedule.map((instalment, n) => {
          const own = instalment.dueDate === null ? undefined : state.byDate.get(instalment.dueDate)
          return (
            <InstalmentRow
              key={instalment.key}
              instalment={instalment}
              name={`Instalment ${n + 1}`}
              state={own ? describePaid(own) : ''}
              overdue={own?.overdue ?? false}
              error={errors.get(`schedule.${n}.dueDate`) ?? errors.get(`schedule.${n}.amount`)}
              readOnly={readOnly || (own !== undefined && paid > 0 && own.paid >= own.amount)}
              onChange={(changed) =>
                changeSchedule(schedule.map((one) => (one === instalment ? { ...one, ...changed } : one)))
              }
              onRemove={() => changeSchedule(schedule.filter((one) => one !== instalment))}
            />
          )
        })}
      </ul>
      {errors.has('schedule') && (
        <p className="sale-line-error" role="alert">
          {errors.get('schedule')}
        </p>
      )}
    </section>
  )
})

/** Names the next instalment, with its amount if it is the money to take next. */
const describeNext = (day: string, due: NextDue | null) =>
  due?.when === 'today'
    ? `Due today ${formatPeso(due.amount)}`
    : `Next due ${due?.dueDate === day ? `${formatPeso(due.amount)} on ` : ''}${formatDay(day)}`

/** Takes the amount that is due today, by one button for each payment type. */
function TakeNow({ types, onTake }: { types: readonly PaymentTypeRow[]; onTake: (paymentTypeID: number) => void }) {
  return (
    <fieldset className="notes take-now">
      <legend>Take it now:</legend>
      {types.map(({ paymentTypeID, paymentName }) => (
        <button key={paymentTypeID} type="button" onClick={() => onTake(paymentTypeID)}>
          {paymentName}
        </button>
      ))}
    </fieldset>
  )
}

function ScheduleActions({
  count,
  isPaidInPart,
  canBegin,
  onAdd,
  onStartOver,
  onBegin,
}: {
  /** The number of instalments. */
  count: number
  /** Whether an instalment is paid. A paid one stays as it is. */
  isPaidInPart: boolean
  canBegin: boolean
  onAdd: () => void
  onStartOver: () => void
  onBegin: () => void
}) {
  return (
    <span className="acts">
      {count > 0 && count < instalmentsAtMost && (
        <button type="button" className="link" onClick={onAdd}>
          Add instalment
        </button>
      )}
      {count > 0 && !isPaidInPart && (
        <button type="button" className="link" onClick={onStartOver}>
          Start over
        </button>
      )}
      {canBegin && (
        <button type="button" className="link" onClick={onBegin}>
          Pay in instalments
        </button>
      )}
    </span>
  )
}

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
  /** The amount paid of this instalment, as text. */
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
        <span>{dueDate !== null && formatDay(dueDate)}</span>
        <b className="r">{formatPeso(amount ?? 0)}</b>
        {paidSoFar}
      </li>
    )
  return (
    <li>
      <FieldGroup>
        <DateBox aria-label={`${name}: due date`} value={dueDate} onChange={(dueDate) => onChange({ dueDate })} />
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
          <p className="sale-line-error" role="alert">
            {error}
          </p>
        )}
      </FieldGroup>
    </li>
  )
}
