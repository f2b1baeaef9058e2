import { sql } from 'drizzle-orm'

import type { Context } from '../../kernel/context.ts'

/** Returns a sentence for each contradiction between certificates, numbers, pieces and sales. An empty list means none. */
export async function verifyCertificates({ db }: Pick<Context, 'db'>): Promise<string[]> {
  const { rows } = await db.execute<{ problem: string }>(sql.join(contradictions, sql` union all `))
  return rows.map((row) => row.problem)
}

/** Each query finds one kind of contradiction and returns a sentence per row. */
const contradictions = [
  sql`select format('Certificate number AC-%s-%s is missing', year, lpad(n::text, greatest(6, length(n::text)), '0')) as problem
    from document_number, generate_series(1, last) n
    where kind = 'AC' and not exists (select from certificate
      where certificate_number = format('AC-%s-%s', year, lpad(n::text, greatest(6, length(n::text)), '0')))`,

  sql`select format('Certificate %s has a number that was never given', certificate_number)
    from certificate c
    where not exists (select from document_number
      where kind = 'AC' and format('AC-%s-', year) = left(certificate_number, length(format('AC-%s-', year)))
        and substr(certificate_number, length(format('AC-%s-', year)) + 1) ~ '^[0-9]+$'
        and substr(certificate_number, length(format('AC-%s-', year)) + 1)::int between 1 and last)`,

  sql`select format('Certificate number %s stands %s times', certificate_number, count(*))
    from certificate group by certificate_number having count(*) > 1`,

  sql`select format('%s has %s certificates that count', min(piece_number), count(*))
    from certificate c where not exists (select from certificate_revocation r where r.certificate_id = c.certificate_id)
    group by piece_id, case when piece_id is null then sales_item_id end, unit having count(*) > 1`,

  sql`select format('Certificate %s replaces %s, which still counts', c.certificate_number, before.certificate_number)
    from certificate c join certificate before on before.certificate_id = c.replaces_id
    where not exists (select from certificate_revocation r where r.certificate_id = before.certificate_id)`,

  sql`select format('Certificate %s replaces %s, which is of another piece', c.certificate_number, before.certificate_number)
    from certificate c join certificate before on before.certificate_id = c.replaces_id
    where c.piece_id is distinct from before.piece_id
      or c.piece_id is null and (c.sales_item_id, c.unit) is distinct from (before.sales_item_id, before.unit)`,

  sql`select format('Certificate %s is of piece %s, but that is of another item', c.certificate_number, number)
    from certificate c join piece p using (piece_id) where p.item_id <> c.item_id`,

  sql`select format('Certificate %s is of another item than its line of sale %s', certificate_number, transaction_number)
    from certificate c join sales_item l using (sales_item_id) join sales_transaction using (sales_transaction_id)
    where l.item_id <> c.item_id`,

  sql`select format('Certificate %s is of piece %s, which its line of sale %s does not name', c.certificate_number, number,
      transaction_number)
    from certificate c join piece p using (piece_id) join sales_item l using (sales_item_id)
      join sales_transaction using (sales_transaction_id)
    where not exists (select from sales_item_piece s
      where s.sales_item_id = c.sales_item_id and s.piece_id = c.piece_id)`,

  sql`select format('Certificate %s is of piece %s of a line that has only %s', certificate_number, unit, trim_scale(order_qty))
    from certificate c join sales_item l using (sales_item_id) where unit > order_qty`,

  sql`select format('Certificate %s was issued with sale %s, which is %s', certificate_number, transaction_number, status)
    from certificate c join sales_item using (sales_item_id) join sales_transaction using (sales_transaction_id)
    where status not in ('Completed', 'Refunded')`,

  // A missing or disabled guard would permit contradictions later.
  sql`select format('The guard %s of table %s is %s', guard, guarded,
      case when tgname is null then 'not there' else 'switched off' end)
    from (values
      ('certificate', 'certificate_is_final'), ('certificate', 'certificate_stays'),
      ('certificate', 'certificate_replaces_revoked'),
      ('certificate_revocation', 'certificate_revocation_is_final'),
      ('certificate_revocation', 'certificate_revocation_stays')
    ) as wanted (guarded, guard)
    left join pg_trigger on tgrelid = guarded::regclass and tgname = guard
    where tgenabled is null or tgenabled not in ('O', 'A')`,

  sql`select format('The rule %s of table %s is not there', rule, ruled)
    from (values
      ('certificate', 'certificate_number_unique'), ('certificate', 'certificate_code_unique'),
      ('certificate', 'certificate_of_one_piece'), ('certificate', 'certificate_first_of_piece'),
      ('certificate', 'certificate_first_of_unit'), ('certificate', 'certificate_replaces_once'),
      ('certificate_revocation', 'certificate_revocation_pkey')
    ) as wanted (ruled, rule)
    where not exists (select from pg_constraint where conname = rule and conrelid = ruled::regclass and convalidated)
      and not exists (select from pg_index where indexrelid = to_regclass(rule) and indisunique and indisvalid)`,
]
