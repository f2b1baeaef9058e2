import { sql } from 'drizzle-orm'

import type { Context } from '../../kernel/context.ts'

/**
 * Returns a sentence for each approved payment proof whose entries of the ledger contradict it. An empty list means none.
 */
export async function verifyProofs({ db }: Pick<Context, 'db'>): Promise<string[]> {
  const { rows } = await db.execute<{ problem: string }>(sql.join(proofContradictions, sql` union all `))
  return rows.map((row) => row.problem)
}

/** The parts of each proof, with what is left of them after corrections. */
const parts = sql`select part.proof_id, part.sales_transaction_id as paid_sale, entry.*,
    exists (select from money_entry later where later.corrects_id = entry.entry_id) as is_taken_back
  from proof_payment part join money_entry entry using (entry_id)`

/** Each query finds one kind of contradiction and returns a sentence per row. */
const proofContradictions = [
  sql`select format('Payment proof P-%s is approved for %s, but its entries come to %s', proof_id, seen_amount,
      coalesce(paid, 0)) as problem
    from payment_proof left join (select proof_id, sum(amount) as paid from (${parts}) p group by 1) p using (proof_id)
    where status = 'Approved' and seen_amount is distinct from paid`,

  sql`select format('Payment proof P-%s is %s, but has %s of the money ledger', proof_id, status, count(*))
    from payment_proof join proof_payment using (proof_id) where status <> 'Approved' group by proof_id, status`,

  sql`select format('Payment proof P-%s is undone, but its entry %s was not taken back', proof_id, entry_id)
    from payment_proof join (${parts}) p using (proof_id) where undone_at is not null and not is_taken_back`,

  sql`select format('Entry %s of payment proof P-%s is a %s of sale %s, and not a payment of sale %s', entry_id, proof_id,
      kind, sales_transaction_id, paid_sale)
    from (${parts}) p
    where paid_sale is not null and (kind <> 'payment' or corrects_id is not null or sales_transaction_id <> paid_sale)`,

  // A missing or disabled trigger would permit contradictions later.
  sql`select format('The guard %s of table payment_proof is %s', guard,
      case when tgname is null then 'not there' else 'switched off' end)
    from (values ('keep_decided_proof')) as wanted (guard)
    left join pg_trigger on tgrelid = 'payment_proof'::regclass and tgname = guard
    where tgenabled is null or tgenabled not in ('O', 'A')`,

  sql`select format('The guard %s of table %s is not there', guard, guarded)
    from (values ('payment_proof', 'payment_proof_reference'), ('proof_payment', 'proof_payment_pkey'),
      ('proof_payment', 'proof_payment_once')) as wanted (guarded, guard)
    where not exists (select from pg_index where indrelid = guarded::regclass and indexrelid::regclass::text = guard
      and indisunique and indisvalid)`,
]
