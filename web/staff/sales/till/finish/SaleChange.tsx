import { peso } from '../../../../lib/format.ts'

/** What is handed back, as large as it matters; nothing before there is any to speak of. Amounts are pesos. */
export function SaleChange({
  completed,
  change,
  cash,
}: {
  completed: boolean
  change: number
  /** Handed over in cash: what the change comes from. */
  cash: number
}) {
  if (!completed && change === 0) return null
  return (
    <output className="chg">
      <span>{completed ? 'Completed. Change' : 'Change'}</span>
      <strong>{peso(change)}</strong>
      <small>{cash > 0 ? `from ${peso(cash)} in cash` : 'nothing to hand back'}</small>
    </output>
  )
}
