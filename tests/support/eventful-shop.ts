import { afterAll, expect } from 'vitest'

import { shopContext } from '../../server/kernel/context.ts'
import { expireCredit } from '../../server/sales/credits/credits.operations.ts'
import { tradeIn } from './eventful-trade-ins.ts'
import type { testApp } from './fixtures.ts'

// A small shop in which everything happens that changes the books: at two locations, with tax, with three sellers. What
// happens in March 2025 leaves sales and orders that April continues, refunds, exchanges, corrects and cancels.

type Shop = Pick<Awaited<ReturnType<typeof testApp>>, 'app' | 'db' | 'as'>
type Sale = { salesTransactionID: number; items: { salesItemID: number }[]; payments: { paymentID: number }[] }
type Item = { itemID: number; rows: number[] }
export type EventfulShop = Awaited<ReturnType<typeof openEventfulShop>>

/** The payment types of a new shop. */
const [cash, bank, card, wallet] = [1, 2, 3, 4]
const [main, cebu] = [1, 2]
const [admin, manager, staff] = [1, 2, 3] as const

/** Opens the shop with goods, people and settings in February 2025. */
export async function openEventfulShop({ app, db, as }: Shop) {
  const clock = app.clock
  afterAll(() => {
    app.clock = clock
  })
  let now = 0
  /** Sets the shop's clock to the morning of a day. Each later call is a minute later. */
  const setDay = (day: string) => {
    now = Date.parse(`${day}T09:00:00+09:00`)
  }
  app.clock = () => new Date((now += 60_000))
  const call = async (method: 'GET' | 'POST' | 'PUT', path: string, body?: object | null, role: 1 | 2 | 3 = admin) => {
    const answer = await as(role)(method, path, body)
    expect([method, path, answer.status < 300, answer.body.message]).toEqual([method, path, true, answer.body.message])
    return answer.body.data
  }
  setDay('2025-02-03')
  const settings = await call('GET', '/api/v1/settings')
  const { timeZone, defaultLocationID, holdDays } = settings
  await call('PUT', '/api/v1/settings', { timeZone, defaultLocationID, holdDays, creditMonths: 1 })
  const taxed = { taxRegistered: true, taxFrom: '2020-01-01', taxCountry: 'PH', taxNumber: '123-456-789-00000' }
  await call('PUT', '/api/v1/tax', taxed)
  const types: { paymentTypeID: number; code: string }[] = await call('GET', '/api/v3/transaction/payment-types')
  const credit = types.find(({ code }) => code === 'store_credit')!.paymentTypeID
  const tradeInType = types.find(({ code }) => code === 'trade_in')!.paymentTypeID
  const kinds: { transactionTypeID: number; code: string }[] = await call(
    'GET',
    '/api/v3/transaction/transaction-types',
  )
  const layaway = kinds.find(({ code }) => code === 'layaway')!.transactionTypeID

  await call('POST', '/api/v1/locations', { locationName: 'Cebu' })
  const { categoryID } = await call('POST', '/api/v1/categories', { categoryCode: 'RG', categoryName: 'Rings' })
  const supplier = { supplierName: 'Kofu Casting', contactDetails: '1', email: 'kofu@supplier.example' }
  const { supplierID } = await call('POST', '/api/v2/suppliers', supplier)
  const customers: number[] = []
  for (const firstName of ['Ana', 'Ben', 'Carla']) {
    const email = `${firstName.toLowerCase()}@x.example`
    const person = { firstName, lastName: 'Cruz', contactNo: `${customers.length}`, email, customerTypeID: 1 }
    customers.push((await call('POST', '/api/v2/customers', person)).customerID)
  }
  const { buyerID } = await call('POST', '/api/v1/buyers', { platform: 'TikTok', handle: '@mina' })
  const items: Item[] = []
  for (const [n, taxClass] of (['standard', 'exempt', 'zero-rated'] as const).entries()) {
    const row = { inventoryTypeID: 1, quantity: 40, reOrderThreshold: n === 0 ? 35 : 0 }
    const { itemID } = await call('POST', '/api/v1/item-inventory', {
      itemCode: `R-${n}`,
      itemName: `Ring ${n}`,
      categoryID,
      uom: 'PCS',
      grams: 3,
      price: [1000, 499.99, 2500][n],
      cost: [613.37, 250, 1333.33][n],
      taxClass,
      locationID: main,
      ...row,
    })
    await call('POST', '/api/v1/inventory', { itemID, locationID: cebu, ...row })
    const stored = await call('GET', `/api/v1/inventory?itemID=${itemID}&sort=inventoryID`)
    items.push({ itemID, rows: stored.map(({ inventoryID }: { inventoryID: number }) => inventoryID) })
  }
  return {
    app,
    db,
    as,
    call,
    setDay,
    credit,
    layaway,
    supplierID,
    customers,
    buyerID,
    items,
    types: { tradeIn: tradeInType },
    shop: { timeZone },
  }
}

