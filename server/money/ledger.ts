import { type Placeholder, type SQL, sql } from 'drizzle-orm'

import { fromCentavos, toCentavos } from '../../contract/shared/money.ts'
import { prepareStatement } from '../db/prepared.ts'
import { shopSetting } from '../db/schema/company.ts'
import { moneyEntry } from '../db/schema/money.ts'
import { paymentType } from '../db/schema/sales.ts'
import { type Context, sessionIDOf, userIDOf } from '../kernel/context.ts'
import type { Db, Tx } from '../kernel/database.ts'

// The money ledger: the only code that writes entries. The database refuses changes of entries, and a commit in which
// a sale's sums differ from them.

/** A payment with the change given for it, in pesos. `correctsID` names the wrong payment that it takes back. */
export type NewPayment = {
  paymentTypeID: number
  amount: number
  change: number
  reference: string | null
  reason?: string
  correctsID?: number
  /** The trade-in that pays. */
  tradeInID?: number | null | undefined
}

/** The sale that entries belong to, with its present location. */
type OfSale = { salesTransactionID: number; locationID: number }

/** SQL for the calendar day of a moment in the shop's time zone. */
export const dayOf = (at: unknown) =>
  sql`(${at}::timestamptz at time zone (select ${shopSetting.timeZone} from ${shopSetting}))::date`

/** The columns that say who entered something, and when. */
const stampEntry = ({ actor, now }: Context) => ({
  at: now,
  day: dayOf(now.toISOString()),
  sessionID: sessionIDOf(actor),
  createdByID: userIDOf(actor),
})

/** The parameters of a statement with payments; one element of each array per payment. */
export const paymentParameters = [
  'now',
  'sessionID',
  'createdByID',
  'paymentTypeIDs',
  'amounts',
  'changes',
  'references',
  'reasons',
  'correctsIDs',
  'tradeInIDs',
  'drawerSessionID',
] as const

/** Returns the values of `paymentParameters`. A trigger chooses the session of a drawer, unless they were made in another one. */
export const paymentValues = (
  { actor, now }: Context,
  payments: readonly NewPayment[],
  drawerSessionID: number | null = null,
) => ({
  drawerSessionID,
  now: now.toISOString(),
  sessionID: sessionIDOf(actor),
  createdByID: userIDOf(actor),
  paymentTypeIDs: payments.map(({ paymentTypeID }) => paymentTypeID),
  amounts: payments.map(({ amount }) => amount),
  changes: payments.map(({ change }) => change),
  references: payments.map(({ reference }) => reference),
  reasons: payments.map(({ reason }) => reason ?? null),
  correctsIDs: payments.map(({ correctsID }) => correctsID ?? null),
  tradeInIDs: payments.map(({ tradeInID }) => tradeInID ?? null),
})

/**
 * Returns the parts of a statement that store payments, in their order, and after them the change given for each.
 * `ofSale` is SQL with one row: the sale's key and its location. One insert stores both, because PostgreSQL prepares the
 * checks and foreign keys of a table again for each insert. So the payments get their keys before it.
 */
export function paymentParts(
  db: Db | Tx,
  ofSale: SQL,
  values: Record<(typeof paymentParameters)[number], Placeholder>,
) {
  const {
    now,
    sessionID,
    createdByID,
    paymentTypeIDs,
    amounts,
    changes,
    references,
    reasons,
    correctsIDs,
    tradeInIDs,
    drawerSessionID,
  } = values
  const given = db.$with('given', { key: sql<number>`key`.as('key') }).as(
    sql`select ${nextEntryKey} as key, given.*
      from unnest(${paymentTypeIDs}::int[], ${amounts}::numeric[], ${changes}::numeric[], ${references}::text[],
        ${reasons}::text[], ${correctsIDs}::int[], ${tradeInIDs}::int[])
        as given (type, amount, change, reference, reason, corrects, trade_in)`,
  )
  const entries = sql`select key, 'payment' as kind, type, amount, reference, reason, null::int as payment, corrects, trade_in
      from ${given}
    union all
    select ${nextEntryKey}, 'change', type, -change, null, reason, key,
        (select wrong.entry_id from ${moneyEntry} wrong where wrong.payment_entry_id = corrects), null
      from ${given} where change <> 0`
  const paid = db.$with('paid').as(
    db
      .insert(
        moneyEntry,
        'entryID',
        'at',
        'day',
        'sessionID',
        'createdByID',
        'salesTransactionID',
        'locationID',
        'kind',
        'paymentTypeID',
        'amount',
        'reference',
        'reason',
        'paymentEntryID',
        'correctsID',
        'tradeInID',
        'drawerSessionID',
      )
      .overridingSystemValue()
      .select(
        () => sql`select key, ${now}::timestamptz, ${dayOf(now)}, ${sessionID}::int, ${createdByID}::int, sale.*, kind,
            type, amount, reference, reason, payment, corrects, trade_in, ${drawerSessionID}::int
          from (${ofSale}) as sale, (${entries}) as entry`,
      ),
  )
  return { given, paid }
}

const nextEntryKey = sql`nextval('money_entry_entry_id_seq')::int`

