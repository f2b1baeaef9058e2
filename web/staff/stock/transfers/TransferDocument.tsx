import { Button } from '@mantine/core'
import { Link } from 'react-router'

import { recordPathOf, screens } from '../../../../contract/shared/screens.ts'
import type { StockTransferRow } from '../../../../contract/stock/stock-transfers.ts'
import { formatMoment } from '../../../lib/format.ts'
import { useTimeZone } from '../../../lib/settings.ts'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import { Thumb } from '../../../ui/Thumb.tsx'
import { PrintHead } from '../../shared/PrintHead.tsx'
import { formatAmount } from '../../shared/stock.ts'
import { reverseTransfer, type TransferDraft } from './transferState.ts'

/** Shows a transfer. It is final; only another transfer can reverse it. */
export function TransferDocument({
  transfer,
  onTransferBack,
}: {
  transfer: StockTransferRow
  onTransferBack: (draft: TransferDraft) => void
}) {
  const timeZone = useTimeZone()
  const { fromLocation, toLocation, transferNumber, createdBy, remarks, items } = transfer
  const facts = [
    ['From', fromLocation.locationName],
    ['To', toLocation.locationName],
    ['Date', formatMoment(transfer.createdAt, timeZone)],
    ['By', createdBy?.name ?? 'The shop itself'],
    ...(remarks === null ? [] : [['Remarks', remarks]]),
  ]
  return (
    <>
      <PrintHead>Stock transfer</PrintHead>
      <PageHeader title={transferNumber}>
        <Button onClick={() => print()}>Print</Button>
        <Button onClick={() => onTransferBack(reverseTransfer(transfer))}>Transfer back</Button>
      </PageHeader>
      <section className="panel facts document" aria-label="Transfer">
        <dl>
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </section>
      <section className="panel" aria-label="Lines">
        <table className="table pics" aria-label="Lines">
          <thead>
            <tr>
              <th scope="col">Item</th>
              <th scope="col">Inventory Type</th>
              <th scope="col" className="r">
                Quantity
              </th>
            </tr>
          </thead>
          <tbody>
            {items.map(({ transferItemID, itemID, item, inventoryType, quantity, pieces }) => (
              <tr key={transferItemID}>
                <td>
                  <div className="subject">
                    <Thumb src={item.image_url} focus={item.image_focus} name={item.itemName} />
                    <div>
                      <Link className="link" to={recordPathOf(screens.items, itemID)}>
                        {item.itemName}
                      </Link>
                      <p>{pieces.map(({ number }) => number).join(', ') || item.itemCode}</p>
                    </div>
                  </div>
                </td>
                <td>{inventoryType.typeName}</td>
                <td className="r">
                  <b>{formatAmount(quantity, item)}</b>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  )
}
