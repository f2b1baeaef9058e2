import { sql } from 'drizzle-orm'

import { customerEntries } from './customer-entries.ts'

/** Each query finds one kind of contradiction between statements and sales, and returns a sentence per row. */
export const statementContradictions = [
  // A sale may be paid with more than its total. The rest is the customer's, on the statement too.
  sql`select format('The statement of customer %s comes to %s, but the sales to %s', customer_id,
      coalesce(balance, 0), coalesce(owed, 0))
    from (
      select customer_id, sum(charge - paid) as balance from ${customerEntries} entry
      where customer_id is not null group by 1
    ) statement full join (
      select customer_id, sum(total_purchase - amount_paid + change) as owed from sales_transaction
      where status <> 'Canceled' and customer_id is not null group by 1
    ) sales using (customer_id)
    where coalesce(balance, 0) <> coalesce(owed, 0)`,

  sql`select format('The statement of customer %s counts %s as paid, but the sales %s', customer_id,
      coalesce(paid, 0), coalesce(settled, 0))
    from (
      select customer_id, sum(paid) as paid from ${customerEntries} entry where customer_id is not null group by 1
    ) statement full join (
      select customer_id, sum(amount_paid - change - refunded_amount) as settled from sales_transaction
      where customer_id is not null group by 1
    ) sales using (customer_id)
    where coalesce(paid, 0) <> coalesce(settled, 0)`,
]
