import { computeLeastDeposit } from '../../../../../contract/sales/payments.ts'
import type { SaleRow } from '../../../../../contract/sales/sales.ts'
import { addDays } from '../../../../../contract/shared/dates.ts'
import { formatDay, formatPeso } from '../../../../lib/format.ts'
import { useSettings } from '../../../../lib/settings.ts'

/** Says which deposit keeps the prices by the rate, and until when. A sale whose prices are kept already says nothing. */
export function PriceKeeping({ stored, total, today }: { stored: SaleRow | null; total: number; today: string }) {
  const settings = useSettings()
  const days = settings?.priceKeptDays ?? null
  if (!settings || days === null || total === 0 || (stored && stored.priceKeptUntil !== null)) return null
  const least = computeLeastDeposit(settings, total)
  const deposit = least === 0 ? 'Any payment' : `A deposit of ${formatPeso(least)} or more`
  return (
    <p className="sec hint">
      {deposit} keeps the price until {formatDay(addDays(today, days))}.
    </p>
  )
}
