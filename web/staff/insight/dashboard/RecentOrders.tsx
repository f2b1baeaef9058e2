import { Link, useNavigate } from 'react-router'

import type { Dashboard } from '../../../../contract/insight/dashboard.ts'
import { recordPathOf, screens } from '../../../../contract/shared/screens.ts'
import type { ApiError } from '../../../lib/api.ts'
import { formatDay } from '../../../lib/format.ts'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { Thumb } from '../../../ui/Thumb.tsx'
import { usePhone } from '../../../ui/usePhone.ts'
import { FailedPart, LoadingPart, Part } from './Part.tsx'

type Order = Dashboard['recentOrders'][number]

/** Lists the latest sales, independent of the period. */
export function RecentOrders({
  orders,
  error,
  onAgain,
}: {
  orders: readonly Order[] | undefined
  error: ApiError | null
  onAgain: () => void
}) {
  const phone = usePhone()

  function renderBody() {
    if (!orders && error) return <FailedPart error={error} onAgain={onAgain} />
    if (!orders) return <LoadingPart rows={5} />
    if (orders.length === 0) return <p className="part-empty">No sales yet. The first one is made at the counter.</p>
    return phone ? <OrderCards orders={orders} /> : <OrderTable orders={orders} />
  }

  return (
    <Part
      title="Recent Orders"
      action={
        <Link className="link" to={screens.sales}>
          All sales
        </Link>
      }
    >
      {renderBody()}
    </Part>
  )
}

function OrderTable({ orders }: { orders: readonly Order[] }) {
  const navigate = useNavigate()
  return (
    <table className="table" aria-label="Recent Orders">
      <thead>
        <tr>
          <th scope="col">User</th>
          <th scope="col">Order Date</th>
          <th scope="col">Status</th>
        </tr>
      </thead>
      <tbody>
        {orders.map((order) => (
          <tr
            key={order.salesTransactionID}
            data-opens
            onClick={({ target }) => {
              const onLink = target instanceof Element && target.closest('a')
              if (!onLink) void navigate(recordPathOf(screens.sales, order.salesTransactionID))
            }}
          >
            <td data-card="title">
              <CustomerLink order={order} />
            </td>
            <td className="one-line">{formatDay(order.orderDate)}</td>
            <td>
              <StatusBadge status={order.status} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function OrderCards({ orders }: { orders: readonly Order[] }) {
  return (
    // Safari needs the explicit role: it drops list semantics without bullets.
    // oxlint-disable-next-line jsx-a11y/no-redundant-roles
    <ul className="cards" role="list" aria-label="Recent Orders">
      {orders.map((order) => (
        <li key={order.salesTransactionID}>
          <div data-card="title">
            <CustomerLink order={order} />
          </div>
          <div data-card="status">
            <StatusBadge status={order.status} />
          </div>
          <div data-card="detail">{formatDay(order.orderDate)}</div>
        </li>
      ))}
    </ul>
  )
}

/** Links the customer's name to the sale. */
const CustomerLink = ({ order }: { order: Order }) => (
  <Link className="user" to={recordPathOf(screens.sales, order.salesTransactionID)} title={order.transactionNumber}>
    <Thumb src={null} name={order.customerID === null ? '' : order.user} small />
    {order.user}
  </Link>
)
