// Proves that an accepted trade-in pays one sale of its customer, at most what is left of it, also with many tills at once;
// that its rest is paid out or becomes store credit; and that a refund gives money unless the scrap is there.
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { stockItem } from '../../../tests/support/stocked.ts'
import { customerOf, ofTheDrawing, tradeInShop } from '../../../tests/support/trade-ins.ts'
import { moneyEntry } from '../../db/schema/money.ts'
import { paymentType, sale } from '../../db/schema/sales.ts'
import { tradeIn } from '../../db/schema/trade-ins.ts'
import { shopItself } from '../../kernel/context.ts'
import { findAllContradictions } from '../../prove-books.ts'
import { ensureTradeInType } from './payment-type.operations.ts'

const { db, admin, staff, manager, path, offered, accepted } = await tradeInShop()
const piece = { ...ofTheDrawing[0]!, grossGrams: 1, loss: 0 }
const types = await db.select().from(paymentType)
const typeOf = (code: string) => types.find((type) => type.code === code)!.paymentTypeID
const [cash, byTradeIn, credit] = [typeOf('cash'), typeOf('trade_in'), typeOf('store_credit')]
const bank = types.find(({ paymentName }) => paymentName === 'Bank transfer')!.paymentTypeID
const ring = (await stockItem(db, { quantity: 500, price: 5000, cost: 3000 })).itemID
const ben = await customerOf(db, 'Ben')

type Payment = { paymentTypeID: number; amount: number; tradeInID?: number }
/** Sells a ring of ₱5,000.00 to the customer. */
const sell = (payments: Payment[], over: object = {}, who = staff) =>
  who('POST', '/api/v2/sales', {
    locationID: 1,
    transactionTypeID: 1,
    customerID: 1,
    items: [{ itemID: ring, orderQty: 1 }],
    payments,
    complete: true,
    ...over,
  })
const by = (tradeInID: number, amount: number): Payment => ({ paymentTypeID: byTradeIn, amount, tradeInID })
const leftOf = async (tradeInID: number) => (await staff('GET', `${path}/${tradeInID}`)).body.data.left
const settle = (tradeInID: number, body: object, who = staff) => who('POST', `${path}/${tradeInID}/settlement`, body)
/** Buys a gram of 18K for this offer. */
const buy = async (offer: number, customerID = 1): Promise<number> =>
  (await accepted([piece], { offer, customerID })).tradeInID

test('a trade-in pays a sale with cash beside it, and the rest is paid out', async () => {
  const tradeInID = await buy(6000)
  const sold = await sell([by(tradeInID, 4000), { paymentTypeID: cash, amount: 2000 }])
  expect([sold.status, sold.body.data]).toMatchObject([
    201,
    {
      status: 'Completed',
      amountPaid: 6000,
      change: 1000,
      payments: [
        { paymentCode: 'trade_in', amount: 4000, tradeInID, reference: expect.stringMatching(/^TI-/) },
        { paymentCode: 'cash', amount: 2000, change: 1000, tradeInID: null },
      ],
    },
  ])
  expect(await leftOf(tradeInID)).toBe(2000)
  const paid = await settle(tradeInID, { to: 'money', paymentTypeID: cash })
  expect([paid.status, paid.body.data]).toMatchObject([
    201,
    {
      left: 0,
      uses: [
        { kind: 'paid a sale', amount: 4000, transactionNumber: sold.body.data.transactionNumber },
        { kind: 'paid out', amount: 2000, paymentName: 'Cash', byName: 'Test Staff' },
      ],
    },
  ])
  const [entry] = await db.select().from(moneyEntry).where(eq(moneyEntry.kind, 'trade_in_paid'))
  expect(entry).toMatchObject({
    tradeInID,
    salesTransactionID: null,
    amount: -2000,
    paymentTypeID: cash,
    locationID: 1,
  })
  const again = await settle(tradeInID, { to: 'credit' })
  expect([again.status, again.body.code]).toEqual([409, 'trade_in.nothing_left'])
  expect(await findAllContradictions(db)).toEqual([])
  const report = await admin('GET', '/api/v1/reports/payments')
  const rows = report.body.data.filter((row: { reference: string | null }) => row.reference?.startsWith('TI-'))
  expect(rows).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ kind: 'Payment', tradedIn: 4000, received: 0, net: 0 }),
      expect.objectContaining({ kind: 'Trade-in paid', tradedIn: 0, handedBack: 2000, net: -2000 }),
    ]),
  )
})

