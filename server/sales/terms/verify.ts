import { sql } from 'drizzle-orm'

import type { Context } from '../../kernel/context.ts'

/** Returns a sentence for each sale whose agreed terms cannot be its own, and for each guard that is off. */
export async function verifyTerms({ db }: Pick<Context, 'db'>): Promise<string[]> {
  const { rows } = await db.execute<{ problem: string }>(sql.join(termsContradictions, sql` union all `))
  return rows.map((row) => row.problem)
}

const termsContradictions = [
  sql`select format('Sale %s agreed to version %s of the %s terms as its %s terms', transaction_number, version, kind, wanted)
      as problem
    from sales_transaction s, lateral (values ('return', return_terms_id), ('layaway', layaway_terms_id)) as agreed (wanted, id),
      shop_terms
    where terms_id = agreed.id and kind <> wanted`,

  // A sale may become a layaway later, so only the return terms are older than the sale in any case.
  sql`select format('Sale %s agreed to version %s of the return terms, which is newer', transaction_number, version)
    from sales_transaction s join shop_terms t on terms_id = return_terms_id
    where t.created_at > s.created_at`,

  // A missing or disabled trigger would permit contradictions later.
  sql`select format('The guard %s of table %s is %s', guard, guarded,
      case when tgname is null then 'not there' else 'switched off' end)
    from (values ('shop_terms', 'shop_terms_is_final'), ('shop_terms', 'shop_terms_stays'),
      ('sales_transaction', 'sales_transaction_agrees_terms'), ('sales_transaction', 'sales_transaction_keeps_terms'))
      as wanted (guarded, guard)
    left join pg_trigger on tgrelid = guarded::regclass and tgname = guard
    where tgenabled is null or tgenabled not in ('O', 'A')`,
]
