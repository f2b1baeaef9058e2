import fc from 'fast-check'
import { expect, test } from 'vitest'

import { moneyEntry } from '../../server/db/schema/money.ts'
import { verifyMoney } from '../../server/money/verify.ts'
import { testApp } from '../support/fixtures.ts'
import { stockItem } from '../support/stocked.ts'

// Proves that after any sequence of payments, corrections, payments taken back, cancellations and refunds, some of them at once, the sums of
// each sale, the Payments report and the ledger agree with a model of drawer and banks. The model is in memory.

const { db, as } = await testApp({ connections: 10 })
const manager = as(2)
const path = '/api/v2/sales'
const total = 100_000
const givesChange = (type: number) => type === 1
const { itemID } = await stockItem(db, { quantity: 100_000, price: total / 100 })

/** A payment that counts, in centavos, with the change given for it. */
type Paid = { paymentID: number; type: number; amount: number; change: number }
type Sale = { id: number; status: string; paid: Paid[]; corrected: number[]; refunded: number }
type Step = {
  what: 'pay' | 'correct' | 'takeBack' | 'cancel' | 'complete' | 'refund'
  sale: number
  n: number
  type: number
  cents: number
}

/** The money in each drawer and account, by payment type, in centavos. */
const drawers = new Map<number, number>()
const move = (type: number, cents: number) => drawers.set(type, (drawers.get(type) ?? 0) + cents)
const net = (paid: readonly Paid[]) => paid.reduce((sum, { amount, change }) => sum + amount - change, 0)
const isOpen = ({ status }: Sale) => status === 'Pending' || status === 'Processing'

/** Returns the change of a payment; null where the sale does not take it. */
function changeOf(paid: readonly Paid[], type: number, amount: number): number | null {
  const balance = total - net(paid)
  if (balance === 0 || amount === 0 || (amount > balance && !givesChange(type))) return null
  return Math.max(0, amount - balance)
}

/** Does one step in the shop and in the model. Both accept it, or both refuse it. */
async function run(sale: Sale, { what, n, type, cents }: Step) {
  const at = `${path}/${sale.id}`
  const agree = async (method: 'POST' | 'PUT', url: string, body: object, accepted: boolean) => {
    const answer = await manager(method, url, body)
    expect([what, answer.status < 300, answer.body.message]).toEqual([what, accepted, answer.body.message])
    return answer.body.data
  }
  if (what === 'pay') {
    const change = isOpen(sale) ? changeOf(sale.paid, type, cents) : null
    const data = await agree('POST', `${at}/payments`, { paymentTypeID: type, amount: cents / 100 }, change !== null)
    if (change === null) return
    sale.paid.push({ paymentID: data.payments.at(-1).paymentID, type, amount: cents, change })
    sale.status = 'Processing'
    move(type, cents - change)
  }
  if (what === 'correct') {
    const wrong = sale.paid[n % Math.max(1, sale.paid.length)]
    if (!wrong) return
    const others = sale.paid.filter((one) => one !== wrong)
    const change = changeOf(others, type, cents)
    const right = { paymentID: 0, type, amount: cents, change: change ?? 0 }
    const accepted =
      change !== null &&
      (isOpen(sale) || sale.status === 'Completed') &&
      (wrong.type !== type || wrong.amount !== cents) &&
      (sale.status !== 'Completed' || net([...others, right]) === total)
    const body = { paymentTypeID: type, amount: cents / 100, reason: 'Model' }
    const data = await agree('POST', `${at}/payments/${wrong.paymentID}/corrections`, body, accepted)
    if (!accepted) return
    sale.paid = [...others, { ...right, paymentID: data.payments.at(-1).paymentID }]
    sale.corrected.push(wrong.paymentID)
    move(wrong.type, wrong.change - wrong.amount)
    move(type, cents - right.change)
  }
  if (what === 'takeBack') {
    const wrong = sale.paid[n % Math.max(1, sale.paid.length)]
    if (!wrong) return
    const accepted = isOpen(sale)
    await agree('POST', `${at}/payments/${wrong.paymentID}/reversal`, { reason: 'Model' }, accepted)
    if (!accepted) return
    sale.paid = sale.paid.filter((one) => one !== wrong)
    sale.corrected.push(wrong.paymentID)
    sale.status = sale.paid.length === 0 ? 'Pending' : 'Processing'
    move(wrong.type, wrong.change - wrong.amount)
  }
  if (what === 'complete') {
    const accepted = isOpen(sale) && net(sale.paid) === total
    await agree('PUT', `${at}/complete`, {}, accepted)
    if (accepted) sale.status = 'Completed'
  }
  if (what === 'cancel') {
    const keep = n % 2 === 1
    const accepted = isOpen(sale)
    await agree('PUT', `${at}/cancel`, { deposit: keep ? 'forfeit' : 'refund', reason: 'Model' }, accepted)
    if (!accepted) return
    sale.status = 'Canceled'
    if (keep) return
    sale.refunded = net(sale.paid)
    for (const { type, amount, change } of sale.paid) move(type, change - amount)
  }
  if (what === 'refund') {
    const accepted = sale.status === 'Completed'
    await agree('POST', `${at}/refunds`, { paymentTypeID: type, reason: 'Model' }, accepted)
    if (!accepted) return
    sale.status = 'Refunded'
    sale.refunded = total
    move(type, -total)
  }
}

