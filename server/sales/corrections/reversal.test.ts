// Proves that a payment that never came is taken back whole by a counter-entry, that the sale follows and its goods stay
// held, that each refusal changes nothing, and that the books agree.
import { asc, eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { onLedger } from '../../../tests/support/ledger.ts'
import { lockShop } from '../../../tests/support/price-locks.ts'
import { stockItem } from '../../../tests/support/stocked.ts'
import { shopSetting } from '../../db/schema/company.ts'
import { moneyEntry } from '../../db/schema/money.ts'
import { paymentType } from '../../db/schema/sales.ts'
import { inventory } from '../../db/schema/stock.ts'
import { findAllContradictions } from '../../prove-books.ts'

const shop = await lockShop()
const { db, admin, manager, staff, path, read, priced, order, keepUntil, daysFromNow, reprice, pay } = shop
const [cash, bank, gcash] = [1, 2, 3]
const types = await db.select().from(paymentType)
const credit = types.find(({ code }) => code === 'store_credit')!.paymentTypeID
const { itemID, inventoryID } = await stockItem(db, { quantity: 500, price: 1000 })

type Sold = { salesTransactionID: number; payments: { paymentID: number }[] }
const sell = (amount: number, more: object = {}): Promise<Sold> =>
  order([{ itemID, orderQty: 1 }], amount, { payments: [{ paymentTypeID: gcash, amount }], ...more })
const takeBack = (who: typeof staff, { salesTransactionID, payments }: Sold, paymentID = payments[0]!.paymentID) =>
  who('POST', `${path}/${salesTransactionID}/payments/${paymentID}/reversal`, { reason: 'Not in our account' })
const entriesOf = async ({ salesTransactionID }: Sold) => {
  const rows = await db
    .select()
    .from(moneyEntry)
    .where(eq(moneyEntry.salesTransactionID, salesTransactionID))
    .orderBy(asc(moneyEntry.entryID))
  return rows.map(({ kind, paymentTypeID, amount, correctsID }) => [kind, paymentTypeID, amount, correctsID !== null])
}
const held = async () => (await db.select().from(inventory).where(eq(inventory.inventoryID, inventoryID)))[0]!.reserved
const proved = async () => expect(await findAllContradictions(db)).toEqual([])
let people = 0
async function newCustomer(): Promise<number> {
  const email = `rosa${++people}@x.example`
  const person = { firstName: 'Rosa', lastName: `Lim ${people}`, contactNo: `${people}`, email, customerTypeID: 1 }
  return (await staff('POST', '/api/v2/customers', person)).body.data.customerID
}

test('the deposit of a sale is taken back: it is unpaid and Pending, and its goods stay held until a person moves the hold', async () => {
  const sold = await sell(400)
  const [before, { timeZone }] = [await held(), (await staff('GET', '/api/v1/settings')).body.data]
  const { status, body } = await takeBack(manager, sold)
  expect([status, body.message]).toEqual([201, undefined])
  expect(body.data).toMatchObject({
    status: 'Pending',
    amountPaid: 0,
    change: 0,
    balance: 1000,
    holdUntil: null,
    payments: [
      { paymentTypeID: gcash, amount: 400, correction: { reason: 'Not in our account', byName: expect.any(String) } },
    ],
  })
  expect(await entriesOf(sold)).toEqual([
    ['payment', gcash, 400, false],
    ['payment', gcash, -400, true],
  ])
  expect([await held(), timeZone]).toEqual([before, timeZone])
  const limited = await staff('PUT', `${path}/${sold.salesTransactionID}/hold`, { days: 2 })
  expect([limited.status, Date.parse(limited.body.data.holdUntil) > Date.now()]).toEqual([200, true])
  // A new deposit is taken as ever.
  expect((await pay(sold.salesTransactionID, 1000)).body.data).toMatchObject({ status: 'Processing', balance: 0 })
  await proved()
})

test('a payment keeps its hold from being moved', async () => {
  const sold = await sell(400)
  const refused = await staff('PUT', `${path}/${sold.salesTransactionID}/hold`, { days: 2 })
  expect([refused.status, refused.body.code]).toEqual([409, 'sale.hold_kept'])
})

test('one of several payments is taken back with its change, and the others stay', async () => {
  const sold = await sell(300)
  const { body } = await staff('POST', `${path}/${sold.salesTransactionID}/payments`, {
    paymentTypeID: cash,
    amount: 1000,
  })
  expect(body.data).toMatchObject({ amountPaid: 1300, change: 300, balance: 0 })
  const { data } = (await takeBack(manager, sold, body.data.payments[1].paymentID)).body
  expect(data).toMatchObject({ status: 'Processing', amountPaid: 300, change: 0, balance: 700 })
  expect(await entriesOf(sold)).toEqual([
    ['payment', gcash, 300, false],
    ['payment', cash, 1000, false],
    ['change', cash, -300, false],
    ['payment', cash, -1000, true],
    ['change', cash, 300, true],
  ])
  await proved()
})

test('refuses in sentences, and changes nothing', async () => {
  const [sold, other] = [await sell(400), await sell(400)]
  const completed = await sell(1000, { complete: true })
  const canceled = await sell(400)
  await manager('PUT', `${path}/${canceled.salesTransactionID}/cancel`, { deposit: 'refund', reason: 'Not wanted' })
  const before = await Promise.all([sold, completed, canceled].map(entriesOf))
  const refusals: [Promise<Awaited<ReturnType<typeof takeBack>>>, number, string, string][] = [
    [takeBack(manager, sold, other.payments[0]!.paymentID), 404, 'record.not_found', 'Payment not found'],
    [
      takeBack(manager, completed),
      409,
      'payment.of_completed',
      'This sale is Completed and must stay paid: correct the payment, or refund the sale',
    ],
    [
      takeBack(manager, canceled),
      409,
      'sale.closed',
      'This sale is Canceled and its payments can no longer be corrected',
    ],
    [
      manager('POST', `${path}/${sold.salesTransactionID}/payments/${sold.payments[0]!.paymentID}/reversal`, {
        reason: ' ',
      }),
      400,
      'input.invalid',
      'Reason is required',
    ],
  ]
  for (const [call, status, code, message] of refusals) {
    const answer = await call
    expect([answer.status, answer.body.code, answer.body.message]).toEqual([status, code, message])
  }
  expect((await takeBack(staff, sold)).status).toBe(403)
  expect(await Promise.all([sold, completed, canceled].map(entriesOf))).toEqual(before)
  await proved()
})

test('goods of an exchange and a trade-in are not taken back', async () => {
  const first = await sell(1000, { complete: true })
  const { items } = await read(first.salesTransactionID)
  const exchanged = await staff('POST', `/api/v1/sales/${first.salesTransactionID}/exchanges`, {
    reason: 'Another size',
    returned: [{ salesItemID: items[0].salesItemID, qty: 1 }],
    items: [{ itemID, orderQty: 1 }],
  })
  expect(exchanged.status, exchanged.body.message).toBe(201)
  const refused = await takeBack(manager, exchanged.body.data)
  expect([refused.status, refused.body.code]).toEqual([422, 'payment.of_exchange'])
})

test('a manager takes back a payment of an earlier day, by entries of today', async () => {
  const sold = await sell(400)
  const { salesTransactionID: id } = sold
  await db.execute(
    sql.raw(
      onLedger(`update money_entry set at = at - interval '2 days', day = day - 2 where sales_transaction_id = ${id}`),
    ),
  )
  expect((await takeBack(manager, sold)).status).toBe(201)
  const days = (await db.select().from(moneyEntry).where(eq(moneyEntry.salesTransactionID, id))).map(({ day }) => day)
  expect(new Set(days).size).toBe(2)
  await proved()
})

test('store credit that paid goes back to the customer', async () => {
  const customerID = await newCustomer()
  await manager('POST', `/api/v1/customers/${customerID}/credit`, { amount: 400, reason: 'Goodwill' })
  const sold = await sell(400, { customerID, payments: [{ paymentTypeID: credit, amount: 400 }] })
  const { data } = (await takeBack(manager, sold)).body
  expect([data.status, data.creditLeft]).toEqual(['Pending', 400])
  const { balance } = (await staff('GET', `/api/v1/customers/${customerID}/credit`)).body.data
  expect(balance).toBe(400)
  await proved()
})

test('of the same payment taken back and corrected at once, one wins', async () => {
  for (let round = 0; round < 5; round++) {
    const sold = await sell(400)
    const { salesTransactionID: id, payments } = sold
    const corrections = `${path}/${id}/payments/${payments[0]!.paymentID}/corrections`
    const answers = await Promise.all([
      takeBack(manager, sold),
      takeBack(admin, sold),
      manager('POST', corrections, { paymentTypeID: bank, reason: 'Bank' }),
    ])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409])
    for (const { body } of answers.filter(({ status }) => status === 409)) expect(body.code).toBe('payment.corrected')
  }
  await proved()
})

test('a kept price ends with its deposit, and a price that is over is decided first', async () => {
  await db.update(shopSetting).set({ leastDeposit: 20, leastDepositUnit: 'percent', priceKeptDays: 30 })
  const ring = await priced()
  const line = [{ itemID: ring.itemID, orderQty: 1 }]
  const running = await order(line, 5000)
  expect(running).toMatchObject({ priceKeptUntil: daysFromNow(30) })
  const { data } = (await takeBack(manager, running)).body
  expect(data).toMatchObject({ priceKeptUntil: null, keptPrice: null, status: 'Pending' })
  const [over, same] = [await order(line, 5000), await order(line, 5000)]
  // While today's price is the same, there is nothing to decide.
  await keepUntil(same.salesTransactionID, daysFromNow(-1))
  expect((await takeBack(manager, same)).body.data).toMatchObject({ priceKeptUntil: null, keptPrice: null })
  await keepUntil(over.salesTransactionID, daysFromNow(-1))
  await reprice(7000)
  const refused = await takeBack(manager, over)
  expect([refused.status, refused.body.code]).toEqual([409, 'sale.price_lapsed'])
  expect(await read(over.salesTransactionID)).toMatchObject({ amountPaid: 5000, status: 'Processing' })
  await proved()
})
