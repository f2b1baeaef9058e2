import { randomBytes } from 'node:crypto'

import { and, asc, eq, inArray } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'

import { categories as categoryCalls } from '../../contract/catalogue/categories.ts'
import { items } from '../../contract/catalogue/items.ts'
import { companyProfile } from '../../contract/company/company-profile.ts'
import { questions as questionCalls } from '../../contract/people/questions.ts'
import { users } from '../../contract/people/users.ts'
import { purchaseOrders } from '../../contract/purchasing/purchase-orders.ts'
import { receivings } from '../../contract/purchasing/receivings.ts'
import { suppliers as supplierCalls } from '../../contract/purchasing/suppliers.ts'
import { customers as customerCalls } from '../../contract/sales/customers.ts'
import { sales } from '../../contract/sales/sales.ts'
import { fromCentavos, toCentavos } from '../../contract/shared/money.ts'
import { rolesThatMay } from '../../contract/shared/permissions.ts'
import type { Call } from '../../contract/site/site.ts'
import { inventoryAdjustments } from '../../contract/stock/inventory-adjustments.ts'
import { locations } from '../../contract/stock/locations.ts'
import { stockCounts } from '../../contract/stock/stock-counts.ts'
import { stockTransfers } from '../../contract/stock/stock-transfers.ts'
import { readSettings } from '../company/settings.ts'
import { user } from '../db/schema/people.ts'
import { customerType, paymentType, transactionType } from '../db/schema/sales.ts'
import { adjustmentReason, inventory, inventoryAdjustment } from '../db/schema/stock.ts'
import { closeSessions, openSession } from '../http/session.ts'
import { shopItself } from '../kernel/context.ts'
import type { Tx } from '../kernel/database.ts'
import { askQuestion } from '../people/questions.ts'
import { createCaller } from './caller.ts'
import type { LiveShop } from './lives/live-desk.ts'
import { customers, places, profile, questions, staff, suppliers } from './people.ts'
import { categories, costOf, pieces, priceOf, uomOf } from './pieces.ts'
import { instalmentOf, totalOf } from './sales.ts'
import type { SoldSale } from './sold-sale.ts'
import type { Step } from './steps.ts'
import { remainingStock } from './stock.ts'
import { descriptionOf, metalName, pieceName, stoneName } from './words.ts'

type StepOf<What extends Step['do']> = Extract<Step, { do: What }>

/** The keys of the shop's records. Steps refer to a record by its index in the demo's lists. */
export type OpenShop = Awaited<ReturnType<typeof openShop>>

/**
 * The indexes of the pieces in the order of their creation. The first piece of each category comes late and the first
 * ring last, because the public site shows the newest items first.
 */
const entryOrder = pieces
  .map(({ itemCode }, n) => ({ n, within: Number(itemCode.slice(-3)) }))
  .toSorted((a, b) => b.within - a.within || b.n - a.n)
  .map(({ n }) => n)

