import { and, asc, eq, exists, isNotNull, isNull, not, or, sql } from 'drizzle-orm'

import type { buyerCustomers, NewBuyer } from '../../../contract/sales/buyers.ts'
import { describeClosedBooks } from '../../../contract/shared/dates.ts'
import type { Received } from '../../../contract/shared/endpoint.ts'
import type { z } from '../../../contract/shared/zod.ts'
import { shopSetting } from '../../db/schema/company.ts'
import { creditEntry } from '../../db/schema/credit.ts'
import { moneyEntry } from '../../db/schema/money.ts'
import { buyer, customer, handleKey, sale } from '../../db/schema/sales.ts'
import { assertAccess, type Context } from '../../kernel/context.ts'
import { AppError } from '../../kernel/errors.ts'
import { lockUnchanged, record, stampCreated, stampModified } from '../../resource/records.ts'
import { isAnonymised, isAnonymousBuyer } from '../customers/anonymous.rules.ts'
import { countSalesAlone, countsUntil, findBuyer } from './buyers.queries.ts'

// A sale of a buyer belongs to the buyer's customer. Joining gives the buyer's sales to the customer, and parting takes
// back all of them, because no sale of a buyer belongs to a customer for another reason.

type StoredBuyer = typeof buyer.$inferSelect
type Joining = Received<typeof buyerCustomers.join>['body']

/**
 * Joins a buyer to a customer, who gets the buyer's sales. A sale that counts on a closed day stays with the buyer
 * alone, so that no closed statement changes. Throws 409 for a buyer that is joined already.
 */
export async function joinBuyer(context: Context, id: number, { customerID, updatedAt }: Joining) {
  assertAccess(context.actor, 'sales.write')
  const { db } = context
  const before = await lockUnchanged(context, 'Buyer', buyer, buyer.buyerID, id, updatedAt)
  if (isAnonymousBuyer(before)) throw new AppError('buyer.anonymised', 'This buyer is anonymised')
  if (before.customerID !== null)
    throw new AppError(
      'buyer.joined',
      before.customerID === customerID
        ? 'This buyer is joined to this customer already'
        : 'This buyer is joined to another customer: a manager parts them first',
      { field: 'customerID' },
    )
  await lockCustomer(context, customerID)
  const closedUntil = await lockClosedBooks(context)
  const after = await updateCustomerOf(context, before, customerID)
  const moved = await db
    .update(sale)
    .set({ customerID })
    .where(
      and(
        eq(sale.buyerID, id),
        isNull(sale.customerID),
        closedUntil === null ? undefined : not(countsUntil(closedUntil)),
      ),
    )
    .returning({ number: sale.transactionNumber })
  return recordMove(context, 'join', before, after, moved)
}

/**
 * Parts a buyer from its customer, who loses the buyer's sales. Throws 409 when store credit belongs to one of them, and
 * 422 when one counts on a closed day.
 */
export async function partBuyer(context: Context, id: number) {
  assertAccess(context.actor, 'buyers.part')
  const { db } = context
  const before = await lockUnchanged(context, 'Buyer', buyer, buyer.buyerID, id, undefined)
  const { customerID } = before
  if (customerID === null) throw new AppError('buyer.not_joined', 'This buyer is not joined to a customer')
  const closedUntil = await lockClosedBooks(context)
  const joined = and(eq(sale.buyerID, id), eq(sale.customerID, customerID))
  await db
    .select({ id: sale.salesTransactionID })
    .from(sale)
    .where(joined)
    .orderBy(asc(sale.salesTransactionID))
    .for('update')
  if (closedUntil !== null && (await db.$count(sale, and(joined, countsUntil(closedUntil)))) > 0)
    throw new AppError('books.closed', describeClosedBooks(closedUntil))
  await assertNoCredit(context, joined)
  const moved = await db
    .update(sale)
    .set({ customerID: null })
    .where(joined)
    .returning({ number: sale.transactionNumber })
  const after = await updateCustomerOf(context, before, null)
  return recordMove(context, 'part', before, after, moved)
}

