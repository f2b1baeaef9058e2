import { sql } from 'drizzle-orm'

import type { Context } from '../../kernel/context.ts'

/** Returns a sentence for each sale or refund whose total is not that of its lines. An empty list means none. */
export async function verifyTotals({ db }: Pick<Context, 'db'>): Promise<string[]> {
  const { rows } = await db.execute<{ problem: string }>(sql.join(totalContradictions, sql` union all `))
  return rows.map((row) => row.problem)
}

/** Each query finds one kind of contradiction and returns a sentence per row. */
const totalContradictions = [
  sql`select format('Sale %s, line %s is %s at %s, but says that they come to %s', transaction_number, sales_item_id,
      trim_scale(order_qty), price, line_total) as problem
    from sales_item join sales_transaction using (sales_transaction_id)
    where line_total <> round(price * order_qty, 2)`,

  sql`select format('Sale %s has a subtotal of %s and a total of %s, but its lines come to %s, less %s, with shipping of %s',
      transaction_number, subtotal, total_purchase, coalesce(lines, 0), discount, shipping_fee)
    from sales_transaction left join (
      select sales_transaction_id, sum(line_total) as lines from sales_item group by 1
    ) l using (sales_transaction_id)
    where subtotal <> coalesce(lines, 0) or total_purchase <> subtotal - discount + shipping_fee`,

  sql`select format('Refund %s of sale %s returned %s, but its lines come to %s', refund_id, transaction_number, r.amount,
      coalesce(lines, 0))
    from sales_refund r
    join sales_transaction using (sales_transaction_id)
    left join (select refund_id, sum(amount) as lines from sales_refund_item group by 1) l using (refund_id)
    where r.amount <> coalesce(lines, 0)`,

  sql`select format('Sale %s is %s at %s without shipping, but its refunds come to %s', transaction_number, status,
      subtotal - discount, back)
    from sales_transaction join (
      select sales_transaction_id, sum(amount) as back from sales_refund group by 1
    ) r using (sales_transaction_id)
    where back > subtotal - discount or status = 'Refunded' and back <> subtotal - discount`,
]
