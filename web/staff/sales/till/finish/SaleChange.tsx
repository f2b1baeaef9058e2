import { formatPeso } from '../../../../lib/format.ts'

/** Shows the change in large type, or nothing while there is none. Amounts are in pesos. */
export function SaleChange({
  completed,
  change,
  cash,
}: {
  completed: boolean
  change: number
  /** The cash received, from which the change is given. */
  cash: number
}) {
  if (!completed && change === 0) return null
  return (
    <output className="chg">
      <span>{completed ? 'Completed. Change' : 'Change'}</span>
      <strong>{formatPeso(change)}</strong>
      <small>{cash > 0 ? `from ${formatPeso(cash)} in cash` : 'nothing to hand back'}</small>
    </output>
  )
}
