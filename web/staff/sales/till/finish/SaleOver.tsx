import { Button } from '@mantine/core'

import type { SaleRow } from '../../../../../contract/sales/sales.ts'
import { may, useAccount } from '../../../../lib/session.ts'
import { mayOrAsk } from '../../../shared/devices/mayOrAsk.ts'

/** Offers the exchange of a completed sale, and to a manager its refund. */
export function SaleOver({
  sale,
  onRefund,
  onExchange,
}: {
  sale: SaleRow
  onRefund: () => void
  onExchange: () => void
}) {
  const account = useAccount()
  if (sale.status !== 'Completed') return null
  return (
    <>
      {may(account, 'sales.write') && (
        <Button className="half" onClick={onExchange}>
          Exchange
        </Button>
      )}
      {mayOrAsk(account, 'sales.refund') && (
        <Button className="half" onClick={onRefund}>
          Refund
        </Button>
      )}
    </>
  )
}
