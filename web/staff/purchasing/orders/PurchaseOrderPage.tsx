import './purchasing.css'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'

import {
  type OrderLineRow,
  type PurchaseOrderRow,
  purchaseOrders,
} from '../../../../contract/purchasing/purchase-orders.ts'
import { recordPathOf, screens } from '../../../../contract/shared/screens.ts'
import { formatDay, formatInUnit, formatMoment, formatPeso, formatShownCost } from '../../../lib/format.ts'
import { readQuery } from '../../../lib/query.ts'
import { useTimeZone } from '../../../lib/settings.ts'
import { MetalLine } from '../../../ui/AssayLine.tsx'
import { Fact } from '../../../ui/Fact.tsx'
import { RecordTrail } from '../../../ui/form/RecordTrail.tsx'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { FailedRecord } from '../../../ui/table/FailedRecord.tsx'
import { useTablet } from '../../../ui/usePhone.ts'
import { CloseOrder } from './CloseOrder.tsx'
import { OrderActions } from './OrderActions.tsx'
import { OrderReceivings } from './OrderReceivings.tsx'
import { OrderSheet } from './OrderSheet.tsx'

/** Shows one order: its lines, deliveries and available actions. `isCovered` says that a panel covers the page. */
export function PurchaseOrderPage({
  id,
  back,
  isCovered = false,
  onEdit,
}: {
  id: number
  back: string
  isCovered?: boolean
  onEdit: () => void
}) {
  const { data, error, refetch } = useQuery(readQuery(purchaseOrders.get, { id }))
  const [closing, setClosing] = useState(false)
  const listLink = (
    <Link className="link back" to={back}>
      ‹ PURCHASE ORDER LIST
    </Link>
  )
  if (!data)
    return (
      <>
        {listLink}
        {error ? (
          <FailedRecord
            error={error}
            back={{ label: 'PURCHASE ORDER LIST', to: back }}
            onRetry={() => void refetch()}
          />
        ) : (
          <output>Loading...</output>
        )}
      </>
    )
  const order = data.data
  return (
    <>
      <div className="order-page">
        {listLink}
        <RecordTrail id={id} />
        <PageHeader
          title={order.poNumber}
          tabs={
            <div className="tabs">
              <StatusBadge status={order.status} />
            </div>
          }
        >
          <OrderActions
            order={order}
            isCovered={isCovered || closing}
            onEdit={onEdit}
            onCloseLines={() => setClosing(true)}
          />
        </PageHeader>
        <OrderFacts order={order} />
        <OrderedLines order={order} />
        <OrderReceivings poID={order.poID} />
      </div>
      <OrderSheet order={order} />
      {closing && <CloseOrder order={order} onClose={() => setClosing(false)} />}
    </>
  )
}

function OrderFacts({ order }: { order: PurchaseOrderRow }) {
  const timeZone = useTimeZone()
  const { supplier } = order
  const decided = (by: string | null, at: string | null) =>
    at === null ? null : `${by ?? 'Nobody'}, ${formatMoment(at, timeZone)}`
  return (
    <section className="panel record-facts" aria-label="Purchase order">
      <dl>
        <Fact name="Supplier">
          <Link className="link" to={recordPathOf(screens.suppliers, order.supplierID)}>
            {supplier.supplierName}
          </Link>
          <small>
            {supplier.contactDetails}
            <br />
            {supplier.email}
          </small>
        </Fact>
        <Fact name="Location">{order.location.locationName}</Fact>
        <Fact name="Order Date">{formatDay(order.orderDate)}</Fact>
        <Fact name="Expected Delivery Date">{formatDay(order.expectedDeliverDate)}</Fact>
        <Fact name="Reference Number">{order.referenceNo}</Fact>
        <Fact name="Created by">
          {order.createdBy ?? 'The shop itself'}, {formatMoment(order.createdAt, timeZone)}
        </Fact>
        <Fact name="Approved by">{decided(order.approvedBy, order.approvedAt)}</Fact>
        <Fact name="Canceled by">{decided(order.canceledBy, order.canceledAt)}</Fact>
        <Fact name="Remarks">{order.remarks}</Fact>
      </dl>
    </section>
  )
}

function OrderedLines({ order }: { order: PurchaseOrderRow }) {
  return useTablet() ? <LineCards order={order} /> : <LineTable order={order} />
}

