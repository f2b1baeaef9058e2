import { holds } from '../../../../../contract/sales/holds.ts'
import type { SaleRow } from '../../../../../contract/sales/sales.ts'
import { formatMoment } from '../../../../lib/format.ts'
import { useWrite } from '../../../../lib/query.ts'
import { useTimeZone } from '../../../../lib/settings.ts'
import { useNow } from '../../../../lib/useNow.ts'
import { toasts } from '../../../../ui/toasts.ts'
import { isLapsed, isOpen } from '../state/saleCalls.ts'
import { formatTimeLeft } from '../state/saleWords.ts'

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
  if (!isOpen(sale) || sale.holdUntil === null) return null
  const until = formatMoment(sale.holdUntil, timeZone)
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
      {lapsed ? (
        `The hold lapsed on ${until}. This sale holds no stock.`
      ) : (
        <>
          Held until {until} <span>({formatTimeLeft(Date.parse(sale.holdUntil) - now)} left)</span>
        </>
      )}{' '}
      {canHold && (
        <button type="button" className="link" disabled={write.isPending} onClick={() => void holdAgain()}>
          {lapsed ? 'Hold again' : 'Hold longer'}
        </button>
      )}
    </p>
  )
}
