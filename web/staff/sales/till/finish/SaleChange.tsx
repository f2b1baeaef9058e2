import { formatPeso } from '../../../../lib/format.ts'

/** Shows the change to hand back in large type, or that a completed sale is paid. Amounts are in pesos. */
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
      {change > 0 ? (
        <>
          <span>{completed ? 'Completed. Change' : 'Change'}</span>
          <strong>{formatPeso(change)}</strong>
          <small>from {formatPeso(cash)} in cash</small>
        </>
      ) : (
        <>
          <span>Completed</span>
          <strong>Paid in full</strong>
        </>
      )}
    </output>
  )
}
