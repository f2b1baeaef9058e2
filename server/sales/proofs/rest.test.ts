// Proves through HTTP that money which pays no sale becomes the customer's credit or goes back, when a person says so, and
// that undoing takes it back unless it was used. Also that any amount over several sales sums exactly to the centavo.
import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { expectBooksRight } from '../../../tests/support/proof-books.ts'
import { proofShop } from '../../../tests/support/proofs.ts'
import { moneyEntry } from '../../db/schema/money.ts'
import { proofPayment } from '../../db/schema/proofs.ts'
import { customer, sale } from '../../db/schema/sales.ts'

const { db, staff, manager, ana, bea, sell, send, seen, get, act } = await proofShop()

const creditOf = async (customerID: number) =>
  (await staff('GET', `/api/v1/customers/${customerID}/credit`)).body.data as {
    balance: number
    entries: { kind: string; amount: number; reference: string | null; reason: string }[]
  }
const saleOf = async (id: number) => (await staff('GET', `/api/v2/sales/${id}`)).body.data

async function newCustomer() {
  const [made] = await db
    .insert(customer)
    .values({ firstName: 'Cora', lastName: 'Lim', contactNo: '0917', email: 'c@x.example', customerTypeID: 1 })
    .returning()
  return made!.customerID
}

test('more than is owed becomes the customer’s credit, with the reference of the transfer', async () => {
  const { salesTransactionID: id } = await sell()
  const proofID = await send(id)
  const approval = seen(10_500.25, { rest: 'credit' })
  const { status, body } = await act(proofID, 'approve', approval)
  expect(status, body.message).toBe(200)
  expect(body.data.parts).toMatchObject([
    { kind: 'sale', amount: 10_000, salesTransactionID: id },
    { kind: 'credit', amount: 500.25, salesTransactionID: null, transactionNumber: null },
  ])
  const { balance, entries } = await creditOf(ana.customerID)
  expect(balance).toBe(500.25)
  expect(entries[0]).toMatchObject({
    kind: 'paid in',
    amount: 500.25,
    reference: approval.reference,
    reason: `Payment proof P-${proofID}`,
  })
  expect((await saleOf(id)).balance).toBe(0)
  await expectBooksRight(db)
})

test('only a manager sends a rest back, and the credit stays as it was', async () => {
  const { salesTransactionID: id } = await sell({ customerID: bea.customerID })
  const proofID = await send(id)
  const approval = seen(10_500, { rest: 'return' })
  expect(await act(proofID, 'approve', approval)).toMatchObject({
    status: 403,
    body: { code: 'proof.return_denied', message: 'Only a manager may send money back: keep it as credit' },
  })
  expect(await get(proofID)).toMatchObject({ status: 'Sent' })
  const { body } = await act(proofID, 'approve', approval, manager)
  expect(body.data.parts).toMatchObject([{ kind: 'sale' }, { kind: 'returned', amount: 500 }])
  expect((await creditOf(bea.customerID)).balance).toBe(0)
  expect(await act(proofID, 'undo', { reason: 'Wrong' }, manager)).toMatchObject({
    status: 409,
    body: {
      code: 'credit.short',
      message: '₱500.00 of it became credit that was used or sent back since. Only ₱0.00 credit left',
    },
  })
  await expectBooksRight(db)
})

test('money of a canceled sale, or of one whose goods are gone, becomes credit when a person says so', async () => {
  const customerID = await newCustomer()
  const canceled = await sell({ customerID })
  const waiting = await send(canceled.salesTransactionID)
  await manager('PUT', `/api/v2/sales/${canceled.salesTransactionID}/cancel`)
  expect((await act(waiting, 'approve', seen(10_000))).body.code).toBe('proof.goods_gone')
  const kept = await act(waiting, 'approve', seen(10_000, { rest: 'credit' }))
  expect(kept.body.data.parts).toMatchObject([{ kind: 'credit', amount: 10_000 }])
  const lapsed = await sell({ customerID, quantity: 2 })
  await db
    .update(sale)
    .set({ holdUntil: new Date(Date.now() - 60_000) })
    .where(eq(sale.salesTransactionID, lapsed.salesTransactionID))
  await db.execute(sql`delete from stock_reservation where sales_item_id in (
    select sales_item_id from sales_item where sales_transaction_id = ${lapsed.salesTransactionID})`)
  await sell({ quantity: 2, itemID: lapsed.items[0]!.itemID, customerID: bea.customerID })
  const late = await send(lapsed.salesTransactionID)
  const approval = seen(2_000, { rest: 'credit' })
  expect((await act(late, 'approve', approval)).body.code).toBe('proof.goods_gone')
  expect((await act(late, 'approve', { ...approval, parts: [] })).status).toBe(200)
  expect((await creditOf(customerID)).balance).toBe(12_000)
  await expectBooksRight(db)
})

