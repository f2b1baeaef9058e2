import { and, sql } from 'drizzle-orm'

import { shownCustomerName } from '../../db/names.ts'
import { customer } from '../../db/schema/sales.ts'
import { agingColumns, customerEntries } from '../../money/customer-entries.ts'
import { equalsCondition } from '../../resource/list.ts'
import type { ReportRequest, Statement } from './report.ts'

/**
 * Lists the customers with a balance, an open amount or store credit at the end of a day, largest balance first. A sale without a customer has
 * no statement, so it is left out.
 */
export const customerBalancesReport = (request: ReportRequest): Statement<'customer-balances'> => {
  const { asOf, query } = request
  return {
    columns: {
      customer: shownCustomerName(customer),
      customerType: sql`customer_type.type_name`,
      contactNo: sql`customer.contact_no`,
      email: sql`customer.email`,
      sales: sql`count(open.sales_transaction_id)`,
      current: sql`sum(open.current)`,
      over30: sql`sum(open.over30)`,
      over60: sql`sum(open.over60)`,
      over90: sql`sum(open.over90)`,
      balance: sql`sum(open.balance)`,
      credit: sql`sum(open.credit)`,
    },
    from: sql`(
        select customer_id, sales_transaction_id, sum(charge - paid) as balance, ${agingColumns(sql`${asOf}::date`)},
            0::numeric as credit
          from ${customerEntries} entry where day <= ${asOf} group by customer_id, sales_transaction_id
          having sum(charge - paid) <> 0
        union all
        select customer_id, null, 0, 0, 0, 0, 0, sum(amount)
          from credit_entry where day <= ${asOf} group by customer_id having sum(amount) <> 0
      ) open
      join customer on customer.customer_id = open.customer_id
      join customer_type on customer_type.customer_type_id = customer.customer_type_id`,
    where: and(
      equalsCondition(sql`customer.customer_id`, query.customerID),
      equalsCondition(sql`customer.customer_type_id`, query.customerTypeID),
    ),
    groupBy: sql`customer.customer_id, customer_type.customer_type_id`,
    orderBy: sql`sum(open.balance) desc, customer.customer_id`,
  }
}
