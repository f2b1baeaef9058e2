import { Link, useNavigate } from 'react-router'

import { dashboard } from '../../../../contract/insight/dashboard.ts'
import { recordPathOf, screens } from '../../../../contract/shared/screens.ts'
import { formatPeso, formatQuantity } from '../../../lib/format.ts'
import { type Columns, QueryTable } from '../../../ui/table/QueryTable.tsx'
import { PartHead } from './Part.tsx'

const columns: Columns<typeof dashboard.customers> = [
  { header: '', name: 'id', value: (c) => c.id },
  { header: 'name', value: (c) => c.name, card: 'title' },
  { header: 'email', value: (c) => c.email, card: 'detail' },
  { header: 'phone', value: (c) => c.phone, oneLine: true },
  { header: 'total orders', cell: (c) => formatQuantity(c.total_orders), align: 'right' },
  { header: 'total spend', cell: (c) => formatPeso(c.total_spend), align: 'right', card: 'status' },
  { header: 'location', value: (c) => c.location, card: 'extra' },
]

/** Lists the customers with their number of orders and their total spending, independent of the period. */
export function DashboardCustomers() {
  const navigate = useNavigate()
  return (
    <QueryTable
      name="dashboard customers"
      label="customers"
      list={dashboard.customers}
      columns={columns}
      rowID={({ id }) => id}
      fixed={{ sort: 'id' }}
      heading={
        <PartHead title="customers">
          <Link className="link" to={screens.customers}>
            All customers
          </Link>
        </PartHead>
      }
      empty={{ title: 'No customers yet', text: 'They are made at the till, or under Customer.' }}
      onOpen={({ id }) => void navigate(recordPathOf(screens.customers, id))}
    />
  )
}