test('undoing takes the credit back, unless it was used', async () => {
  const customerID = await newCustomer()
  const approve = async () => {
    const { salesTransactionID } = await sell({ customerID })
    const proofID = await send(salesTransactionID)
    expect((await act(proofID, 'approve', seen(10_300, { rest: 'credit' }))).status).toBe(200)
    return { proofID, salesTransactionID }
  }
  const first = await approve()
  const undone = await act(first.proofID, 'undo', { reason: 'Wrong account' }, manager)
  expect(undone.status, undone.body.message).toBe(200)
  expect((await creditOf(customerID)).balance).toBe(0)
  expect(await saleOf(first.salesTransactionID)).toMatchObject({ amountPaid: 0, balance: 10_000 })
  const second = await approve()
  const { salesTransactionID: spent } = await sell({ customerID, quantity: 1 })
  const { rows } = await db.execute<{ id: number }>(
    sql`select payment_type_id as id from payment_type where code = 'store_credit'`,
  )
  await staff('POST', `/api/v2/sales/${spent}/payments`, { paymentTypeID: rows[0]!.id, amount: 300 })
  expect((await act(second.proofID, 'undo', { reason: 'Wrong account' }, manager)).body.code).toBe('credit.short')
  expect(await saleOf(second.salesTransactionID)).toMatchObject({ amountPaid: 10_000 })
  await expectBooksRight(db)
})

test('any amount over several sales sums exactly: parts, credit and balances, to the centavo', async () => {
  const cents = (pesos: number) => Math.round(pesos * 100)
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 3 }),
      fc.array(fc.integer({ min: 1, max: 420_000 }), { minLength: 1, maxLength: 3 }),
      fc.integer({ min: 0, max: 99_999 }),
      async (quantities, wanted, rest) => {
        const customerID = await newCustomer()
        const sales: Awaited<ReturnType<typeof sell>>[] = []
        for (const quantity of quantities) sales.push(await sell({ customerID, quantity }))
        const parts = wanted.slice(0, sales.length).map((amount, n) => ({
          salesTransactionID: sales[n]!.salesTransactionID,
          amount: amount / 100,
        }))
        const total = wanted.slice(0, sales.length).reduce((sum, amount) => sum + amount, rest) / 100
        const proofID = await send(sales[0]!.salesTransactionID)
        const { status, body } = await act(proofID, 'approve', seen(total, { parts, rest: 'credit', isPart: true }))
        const fits = parts.every(({ amount }, n) => cents(amount) <= cents(sales[n]!.totalPurchase))
        expect([status, body.code], body.message).toEqual(fits ? [200, undefined] : [422, 'payment.exceeds_balance'])
        const entries = await db
          .select({ amount: moneyEntry.amount })
          .from(proofPayment)
          .innerJoin(moneyEntry, eq(moneyEntry.entryID, proofPayment.entryID))
          .where(eq(proofPayment.proofID, proofID))
        expect(entries.reduce((sum, { amount }) => sum + cents(amount), 0)).toBe(fits ? cents(total) : 0)
        expect(cents((await creditOf(customerID)).balance)).toBe(fits ? rest : 0)
        for (const [n, { salesTransactionID, totalPurchase }] of sales.entries()) {
          const paid = fits ? cents(parts[n]?.amount ?? 0) : 0
          const { balance } = await saleOf(salesTransactionID)
          expect(balance).toBeGreaterThanOrEqual(0)
          expect(cents(balance)).toBe(cents(totalPurchase) - paid)
        }
      },
    ),
    { numRuns: 15 },
  )
  await expectBooksRight(db)
}, 120_000)