type Wanted = [item: number, quantity: number]
type Selling = {
  by?: 1 | 2 | 3
  customer?: number
  at?: number
  type?: number
  paid?: number
  discount?: number
  shipping?: number
} & Record<string, unknown>

/** Makes a completed sale that is paid by one type, or an open one with the deposit `paid`. */
async function sell(shop: EventfulShop, wanted: readonly Wanted[], selling: Selling = {}): Promise<Sale> {
  const { by = staff, customer, at = main, type = cash, paid, discount = 0, shipping = 0, ...rest } = selling
  const prices = [1000, 499.99, 2500]
  const gross = wanted.reduce((sum, [item, quantity]) => sum + Math.round(prices[item]! * 100) * quantity, 0)
  const total = (gross - discount * 100 + shipping * 100) / 100
  const amount = paid ?? total
  const body = {
    locationID: at,
    transactionTypeID: 1,
    customerID: customer === undefined ? null : shop.customers[customer],
    items: wanted.map(([item, quantity]) => ({ itemID: shop.items[item]!.itemID, orderQty: quantity })),
    discount,
    shippingFee: shipping,
    // Cash comes in notes, so there is change.
    payments:
      amount === 0
        ? []
        : [
            {
              paymentTypeID: type,
              amount: type === cash && paid === undefined ? Math.ceil(total / 500) * 500 : amount,
            },
          ],
    complete: paid === undefined,
    ...rest,
  }
  return shop.call('POST', '/api/v2/sales', body, by)
}

type Back = { item: number; qty: number; disposition?: 'restock' | 'repair' | 'scrap' }
const listBack = ({ items }: Sale, parts: readonly Back[]) =>
  parts.map(({ item, ...part }) => ({ salesItemID: items[item]!.salesItemID, ...part }))
const pathOf = ({ salesTransactionID }: Sale) => `/api/v2/sales/${salesTransactionID}`

/** Refunds parts of a sale, or all of it, by a payment type or as it was paid. */
const refund = ({ call }: EventfulShop, sale: Sale, parts?: readonly Back[], paymentTypeID?: number) =>
  call('POST', `${pathOf(sale)}/refunds`, {
    reason: 'Too small',
    ...(parts && { items: listBack(sale, parts) }),
    ...(paymentTypeID && { paymentTypeID }),
  })

const exchange = ({ call, items }: EventfulShop, sale: Sale, back: Back, item: number, payments: object[] = []) =>
  call('POST', `/api/v1/sales/${sale.salesTransactionID}/exchanges`, {
    reason: 'Another stone',
    returned: listBack(sale, [back]),
    items: [{ itemID: items[item]!.itemID, orderQty: 1 }],
    payments,
  })

const cancel = ({ call }: EventfulShop, sale: Sale, deposit?: 'refund' | 'forfeit') =>
  call('PUT', `${pathOf(sale)}/cancel`, deposit ? { deposit, reason: 'Changed her mind' } : { reason: 'Never came' })

const correct = ({ call }: EventfulShop, sale: Sale, to: { paymentTypeID?: number; amount?: number }) =>
  call('POST', `${pathOf(sale)}/payments/${sale.payments[0]!.paymentID}/corrections`, { ...to, reason: 'Mistyped' })

async function complete({ call }: EventfulShop, sale: Sale) {
  const { balance } = await call('GET', pathOf(sale))
  if (balance > 0) await call('POST', `${pathOf(sale)}/payments`, { paymentTypeID: bank, amount: balance })
  await call('PUT', `${pathOf(sale)}/complete`)
}

