import { and, eq, exists, or, sql, type SQL } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'

import type { AuditAction } from '../../../contract/company/audit.ts'
import { type PaymentInput, type SaleInput, sales } from '../../../contract/sales/sales.ts'
import { peso } from '../../../contract/shared/money.ts'
import type { z } from '../../../contract/shared/zod.ts'
import { onShopDays, shopDay, shopYear } from '../../company/settings.ts'
import { customer, customerNameLowered, sale, saleItem, salePayment, transactionType } from '../../db/schema/sales.ts'
import { location } from '../../db/schema/stock.ts'
import type { Pictures } from '../../files/keep.ts'
import { serve, serveRecord } from '../../http/serve.ts'
import { type Context, type SignedIn, mayAct } from '../../kernel/context.ts'
import { AppError } from '../../kernel/errors.ts'
import { equal, listPageByKey, searchingIndexed, searchingLowered } from '../../resource/list.ts'
import { lockUnchanged, modifiedNow, ok, record } from '../../resource/records.ts'
import { lockSellable } from '../../stock/ledger/ledger.ts'
import { insertCustomer } from '../customers/customers.ts'
import { balanceOf, netPaid, type Paid, settle } from '../sales.rules.ts'
import { checkedSchedule, isDue, overdueAmount, saveSchedule } from '../schedule/schedule.ts'
import { isHoldEnding } from './holds.ts'
import { itemIDsOf, known, placeOf, price, readFacts } from './sale-facts.ts'
import { invoiceFile } from './sale-pdf.ts'
import { findSale, insertSale, lineValues, paymentValues, selectSaleRows, withBalance } from './sale-record.ts'
import { goodsOf, hold, lockStockOf, release, rememberCosts, takeOut } from './sale-stock.ts'

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
    const found = db
      .select({ salesTransactionID: sale.salesTransactionID })
      .from(sale)
      .leftJoin(location, eq(location.locationID, sale.locationID))
      .leftJoin(transactionType, eq(transactionType.transactionTypeID, sale.transactionTypeID))
      .leftJoin(customer, eq(customer.customerID, sale.customerID))
      .where(
        and(
          holding(query.search),
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
    const rows = (keys: SQL, order: SQL[]) =>
      selectSaleRows(db)
        .where(eq(sale.salesTransactionID, sql`any(${keys})`))
        .orderBy(...order)
    const sorts = {
      salesTransactionID: sale.salesTransactionID,
      transactionNumber: sale.transactionNumber,
      locationName: location.locationName,
      transactionName: transactionType.transactionName,
      totalItems: sale.totalItems,
      totalQuantity: sale.totalQuantity,
      totalPurchase: sale.totalPurchase,
      transactionDate: sale.transactionDate,
      status: sale.status,
    }
    const page = await listPageByKey(db, query, found, rows, sorts, sale)
    return { ...page, data: page.data.map(withBalance) }
  })

  serveRecord(app, sales.get, async (db, id) => ok(await findSale(db, id)))

  serve(app, sales.pdf, async ({ id }, { db }) => invoiceFile(db, pictures, id))

  serve(app, sales.create, async ({ body }, context) => {
    const { now } = context
    const complete = body.complete ?? false
    // Locked before anything is read, so that what is read is still true when it is written.
    const rows = await lockSellable(context, itemIDsOf(body), [body.locationID])
    const facts = await readFacts(context, body, body.payments)
    const { timeZone, holdDays } = facts
    const priced = price(context.actor, facts, body, null)
    const payments = known(facts, body.payments ?? [])
    const paid = settle(priced.totalPurchase, { amountPaid: 0, change: 0 }, payments)
    if (complete) assertPaid(priced.totalPurchase, paid)
    const schedule = checkedSchedule(body.schedule ?? [], timeZone, priced.totalPurchase)
    const status = complete ? 'Completed' : payments.length > 0 ? 'Processing' : 'Pending'
    const customerID = await customerOf(context, body)
    const lines = await insertSale(
      context,
      shopYear(timeZone, now),
      {
        ...priced.figures,
        ...paid,
        customerID: customerID ?? null,
        orderDate: shopDay(timeZone, body.orderDate ?? now),
        expectedDeliverDate: body.expectedDeliverDate ? shopDay(timeZone, body.expectedDeliverDate) : null,
        transactionDate: now,
        holdUntil: status === 'Pending' ? holdEnd(now, holdDays) : null,
        completedAt: complete ? now : null,
        status,
        remarks: body.remarks ?? null,
      },
      {
        lines: priced.lines.map((line) => ({ ...line, unitCost: complete ? line.averageCost : null })),
        payments,
        schedule,
      },
    )
    const { salesTransactionID } = lines[0]!
    const goods = { lines, held: [] }
    await (complete
      ? takeOut(context, goods, { salesTransactionID, ...priced }, rows)
      : hold(context, goods, priced, rows))
    return recorded(context, 'create', salesTransactionID, null)
  })

  serve(app, sales.update, async ({ id, body }, context) => {
    const { db, now } = context
    const stored = await lockUnchanged(context, 'Sale', sale, sale.salesTransactionID, id, body.updatedAt)
    assertOpen(stored, 'be changed')
    const before = await findSale(db, id)
    await lockSellable(context, [...itemIDsOf(before), ...itemIDsOf(body)], [before.locationID, body.locationID])
    const facts = await readFacts(context, body)
    const { timeZone, holdDays } = facts
    const priced = price(context.actor, facts, body, before)
    const net = netPaid(stored)
    if (priced.totalPurchase < net)
      throw new AppError('sale.total_below_paid', `The total cannot be less than the ${peso(net)} that is paid already`)

    const customerID = await customerOf(context, body)
    await release(context, id)
    await db.delete(saleItem).where(eq(saleItem.salesTransactionID, id))
    await db.insert(saleItem).values(priced.lines.map((line) => ({ ...lineValues(line), salesTransactionID: id })))
    await saveSchedule(context, { salesTransactionID: id, timeZone, ...priced }, body.schedule)
    // Read again: what the sale held before is free now.
    const rows = await lockSellable(context, itemIDsOf(body), [body.locationID])
    await hold(context, await goodsOf(context, id), priced, rows)
    await change(context, stored, {
      ...priced.figures,
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
    const facts = await readFacts(context, { ...stored, items: [] }, [body])
    const payments = known(facts, [body])
    const paid = settle(stored.totalPurchase, stored, payments)
    const rows = await lockStockOf(context, stored)
    // Whoever has paid something is promised the goods: what was not held until now is held from now on.
    await hold(context, await goodsOf(context, id), placeOf(facts, stored, stored.locationID), rows)
    await insertPayments(context, id, [body])
    await change(context, stored, { ...paid, status: 'Processing', holdUntil: null })
    return recorded(context, 'pay', id, before)
  })

  serve(app, sales.complete, async ({ id }, context) => {
    const stored = await lockUnchanged(context, 'Sale', sale, sale.salesTransactionID, id, undefined)
    assertOpen(stored, 'be completed')
    assertPaid(stored.totalPurchase, stored)
    const before = await findSale(context.db, id)
    const rows = await lockStockOf(context, stored)
    const goods = await goodsOf(context, id)
    await takeOut(context, goods, { salesTransactionID: id, locationName: before.location.locationName }, rows)
    await rememberCosts(context, id)
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

/**
 * Whether a sale or its customer holds the text. The keys are put together first: with the customer's words beside the
 * sale's in one condition, PostgreSQL would read every sale instead of its indexes.
 */
function holding(text: string): SQL | undefined {
  const { salesTransactionID, transactionNumber, remarks, customerID } = sale
  const own = searchingIndexed(text, [transactionNumber, remarks])
  const buyers = or(searchingLowered(text, customerNameLowered), searchingIndexed(text, [customer.contactNo]))
  return (
    own &&
    sql`${salesTransactionID} = any(array(
      select ${salesTransactionID} from ${sale} where ${own}
      union all select ${salesTransactionID} from ${sale}
        where ${customerID} = any(array(select ${customer.customerID} from ${customer} where ${buyers}))))`
  )
}

const holdEnd = (now: Date, days: number) => new Date(now.getTime() + days * 86_400_000)

/** 409 unless the sale is still Pending or Processing. */
function assertOpen({ status }: Stored, what: string) {
  if (status !== 'Pending' && status !== 'Processing')
    throw new AppError('sale.closed', `This sale is ${status} and can no longer ${what}`)
}

/** 422 while something is left to pay. */
function assertPaid(totalPurchase: number, paid: Paid) {
  const balance = balanceOf(totalPurchase, paid)
  if (balance > 0) throw new AppError('sale.balance_due', `Balance due: ${peso(balance)}`)
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

const insertPayments = (context: Context, salesTransactionID: number, payments: readonly Payment[]) =>
  context.db
    .insert(salePayment)
    .values(paymentValues(context, payments).map((payment) => ({ ...payment, salesTransactionID })))

/** Who buys: a customer there is, one made now, null for none, undefined where nothing was said. */
async function customerOf(context: Context, { customerID, customer: made }: Body) {
  if (!made) return customerID
  if (customerID)
    throw new AppError('sale.customer_twice', 'Choose a customer or enter a new one, not both', { field: 'customerID' })
  return insertCustomer(context, made)
}

/** What becomes of what was paid for a sale that is canceled; 422 where nobody says, 403 where they may not. */
async function depositOf(
  context: Context<SignedIn>,
  stored: Stored,
  { deposit, paymentTypeID }: { deposit?: 'refund' | 'forfeit' | undefined; paymentTypeID?: number | undefined },
): Promise<{ change: Change; refunds?: Payment }> {
  const paid = netPaid(stored)
  if (paid === 0) return { change: {} }
  if (deposit === undefined)
    throw new AppError(
      'sale.deposit_undecided',
      `Say what becomes of the ${peso(paid)} that is paid: refund it or forfeit it`,
      {
        field: 'deposit',
      },
    )
  if (deposit === 'forfeit') {
    if (!mayAct(context.actor, 'sales.forfeit'))
      throw new AppError('sale.forfeit_denied', 'Only a manager may forfeit a deposit')
    return { change: { deposit } }
  }
  const refunds = { paymentTypeID: paymentTypeID!, amount: -paid, reference: null }
  known(await readFacts(context, { ...stored, items: [] }, [refunds]), [refunds])
  return { change: { deposit, refundedAmount: paid }, refunds }
}
