import { Button } from '@mantine/core'
import { type KeyboardEvent, useRef } from 'react'

import type { Karat } from '../../../contract/catalogue/karats.ts'
import type { RateJump } from '../../../contract/pricing/rate-rules.ts'
import { formatFieldText, formatPeso } from '../../lib/format.ts'
import { may, useAccount } from '../../lib/session.ts'
import { Hallmark } from '../../theme/Hallmark.tsx'
import { NumberBox } from '../../ui/form/NumberBox.tsx'
import { AlertIcon } from '../../ui/icons.tsx'
import { ChangeCell, EnteredCell, YesterdayCell } from './RateCells.tsx'
import { type DraftRate, nameOfPair, type Typed } from './rateDraft.ts'

type Change = (karat: Karat, changes: Typed) => void

const sides = [
  { side: 'sell', field: 'sellPerGram', verb: 'sells' },
  { side: 'buy', field: 'buyPerGram', verb: 'buys' },
] as const

/** The table of the six karats: what the shop sells and buys a gram for today and yesterday. */
export function RatesTable({
  drafts,
  now,
  timeZone,
  onChange,
}: {
  drafts: readonly DraftRate[]
  now: Date
  timeZone: string
  onChange: Change
}) {
  const table = useRef<HTMLTableElement>(null)

  /** Enter goes to the next field, and from the last one to the first. */
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || !(event.target instanceof HTMLInputElement)) return
    event.preventDefault()
    const fields = [...table.current!.querySelectorAll('input')]
    const next = fields[(fields.indexOf(event.target) + 1) % fields.length]!
    next.focus()
    next.select()
  }

  return (
    // Key events bubble up from the fields.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <table ref={table} className="table" onKeyDown={onKeyDown}>
      <caption className="vh">Gold rates in pesos a gram</caption>
      <thead>
        <tr>
          <th scope="col" rowSpan={2}>
            Karat
          </th>
          <th scope="colgroup" colSpan={3} className="group">
            Sell, pesos a gram
          </th>
          <th scope="colgroup" colSpan={3} className="group">
            Buy, pesos a gram
          </th>
          <th scope="col" rowSpan={2} className="group">
            Entered
          </th>
        </tr>
        <tr>
          {sides.map(({ side }) => [
            <th key={`${side} today`} scope="col" className="r group">
              Today
            </th>,
            <th key={`${side} yesterday`} scope="col" className="r">
              Yesterday
            </th>,
            <th key={`${side} change`} scope="col" className="r">
              Change
            </th>,
          ])}
        </tr>
      </thead>
      {drafts.map((draft) => (
        <RateRows key={draft.karat} draft={draft} now={now} timeZone={timeZone} onChange={onChange} />
      ))}
    </table>
  )
}

/** The row of a karat, and below it the reason why it cannot be saved yet. */
function RateRows({
  draft,
  now,
  timeZone,
  onChange,
}: {
  draft: DraftRate
  now: Date
  timeZone: string
  onChange: Change
}) {
  const { karat, latest, problem, jump } = draft
  const body = useRef<HTMLTableSectionElement>(null)
  const flagged = problem?.side ?? jump?.side
  const correct = () => {
    const field = body.current!.querySelector<HTMLInputElement>(`[data-side="${flagged}"]`)
    field?.focus()
    field?.select()
  }
  return (
    <tbody ref={body} className={flagged === undefined ? undefined : 'flagged'}>
      <tr>
        <th scope="row">
          <Hallmark karat={karat} />
        </th>
        {sides.map(({ side, field, verb }) => [
          <td
            key={`${side} today`}
            className="r group"
            data-label={side === 'sell' ? 'Sell, ₱ a gram' : 'Buy, ₱ a gram'}
          >
            <NumberBox
              aria-label={`${karat} ${verb} for`}
              data-side={side}
              className={jump?.side === side ? (jump.needs === 'manager' ? 'denied' : 'asked') : ''}
              places={2}
              value={draft[side]}
              placeholder={formatFieldText(latest?.[field], 2)}
              error={problem?.side === side}
              aria-describedby={flagged === side ? `why-${karat}` : undefined}
              onChange={(value) => onChange(karat, { [side]: value })}
            />
          </td>,
          <YesterdayCell key={`${side} yesterday`} draft={draft} field={field} now={now} timeZone={timeZone} />,
          <ChangeCell key={`${side} change`} draft={draft} field={field} />,
        ])}
        <EnteredCell draft={draft} now={now} timeZone={timeZone} />
      </tr>
      {problem && (
        <Reason id={`why-${karat}`} tone="red" sentence={`${karat}: ${problem.message}`} onCorrect={correct} />
      )}
      {jump && (
        <JumpReason
          draft={draft}
          jump={jump}
          onCorrect={correct}
          onConfirm={() => onChange(karat, { confirmed: nameOfPair(draft, draft.pair!) })}
        />
      )}
    </tbody>
  )
}

/** A rate that differs a lot from the last: it is confirmed, or it needs a Manager. */
function JumpReason({
  draft: { karat, pair },
  jump: { side, needs, sentence },
  onCorrect,
  onConfirm,
}: {
  draft: DraftRate
  jump: RateJump
  onCorrect: () => void
  onConfirm: () => void
}) {
  const mayJump = may(useAccount(), 'gold_rates.jump')
  const tone = needs === 'manager' ? 'red' : 'orange'
  return (
    <Reason id={`why-${karat}`} tone={tone} sentence={`${sentence}.`} onCorrect={onCorrect}>
      {(needs === 'confirmation' || mayJump) && (
        <Button size="sm" onClick={onConfirm}>
          {`Yes, ${formatPeso(side === 'sell' ? pair!.sellPerGram : pair!.buyPerGram)}`}
        </Button>
      )}
    </Reason>
  )
}

function Reason({
  id,
  tone,
  sentence,
  onCorrect,
  children,
}: {
  id: string
  tone: 'red' | 'orange'
  sentence: string
  onCorrect: () => void
  children?: React.ReactNode
}) {
  return (
    <tr className="rate-why">
      <td colSpan={8}>
        <div className={tone}>
          <AlertIcon />
          <output id={id}>{sentence}</output>
          <Button size="sm" onClick={onCorrect}>
            Correct it
          </Button>
          {children}
        </div>
      </td>
    </tr>
  )
}