/** Receives goods without an order, or of an order. */
const receive = ({ call }: EventfulShop, day: string, referenceNumber: string, item: object, poID?: number) =>
  call('POST', '/api/v2/po-receiving', {
    ...(poID ? { poID } : { locationID: main }),
    referenceNumber,
    receivedDate: day,
    status: 'Completed',
    items: [{ uom: 'PCS', ...item }],
  })

async function order({ call, supplierID, items }: EventfulShop, month: string, quantity: number) {
  const path = '/api/v2/purchase-orders'
  const order = await call('POST', '/api/v2/po/purchase-order-items', {
    supplierID,
    locationID: main,
    orderDate: `${month}-02`,
    expectedDeliverDate: `${month}-25`,
    purchaseOrderItems: [{ itemID: items[1]!.itemID, orderQty: quantity, price: 260.5 }],
  })
  await call('PUT', `${path}/${order.poID}/approve`)
  return { path: `${path}/${order.poID}`, poID: order.poID as number, line: order.purchaseOrderItems[0] }
}

/** Lets everything happen that moves goods without a sale. */
async function moveGoods(shop: EventfulShop, month: string) {
  const { call, items } = shop
  const [ring, band] = [items[0]!, items[1]!]
  await receive(shop, `${month}-02`, `DR ${month}`, { itemID: ring.itemID, receivedQty: 5, unitCost: 655.55 })
  const transfer = { fromLocationID: main, toLocationID: cebu }
  const moved = [{ itemID: ring.itemID, inventoryTypeID: 1, quantity: 3 }]
  await call('POST', '/api/v1/stock-transfers', { ...transfer, items: moved })
  await call('POST', `/api/v1/items/${band.itemID}/revaluations`, { unitCost: 244.44, reason: 'Price of gold' })
  const adjustments = '/api/v1/inventory-adjustment'
  const inventoryID = ring.rows[1]!
  const broken = { inventoryID, adjustmentReasonID: 2, quantityAdjusted: -1 }
  const { adjustmentID } = await call('POST', adjustments, broken)
  await call('PUT', `${adjustments}/${inventoryID}/approve/${adjustmentID}`)
  await countOneLess(shop, items[2]!)
}

/** Counts one piece less than there is, and approves the difference. */
async function countOneLess({ call }: EventfulShop, { itemID, rows }: Item) {
  const { countID } = await call('POST', '/api/v1/stock-counts', { locationID: main, blind: false })
  const path = `/api/v1/stock-counts/${countID}`
  const { lines } = await call('GET', path)
  const line = lines.find((one: { inventoryID: number }) => one.inventoryID === rows[0])
  const [{ quantity }] = await call('GET', `/api/v1/inventory?itemID=${itemID}&sort=inventoryID`)
  await call('PUT', `${path}/lines/${line.countLineID}`, { counted: quantity - 1 })
  await call('PUT', `${path}/finish`)
  const [{ adjustmentID }] = await call('GET', `/api/v1/inventory-adjustment?countID=${countID}`)
  await call('PUT', `/api/v1/inventory-adjustment/${rows[0]}/approve/${adjustmentID}`)
}

/** Takes the goods of the workshop back: one for the shelf, one for scrap. */
async function takeFromWorkshop({ call, items }: EventfulShop) {
  const rows = await call('GET', `/api/v1/inventory?itemID=${items[0]!.itemID}`)
  const { inventoryID } = rows.find(({ typeCode }: { typeCode: string }) => typeCode === 'repair')
  for (const [outcome, cost] of [
    ['shelf', 80.25],
    ['scrap', 15],
  ] as const)
    await call('POST', '/api/v1/repair-returns', { inventoryID, quantity: 1, outcome, cost })
}

/** Takes back a deposit that never came, and cancels the sale, which has none any more. */
async function takeBack(shop: EventfulShop, sale: Sale) {
  const path = `/api/v2/sales/${sale.salesTransactionID}/payments/${sale.payments[0]!.paymentID}/reversal`
  await shop.call('POST', path, { reason: 'Never came' }, manager)
  await cancel(shop, sale)
}