const steps = fc.array(
  fc.record({
    what: fc.constantFrom<Step['what']>(
      'pay',
      'pay',
      'pay',
      'correct',
      'correct',
      'takeBack',
      'cancel',
      'complete',
      'refund',
    ),
    sale: fc.nat(3),
    n: fc.nat(5),
    type: fc.integer({ min: 1, max: 3 }),
    cents: fc.oneof(fc.constant(total), fc.constant(50_000), fc.constant(25_000), fc.integer({ min: 1, max: 150_000 })),
  }),
  { minLength: 10, maxLength: 30 },
)

test('sales, ledger and reports agree with the model after any steps', { timeout: 240_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      const before = await db.select().from(moneyEntry)
      const sales = await Promise.all(
        [0, 1, 2, 3].map(async (): Promise<Sale> => {
          const order = { locationID: 1, transactionTypeID: 1, items: [{ itemID, orderQty: 1, price: total / 100 }] }
          const { body } = await manager('POST', path, order)
          return { id: body.data.salesTransactionID, status: 'Pending', paid: [], corrected: [], refunded: 0 }
        }),
      )
      // The steps of different sales run at once; those of one sale run in order.
      await Promise.all(
        sales.map(async (sale, n) => {
          for (const step of all.filter((one) => one.sale === n)) await run(sale, step)
        }),
      )
      for (const sale of sales) {
        const { data } = (await manager('GET', `${path}/${sale.id}`)).body
        const paid = sale.paid.reduce((sum, { amount }) => sum + amount, 0)
        const over = sale.status === 'Canceled' || sale.status === 'Refunded'
        expect(data).toMatchObject({
          status: sale.status,
          amountPaid: paid / 100,
          change: (paid - net(sale.paid)) / 100,
          balance: over ? 0 : (total - net(sale.paid)) / 100,
          refundedAmount: sale.refunded / 100,
        })
        const corrected = data.payments.flatMap((one: { paymentID: number; correction: object | null }) =>
          one.correction ? [one.paymentID] : [],
        )
        expect(new Set(corrected)).toEqual(new Set(sale.corrected))
      }
      for (const type of [1, 2, 3]) {
        const { totals } = (await manager('GET', `/api/v1/reports/payments?paymentTypeID=${type}`)).body
        expect(Math.round((totals?.net ?? 0) * 100)).toBe(drawers.get(type) ?? 0)
      }
      // Entries are final: those of before are still the same.
      const after = new Map((await db.select().from(moneyEntry)).map((row) => [row.entryID, row]))
      for (const entry of before) expect(after.get(entry.entryID)).toEqual(entry)
      expect(await verifyMoney({ db })).toEqual([])
    }),
    { numRuns: 25, endOnFailure: true },
  )
})
