// Proves that an exchange is a refund and a new sale in one transaction, with the difference paid, credited or handed
// back; that a refused one changes nothing; and that the same goods are exchanged once.
import { randomUUID } from 'node:crypto'

import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import type { SaleExchangeInput } from '../../../contract/sales/exchanges.ts'
import type { SaleRow } from '../../../contract/sales/sales.ts'
import { testApp } from '../../../tests/support/fixtures.ts'
import { stockItem } from '../../../tests/support/stocked.ts'
import { paymentType } from '../../db/schema/sales.ts'
import { inventory } from '../../db/schema/stock.ts'
import { verifyMoney } from '../../money/verify.ts'
import { verifyStock } from '../../stock/ledger/verify.ts'

const { db, as } = await testApp({ connections: 10 })
const [manager, staff] = [as(2), as(3)]
const types = await db.select().from(paymentType)
const typeOf = (code: string) => types.find((type) => type.code === code)!.paymentTypeID
const [credit, exchange] = [typeOf('store_credit'), typeOf('exchange')]
const [cash, gcash] = [1, 3] as const
const ring = await stockItem(db, { itemName: 'Ring', quantity: 1000, price: 1000, cost: 600 })
const chain = await stockItem(db, { itemName: 'Chain', quantity: 1000, price: 1500, cost: 900 })
const charm = await stockItem(db, { itemName: 'Charm', quantity: 1000, price: 400, cost: 100 })

const { body: made } = await staff('POST', '/api/v2/customers', {
  firstName: 'Ana',
  lastName: 'Reyes',
  contactNo: '1',
  email: 'ana@x.example',
  customerTypeID: 1,
})
const { customerID } = made.data as { customerID: number }

async function sold(over: object = {}): Promise<SaleRow> {
  const { status, body } = await staff('POST', '/api/v2/sales', {
    locationID: 1,
    transactionTypeID: 1,
    customerID,
    items: [{ itemID: ring.itemID, orderQty: 2 }],
    payments: [{ paymentTypeID: cash, amount: 2000 }],
    complete: true,
    ...over,
  })
  expect([status, body.message]).toEqual([201, undefined])
  return body.data
}
const exchangeSale = (sale: SaleRow, body: Partial<SaleExchangeInput>, who = staff, headers = {}) =>
  who(
    'POST',
    `/api/v1/sales/${sale.salesTransactionID}/exchanges`,
    {
      reason: 'Other size',
      returned: [{ salesItemID: sale.items[0]!.salesItemID, qty: 1 }],
      items: [{ itemID: chain.itemID, orderQty: 1 }],
      ...body,
    },
    headers,
  )
const read = async ({ salesTransactionID }: SaleRow) =>
  (await staff('GET', `/api/v2/sales/${salesTransactionID}`)).body.data as SaleRow
const onHand = async ({ inventoryID }: { inventoryID: number }) =>
  (await db.select().from(inventory).where(eq(inventory.inventoryID, inventoryID)))[0]!.quantity
const creditNow = async () => (await staff('GET', `/api/v1/customers/${customerID}/credit`)).body.data.balance as number
const proveBooks = async () => expect([...(await verifyMoney({ db })), ...(await verifyStock({ db }))]).toEqual([])
const snapshot = async () => {
  const tables = ['sales_transaction', 'sales_refund', 'sales_exchange', 'money_entry', 'credit_entry', 'inventory']
  const sums = tables.map((name) => `select md5(string_agg(t::text, '|' order by t::text)) from ${name} t`)
  return (await db.execute<{ md5: string }>(sql.raw(sums.join(' union all ')))).rows
}

test('the returned value pays for dearer goods, and the difference is paid', async () => {
  const sale = await sold()
  const [rings, chains] = [await onHand(ring), await onHand(chain)]
  const { status, body } = await exchangeSale(sale, {
    payments: [
      { paymentTypeID: gcash, amount: 200, reference: 'G-1' },
      { paymentTypeID: cash, amount: 500 },
    ],
  })
  expect([status, body.message]).toEqual([201, undefined])
  const after = body.data as SaleRow
  expect(after).toMatchObject({ status: 'Completed', totalPurchase: 1500, amountPaid: 1700, change: 200, customerID })
  expect(after.payments.map(({ paymentTypeID, amount, change }) => [paymentTypeID, amount, change])).toEqual([
    [exchange, 1000, 0],
    [gcash, 200, 0],
    [cash, 500, 200],
  ])
  const before = await read(sale)
  expect(before).toMatchObject({ status: 'Completed', refundedAmount: 1000 })
  expect(before.refunds[0]).toMatchObject({ amount: 1000, reason: 'Other size', paymentName: 'Exchange' })
  const link = {
    returnedSaleID: sale.salesTransactionID,
    returnedNumber: sale.transactionNumber,
    newSaleID: after.salesTransactionID,
    newNumber: after.transactionNumber,
    amount: 1000,
  }
  expect([before.exchanges, after.exchanges]).toEqual([
    [expect.objectContaining(link)],
    [expect.objectContaining(link)],
  ])
  expect([await onHand(ring), await onHand(chain)]).toEqual([rings + 1, chains - 1])
  await proveBooks()
})