/** Creates the records that the shop needs before its first sale: staff, locations, suppliers, categories and items. */
export async function openShop(tx: Tx, app: FastifyInstance, signal: AbortSignal) {
  const tokens: string[] = []
  const signIn = async (userID: number) => {
    tokens.push(await openSession(tx, userID, 'Demo shop'))
    return createCaller(app, tokens.at(-1)!)
  }
  const [first] = await tx
    .select()
    .from(user)
    .where(and(inArray(user.roleID, rolesThatMay('demo.manage')), user.status))
    .orderBy(asc(user.userID))
    .limit(1)
  const adminID = first!.userID
  const admin = await signIn(adminID)
  let profileAt: Date | null = null
  if ((await admin(companyProfile.get, {})).data === null) {
    const { data } = await admin(companyProfile.create, { body: profile })
    profileAt = data ? new Date(String(data.updatedAt)) : null
  }

  const crew: Call[] = []
  for (const person of staff) {
    const password = randomBytes(24).toString('base64url')
    const { data } = await admin(users.create, { body: { ...person, username: person.email.split('@')[0]!, password } })
    crew.push(await signIn(data.userID))
  }

  // The administrator sells too.
  crew.push(admin)

  const placeIDs = [(await readSettings(tx)).defaultLocationID]
  for (const place of places.slice(1)) placeIDs.push((await admin(locations.create, { body: place })).data.locationID)

  const supplierIDs: number[] = []
  for (const [n, { supplierName, contact, place }] of suppliers.entries()) {
    const contactDetails = `${contact}, +81 3 5550 0${101 + n}`
    const email = `${supplierName.split(' ')[0]!.toLowerCase()}@mail.example`
    const { data } = await admin(supplierCalls.create, {
      body: { supplierName, contactDetails, email, address: place },
    })
    supplierIDs.push(data.supplierID)
  }

  const categoryIDs = new Map<string, number>()
  for (const { code, name, description } of categories) {
    const body = { categoryCode: code, categoryName: name, description }
    categoryIDs.set(code, (await admin(categoryCalls.create, { body })).data.categoryID)
  }

  const itemIDs: number[] = []
  for (const n of entryOrder) {
    const piece = pieces[n]!
    signal.throwIfAborted()
    const { data } = await crew[1 + (n % 2)]!(items.create, {
      body: {
        itemCode: piece.itemCode,
        itemName: pieceName(piece, 'en'),
        categoryID: categoryIDs.get(piece.category)!,
        barcode: `49055500${String(1000 + n).padStart(5, '0')}`,
        description: descriptionOf(piece, 'en'),
        grams: piece.grams,
        uom: uomOf(piece),
        price: priceOf(piece),
        cost: costOf(piece),
        // A loose stone contains no gold, so it has no karat.
        karat: piece.kind === 'stone' ? null : piece.karat,
        metal: piece.kind === 'stone' ? null : metalName(piece.metal),
        stone: stoneName(piece.stone),
        size: piece.size,
        certificateNumber: piece.stone !== 'none' && piece.stones > 8000 ? `CGL ${204_801 + n * 37}` : null,
        leadTimeDays: piece.leadTimeDays,
        ...(piece.leadTimeDays === null && {
          locationID: placeIDs[0]!,
          quantity: 0,
          reOrderThreshold: remainingStock[n]!.reOrderThreshold,
        }),
      },
    })
    itemIDs[n] = data.itemID
  }

  /** Returns the keys of the rows by their code, or by their name when they have no code. */
  const keysOf = async <Row extends object>(rows: Promise<Row[]>, key: keyof Row, name: keyof Row) =>
    new Map(
      (await rows).map((row) => [
        'code' in row && typeof row.code === 'string' ? row.code : (row[name] as string),
        row[key] as number,
      ]),
    )
  return {
    tx,
    app,
    admin,
    adminID,
    /** When the demo created the company profile; null when the shop already had one. */
    profileAt,
    crew,
    placeIDs,
    supplierIDs,
    categoryIDs,
    itemIDs,
    reasonIDs: await keysOf(tx.select().from(adjustmentReason), 'adjustmentReasonID', 'reasonName'),
    paymentIDs: await keysOf(tx.select().from(paymentType), 'paymentTypeID', 'paymentName'),
    kindIDs: await keysOf(tx.select().from(transactionType), 'transactionTypeID', 'transactionName'),
    customerTypeIDs: await keysOf(tx.select().from(customerType), 'customerTypeID', 'TypeName'),
    customerIDs: new Map<number, number>(),
    saleIDs: new Map<number, number>(),
    sold: new Map<number, SoldSale>(),
    orderIDs: new Map<string, number>(),
    /** Deletes the sessions that the demo opened. */
    signOut: () => closeSessions(tx, tokens),
  }
}

