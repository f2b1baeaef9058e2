import { sql } from 'drizzle-orm'

import type { Context } from '../../kernel/context.ts'

/** Returns a sentence for each contradiction between buyers, sales and customers. An empty list means none. */
export async function verifyBuyers({ db }: Pick<Context, 'db'>): Promise<string[]> {
  const { rows } = await db.execute<{ problem: string }>(sql.join(buyerContradictions, sql` union all `))
  return rows.map((row) => row.problem)
}

/** Each query finds one kind of contradiction and returns a sentence per row. */
const buyerContradictions = [
  // A sale of closed books has no customer, so a missing customer is right.
  sql`select format('Sale %s is of buyer %s and customer %s, but the buyer is joined to %s', transaction_number, buyer_id,
      s.customer_id, coalesce(b.customer_id::text, 'nobody')) as problem
    from sales_transaction s join buyer b using (buyer_id)
    where s.customer_id is not null and s.customer_id is distinct from b.customer_id`,

  // A missing or disabled trigger would permit contradictions later.
  sql`select format('The guard %s of table %s is %s', guard, guarded,
      case when tgname is null then 'not there' else 'switched off' end)
    from (values
      ('buyer', 'buyer_keeps_customer_of_sales'), ('sales_transaction', 'sales_transaction_keeps_buyer_customer')
    ) as wanted (guarded, guard)
    left join pg_trigger on tgrelid = guarded::regclass and tgname = guard
    where tgenabled is null or tgenabled not in ('O', 'A')`,
]
