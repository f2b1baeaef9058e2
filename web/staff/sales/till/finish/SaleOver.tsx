import { Button } from '@mantine/core'

import type { SaleRow } from '../../../../../contract/sales/sales.ts'
import { may, useAccount } from '../../../../lib/session.ts'

/** Offers a manager the refund of a completed sale. */
export function SaleOver({ sale, onRefund }: { sale: SaleRow; onRefund: () => void }) {
  const manager = may(useAccount(), 'sales.refund')
  if (sale.status !== 'Completed' || !manager) return null
  return (
    <Button className="half" onClick={onRefund}>
      Refund
    </Button>
  )
}