/** Performs one step of the plan through the same API call that a person would make. */
export async function performStep(
  shop: OpenShop,
  step: Exclude<Step, StepOf<'price' | 'send proof' | 'decide proof' | 'live'>>,
): Promise<void> {
  switch (step.do) {
    case 'customer':
      return enterCustomer(shop, step)
    case 'sale':
      return enterSale(shop, step)
    case 'instalment':
    case 'rest':
    case 'complete':
    case 'cancel':
    case 'refund':
      return continueSale(shop, step)
    case 'order':
    case 'approve order':
    case 'cancel order':
    case 'close order':
      return handleOrder(shop, step)
    case 'receive':
    case 'receive directly':
      return receiveGoods(shop, step)
    case 'transfer':
      return transferStock(shop, step)
    case 'adjust':
      return adjustStock(shop, step)
    case 'count':
      return countStock(shop, step)
    case 'question':
      return sendQuestion(shop, step)
  }
}

async function enterCustomer(shop: OpenShop, step: StepOf<'customer'>) {
  const { type, ...person } = customers[step.customer]!
  const body = { ...person, customerTypeID: idOf(shop.customerTypeIDs, type) }
  const { data } = await shop.crew[2]!(customerCalls.create, { body })
  shop.customerIDs.set(step.customer, data.customerID)
}

/** Returns the key of a row by its code or name. Returns the first key when staff have renamed the row. */
function idOf(ids: ReadonlyMap<string, number>, name: string): number {
  const id = ids.get(name) ?? [...ids.values()][0]
  if (id === undefined) throw new Error(`The shop has nothing like ${name}`)
  return id
}

const linesOf = (shop: OpenShop, lines: readonly { piece: number; quantity: number }[]) =>
  lines.map(({ piece, quantity }) => ({ itemID: shop.itemIDs[piece]!, quantity }))

const halve = (amount: number) => Math.floor(amount / 2)

async function enterSale(shop: OpenShop, { key, sale, by, dueDates, expected }: StepOf<'sale'>) {
  const total = totalOf(sale)
  const atOnce = {
    counter: total + sale.change,
    layaway: sale.fate.is === 'layaway' ? instalmentOf(sale, 0) : 0,
    deposit: halve(total),
    saved: 0,
  }[sale.fate.is]
  const { data } = await shop.crew[by]!(sales.create, {
    body: {
      locationID: shop.placeIDs[sale.place]!,
      transactionTypeID: idOf(shop.kindIDs, sale.kind),
      customerID: sale.customer === null ? null : shop.customerIDs.get(sale.customer)!,
      items: linesOf(shop, sale.lines).map(({ itemID, quantity }) => ({ itemID, orderQty: quantity })),
      discount: sale.discount,
      shippingFee: sale.shippingFee,
      expectedDeliverDate: expected,
      remarks: sale.remarks,
      schedule: dueDates.map((dueDate, nth) => ({ dueDate, amount: instalmentOf(sale, nth) })),
      payments: atOnce > 0 ? [paymentOf(shop, sale, key, atOnce)] : [],
      complete: sale.fate.is === 'counter',
    },
  })
  shop.saleIDs.set(key, data.salesTransactionID)
  shop.sold.set(key, sale)
}

const paymentOf = (shop: OpenShop, sale: SoldSale, key: number, amount: number) => ({
  paymentTypeID: idOf(shop.paymentIDs, sale.payment),
  amount,
  reference: sale.payment === 'cash' ? null : String(4_000_000_000 + key * 81_799),
})