test('the rest becomes store credit, which pays the next sale', async () => {
  const tradeInID = await buy(6000)
  expect((await sell([by(tradeInID, 5000)])).status).toBe(201)
  expect((await settle(tradeInID, { to: 'credit' })).body.data).toMatchObject({
    left: 0,
    uses: [{ kind: 'paid a sale' }, { kind: 'store credit', amount: 1000 }],
  })
  const { entries, balance } = (await staff('GET', '/api/v1/customers/1/credit')).body.data
  expect([balance, entries[0]]).toMatchObject([1000, { kind: 'traded in', amount: 1000, tradeInID }])
  const back = await manager('POST', `/api/v1/customers/1/credit/${entries[0].entryID}/corrections`, { reason: 'No' })
  expect([back.status, back.body.code]).toEqual([422, 'credit.not_given'])
  const next = await sell([
    { paymentTypeID: credit, amount: 1000 },
    { paymentTypeID: cash, amount: 4000 },
  ])
  expect(next.status).toBe(201)
  expect(await findAllContradictions(db)).toEqual([])
})

test('twenty tills that use one trade-in at once make one sale with it', async () => {
  const tradeInID = await buy(5000)
  const answers = await Promise.all(Array.from({ length: 20 }, () => sell([by(tradeInID, 5000)])))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  const refused = answers.filter(({ status }) => status !== 201)
  expect(new Set(refused.map(({ body }) => body.code))).toEqual(new Set(['trade_in.used']))
  expect(await leftOf(tradeInID)).toBe(0)
  expect(await findAllContradictions(db)).toEqual([])
})

test('a sale and a payout of the same rest at once pay it once', async () => {
  for (let round = 0; round < 5; round++) {
    const tradeInID = await buy(5000)
    const answers = await Promise.all([
      sell([by(tradeInID, 5000)]),
      settle(tradeInID, { to: 'money', paymentTypeID: bank }),
      settle(tradeInID, { to: 'credit' }),
      manager('POST', `${path}/${tradeInID}/return`, {}),
    ])
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(await leftOf(tradeInID)).toBe(0)
  }
  expect(await findAllContradictions(db)).toEqual([])
})

test('a refund asks how the value goes back, and gives it to the trade-in while its scrap is there', async () => {
  const tradeInID = await buy(5000)
  const { salesTransactionID } = (await sell([by(tradeInID, 3000), { paymentTypeID: bank, amount: 2000 }])).body.data
  const refund = (body: object) =>
    manager('POST', `/api/v2/sales/${salesTransactionID}/refunds`, { reason: 'Too small', ...body })
  const asked = await refund({})
  expect([asked.status, asked.body.code, asked.body.message]).toEqual([
    422,
    'refund.type_missing',
    'Choose how the ₱3,000.00 is handed back',
  ])
  const done = await refund({ paymentTypeID: byTradeIn })
  expect([done.status, done.body.data.status]).toEqual([201, 'Refunded'])
  const entries = await db
    .select({ type: moneyEntry.paymentTypeID, amount: moneyEntry.amount, tradeInID: moneyEntry.tradeInID })
    .from(moneyEntry)
    .where(sql`${moneyEntry.salesTransactionID} = ${salesTransactionID} and kind = 'refund'`)
    .orderBy(moneyEntry.amount)
  expect(entries).toEqual([
    { type: byTradeIn, amount: -3000, tradeInID },
    { type: bank, amount: -2000, tradeInID: null },
  ])
  expect(await leftOf(tradeInID)).toBe(5000)
  const back = await manager('POST', `${path}/${tradeInID}/return`, {})
  expect(back.body.data.status).toBe('Returned')
  expect(await findAllContradictions(db)).toEqual([])
})

