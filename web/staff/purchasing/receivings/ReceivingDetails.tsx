import './receiving.css'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link, useLocation } from 'react-router'

import type { WholeReceivingRow } from '../../../../contract/purchasing/receivings.ts'
import { recordPathOf, screens } from '../../../../contract/shared/screens.ts'
import { formatDay, formatMoment, formatPeso } from '../../../lib/format.ts'
import { useTimeZone } from '../../../lib/settings.ts'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { countLabels, PrintLabels } from '../../labels/PrintLabels.tsx'
import { ReceivedLines } from './ReceivedLines.tsx'
import { formatTotals, sumByUnit } from './receivingTotals.ts'
import { isWithLabels } from './withLabels.ts'

/** Shows a Completed or Canceled receiving, read-only. */
export function ReceivingDetails({ receiving, onClose }: { receiving: WholeReceivingRow; onClose: () => void }) {
  const timeZone = useTimeZone()
  const { state } = useLocation()
  const [labelling, setLabelling] = useState(isWithLabels(state))
  const { poID, purchaseOrder, supplier, completedAt } = receiving
  const facts = [
    [
      'Purchase order',
      purchaseOrder && poID ? <OrderLink key={poID} poID={poID} {...purchaseOrder} /> : 'None: a direct receipt',
    ],
    ['Supplier', supplier?.supplierName ?? '–'],
    ['Location', receiving.location.locationName],
    ['Reference number', receiving.referenceNumber ?? '–'],
    ['Received date', formatDay(receiving.receivedDate)],
    ['Received by', receiving.receivedBy.name],
    ...(completedAt === null ? [] : [['Completed', formatMoment(completedAt, timeZone)]]),
    ['Total quantity', formatTotals(sumByUnit(receiving.items))],
    ...(receiving.totalCost === undefined ? [] : [['Total cost', formatPeso(receiving.totalCost)]]),
  ] as const
  return (
    <Dialog title={`Purchase Order Receiving no. ${receiving.poReceivingID}`} size={860} full onClose={onClose}>
      <div className="dlg-body">
        <p>
          <StatusBadge status={receiving.status} completed="green" />
        </p>
        <dl className="received-facts">
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <ReceivedLines items={receiving.items} />
      </div>
      <div className="dlg-foot">
        {receiving.status === 'Completed' && <Button onClick={() => setLabelling(true)}>Print Labels</Button>}
        <Button onClick={onClose} data-autofocus>
          Close
        </Button>
      </div>
      {labelling && (
        <PrintLabels
          items={receiving.items.flatMap(listLabels)}
          pieces="As many as received"
          onClose={() => setLabelling(false)}
        />
      )}
    </Dialog>
  )
}

/** Returns the labels of a line: the tag of each piece that has a number, or as many labels of the item as came. */
const listLabels = ({ itemID, stockQty, itemUom, pieces }: WholeReceivingRow['items'][number]) => {
  const named = pieces.flatMap(({ pieceID }) => pieceID ?? [])
  return named.length > 0
    ? named.map((pieceID) => ({ itemID, pieceID, pieces: 1 }))
    : [{ itemID, pieces: countLabels(stockQty, itemUom) }]
}

const OrderLink = ({ poID, poNumber }: { poID: number; poNumber: string }) => (
  <Link className="link" to={recordPathOf(screens.purchaseOrders, poID)}>
    {poNumber}
  </Link>
)