test('a manager gives the rest back, as store credit or as money', async () => {
  const items = [{ itemID: charm.itemID, orderQty: 1 }]
  const toCredit = await exchangeSale(await sold(), { items }, manager)
  expect(toCredit.body.data).toMatchObject({ totalPurchase: 400, amountPaid: 400, creditLeft: null })
  expect(await creditNow()).toBe(600)

  const sale = await sold()
  const { status } = await exchangeSale(sale, { items, backTypeID: cash }, manager)
  expect(status).toBe(201)
  expect((await read(sale)).refunds[0]!.parts).toEqual([
    { paymentName: 'Exchange', paymentCode: 'exchange', amount: 400 },
    { paymentName: 'Cash', paymentCode: 'cash', amount: 600 },
  ])
  expect(await creditNow()).toBe(600)

  // The credit pays for a dearer piece in the next exchange.
  const dearer = await exchangeSale(await sold(), { payments: [{ paymentTypeID: credit, amount: 500 }] })
  expect(dearer.body.data).toMatchObject({ creditLeft: 100 })
  await proveBooks()
})

test('a sale without a customer names one for the credit', async () => {
  const sale = await sold({ customerID: null })
  const items = [{ itemID: charm.itemID, orderQty: 1 }]
  const nobody = await exchangeSale(sale, { items }, manager)
  expect([nobody.status, nobody.body.code]).toEqual([422, 'credit.customer_missing'])
  const before = await creditNow()
  const { body } = await exchangeSale(sale, { items, customerID }, manager)
  expect(body.data.customerID).toBe(customerID)
  expect([(await read(sale)).customerID, (await creditNow()) - before]).toEqual([customerID, 600])
  await proveBooks()
})

test('refusals change nothing', async () => {
  const gone = await stockItem(db, { itemName: 'Brooch', quantity: 0, price: 900 })
  const sale = await sold()
  const line = sale.items[0]!.salesItemID
  const open = await sold({ payments: [], complete: false })
  const before = await snapshot()
  const even = [{ paymentTypeID: cash, amount: 500 }]
  const refusals: [Partial<SaleExchangeInput>, number, string, string, SaleRow?][] = [
    [{ items: [{ itemID: gone.itemID, orderQty: 1 }] }, 409, 'sale.stock_short', 'Only 0 of Brooch available at Main'],
    [
      { returned: [{ salesItemID: line, qty: 3 }], payments: even },
      422,
      'refund.exceeds_sold',
      'Only 2 of Ring can come back',
    ],
    [
      { payments: even },
      409,
      'sale.not_completed',
      'This sale is Pending: only a Completed sale can be exchanged',
      open,
    ],
    [{}, 422, 'sale.balance_due', 'Balance due: ₱500.00'],
    [
      { payments: [{ paymentTypeID: gcash, amount: 501 }] },
      422,
      'payment.exceeds_balance',
      'GCash may not be more than the balance of ₱500.00',
    ],
    [{ payments: [...even, ...even] }, 422, 'payment.nothing_due', 'Nothing is left to pay'],
    [
      { items: [{ itemID: chain.itemID, orderQty: 1, price: 1499 }], payments: even },
      403,
      'sale.price_below',
      'Only a manager may sell Chain below ₱1,500.00',
    ],
    [
      { payments: [{ paymentTypeID: exchange, amount: 500 }] },
      422,
      'payment.of_exchange',
      'Exchange is for exchanges: choose another payment type',
    ],
    [
      { payments: even, backTypeID: exchange },
      422,
      'payment.of_exchange',
      'Exchange is for exchanges: choose another payment type',
    ],
    [{ payments: even, backTypeID: 999 }, 422, 'reference.missing', 'Payment type 999 does not exist'],
    [{ payments: even, returned: [] }, 400, 'input.invalid', 'Add at least one item'],
    [{ payments: even, items: [] }, 400, 'input.invalid', 'Add at least one item'],
    [{ payments: even, reason: '' }, 400, 'input.invalid', 'Reason is required'],
  ]
  for (const [body, status, code, message, of = sale] of refusals) {
    const returned = of === sale ? {} : { returned: [{ salesItemID: of.items[0]!.salesItemID, qty: 1 }] }
    const answer = await exchangeSale(of, { ...returned, ...body })
    expect([answer.status, answer.body.code, answer.body.message]).toEqual([status, code, message])
  }
  expect(await snapshot()).toEqual(before)
})

test('two steps: Staff do not write goods off by selling and exchanging them, a manager does', async () => {
  const sale = await sold()
  const [line] = sale.items
  const before = await snapshot()
  const back = (disposition: 'restock' | 'repair' | 'scrap') => ({
    returned: [{ salesItemID: line!.salesItemID, qty: 1, disposition }],
    payments: [{ paymentTypeID: cash, amount: 500 }],
  })
  const denied = await exchangeSale(sale, back('scrap'))
  expect([denied.status, denied.body]).toEqual([
    403,
    {
      success: false,
      code: 'exchange.scrap_denied',
      message: 'Only a manager may scrap returned goods',
      errors: [{ field: 'returned.0.disposition', message: 'Only a manager may scrap returned goods' }],
    },
  ])
  expect(await snapshot()).toEqual(before)
  expect((await exchangeSale(sale, back('repair'))).status).toBe(201)
  expect((await exchangeSale(sale, back('scrap'), manager)).status).toBe(201)
  await proveBooks()
})