/** Locks a buyer as it is, for a sale. Throws 422 for an unknown buyer, and for an inactive one that is chosen anew. */
export async function lockBuyer({ db }: Context, id: number, isChosen: boolean): Promise<StoredBuyer> {
  const [found] = await db.select().from(buyer).where(eq(buyer.buyerID, id)).for('share')
  if (!found) throw new AppError('reference.missing', `Buyer ${id} does not exist`, { field: 'buyerID' })
  if (isChosen) assertActive(found, 'buyerID')
  return found
}

/** Returns the buyer with this platform and handle, which it creates first if there is none. */
export async function findOrCreateBuyer(context: Context, input: z.output<typeof NewBuyer>): Promise<StoredBuyer> {
  const { db } = context
  const [made] = await db
    .insert(buyer)
    .values({ ...input, ...stampCreated(context) })
    .onConflictDoNothing()
    .returning()
  if (made) {
    await record(context, { action: 'create', entity: 'buyer', entityID: made.buyerID, before: null, after: made })
    return made
  }
  const [found] = await db
    .select()
    .from(buyer)
    .where(and(eq(buyer.platform, input.platform), eq(handleKey(buyer.handle), handleKey(sql`${input.handle}::text`))))
    .for('share')
  if (!found) throw new AppError('reference.missing', `Buyer ${input.handle} does not exist`, { field: 'buyer.handle' })
  assertActive(found, 'buyer.handle')
  return found
}

function assertActive({ handle, status }: StoredBuyer, field: string) {
  if (!status) throw new AppError('reference.inactive', `Buyer ${handle} is inactive`, { field })
}

/** Locks the customer against an anonymisation at the same time. Throws 422 for an unknown or anonymised one. */
async function lockCustomer({ db }: Context, customerID: number) {
  const [found] = await db.select().from(customer).where(eq(customer.customerID, customerID)).for('share')
  if (!found) throw new AppError('reference.missing', `Customer ${customerID} does not exist`, { field: 'customerID' })
  if (isAnonymised(found))
    throw new AppError('customer.anonymised', 'This customer is anonymised', { field: 'customerID' })
}

/** Returns the last closed day, which stays until the transaction ends. */
async function lockClosedBooks({ db }: Context): Promise<string | null> {
  const [settings] = await db.select({ closedUntil: shopSetting.closedUntil }).from(shopSetting).for('share')
  return settings!.closedUntil
}

async function assertNoCredit({ db }: Context, joined: ReturnType<typeof and>) {
  const ofSale = db
    .select({ one: sql`1` })
    .from(creditEntry)
    .where(eq(creditEntry.salesTransactionID, sale.salesTransactionID))
  const byTradeIn = db
    .select({ one: sql`1` })
    .from(moneyEntry)
    .where(and(eq(moneyEntry.salesTransactionID, sale.salesTransactionID), isNotNull(moneyEntry.tradeInID)))
  const [fixed] = await db
    .select({ number: sale.transactionNumber })
    .from(sale)
    .where(and(joined, or(exists(ofSale), exists(byTradeIn))))
    .orderBy(asc(sale.salesTransactionID))
    .limit(1)
  if (fixed)
    throw new AppError(
      'credit.customer_fixed',
      `Store credit or a trade-in belongs to ${fixed.number}, so its customer stays`,
    )
}

async function updateCustomerOf(context: Context, before: StoredBuyer, customerID: number | null) {
  const [after] = await context.db
    .update(buyer)
    .set({ customerID, ...stampModified(context, before) })
    .where(eq(buyer.buyerID, before.buyerID))
    .returning()
  return after!
}

/** Writes the audit row with the numbers of the sales that moved, and returns the buyer with the counts. */
async function recordMove(
  context: Context,
  action: 'join' | 'part',
  before: StoredBuyer,
  after: StoredBuyer,
  moved: readonly { number: string }[],
) {
  const { buyerID } = after
  const sales = moved.map(({ number }) => number).toSorted()
  await record(context, { action, entity: 'buyer', entityID: buyerID, before, after: { ...after, sales } })
  const salesLeft = action === 'join' ? await countSalesAlone(context.db, buyerID) : 0
  return { ...(await findBuyer(context.db, buyerID)), salesMoved: moved.length, salesLeft }
}
