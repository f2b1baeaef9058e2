import './adjustments.css'
import { Button } from '@mantine/core'
import { Link } from 'react-router'

import { recordPathOf, screens } from '../../../../contract/shared/screens.ts'
import type { InventoryAdjustmentRow } from '../../../../contract/stock/inventory-adjustments.ts'
import { formatMoment } from '../../../lib/format.ts'
import { may, useAccount } from '../../../lib/session.ts'
import { useTimeZone } from '../../../lib/settings.ts'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { Fact } from '../../../ui/Fact.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { formatSigned } from '../../shared/stock.ts'
import { StockAfter } from './StockAfter.tsx'
import { StockSubject } from './StockSubject.tsx'
import { useDecision } from './useDecision.ts'

/** Shows one adjustment. A Pending one can be edited, approved or declined. */
export function AdjustmentDetails({
  adjustment,
  onEdit,
  onClose,
}: {
  adjustment: InventoryAdjustmentRow
  onEdit: () => void
  onClose: () => void
}) {
  const admin = may(useAccount(), 'adjustments.decide')
  const timeZone = useTimeZone()
  const { approve, decline } = useDecision()
  const { adjustmentID, inventory, status, createdBy, decidedBy, decidedAt, countID, count } = adjustment
  const isPending = status === 'Pending'
  return (
    <Dialog title={`Inventory Adjustment ${adjustmentID}`} full onClose={onClose}>
      <div className="dlg-body">
        <StockSubject {...inventory} />
        <dl className="adjustment-facts">
          <Fact name="Status">
            <StatusBadge status={status} completed="green" />
          </Fact>
          <Fact name="Quantity adjusted">{formatSigned(adjustment.quantityAdjusted, inventory.item)}</Fact>
          {adjustment.pieces.length > 0 && (
            <Fact name="Pieces">{adjustment.pieces.map(({ number }) => number).join(', ')}</Fact>
          )}
          <Fact name="Adjustment reason">{adjustment.adjustmentReason.reasonName}</Fact>
          <Fact name="Adjustment type">{adjustment.adjustmentType.typeName}</Fact>
          {countID !== null && count && (
            <Fact name="Stock count">
              <Link className="link" to={recordPathOf(screens.stockCounts, countID)}>
                {count.countNumber}
              </Link>
            </Fact>
          )}
          <Fact name="Requested by">
            {createdBy ?? 'The shop itself'}, {formatMoment(adjustment.createdAt, timeZone)}
          </Fact>
          {decidedAt !== null && (
            <Fact name={status === 'Completed' ? 'Approved by' : 'Declined by'}>
              {decidedBy ?? 'The shop itself'}, {formatMoment(decidedAt, timeZone)}
            </Fact>
          )}
        </dl>
        {isPending ? (
          <StockAfter stock={inventory} change={adjustment.quantityAdjusted} />
        ) : (
          <p className="adjustment-note">
            {status === 'Completed' ? 'It is approved and in the ledger of its stock' : 'It was declined'}: it cannot be
            changed any more.{' '}
            <Link className="link" to={recordPathOf(screens.inventory, adjustment.inventoryID)}>
              Ledger
            </Link>
          </p>
        )}
        {isPending && !admin && (
          <p className="adjustment-note">It waits for an administrator, who approves or declines it.</p>
        )}
      </div>
      <div className="dlg-foot">
        {isPending ? (
          <Button onClick={onEdit} data-autofocus={!admin || undefined}>
            Edit
          </Button>
        ) : (
          <Button onClick={onClose} data-autofocus>
            Close
          </Button>
        )}
        {isPending && admin && (
          <>
            <Button onClick={() => void decline(adjustmentID)}>Decline</Button>
            <Button variant="filled" data-autofocus onClick={() => void approve(adjustmentID)}>
              Approve
            </Button>
          </>
        )}
      </div>
    </Dialog>
  )
}