/** Gives credit, takes some back, uses some, and lets the rest of the month before expire. */
async function moveCredit(shop: EventfulShop, month: string) {
  const { call, customers, db } = shop
  const path = `/api/v1/customers/${customers[2]}/credit`
  await call('POST', path, { amount: 300.33, reason: 'Goodwill' })
  const { entries } = await call('POST', path, { amount: 50, reason: 'By mistake' })
  await call('POST', `${path}/${entries[0].entryID}/corrections`, { reason: 'By mistake' })
  await sell(shop, [[1, 1]], { customer: 2, paid: 100, type: shop.credit })
  await payCredit(shop)
  await expireCredit(shopContext(db, new Date(`${month}-28T09:00:00+09:00`)))
}

/** Takes money into store credit at both places, takes a wrong part back, and pays a part out by another payment type. */
async function payCredit({ call, customers }: EventfulShop) {
  const path = `/api/v1/customers/${customers[1]}/credit`
  const payment = { amount: 812.34, paymentTypeID: bank, locationID: cebu, reference: 'IB 1', reason: 'More than owed' }
  await call('POST', `${path}/payments`, payment, staff)
  const wrong = { ...payment, amount: 55.5, paymentTypeID: cash, locationID: main }
  const { entries } = await call('POST', `${path}/payments`, wrong, staff)
  await call('POST', `${path}/${entries[0].entryID}/corrections`, { reason: 'Never came' }, manager)
  await call('POST', `${path}/payouts`, { ...payment, amount: 412.34, paymentTypeID: cash }, manager)
}

/** Lets every kind of thing happen within one month, on documents of that month. */
async function liveMonth(shop: EventfulShop, month: string) {
  shop.setDay(`${month}-03`)
  await moveGoods(shop, month)
  shop.setDay(`${month}-05`)
  await sell(shop, [[0, 2]], { by: manager, at: cebu, discount: 33.33, customer: 1, type: bank })
  await sell(shop, [[1, 3]], { buyerID: shop.buyerID, type: card })
  const mended = await sell(shop, [[0, 3]], { customer: 0, discount: 100 })
  await refund(shop, mended, [{ item: 0, qty: 2, disposition: 'repair' }])
  await takeFromWorkshop(shop)
  shop.setDay(`${month}-08`)
  const scrapped = await sell(shop, [[2, 2]], { customer: 1 })
  await refund(shop, scrapped, [{ item: 0, qty: 1, disposition: 'scrap' }], shop.credit)
  const whole = await sell(shop, [[0, 1]], { customer: 0, shipping: 150, at: cebu, by: manager })
  await refund(shop, whole)
  const swapped = await sell(shop, [[0, 1]], { customer: 0, type: wallet })
  await exchange(shop, swapped, { item: 0, qty: 1 }, 2, [{ paymentTypeID: cash, amount: 2000 }])
  const cheaper = await sell(shop, [[2, 1]], { customer: 1 })
  await exchange(shop, cheaper, { item: 0, qty: 1 }, 1)
  shop.setDay(`${month}-12`)
  await correct(shop, await sell(shop, [[0, 1]], { type: bank }), { paymentTypeID: cash })
  await correct(shop, await sell(shop, [[1, 1]]), { paymentTypeID: bank })
  await correct(shop, await sell(shop, [[0, 1]], { customer: 2, paid: 300 }), { amount: 200 })
  await takeBack(shop, await sell(shop, [[1, 1]], { customer: 0, paid: 250, type: wallet }))
  await cancel(shop, await sell(shop, [[2, 1]], { customer: 1, paid: 500 }), 'refund')
  await cancel(shop, await sell(shop, [[2, 1]], { customer: 1, paid: 700, type: bank }), 'forfeit')
  await cancel(shop, await sell(shop, [[1, 1]], { paid: 0 }))
  await complete(shop, await sell(shop, [[0, 1]], { customer: 2, paid: 400, at: cebu }))
  shop.setDay(`${month}-20`)
  await moveCredit(shop, month)
  await tradeIn(shop)
  const ordered = await order(shop, month, 9)
  await receive(
    shop,
    `${month}-20`,
    `PO ${month}`,
    { poItemID: ordered.line.poItemID, itemID: shop.items[1]!.itemID, receivedQty: 4, unitCost: 262 },
    ordered.poID,
  )
  await shop.call('PUT', `${ordered.path}/close`, { reason: 'The mould broke' })
  const dropped = await order(shop, month, 2)
  await shop.call('PUT', `${dropped.path}/cancel`)
}