function LineTable({ order }: { order: PurchaseOrderRow }) {
  const seesCosts = order.totalCost !== undefined
  return (
    <div className="panel ordered">
      {/* In a narrow window this section scrolls sideways. It must therefore be focusable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section className="scroll" data-wide tabIndex={0} aria-label="Items">
        <table className="table">
          <thead>
            <tr>
              <th scope="col">Item ID</th>
              <th scope="col">Item Name</th>
              <th scope="col">UOM</th>
              {seesCosts && (
                <th scope="col" className="r">
                  Unit Cost
                </th>
              )}
              <th scope="col" className="r">
                Order Quantity
              </th>
              <th scope="col" className="r">
                Received
              </th>
              <th scope="col" className="r">
                Closed
              </th>
              <th scope="col" className="r">
                Outstanding
              </th>
              {seesCosts && (
                <th scope="col" className="r">
                  Line Total
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {order.purchaseOrderItems.map((line) => (
              <OrderedLine key={line.poItemID} line={line} />
            ))}
          </tbody>
          {order.totalCost !== undefined && (
            <tfoot>
              <tr>
                <th scope="row" colSpan={8} className="r">
                  Total Cost
                </th>
                <td className="r">
                  <b>{formatPeso(order.totalCost)}</b>
                </td>
              </tr>
            </tfoot>
          )}
        </table>
      </section>
    </div>
  )
}

/** Formats a quantity with its unit, or a dash for 0. */
const formatAmountOrDash = (value: number, { uom }: OrderLineRow) => (value === 0 ? '–' : formatInUnit(value, uom))

function OrderedLine({ line }: { line: OrderLineRow }) {
  return (
    <tr>
      <td>{line.itemID}</td>
      <td>
        <LineItem line={line} />
      </td>
      <td>{line.uom}</td>
      {line.unitCost !== undefined && (
        <td className="r">
          {formatPeso(line.unitCost)}
          <OtherCosts line={line} />
        </td>
      )}
      <td className="r">{formatInUnit(line.orderQty, line.uom)}</td>
      <td className="r">{formatAmountOrDash(line.receivedQty, line)}</td>
      <td className="r">{formatAmountOrDash(line.closedQty, line)}</td>
      <td className="r">{formatAmountOrDash(line.outstanding, line)}</td>
      {line.lineTotal !== undefined && <td className="r">{formatPeso(line.lineTotal)}</td>}
    </tr>
  )
}

/** Shows the lines as cards, where the table would hide its money. */
function LineCards({ order }: { order: PurchaseOrderRow }) {
  return (
    <section className="panel ordered" aria-label="Items">
      <ul>
        {order.purchaseOrderItems.map((line) => (
          <li key={line.poItemID}>
            <LineItem line={line} />
            <p>
              {formatInUnit(line.orderQty, line.uom)} {line.uom === 'BULK' ? '' : line.uom}
              {line.unitCost !== undefined && ` at ${formatPeso(line.unitCost)}`}
              <b>{formatShownCost(line.lineTotal)}</b>
            </p>
            <OtherCosts line={line} />
            <dl>
              {(['receivedQty', 'closedQty', 'outstanding'] as const).map((field) => (
                <div key={field}>
                  <dt>{quantityNames[field]}</dt>
                  <dd>{formatAmountOrDash(line[field], line)}</dd>
                </div>
              ))}
            </dl>
          </li>
        ))}
      </ul>
      {order.totalCost !== undefined && (
        <p className="order-total">
          Total Cost <b>{formatPeso(order.totalCost)}</b>
        </p>
      )}
    </section>
  )
}
const quantityNames = { receivedQty: 'Received', closedQty: 'Closed', outstanding: 'Outstanding' }

/** Shows the item, and the reason if its outstanding quantity was closed. */
function LineItem({ line }: { line: OrderLineRow }) {
  const timeZone = useTimeZone()
  return (
    <>
      <Link className="link" to={recordPathOf(screens.items, line.itemID)}>
        {line.itemName}
      </Link>
      <small>{line.itemCode}</small>
      <MetalLine piece={line} />
      {line.closeReason !== null && line.closedAt !== null && (
        <small>
          Closed by {line.closedBy ?? 'the shop itself'}, {formatMoment(line.closedAt, timeZone)}: {line.closeReason}
        </small>
      )}
    </>
  )
}

/** Lists the quantities that arrived at another cost than ordered. */
const OtherCosts = ({ line }: { line: OrderLineRow }) =>
  (line.receivedCosts ?? []).map(({ unitCost, quantity }) => (
    <small key={unitCost} className="other-cost">
      {formatInUnit(quantity, line.uom)} received at {formatCost(unitCost)}
    </small>
  ))

/** Formats a received cost. It can have up to six decimals, because a weight was converted to pieces. */
const formatCost = (pesos: number) => formatPeso(pesos, 6)
