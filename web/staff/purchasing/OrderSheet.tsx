import { useQuery } from '@tanstack/react-query'

import { companyProfile } from '../../../contract/company-profile.ts'
import type { PurchaseOrderRow } from '../../../contract/purchase-orders.ts'
import { shopName } from '../../../contract/settings.ts'
import { day, peso } from '../../lib/format.ts'
import { read } from '../../lib/query.ts'
import { amountOf } from './orderForm.ts'

/** An order as it goes to paper: the only thing on the page that is printed, and shown nowhere else. */
export function OrderSheet({ order }: { order: PurchaseOrderRow }) {
  const { data } = useQuery({ ...read(companyProfile.get, {}), staleTime: 60_000 })
  const company = data?.data
  const { supplier } = order
  const facts = [
    ['Deliver to', order.location.locationName],
    ['Order date', day(order.orderDate)],
    ['Expected delivery', day(order.expectedDeliverDate)],
    ['Reference', order.referenceNo],
    ['Status', order.status],
    ['Approved by', order.approvedBy],
  ]
  return (
    <article className="sheet">
      <header>
        <div>
          {company?.image_url && <img src={company.image_url} alt="" />}
          <b>{company?.companyName ?? shopName}</b>
          {[company?.companyAddress, company?.companyPhone, company?.companyEmail].map(
            (text) => text && <p key={text}>{text}</p>,
          )}
        </div>
        <div>
          <h1>PURCHASE ORDER</h1>
          <p>{order.poNumber}</p>
        </div>
      </header>
      <section>
        <div>
          <h2>Supplier</h2>
          <b>{supplier.supplierName}</b>
          {[supplier.address, supplier.contactDetails, supplier.email].map((text) => text && <p key={text}>{text}</p>)}
        </div>
        <dl>
          {facts.map(
            ([name, value]) =>
              value && (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>{value}</dd>
                </div>
              ),
          )}
        </dl>
      </section>
      <table>
        <thead>
          <tr>
            <th scope="col">No.</th>
            <th scope="col">Item code</th>
            <th scope="col">Item</th>
            <th scope="col">UOM</th>
            <th scope="col" className="r">
              Quantity
            </th>
            <th scope="col" className="r">
              Unit cost
            </th>
            <th scope="col" className="r">
              Amount
            </th>
          </tr>
        </thead>
        <tbody>
          {order.purchaseOrderItems.map((line, n) => (
            <tr key={line.poItemID}>
              <td>{n + 1}</td>
              <td>{line.itemCode}</td>
              <td>{line.itemName}</td>
              <td>{line.uom}</td>
              <td className="r">{amountOf(line.orderQty, line.uom)}</td>
              <td className="r">{peso(line.unitCost)}</td>
              <td className="r">{peso(line.lineTotal)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="total">
        Total cost <b>{peso(order.totalCost)}</b>
      </p>
      {order.remarks && (
        <footer>
          <h2>Remarks</h2>
          <p>{order.remarks}</p>
        </footer>
      )}
    </article>
  )
}
