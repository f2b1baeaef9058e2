import { randomUUID } from 'node:crypto'

import { and, eq, exists, inArray, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'

import type { AuditAction } from '../../contract/audit.ts'
import { fromCentavos, lineTotal, peso } from '../../contract/money.ts'
import { may } from '../../contract/permissions.ts'
import { thousandths } from '../../contract/quantities.ts'
import { type PaymentInput, type SaleInput, sales } from '../../contract/sales.ts'
import type { z } from '../../contract/zod.ts'
import { onShopDays, readSettings, shopDay, shopYear } from '../company/settings.ts'
import { takeNumber } from '../db/document-numbers.ts'
import { equal, listPage, searching } from '../db/list.ts'
import { createdBy, lockUnchanged, modifiedNow, ok, record } from '../db/records.ts'
import {
  customer,
  customerName,
  item,
  location,
  paymentType,
  sale,
  saleItem,
  salePayment,
  transactionType,
} from '../db/schema.ts'
import { AppError } from '../http/errors.ts'
import { type Context, serve, type User } from '../http/serve.ts'
import type { Pictures } from '../http/uploads.ts'
import { assertCountable, lockSellable } from '../stock/ledger.ts'
import { insertCustomer } from './customers.ts'
import { isHoldEnding } from './holds.ts'
import { invoiceFile } from './sale-pdf.ts'
import { findSale, selectSaleRows, withBalance } from './sale-record.ts'
import {
  addUp,
  type Allowed,
  assertDiscount,
  assertPrices,
  balanceOf,
  type Line,
  netPaid,
  type Paid,
  settle,
} from './sale-rules.ts'
import { hold, lockStockOf, release, takeOut } from './sale-stock.ts'
import { isDue, overdueAmount, saveSchedule } from './schedule.ts'

type Body = z.output<typeof SaleInput>
type Payment = z.output<typeof PaymentInput>
type Stored = typeof sale.$inferSelect
type Change = Partial<typeof sale.$inferInsert>

export function saleRoutes(app: FastifyInstance, pictures: Pictures) {
  serve(app, sales.list, async ({ query }, { db }) => {
    const ofItem = db
      .select({ one: sql`1` })
      .from(saleItem)
      .where(and(eq(saleItem.salesTransactionID, sale.salesTransactionID), equal(saleItem.itemID, query.itemID)))
    const select = selectSaleRows(db).where(
      and(
        searching(query.search, [sale.transactionNumber, customerName(customer), customer.contactNo, sale.remarks]),
        equal(sale.status, query.status),
        equal(sale.locationID, query.locationID),
        equal(sale.transactionTypeID, query.transactionTypeID),
        equal(sale.customerID, query.customerID),
        query.itemID === undefined ? undefined : exists(ofItem),
        equal(sql<boolean>`(${overdueAmount} > 0)`, query.overdue),
        equal(isDue, query.due),
        equal(isHoldEnding, query.holdEnding),
        await onShopDays(db, sale.transactionDate, query),
        await onShopDays(db, sale.completedAt, { from: query.completedFrom, to: query.completedTo }),
      ),
    )
    const page = await listPage(db, query, select.$dynamic(), {
      salesTransactionID: sale.salesTransactionID,
      transactionNumber: sale.transactionNumber,
      locationName: location.locationName,
      transactionName: transactionType.transactionName,
      totalItems: sale.totalItems,
      totalQuantity: sale.totalQuantity,
      totalPurchase: sale.totalPurchase,
      transactionDate: sale.transactionDate,
      status: sale.status,
    })
    return { ...page, data: page.data.map(withBalance) }
  })

  serve(app, sales.get, async ({ id }, { db }) => ok(await findSale(db, id)))

  serve(app, sales.pdf, async ({ id }, { db }) => invoiceFile(db, pictures, id))

  serve(app, sales.create, async ({ body }, context) => {
    const { db, now } = context
    const complete = body.complete ?? false
    // Locked before anything is read, so that what is read is still true when it is written.
    const rows = await lockSellable(context, itemIDsOf(body), [body.locationID])
    const priced = await price(context, body, null)
    const payments = await known(context, body.payments ?? [])
    const paid = settle(priced.totalPurchase, { amountPaid: 0, change: 0 }, payments)
    if (complete) assertPaid(priced.totalPurchase, paid)

    const { timeZone, holdDays } = await readSettings(db)
    const status = complete ? 'Completed' : payments.length > 0 ? 'Processing' : 'Pending'
    const customerID = await customerOf(context, body)
    const [stored] = await db
      .insert(sale)
      .values({
        ...priced.sale,
        // Replaced by its number below, in this transaction: numbers are taken last.
        transactionNumber: randomUUID(),
        customerID: customerID ?? null,
        orderDate: shopDay(timeZone, body.orderDate ?? now),
        expectedDeliverDate: body.expectedDeliverDate ? shopDay(timeZone, body.expectedDeliverDate) : null,
        ...paid,
        transactionDate: now,
        holdUntil: status === 'Pending' ? holdEnd(now, holdDays) : null,
        completedAt: complete ? now : null,
        status,
        remarks: body.remarks ?? null,
        ...createdBy(context),
      })
      .returning({ salesTransactionID: sale.salesTransactionID })
    const { salesTransactionID } = stored!
    await insertLines(context, salesTransactionID, priced.lines)
    await insertPayments(context, salesTransactionID, payments)
    await saveSchedule(context, { salesTransactionID, timeZone, ...priced }, body.schedule ?? [])
    await (complete ? takeOut : hold)(context, { salesTransactionID, ...priced }, rows)
    await db
      .update(sale)
      .set({ transactionNumber: await takeNumber(db, 'SO', shopYear(timeZone, now)) })
      .where(eq(sale.salesTransactionID, salesTransactionID))
    return recorded(context, 'create', salesTransactionID, null)
  })

  serve(app, sales.update, async ({ id, body }, context) => {
    const { db, now } = context
    const stored = await lockUnchanged(context, 'Sale', sale, sale.salesTransactionID, id, body.updatedAt)
    assertOpen(stored, 'be changed')
    const before = await findSale(db, id)
    await lockSellable(context, [...itemIDsOf(before), ...itemIDsOf(body)], [before.locationID, body.locationID])
    const priced = await price(context, body, before)
    const net = netPaid(stored)
    if (priced.totalPurchase < net)
      throw new AppError(422, `The total cannot be less than the ${peso(net)} that is paid already`)

    const { timeZone, holdDays } = await readSettings(db)
    const customerID = await customerOf(context, body)
    await release(context, id)
    await db.delete(saleItem).where(eq(saleItem.salesTransactionID, id))
    await insertLines(context, id, priced.lines)
    await saveSchedule(context, { salesTransactionID: id, timeZone, ...priced }, body.schedule)
    // Read again: what the sale held before is free now.
    const rows = await lockSellable(context, itemIDsOf(body), [body.locationID])
    await hold(context, { salesTransactionID: id, ...priced }, rows)
    await change(context, stored, {
      ...priced.sale,
      ...(customerID !== undefined && { customerID }),
      ...(body.orderDate && { orderDate: shopDay(timeZone, body.orderDate) }),
      ...(body.expectedDeliverDate !== undefined && {
        expectedDeliverDate: body.expectedDeliverDate && shopDay(timeZone, body.expectedDeliverDate),
      }),
      ...(body.remarks !== undefined && { remarks: body.remarks }),
      holdUntil: stored.status === 'Pending' ? holdEnd(now, holdDays) : null,
    })
    return recorded(context, 'update', id, before)
  })

  serve(app, sales.pay, async ({ id, body }, context) => {
    const stored = await lockUnchanged(context, 'Sale', sale, sale.salesTransactionID, id, undefined)
    assertOpen(stored, 'be paid')
    const before = await findSale(context.db, id)
    const payments = await known(context, [body])
    const paid = settle(stored.totalPurchase, stored, payments)
    const rows = await lockStockOf(context, stored)
    // Whoever has paid something is promised the goods: what was not held until now is held from now on.
    await hold(context, { ...(await placeOf(context, stored, stored.locationID)), salesTransactionID: id }, rows)
    await insertPayments(context, id, payments)
    await change(context, stored, { ...paid, status: 'Processing', holdUntil: null })
    return recorded(context, 'pay', id, before)
  })

  serve(app, sales.complete, async ({ id }, context) => {
    const stored = await lockUnchanged(context, 'Sale', sale, sale.salesTransactionID, id, undefined)
    assertOpen(stored, 'be completed')
    assertPaid(stored.totalPurchase, stored)
    const before = await findSale(context.db, id)
    const rows = await lockStockOf(context, stored)
    await takeOut(context, { salesTransactionID: id, locationName: before.location.locationName }, rows)
    await change(context, stored, { status: 'Completed', completedAt: context.now, holdUntil: null })
    return recorded(context, 'complete', id, before)
  })

  serve(app, sales.cancel, async ({ id, body }, context) => {
    const stored = await lockUnchanged(context, 'Sale', sale, sale.salesTransactionID, id, undefined)
    assertOpen(stored, 'be canceled')
    const before = await findSale(context.db, id)
    const deposit = await depositOf(context, stored, body ?? {})
    await lockStockOf(context, stored)
    await release(context, id)
    if (deposit.refunds) await insertPayments(context, id, [deposit.refunds])
    await change(context, stored, { ...deposit.change, status: 'Canceled', holdUntil: null })
    return recorded(context, 'cancel', id, before)
  })
}

const itemIDsOf = ({ items }: { items: readonly { itemID: number }[] }) => [
  ...new Set(items.map(({ itemID }) => itemID)),
]

/** How much of each item, in thousandths. */
const perItem = ({ items }: { items: readonly { itemID: number; orderQty: number }[] }) =>
  items.reduce(
    (sums, { itemID, orderQty }) => sums.set(itemID, (sums.get(itemID) ?? 0) + thousandths(orderQty)),
    new Map<number, number>(),
  )

const holdEnd = (now: Date, days: number) => new Date(now.getTime() + days * 86_400_000)

/** 409 unless the sale is still Pending or Processing. */
function assertOpen({ status }: Stored, what: string) {
  if (status !== 'Pending' && status !== 'Processing')
    throw new AppError(409, `This sale is ${status} and can no longer ${what}`)
}

/** 422 while something is left to pay. */
function assertPaid(totalPurchase: number, paid: Paid) {
  const balance = balanceOf(totalPurchase, paid)
  if (balance > 0) throw new AppError(422, `Balance due: ${peso(balance)}`)
}

/** The sale as it is now, with its audit row. */
async function recorded(context: Context, action: AuditAction, id: number, before: object | null) {
  const after = await findSale(context.db, id)
  await record(context, { action, entity: 'sale', entityID: id, before, after })
  return ok(after)
}

const change = async (context: Context, stored: Stored, changes: Change) =>
  context.db
    .update(sale)
    .set({ ...changes, ...modifiedNow(context, stored) })
    .where(eq(sale.salesTransactionID, stored.salesTransactionID))

/**
 * Checks what was sent against what the shop sells, where, at which price and to whom it may: 400, 403 or 422. What
 * the sale had before may stay, also where it could not be begun any more.
 */
async function price(context: Context<User>, body: Body, before: Awaited<ReturnType<typeof findSale>> | null) {
  const { locationName, beyondStock } = await placeOf(context, body, before?.locationID ?? null)
  const lines = await linesOf(context, body, perItem(before ?? { items: [] }))
  const discount = body.discount ?? before?.discount ?? 0
  const shippingFee = body.shippingFee ?? before?.shippingFee ?? 0
  const { subtotal, totalPurchase } = addUp(lines, discount, shippingFee)
  const allowed: Allowed | null = before && { ...before, lines: before.items }
  assertPrices(context.user, lines, allowed)
  assertDiscount(context.user, subtotal, discount, allowed)
  return {
    lines,
    locationName,
    beyondStock,
    totalPurchase,
    sale: {
      locationID: body.locationID,
      transactionTypeID: body.transactionTypeID,
      totalItems: lines.length,
      totalQuantity: lines.reduce((sum, { orderQty }) => sum + thousandths(orderQty), 0) / 1000,
      subtotal,
      discount,
      shippingFee,
      totalPurchase,
    },
  }
}

/** Where a sale is made and what kind it is; 422 where either is unknown, or the location is not in use any more. */
async function placeOf(
  { db }: Context,
  { locationID, transactionTypeID }: { locationID: number; transactionTypeID: number },
  locationBefore: number | null,
) {
  const [place] = await db.select().from(location).where(eq(location.locationID, locationID))
  if (!place) throw new AppError(422, `Location ${locationID} does not exist`, { field: 'locationID' })
  if (!place.status && locationID !== locationBefore)
    throw new AppError(422, `Location ${place.locationName} is inactive`, { field: 'locationID' })
  const [kind] = await db.select().from(transactionType).where(eq(transactionType.transactionTypeID, transactionTypeID))
  if (!kind)
    throw new AppError(422, `Transaction type ${transactionTypeID} does not exist`, { field: 'transactionTypeID' })
  return { locationName: place.locationName, beyondStock: kind.beyondStock }
}

/** The lines with their items; 422 where an item is unknown, or Inactive and more of it is sold than the sale had. */
async function linesOf({ db }: Context, body: Body, soldBefore: ReadonlyMap<number, number>) {
  const items = await db
    .select()
    .from(item)
    .where(inArray(item.itemID, itemIDsOf(body)))
  const byID = new Map(items.map((row) => [row.itemID, row]))
  const soldNow = perItem(body)
  return body.items.map(({ itemID, orderQty, price }, n) => {
    const sold = byID.get(itemID)
    if (!sold) throw new AppError(422, `Item ${itemID} does not exist`, { field: `items.${n}.itemID` })
    if (!sold.status && soldNow.get(itemID)! > (soldBefore.get(itemID) ?? 0))
      throw new AppError(422, `${sold.itemName} is inactive`, { field: `items.${n}.itemID` })
    assertCountable(sold, orderQty, `items.${n}.orderQty`)
    return { itemID, orderQty, price: price ?? sold.price, itemName: sold.itemName, itemPrice: sold.price }
  })
}

async function insertLines({ db }: Context, salesTransactionID: number, lines: readonly Line[]) {
  await db.insert(saleItem).values(
    lines.map(({ itemID, price, orderQty }) => ({
      salesTransactionID,
      itemID,
      price,
      orderQty,
      lineTotal: fromCentavos(lineTotal(price, orderQty)),
    })),
  )
}

/** The payments with what is known of their types; 422 where one is unknown. */
async function known({ db }: Context, payments: readonly Payment[]) {
  if (payments.length === 0) return []
  const types = await db
    .select()
    .from(paymentType)
    .where(
      inArray(
        paymentType.paymentTypeID,
        payments.map(({ paymentTypeID }) => paymentTypeID),
      ),
    )
  return payments.map((payment) => {
    const type = types.find(({ paymentTypeID }) => paymentTypeID === payment.paymentTypeID)
    if (!type)
      throw new AppError(422, `Payment type ${payment.paymentTypeID} does not exist`, { field: 'paymentTypeID' })
    return { ...payment, paymentName: type.paymentName, givesChange: type.givesChange }
  })
}

async function insertPayments(context: Context, salesTransactionID: number, payments: readonly Payment[]) {
  if (payments.length === 0) return
  await context.db.insert(salePayment).values(
    payments.map(({ paymentTypeID, amount, reference }) => ({
      salesTransactionID,
      paymentTypeID,
      amount,
      reference: reference ?? null,
      paidAt: context.now,
      ...createdBy(context),
    })),
  )
}

/** Who buys: a customer there is, one made now, null for none, undefined where nothing was said. */
async function customerOf(context: Context, { customerID, customer: made }: Body) {
  if (!made) return customerID
  if (customerID) throw new AppError(400, 'Choose a customer or enter a new one, not both', { field: 'customerID' })
  return insertCustomer(context, made)
}

/** What becomes of what was paid for a sale that is canceled; 422 where nobody says, 403 where they may not. */
async function depositOf(
  context: Context<User>,
  stored: Stored,
  { deposit, paymentTypeID }: { deposit?: 'refund' | 'forfeit' | undefined; paymentTypeID?: number | undefined },
): Promise<{ change: Change; refunds?: Payment }> {
  const paid = netPaid(stored)
  if (paid === 0) return { change: {} }
  if (deposit === undefined)
    throw new AppError(422, `Say what becomes of the ${peso(paid)} that is paid: refund it or forfeit it`, {
      field: 'deposit',
    })
  if (deposit === 'forfeit') {
    if (!may(context.user.roleID, 'manager')) throw new AppError(403, 'Only a manager may forfeit a deposit')
    return { change: { deposit } }
  }
  const [refund] = await known(context, [{ paymentTypeID: paymentTypeID!, amount: -paid, reference: null }])
  return { change: { deposit, refundedAmount: paid }, refunds: refund! }
}
