import { formatPeso } from '../../../../lib/format.ts'
import { CheckIcon } from '../../../../ui/icons.tsx'

/** Shows the change to hand back in large type, or that the sale is paid. Amounts are in pesos. */
export function SaleChange({
  completed,
  isPaid,
  change,
  cash,
  paid,
}: {
  completed: boolean
  /** Whether the payments of an open sale cover its total. */
  isPaid: boolean
  change: number
  /** The cash received, from which the change is given. */
  cash: number
  /** The amounts by payment type, in the order they were taken. */
  paid: readonly { name: string; amount: number }[]
}) {
  if (change > 0)
    return (
      <output className={completed ? 'chg done' : 'chg'}>
        <span>{completed ? 'Completed. Change' : 'Change'}</span>
        <strong>{formatPeso(change)}</strong>
        <small>from {formatPeso(cash)} in cash</small>
      </output>
    )
  if (completed)
    return (
      <output className="chg done">
        <span>Completed</span>
        <strong>Paid in full</strong>
      </output>
    )
  return isPaid ? (
    <output className="paid-in-full">
      <CheckIcon />
      <div>
        <b>Paid in full</b>
        <small>{paid.map(({ name, amount }) => `${formatPeso(amount)} ${name}`).join(' · ')}</small>
      </div>
    </output>
  ) : null
}