const insertPaymentEntries = prepareStatement(
  'insert_payments',
  ['salesTransactionID', 'locationID', ...paymentParameters],
  (db, { salesTransactionID, locationID, ...values }) => {
    const ofSale = sql`select ${salesTransactionID}::int, ${locationID}::int`
    const { given, paid } = paymentParts(db, ofSale, values)
    return db.with(given, paid).select({ key: given.key }).from(given)
  },
)

/** Stores payments of a sale with their change. Returns the keys of the payments, in their order. */
export async function insertPayments(
  context: Context,
  { salesTransactionID, locationID }: OfSale,
  payments: readonly NewPayment[],
): Promise<number[]> {
  const values = paymentValues(context, payments)
  const rows = await insertPaymentEntries(context.db, { salesTransactionID, locationID, ...values })
  return rows.map(({ key }) => key)
}

/** A part of money that goes back, by one payment type, in pesos. `tradeInID` is the trade-in to which it goes back. */
export type WayBack = { paymentTypeID: number; amount: number; tradeInID?: number | null }

/** Stores the money paid back for a refund, by one or several payment types. */
export async function insertRefundEntries(
  context: Context,
  { salesTransactionID, locationID }: OfSale,
  { refundID, reason }: { refundID: number; reason: string },
  parts: readonly WayBack[],
) {
  await context.db.insert(moneyEntry).values(
    parts.map(({ paymentTypeID, amount, tradeInID = null }) => ({
      kind: 'refund' as const,
      salesTransactionID,
      locationID,
      refundID,
      paymentTypeID,
      tradeInID,
      amount: -amount,
      reason,
      ...stampEntry(context),
    })),
  )
}

/** Stores a deposit that is handed back, by one or several payment types. */
export async function insertReturnedDeposit(
  context: Context,
  { salesTransactionID, locationID }: OfSale,
  parts: readonly WayBack[],
  reason: string | null,
) {
  await context.db.insert(moneyEntry).values(
    parts.map(({ paymentTypeID, amount, tradeInID = null }) => ({
      kind: 'deposit_returned' as const,
      salesTransactionID,
      locationID,
      paymentTypeID,
      tradeInID,
      amount: -amount,
      reason,
      ...stampEntry(context),
    })),
  )
}

/** Stores a deposit that the shop keeps. It moves no money. */
export async function insertKeptDeposit(
  context: Context,
  { salesTransactionID, locationID }: OfSale,
  { amount, reason }: { amount: number; reason: string | null },
) {
  await context.db.insert(moneyEntry).values({
    kind: 'deposit_kept',
    salesTransactionID,
    locationID,
    amount,
    reason,
    ...stampEntry(context),
  })
}

/**
 * Returns how a sale's money came in, newest payment type first, up to `paid` pesos: the way that it goes back. Money
 * that went back before does not count.
 */
export async function findWaysBack(
  db: Db | Tx,
  { salesTransactionID }: Pick<OfSale, 'salesTransactionID'>,
  paid: number,
): Promise<(WayBack & { code: string | null })[]> {
  const { rows } = await db.execute<WayBack & { code: string | null }>(sql`
    select payment_type_id as "paymentTypeID", code, trade_in_id as "tradeInID", sum(amount)::float8 as amount
      from ${moneyEntry} join ${paymentType} using (payment_type_id)
      where ${moneyEntry.salesTransactionID} = ${salesTransactionID} and kind in ('payment', 'change', 'refund')
      group by payment_type_id, code, trade_in_id having sum(amount) > 0 order by max(entry_id) filter (where kind <> 'refund') desc`)
  let left = toCentavos(paid)
  return rows.flatMap(({ amount, ...way }) => {
    const part = Math.min(left, toCentavos(amount))
    left -= part
    return part > 0 ? [{ ...way, amount: fromCentavos(part) }] : []
  })
}

/** Stores money that is paid out for a trade-in. It belongs to no sale. */
export async function insertTradeInPayout(
  context: Context,
  { tradeInID, locationID }: { tradeInID: number; locationID: number },
  { paymentTypeID, amount, reference }: { paymentTypeID: number; amount: number; reference: string },
) {
  await context.db.insert(moneyEntry).values({
    kind: 'trade_in_paid',
    tradeInID,
    locationID,
    paymentTypeID,
    amount: -amount,
    reference,
    ...stampEntry(context),
  })
}

/** Money that a customer pays into or is paid out of store credit, in pesos. It belongs to no sale. */
export type CreditPayment = {
  customerID: number
  locationID: number
  paymentTypeID: number
  amount: number
  reference: string | null
  reason: string
}

/**
 * Stores money of store credit and returns the key of its entry. A trigger writes the entry of the credit. A counter-entry
 * has a negative amount and names the wrong entry in `correctsID`.
 */
export async function insertCreditPayment(
  context: Context,
  kind: 'credit_paid_in' | 'credit_paid_out',
  payment: CreditPayment & { correctsID?: number },
): Promise<number> {
  const amount = kind === 'credit_paid_out' ? -payment.amount : payment.amount
  const [entry] = await context.db
    .insert(moneyEntry)
    .values({ ...payment, kind, amount, ...stampEntry(context) })
    .returning({ entryID: moneyEntry.entryID })
  return entry!.entryID
}
