import { eq, sql } from 'drizzle-orm'

import { formatPeso, fromCentavos, toCentavos } from '../../contract/shared/money.ts'
import { assertMoneyShown } from '../db/blind-counts.ts'
import { creditEntry, customerCredit } from '../db/schema/credit.ts'
import { customer } from '../db/schema/sales.ts'
import { type Context, userIDOf } from '../kernel/context.ts'
import { AppError } from '../kernel/errors.ts'
import { dayOf } from './ledger.ts'

// The ledger of store credit. A trigger writes the entries of sales, with their money entries. This code locks a
// customer's credit before a sale uses it, and writes the entries that belong to no sale.

/**
 * Locks a customer's credit and returns it in pesos. Every transaction locks it after the stock and before the document
 * number, so that sales never deadlock.
 */
export async function lockCredit({ db }: Context, customerID: number): Promise<number> {
  await db.insert(customerCredit).values({ customerID }).onConflictDoNothing()
  const [credit] = await db
    .select({ balance: customerCredit.balance })
    .from(customerCredit)
    .where(eq(customerCredit.customerID, customerID))
    .for('update')
  return credit!.balance
}

/**
 * Throws 409 when the payments by store credit exceed the customer's credit, and 422 when there is no customer. It locks
 * the credit until the transaction ends, and does nothing when no payment is by store credit. `returned` is the credit
 * that this transaction returns first. Those who count a drawer blind could find the credit out by paying, so it throws
 * 409 for a customer who has money in the counted session.
 */
export async function assertCredit(
  context: Context,
  customerID: number | null,
  payments: readonly { code: string | null; amount: number }[],
  returned = 0,
) {
  const used = payments.filter(({ code }) => code === 'store_credit')
  if (used.length === 0) return
  const id = assertCreditCustomer(customerID)
  await assertMoneyShown(context.db, context.actor, 'customer', id)
  const credit = fromCentavos(toCentavos(await lockCredit(context, id)) + toCentavos(returned))
  const wanted = used.reduce((sum, { amount }) => sum + toCentavos(amount), 0)
  if (wanted > toCentavos(credit)) throw creditShort(credit)
}

/** Returns the customer's key. Throws 422 without one, because store credit belongs to a customer. */
export function assertCreditCustomer(customerID: number | null): number {
  if (customerID === null)
    throw new AppError('credit.customer_missing', 'Choose a customer: store credit belongs to one', {
      field: 'customerID',
    })
  return customerID
}

/** Returns the 409 error for a payment, or a counter-entry, above the customer's credit. */
export const creditShort = (credit: number) => new AppError('credit.short', `Only ${formatPeso(credit)} credit left`)

/** Stores an entry that belongs to no sale. */
export async function insertCreditEntry(
  { actor, db, now }: Context,
  entry: {
    customerID: number
    kind: 'given' | 'taken back' | 'expired' | 'traded in'
    amount: number
    reason: string | null
    correctsID?: number
    tradeInID?: number
  },
) {
  await db
    .insert(creditEntry)
    .values({ ...entry, at: now, day: dayOf(now.toISOString()), createdByID: userIDOf(actor) })
}

/**
 * Returns the customers with credit from before a moment, and how much of it is left, in pesos. What was used is taken
 * from the oldest credit first. An entry that was taken back does not count, nor does its counter-entry.
 */
export async function findExpiredCredit({ db }: Pick<Context, 'db'>, before: Date, customerID?: number) {
  const { rows } = await db.execute<{ customerID: number; amount: number }>(sql`
    select customer_id as "customerID", amount::float8 as amount from (
      select customer_id, coalesce(sum(amount) filter (where amount > 0 and at < ${before.toISOString()}), 0)
          + coalesce(sum(amount) filter (where amount < 0), 0) as amount
        from ${creditEntry} entry join ${customer} using (customer_id)
        where corrects_id is null and not exists (select from ${creditEntry} later where later.corrects_id = entry.entry_id)
          and ${customerID === undefined ? sql`true` : sql`customer_id = ${customerID}`}
        group by customer_id
    ) old where amount > 0 order by customer_id`)
  return rows
}