test('a refund gives money once the scrap has left, and a canceled sale asks for it too', async () => {
  const gold = { ...piece, testedKarat: '21K' as const }
  const { tradeInID } = await accepted([gold], { offer: 5000 })
  const { salesTransactionID } = (await sell([by(tradeInID, 5000)])).body.data
  const { rows } = await db.execute<{ id: number }>(
    sql`select inventory_id as id from inventory join scrap_item using (item_id) where karat = '21K'`,
  )
  const inventoryID = rows[0]!.id
  const adjustment = { inventoryID, adjustmentReasonID: 1, quantityAdjusted: -1 }
  const { adjustmentID } = (await manager('POST', '/api/v1/inventory-adjustment', adjustment)).body.data
  await admin('PUT', `/api/v1/inventory-adjustment/${inventoryID}/approve/${adjustmentID}`, {})
  const refund = (paymentTypeID: number) =>
    manager('POST', `/api/v2/sales/${salesTransactionID}/refunds`, { reason: 'Too small', paymentTypeID })
  const gone = await refund(byTradeIn)
  expect([gone.status, gone.body.code]).toEqual([409, 'trade_in.scrap_gone'])
  expect(gone.body.message).toMatch(/^The scrap of TI-\S+ has left the stock: choose money or store credit$/)
  expect((await refund(cash)).status).toBe(201)
  expect(await leftOf(tradeInID)).toBe(0)
  expect(await findAllContradictions(db)).toEqual([])
})

test('a deposit by trade-in goes back to it when the sale is canceled, and may pay another sale', async () => {
  const tradeInID = await buy(2000)
  const open = (await sell([by(tradeInID, 2000)], { complete: false })).body.data
  expect([open.status, open.balance]).toEqual(['Processing', 3000])
  const canceled = await manager('PUT', `/api/v2/sales/${open.salesTransactionID}/cancel`, {
    deposit: 'refund',
    reason: 'No money',
  })
  expect(canceled.body.data).toMatchObject({
    status: 'Canceled',
    payments: [{ amount: 2000 }, { amount: -2000, tradeInID }],
  })
  expect(await leftOf(tradeInID)).toBe(2000)
  const next = (await sell([], { complete: false })).body.data
  const paid = await staff('POST', `/api/v2/sales/${next.salesTransactionID}/payments`, by(tradeInID, 2000))
  expect([paid.status, paid.body.data.balance]).toEqual([201, 3000])
  expect(await findAllContradictions(db)).toEqual([])
})

test('wrong payments by trade-in are refused, and write nothing', async () => {
  const tradeInID = await buy(4000)
  const [open, others] = [(await offered([piece])).tradeInID, await buy(4000, ben)]
  const before = await db.$count(sale)
  const used = await buy(4000)
  await sell([by(used, 1000), { paymentTypeID: cash, amount: 4000 }])
  for (const [payment, over, status, code, message] of [
    [{ paymentTypeID: byTradeIn, amount: 10 }, {}, 422, 'payment.trade_in_missing', 'Choose the trade-in that pays'],
    [
      { paymentTypeID: cash, amount: 10, tradeInID },
      {},
      422,
      'payment.trade_in_missing',
      'Cash is not a trade-in: leave the trade-in out',
    ],
    [by(9999, 10), {}, 422, 'reference.missing', 'Trade-in 9999 does not exist'],
    [by(open, 10), {}, 409, 'trade_in.not_accepted', /^TI-\S+ is Offered: only an accepted trade-in pays$/],
    [
      by(others, 10),
      {},
      422,
      'trade_in.other_customer',
      /^TI-\S+ is of Ben Villanueva: choose this customer for the sale$/,
    ],
    [by(tradeInID, 10), { customerID: null }, 422, 'trade_in.other_customer', /choose this customer/],
    [by(tradeInID, 4000.01), {}, 409, 'trade_in.short', /^Only ₱4,000\.00 of TI-\S+ is left$/],
    [by(used, 10), {}, 409, 'trade_in.used', /^TI-\S+ pays SO-\S+ already$/],
    [by(tradeInID, 5000.01), {}, 422, 'payment.exceeds_balance', /may not be more than the balance/],
  ] as const) {
    const answer = await sell([payment], { complete: false, ...over })
    expect([answer.status, answer.body.code]).toEqual([status, code])
    expect(answer.body.message).toMatch(message)
  }
  const twice = await sell([by(tradeInID, 10), by(tradeInID, 20)], { complete: false })
  expect([twice.status, twice.body.code]).toEqual([409, 'trade_in.used'])
  expect(await db.$count(sale)).toBe(before + 1)
  expect(await leftOf(tradeInID)).toBe(4000)
})

