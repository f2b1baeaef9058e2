import { sql } from 'drizzle-orm'

import type { Context } from '../kernel/context.ts'
import type { Db, Tx } from '../kernel/database.ts'
import { type Figures, findFigures } from './figures.queries.ts'

/** Returns a sentence for each contradiction in the sessions of drawers. An empty list means none. */
export async function verifyDrawers({ db }: Pick<Context, 'db'>): Promise<string[]> {
  const { rows } = await db.execute<{ problem: string }>(sql.join(contradictions, sql` union all `))
  return [...rows.map(({ problem }) => problem), ...(await findOtherReports(db))]
}

/** How many kept reports are compared at once. */
const reportsAtOnce = 500

/** Returns a sentence for each kept report that says something else than the rows of its session. */
async function findOtherReports(db: Db | Tx): Promise<string[]> {
  const { rows } = await db.execute<{ id: number; number: string; figures: Partial<Figures> }>(sql`
    select drawer_session_id as id, number, figures from drawer_report join drawer_session using (drawer_session_id)
    where status = 'Closed' order by 1`)
  const problems: string[] = []
  for (let from = 0; from < rows.length; from += reportsAtOnce) {
    const some = rows.slice(from, from + reportsAtOnce)
    const computed = await findFigures(
      db,
      some.map(({ id }) => id),
    )
    for (const { id, number, figures } of some)
      if (describeFigures(figures) !== describeFigures(computed.get(id)!))
        problems.push(`The Z report ${number} differs from the rows of its session`)
  }
  return problems
}

/** Writes figures as a text in a fixed order, without the names of payment types, which may change. */
const describeFigures = ({ currencies = [], paymentTypes = [], late = [] }: Partial<Figures>) =>
  JSON.stringify([
    currencies.map((figures) => currencyFields.map((field) => figures[field])),
    paymentTypes.map(({ paymentTypeID, entries, amount }) => [paymentTypeID, entries, amount]),
    late.map(({ entryID, amount, from }) => [entryID, amount, from]),
  ])

const currencyFields = [
  'currency',
  'opening',
  'openingDifference',
  'payments',
  'change',
  'corrections',
  'refunds',
  'payouts',
  'cashIn',
  'cashOut',
  'expected',
  'firstCount',
  'recount',
  'difference',
] as const satisfies (keyof Figures['currencies'][number])[]

const contradictions = [
  sql`select format('The sessions of drawers have %s numbers up to %s, and the last number is %s', count(*),
      coalesce(max(number), 'none'), coalesce(max(last), 0)) as problem
    from drawer_session full join (select last from document_number where kind = 'Z') taken on true
    having count(number) <> coalesce(max(last), 0)
      or count(number) <> coalesce(max(substring(number from '^Z-([0-9]{1,9})$')::int), 0)`,

  // A sale that is being saved while the drawer opens or closes has a moment just outside of the session.
  sql`select format('Cash entry %s belongs to no session, but %s was open', entry_id, number)
    from money_entry e join payment_type t on t.payment_type_id = e.payment_type_id and t.code = 'cash'
      join drawer d on d.location_id = e.location_id join drawer_session s on s.drawer_id = d.drawer_id
    where e.drawer_session_id is null and e.at > s.created_at + interval '1 minute'
      and e.at < coalesce(s.closed_at, 'infinity') - interval '1 minute'`,

  sql`select format('Money entry %s of %s belongs to session %s, which was not open then', entry_id, e.at, number)
    from money_entry e join drawer_session s using (drawer_session_id)
    where e.at < s.created_at - interval '1 minute' or e.at > coalesce(s.closed_at, 'infinity') + interval '1 minute'`,

  sql`select format('Money entry %s is late, but session %s was not closed before its session %s', entry_id, l.number, s.number)
    from money_entry e join drawer_session l on l.drawer_session_id = e.late_from_id
      left join drawer_session s on s.drawer_session_id = e.drawer_session_id
    where l.status <> 'Closed' or s.drawer_session_id is null or l.drawer_session_id >= s.drawer_session_id`,

  sql`select format('Session %s is %s, but %s', number, status, case when r.drawer_session_id is null
      then 'has no Z report' else 'has a Z report already' end)
    from drawer_session s left join drawer_report r using (drawer_session_id)
    where (status = 'Closed') <> (r.drawer_session_id is not null)`,

  // A missing or disabled trigger would permit contradictions later.
  sql`select format('The guard %s of table %s is %s', guard, guarded,
      case when tgname is null then 'not there' else 'switched off' end)
    from (values
      ('drawer_count', 'drawer_count_is_final'), ('drawer_count', 'drawer_count_stays'),
      ('drawer_movement', 'drawer_movement_is_final'), ('drawer_movement', 'drawer_movement_stays'),
      ('drawer_report', 'drawer_report_is_final'), ('drawer_report', 'drawer_report_stays'),
      ('drawer_session', 'drawer_session_closes'), ('drawer_session', 'drawer_session_remains'),
      ('drawer_session', 'drawer_session_stays'), ('money_entry', 'money_entry_of_drawer')
    ) as wanted (guarded, guard)
    left join pg_trigger on tgrelid = guarded::regclass and tgname = guard
    where tgenabled is null or tgenabled not in ('O', 'A')`,
]
