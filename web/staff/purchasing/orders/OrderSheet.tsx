import { describeMetal, type Piece } from '../../../../contract/catalogue/metal.ts'
import { type PurchaseOrderRow, statusOnPaper } from '../../../../contract/purchasing/purchase-orders.ts'
import { formatDay, formatInUnit, formatPeso } from '../../../lib/format.ts'
import { Paper } from '../../../ui/Paper.tsx'
import { Letterhead, Parties } from '../../shared/Letterhead.tsx'

/** Lays out an order for print. It is hidden on the screen and is the only part that is printed. */
export function OrderSheet({ order }: { order: PurchaseOrderRow }) {
  const { supplier } = order
  return (
    <Paper size="A4" label={`Purchase order ${order.poNumber}`}>
      <Letterhead title="PURCHASE ORDER" number={order.poNumber} />
      <Parties
        party="Supplier"
        name={supplier.supplierName}
        texts={[supplier.address, supplier.contactDetails, supplier.email]}
        facts={[
          ['Deliver to', order.location.locationName],
          ['Order date', formatDay(order.orderDate)],
          ['Expected delivery', formatDay(order.expectedDeliverDate)],
          ['Reference', order.referenceNo],
          ['Status', statusOnPaper(order.status)],
          ['Approved by', order.approvedBy],
        ]}
      />
      <table className="lines">
        <thead>
          <tr>
            <th scope="col">No.</th>
            <th scope="col">Item code</th>
            <th scope="col">Item</th>
            <th scope="col">UOM</th>
            <th scope="col" className="r">
              Quantity
            </th>
            {order.totalCost !== undefined && (
              <>
                <th scope="col" className="r">
                  Unit cost
                </th>
                <th scope="col" className="r">
                  Amount
                </th>
              </>
            )}
          </tr>
        </thead>
        <tbody>
          {order.purchaseOrderItems.map((line, n) => (
            <tr key={line.poItemID}>
              <td>{n + 1}</td>
              <td>{line.itemCode}</td>
              <td>
                {line.itemName}
                <MetalNote piece={line} />
              </td>
              <td>{line.uom}</td>
              <td className="r">{formatInUnit(line.orderQty, line.uom)}</td>
              {line.unitCost !== undefined && <td className="r">{formatPeso(line.unitCost)}</td>}
              {line.lineTotal !== undefined && <td className="r">{formatPeso(line.lineTotal)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
      {order.totalCost !== undefined && (
        <p className="total">
          Total cost <b>{formatPeso(order.totalCost)}</b>
        </p>
      )}
      {order.remarks && (
        <footer>
          <h2>Remarks</h2>
          <p>{order.remarks}</p>
        </footer>
      )}
    </Paper>
  )
}

/** Prints what a line is made of: hallmark and grams. */
function MetalNote({ piece }: { piece: Piece }) {
  const metal = describeMetal(piece)
  return metal !== '' && <small>{metal}</small>
}