test('a sale that a trade-in paid keeps its customer and this payment', async () => {
  const tradeInID = await buy(1000)
  const { salesTransactionID: id, payments, items } = (await sell([by(tradeInID, 1000)], { complete: false })).body.data
  const moved = await staff('PUT', `/api/v2/sales/${id}`, {
    locationID: 1,
    transactionTypeID: 1,
    items,
    customerID: ben,
  })
  expect([moved.status, moved.body.code]).toEqual([409, 'credit.customer_fixed'])
  const corrected = await manager('POST', `/api/v2/sales/${id}/payments/${payments[0].paymentID}/corrections`, {
    paymentTypeID: cash,
    reason: 'Wrong type',
  })
  expect([corrected.status, corrected.body.code]).toEqual([422, 'payment.of_trade_in'])
  for (const attempt of [
    db.update(sale).set({ customerID: ben }).where(eq(sale.salesTransactionID, id)),
    db.update(tradeIn).set({ settled: 0 }).where(eq(tradeIn.tradeInID, tradeInID)),
    db.insert(moneyEntry).values({
      kind: 'trade_in_paid',
      day: '2026-11-26',
      locationID: 1,
      tradeInID,
      paymentTypeID: byTradeIn,
      amount: -1,
    }),
    db.insert(moneyEntry).values({
      kind: 'payment',
      day: '2026-11-26',
      locationID: 1,
      salesTransactionID: id,
      paymentTypeID: byTradeIn,
      amount: 1,
    }),
  ])
    await expect(Promise.resolve(attempt)).rejects.toMatchObject({ cause: { code: '23001' } })
})

test.each<[object, number, string]>([
  [{ to: 'money' }, 422, 'Choose the payment type by which it is paid out'],
  [{ to: 'money', paymentTypeID: 999 }, 422, 'Payment type 999 does not exist'],
  [{ to: 'money', paymentTypeID: credit }, 422, 'Store Credit is no money: choose another payment type'],
  [{ to: 'money', paymentTypeID: byTradeIn }, 422, 'Trade-in is no money: choose another payment type'],
  [{ to: 'bank' }, 400, 'To must be one of: money, credit'],
])('a payout with %j is refused', async (body, status, message) => {
  const tradeInID = await buy(1000)
  const answer = await settle(tradeInID, body)
  expect([answer.status, answer.body.message]).toEqual([status, message])
  expect(await leftOf(tradeInID)).toBe(1000)
})

test('a shop of an earlier version gets the payment type with its first purchase, beside its own of this name', async () => {
  const rolledBack = new Error('Rolled back')
  const names = await db
    .transaction(async (tx) => {
      await tx.execute(sql`set local session_replication_role = 'replica'`)
      await tx.execute(sql`update payment_type set code = null, payment_name = 'Trade-in' where code = 'trade_in'`)
      const context = { db: tx, actor: shopItself, now: new Date(), client: { address: '', agent: '' } }
      await ensureTradeInType(context)
      await ensureTradeInType(context)
      const rows = await tx
        .select()
        .from(paymentType)
        .where(sql`payment_name like 'Trade-in%'`)
        .orderBy(paymentType.paymentTypeID)
      throw Object.assign(rolledBack, { rows: rows.map(({ paymentName, code }) => [paymentName, code]) })
    })
    .catch((error: { rows?: unknown }) => error.rows)
  expect(names).toEqual([
    ['Trade-in', null],
    ['Trade-in (ledger)', 'trade_in'],
  ])
})