test('two steps: Staff do not refund a sale by exchanging it for a cheaper piece, in money or in credit', async () => {
  const [sale, nobodys] = [await sold(), await sold({ customerID: null })]
  const before = await snapshot()
  const items = [{ itemID: charm.itemID, orderQty: 1 }]
  const ways: [SaleRow, Partial<SaleExchangeInput>][] = [
    [sale, { items }],
    [sale, { items, backTypeID: credit }],
    [sale, { items, backTypeID: cash }],
    [nobodys, { items, customerID }],
  ]
  for (const [of, body] of ways)
    expect(await exchangeSale(of, body)).toMatchObject({
      status: 403,
      body: {
        code: 'exchange.money_back_denied',
        message: 'Only a manager may give the ₱600.00 back: choose goods that cost at least as much',
        errors: [{ field: 'items' }],
      },
    })
  expect(await snapshot()).toEqual(before)
  expect((await exchangeSale(sale, { items: [{ itemID: ring.itemID, orderQty: 1 }] })).status).toBe(201)
  await proveBooks()
})

test('the database keeps an exchange final', async () => {
  const { status } = await exchangeSale(await sold(), { items: [{ itemID: ring.itemID, orderQty: 1 }] })
  expect(status).toBe(201)
  const before = await snapshot()
  for (const statement of [
    'update sales_exchange set amount = amount + 1',
    'delete from sales_exchange',
    'truncate sales_exchange',
  ])
    await expect(db.execute(sql.raw(statement)), statement).rejects.toMatchObject({
      cause: { code: '23001', message: 'rows of sales_exchange are never changed' },
    })
  expect(await snapshot()).toEqual(before)
})

test('the goods of an exchange are neither corrected nor refunded as an exchange', async () => {
  const { body } = await exchangeSale(await sold(), { payments: [{ paymentTypeID: cash, amount: 500 }] })
  const after = body.data as SaleRow
  const at = `/api/v2/sales/${after.salesTransactionID}`
  const byGoods = after.payments[0]!.paymentID
  const corrected = await manager('POST', `${at}/payments/${byGoods}/corrections`, { paymentTypeID: cash, reason: 'x' })
  expect([corrected.status, corrected.body.code]).toEqual([422, 'payment.of_exchange'])
  const asPaid = await manager('POST', `${at}/refunds`, { reason: 'x' })
  expect([asPaid.status, asPaid.body.message]).toEqual([422, 'Choose how the ₱1,000.00 is handed back'])
  const asCash = await manager('POST', `${at}/refunds`, { reason: 'x', paymentTypeID: cash })
  expect(asCash.body.data).toMatchObject({ status: 'Refunded', refundedAmount: 1500 })
  await proveBooks()
})

test('an exchange that is sent again is made once', async () => {
  const sale = await sold()
  const payments = [{ paymentTypeID: cash, amount: 500 }]
  const body = { payments, clientKey: randomUUID() }
  const answers = await Promise.all([1, 2, 3].map(() => exchangeSale(sale, body)))
  expect(new Set(answers.map((answer) => answer.body.data?.salesTransactionID)).size).toBe(1)
  const other = await exchangeSale(sale, { ...body, reason: 'Another' })
  expect([other.status, other.body.code]).toEqual([409, 'sale.made_already'])
  const key = { 'idempotency-key': 'exchange-1' }
  const twice = await Promise.all([1, 2].map(() => exchangeSale(sale, { payments }, staff, key)))
  expect(twice[0]!.body).toEqual(twice[1]!.body)
  expect((await read(sale)).refunds).toHaveLength(2)
  await proveBooks()
})

test('in each of many rounds, the same line is exchanged once at once, beside sales of the same goods', async () => {
  for (let round = 0; round < 10; round++) {
    const sale = await sold({ items: [{ itemID: ring.itemID, orderQty: 1 }] })
    const before = await creditNow()
    const answers = await Promise.all([
      exchangeSale(sale, { payments: [{ paymentTypeID: cash, amount: 500 }] }),
      exchangeSale(sale, { items: [{ itemID: charm.itemID, orderQty: 1 }] }, manager),
      manager('POST', `/api/v2/sales/${sale.salesTransactionID}/refunds`, { paymentTypeID: credit, reason: 'Race' }),
      sold({
        items: [
          { itemID: chain.itemID, orderQty: 1 },
          { itemID: ring.itemID, orderQty: 1 },
        ],
        payments: [{ paymentTypeID: cash, amount: 2500 }],
      }),
    ])
    const tried = answers.slice(0, 3) as Awaited<ReturnType<typeof exchangeSale>>[]
    expect(tried.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409])
    const gained = [0, 600, 1000][tried.findIndex(({ status }) => status === 201)]!
    expect((await creditNow()) - before).toBe(gained)
  }
  await proveBooks()
})
