import '../overdue.css'
import type { SaleListRow } from '../../../../contract/sales/sales.ts'
import { formatPeso } from '../../../lib/format.ts'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'

/** Shows a sale's status in a list, with what is overdue of its instalments and what was refunded. */
export const SaleStatus = ({ sale }: { sale: SaleListRow }) => (
  <>
    <StatusBadge status={sale.status} />
    {sale.refundedAmount > 0 && <small className="refunded-amount">{formatPeso(sale.refundedAmount)} refunded</small>}
    {sale.overdueAmount > 0 && <small className="overdue">{formatPeso(sale.overdueAmount)} overdue</small>}
  </>
)
