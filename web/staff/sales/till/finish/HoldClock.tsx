import { holds } from '../../../../../contract/sales/holds.ts'
import type { SaleRow } from '../../../../../contract/sales/sales.ts'
import { formatMoment } from '../../../../lib/format.ts'
import { useWrite } from '../../../../lib/query.ts'
import { useTimeZone } from '../../../../lib/settings.ts'
import { useNow } from '../../../../lib/useNow.ts'
import { toasts } from '../../../../ui/toasts.ts'
import { isLapsed, isOpen } from '../state/saleCalls.ts'
import { formatTimeLeft } from '../state/saleWords.ts'

const holdWords = ({ holdUntil }: SaleRow, lapsed: boolean) => {
  if (holdUntil === null) return 'Set a last day'
  return lapsed ? 'Hold again' : 'Hold longer'
}

/** Shows how long an open sale still holds its stock, with a button that holds it from now on. */
export function HoldClock({
  sale,
  canHold,
  onHeld,
}: {
  sale: SaleRow
  canHold: boolean
  onHeld: (sale: SaleRow) => void
}) {
  const timeZone = useTimeZone()
  const now = useNow(1000).getTime()
  const write = useWrite(holds.hold)
  if (!isOpen(sale)) return null
  // A deposit holds the goods until the end, and nobody needs a clock.
  if (sale.holdUntil === null && sale.amountPaid > 0) return null
  const lapsed = isLapsed(sale, now)

  async function holdAgain() {
    const answer = await write.mutateAsync({ id: sale.salesTransactionID, body: {} }).catch((error: Error) => {
      toasts.error(`Error: ${error.message}`)
      return null
    })
    if (answer) onHeld(answer.data)
  }
  return (
    <p className={lapsed ? 'hold lapsed' : 'hold'}>
      {sale.holdUntil === null ? (
        'Nothing is paid, and the goods are held without a last day.'
      ) : lapsed ? (
        `The hold lapsed on ${formatMoment(sale.holdUntil, timeZone)}. This sale holds no stock.`
      ) : (
        <>
          Held until {formatMoment(sale.holdUntil, timeZone)}{' '}
          <span>({formatTimeLeft(Date.parse(sale.holdUntil) - now)} left)</span>
        </>
      )}{' '}
      {canHold && (
        <button type="button" className="link" disabled={write.isPending} onClick={() => void holdAgain()}>
          {holdWords(sale, lapsed)}
        </button>
      )}
    </p>
  )
}