async function continueSale(shop: OpenShop, step: StepOf<'instalment' | 'rest' | 'complete' | 'cancel' | 'refund'>) {
  const id = shop.saleIDs.get(step.key)!
  const sale = shop.sold.get(step.key)!
  const [manager] = shop.crew as [Call]
  const paymentTypeID = idOf(shop.paymentIDs, sale.payment)
  if (step.do === 'instalment')
    await shop.crew[step.by]!(sales.pay, {
      id,
      body: paymentOf(shop, sale, step.key * 10 + step.nth, instalmentOf(sale, step.nth)),
    })
  if (step.do === 'rest') {
    const rest = fromCentavos(toCentavos(totalOf(sale)) - toCentavos(halve(totalOf(sale))))
    await shop.crew[step.by]!(sales.pay, { id, body: paymentOf(shop, sale, step.key * 10, rest) })
  }
  if (step.do === 'complete') await shop.crew[step.by]!(sales.complete, { id })
  if (step.do === 'cancel') {
    const deposit =
      sale.fate.is === 'layaway'
        ? { deposit: 'forfeit' as const, reason: 'No payment for two months, and no answer' }
        : sale.fate.is === 'deposit'
          ? { deposit: 'refund' as const, reason: 'The wedding was put off' }
          : null
    await manager(sales.cancel, { id, body: deposit })
  }
  if (step.do === 'refund') {
    const { what, reason, disposition } = sale.refund!
    const { data } = await manager(sales.get, { id })
    const back = what === 'line' ? data.items.slice(0, 1) : data.items
    await manager(sales.refund, {
      id,
      body: {
        paymentTypeID,
        reason,
        items: back.map(({ salesItemID, orderQty }) => ({ salesItemID, qty: orderQty, disposition })),
      },
    })
  }
}

async function handleOrder(shop: OpenShop, step: StepOf<'order' | 'approve order' | 'cancel order' | 'close order'>) {
  const [manager] = shop.crew as [Call]
  if (step.do === 'order') {
    const { data } = await shop.crew[step.by]!(purchaseOrders.create, {
      body: {
        supplierID: shop.supplierIDs[step.supplier]!,
        locationID: shop.placeIDs[0]!,
        orderDate: step.ordered,
        expectedDeliverDate: step.expected,
        purchaseOrderItems: step.lines.map(({ piece, quantity, unitCost }) => ({
          itemID: shop.itemIDs[piece]!,
          orderQty: quantity,
          price: unitCost,
        })),
      },
    })
    shop.orderIDs.set(step.key, data.poID)
    return
  }
  const id = shop.orderIDs.get(step.key)!
  if (step.do === 'approve order') await manager(purchaseOrders.approve, { id, body: undefined })
  if (step.do === 'cancel order') await manager(purchaseOrders.cancel, { id, body: undefined })
  if (step.do === 'close order') await manager(purchaseOrders.close, { id, body: { reason: step.reason } })
}

async function receiveGoods(shop: OpenShop, step: StepOf<'receive' | 'receive directly'>) {
  if (step.do === 'receive directly') {
    const line = {
      itemID: shop.itemIDs[step.piece]!,
      uom: receivedUomOf(step.piece),
      receivedQty: step.quantity,
      unitCost: costOf(pieces[step.piece]!),
    }
    // Only a manager completes what comes without an order.
    await shop.crew[0]!(receivings.create, {
      body: {
        referenceNumber: 'Bought over the counter',
        receivedDate: step.received,
        items: [line],
        status: 'Completed',
      },
    })
    return
  }
  const receiver = shop.crew[step.by]!
  const poID = shop.orderIDs.get(step.key)!
  const { data: ordered } = await receiver(purchaseOrders.get, { id: poID })
  const lines = step.lines?.map(({ piece, quantity }) => {
    const { poItemID, itemID, unitCost } = ordered.purchaseOrderItems.find(
      (line) => line.itemID === shop.itemIDs[piece],
    )!
    return { poItemID, itemID, uom: receivedUomOf(piece), receivedQty: quantity, unitCost }
  })
  const { data } = await receiver(receivings.create, {
    body: {
      poID,
      referenceNumber: `DR ${ordered.poNumber.slice(-4)}-${step.received.slice(5).replace('-', '')}`,
      receivedDate: step.received,
      ...(lines && { items: lines }),
      ...(step.ends === 'complete' && { status: 'Completed' as const }),
    },
  })
  if (step.ends === 'cancel') await receiver(receivings.cancel, { id: data.poReceivingID })
}

/** Returns the unit in which a delivery of the piece is counted or weighed. */
function receivedUomOf(piece: number) {
  const uom = uomOf(pieces[piece]!)
  return uom === 'BULK' ? ('grams' as const) : uom
}