/** Lets February give the credit that expires in March. */
async function liveFebruary(shop: EventfulShop) {
  shop.setDay('2025-02-10')
  const path = `/api/v1/customers/${shop.customers[2]}/credit`
  await shop.call('POST', path, { amount: 120, reason: 'Goodwill' })
}

/** Lets March happen, and returns what it leaves for April to continue. */
export async function liveMarch(shop: EventfulShop) {
  await liveFebruary(shop)
  await liveMonth(shop, '2025-03')
  shop.setDay('2025-03-25')
  const instalments = [
    { dueDate: '2025-03-31', amount: 500 },
    { dueDate: '2025-04-30', amount: 2000 },
  ]
  const ordered = await order(shop, '2025-03', 8)
  const arrival = { poItemID: ordered.line.poItemID, itemID: shop.items[1]!.itemID, unitCost: 260.5 }
  await receive(shop, '2025-03-25', 'PO rest', { ...arrival, receivedQty: 3 }, ordered.poID)
  const waiting = { locationID: main, referenceNumber: 'Waits', receivedDate: '2025-03-25', status: 'Pending' }
  return {
    whole: await sell(shop, [[0, 2]], { customer: 0, discount: 40, shipping: 120 }),
    part: await sell(shop, [[1, 2]], { customer: 1, type: bank, by: manager, at: cebu }),
    swapped: await sell(shop, [[2, 1]], { customer: 2, by: admin }),
    mistyped: await sell(shop, [[0, 1]], { type: bank }),
    byBuyer: await sell(shop, [[0, 1]], { buyerID: shop.buyerID }),
    returned: await sell(shop, [[2, 1]], { customer: 1, paid: 600 }),
    forfeited: await sell(shop, [[2, 1]], { customer: 0, paid: 800, type: bank, at: cebu }),
    unpaid: await sell(shop, [[1, 1]], { customer: 2, paid: 0 }),
    layaway: await sell(shop, [[2, 1]], {
      customer: 0,
      paid: 500,
      transactionTypeID: shop.layaway,
      schedule: instalments,
    }),
    order: { ...ordered, arrival },
    dropped: await order(shop, '2025-03', 5),
    delivery: await shop.call('POST', '/api/v2/po-receiving', {
      ...waiting,
      items: [{ itemID: shop.items[0]!.itemID, uom: 'PCS', receivedQty: 2, unitCost: 640 }],
    }),
  }
}

/** Lets April happen: everything again, and on what March left. */
export async function liveApril(shop: EventfulShop, left: Awaited<ReturnType<typeof liveMarch>>) {
  const { call } = shop
  await liveMonth(shop, '2025-04')
  shop.setDay('2025-04-22')
  await refund(shop, left.whole)
  await refund(shop, left.part, [{ item: 0, qty: 1, disposition: 'scrap' }])
  await exchange(shop, left.swapped, { item: 0, qty: 1 }, 0)
  await correct(shop, left.mistyped, { paymentTypeID: cash })
  await refund(shop, left.byBuyer)
  await cancel(shop, left.returned, 'refund')
  await cancel(shop, left.forfeited, 'forfeit')
  await cancel(shop, left.unpaid)
  await complete(shop, left.layaway)
  await receive(shop, '2025-04-22', 'PO late', { ...left.order.arrival, receivedQty: 2 }, left.order.poID)
  await call('PUT', `${left.order.path}/close`, { reason: 'The mould broke' })
  await call('PUT', `${left.dropped.path}/cancel`)
  await call('PUT', `/api/v2/po-receiving/${left.delivery.poReceivingID}/complete`)
  for (const { itemID } of shop.items)
    await call('POST', `/api/v1/items/${itemID}/revaluations`, { unitCost: 700, reason: 'Price of gold' })
}
