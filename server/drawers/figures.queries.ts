import { type SQL, sql } from 'drizzle-orm'

import type { DrawerReport } from '../../contract/drawers/drawer-reports.ts'
import type { z } from '../../contract/shared/zod.ts'
import type { Db, Tx } from '../kernel/database.ts'
import { moneyRows } from '../money/money-rows.ts'
import type { SessionDetails } from './sessions.queries.ts'

// The figures of sessions. They add up the rows that carry the session and know no dates. Its money is that of the
// Payments report.

type Report = z.output<typeof DrawerReport>
/** The figures of a session without its people and times. */
export type Figures = Pick<Report, 'currencies' | 'paymentTypes' | 'late'>

/** Returns the condition that a column is one of these keys. */
const isOneOf = (column: SQL, ids: readonly number[]) => sql`${column} = any(${sql.param([...ids])}::int[])`

/** Returns the figures of each session, by its key. */
export async function findFigures(db: Db | Tx, ids: readonly number[]): Promise<Map<number, Figures>> {
  const [currencies, paymentTypes, late] = [
    await findCurrencies(db, ids),
    await findPaymentTypes(db, ids),
    await findLate(db, ids),
  ]
  const ofSession = <T extends { id: number }>(rows: readonly T[], of: number) =>
    rows.flatMap(({ id, ...row }) => (id === of ? [row] : []))
  return new Map(
    ids.map((id) => [
      id,
      {
        currencies: ofSession(currencies, id),
        paymentTypes: ofSession(paymentTypes, id),
        late: ofSession(late, id),
      },
    ]),
  )
}

type CurrencyRow = Report['currencies'][number] & { id: number }

/** Reads the cash of each currency. Payments are in pesos, so yen have only counts and movements. */
async function findCurrencies(db: Db | Tx, ids: readonly number[]): Promise<CurrencyRow[]> {
  const { rows } = await db.execute<CurrencyRow>(sql`
    select id, currency, opening::float8, "openingDifference"::float8, payments::float8, change::float8, corrections::float8,
      refunds::float8, payouts::float8, "cashIn"::float8, "cashOut"::float8, expected::float8, "firstCount"::float8,
      recount::float8, (coalesce(recount, "firstCount") - expected)::float8 as difference
    from (
      select s.drawer_session_id as id, counted.*, moved.*, taken.*,
        opening + payments - change + corrections - refunds - payouts + "cashIn" - "cashOut" as expected
      from drawer_session s
      cross join lateral (
        select currency, max(amount) filter (where kind = 'opening') as opening,
          max(amount) filter (where kind = 'first') as "firstCount", max(amount) filter (where kind = 'recount') as recount
        from drawer_count c where c.drawer_session_id = s.drawer_session_id group by currency
      ) counted
      cross join lateral (
        select coalesce(sum(amount) filter (where kind = 'opening_difference'), 0) as "openingDifference",
          coalesce(sum(amount) filter (where kind = 'cash_in'), 0) as "cashIn",
          coalesce(sum(amount) filter (where kind = 'cash_out'), 0) as "cashOut"
        from drawer_movement m where m.drawer_session_id = s.drawer_session_id and m.currency = counted.currency
      ) moved
      cross join lateral (
        select coalesce(sum(received) filter (where kind in ('Payment', 'Credit paid in')), 0) as payments,
          coalesce(sum(handed_back) filter (where kind in ('Payment', 'Credit paid in')), 0) as change,
          coalesce(sum(received - handed_back) filter (where kind = 'Correction'), 0) as corrections,
          coalesce(sum(handed_back) filter (where kind = 'Refund'), 0) as refunds,
          coalesce(sum(handed_back) filter (where kind in ('Deposit returned', 'Trade-in paid', 'Credit paid out')), 0) as payouts
        from ${moneyRows} join payment_type on payment_type.payment_type_id = money.payment_type_id
        where money.drawer_session_id = s.drawer_session_id and payment_type.code = 'cash' and counted.currency = 'PHP'
      ) taken
      where ${isOneOf(sql`s.drawer_session_id`, ids)}
    ) figures
    order by id, currency desc`)
  return rows
}

type TypeRow = Report['paymentTypes'][number] & { id: number }

async function findPaymentTypes(db: Db | Tx, ids: readonly number[]): Promise<TypeRow[]> {
  const { rows } = await db.execute<TypeRow>(sql`
    select money.drawer_session_id as id, payment_type_id as "paymentTypeID", payment_name as "paymentName",
      count(*)::int as entries, sum(received - handed_back)::float8 as amount
    from ${moneyRows} join payment_type using (payment_type_id)
    where ${isOneOf(sql`money.drawer_session_id`, ids)}
    group by money.drawer_session_id, payment_type_id, payment_name order by 1, 2`)
  return rows
}

type LateRow = Report['late'][number] & { id: number }

async function findLate(db: Db | Tx, ids: readonly number[]): Promise<LateRow[]> {
  const { rows } = await db.execute<LateRow>(sql`
    select money.drawer_session_id as id, money.entry_id as "entryID", transaction_number as "transactionNumber",
      payment_name as "paymentName", (received - handed_back)::float8 as amount, made.number as "from"
    from ${moneyRows} join drawer_session made on made.drawer_session_id = money.late_from_id
      join payment_type using (payment_type_id) left join sales_transaction using (sales_transaction_id)
    where ${isOneOf(sql`money.drawer_session_id`, ids)} order by money.entry_id`)
  return rows
}

/** Returns the report of a session with its figures of now. */
export async function computeReport(
  db: Db | Tx,
  details: SessionDetails,
  closing: Pick<Report, 'closedAt' | 'closedByName' | 'approvedByName' | 'reason' | 'signature'>,
): Promise<Report> {
  const { drawerSessionID: id, number, drawerName, locationName, createdAt, openedByName, counts, movements } = details
  const figures = (await findFigures(db, [id])).get(id)!
  const last = counts.findLast(({ kind }) => kind !== 'opening')
  return {
    number,
    drawerName,
    locationName,
    openedAt: createdAt,
    openedByName,
    countedByName: last?.countedByName ?? null,
    ...closing,
    ...figures,
    movements: listCashMovements(movements),
  }
}

/** Returns the report of a session as it is now: nobody approved its close yet. */
export const computeReportOfNow = (db: Db | Tx, details: SessionDetails): Promise<Report> =>
  computeReport(db, details, { ...details, approvedByName: null })

/** Returns the movements without their notes, because a kept report never changes, and a note may name a customer. */
const listCashMovements = (movements: SessionDetails['movements']): Report['movements'] =>
  movements.flatMap(({ movementID, kind, reason, currency, amount, at, byName }) =>
    kind === 'opening_difference' || reason === null
      ? []
      : [{ movementID, kind, reason, currency, amount, at, byName }],
  )