async function transferStock(shop: OpenShop, { from, to, lines, remarks }: StepOf<'transfer'>) {
  await shop.crew[1]!(stockTransfers.create, {
    body: {
      fromLocationID: shop.placeIDs[from]!,
      toLocationID: shop.placeIDs[to]!,
      remarks,
      items: linesOf(shop, lines),
    },
  })
}

async function adjustStock(shop: OpenShop, { piece, quantity, reason, ends, by }: StepOf<'adjust'>) {
  const [row] = await shop.tx
    .select()
    .from(inventory)
    .where(and(eq(inventory.itemID, shop.itemIDs[piece]!), eq(inventory.locationID, shop.placeIDs[0]!)))
    .orderBy(asc(inventory.inventoryTypeID))
    .limit(1)
  const { inventoryID } = row!
  const { data } = await shop.crew[by]!(inventoryAdjustments.create, {
    body: { inventoryID, adjustmentReasonID: idOf(shop.reasonIDs, reason), quantityAdjusted: quantity },
  })
  if (ends === 'approve') await approveAdjustment(shop, inventoryID, data.adjustmentID)
  if (ends === 'decline') await shop.admin(inventoryAdjustments.decline, { id: data.adjustmentID, body: undefined })
}

const approveAdjustment = (shop: OpenShop, id: number, adjustmentID: number) =>
  shop.admin(inventoryAdjustments.approve, { id, adjustmentID, body: undefined })

/** Counts a category at a location. The count finds one piece less of the item with the highest quantity. */
async function countStock(shop: OpenShop, { place, category, ends, by }: StepOf<'count'>) {
  const counter = shop.crew[by]!
  const { data: opened } = await counter(stockCounts.create, {
    body: { locationID: shop.placeIDs[place]!, categoryID: shop.categoryIDs.get(category)! },
  })
  const id = opened.countID
  const { lines } = (await counter(stockCounts.get, { id })).data
  const most = lines.toSorted((a, b) => b.expected! - a.expected!)[0]!
  // On a sheet that stays open, only half of the lines are counted.
  for (const { countLineID, expected } of ends === 'finish' ? lines : lines.slice(0, Math.ceil(lines.length / 2)))
    await counter(stockCounts.count, {
      id,
      lineID: countLineID,
      body: { counted: ends === 'finish' && countLineID === most.countLineID ? expected! - 1 : expected! },
    })
  if (ends !== 'finish') return
  await counter(stockCounts.finish, { id })
  const [found] = await shop.tx.select().from(inventoryAdjustment).where(eq(inventoryAdjustment.countID, id))
  await approveAdjustment(shop, found!.inventoryID, found!.adjustmentID)
}

/** Calls the operation, not the API, because the API limits the questions from one address. */
async function sendQuestion(shop: OpenShop, { at, question: n }: StepOf<'question'>) {
  const { days: _, piece, answered, ...asked } = questions[n]!
  const itemID = piece === null ? null : shop.itemIDs[pieces.findIndex(({ itemCode }) => itemCode === piece)]!
  const visitor = { db: shop.tx, actor: shopItself, now: at, client: { address: '', agent: '' } }
  const id = await askQuestion(visitor, { ...asked, itemID })
  if (answered) await shop.crew[0]!(questionCalls.answered, { id, body: { answered } })
}

/** Returns what the lives need of the shop. */
export function describeLives({ tx, crew, placeIDs, kindIDs, paymentIDs, itemIDs, customerIDs }: OpenShop): LiveShop {
  const indexOf = (code: string) => pieces.findIndex(({ itemCode }) => itemCode === code)
  return {
    tx,
    crew,
    locationID: placeIDs[0]!,
    transactionTypeID: idOf(kindIDs, 'Live selling'),
    gcashID: idOf(paymentIDs, 'GCash'),
    itemIDOf: (itemCode) => itemIDs[indexOf(itemCode)]!,
    priceOf: (itemCode) => priceOf(pieces[indexOf(itemCode)]!),
    customerIDOf: (customer) => customerIDs.get(customer)!,
  }
}
