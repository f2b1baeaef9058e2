import fc from 'fast-check'
import { expect, test } from 'vitest'

import { paymentType } from '../../server/db/schema/sales.ts'
import { verifyMoney } from '../../server/money/verify.ts'
import { verifyStock } from '../../server/stock/ledger/verify.ts'
import { testApp } from '../support/fixtures.ts'
import { stockItem } from '../support/stocked.ts'

// Proves that after any sequence of gifts, money paid in and out, sales, refunds, corrections, cancellations and exchanges, some of them at
// once, each customer's credit and the money of the Payments report are those of a model. The model is in memory.

const { db, as } = await testApp({ connections: 10 })
const manager = as(2)
const types = await db.select().from(paymentType)
const credit = types.find(({ code }) => code === 'store_credit')!.paymentTypeID
const cash = 1
const { itemID } = await stockItem(db, { quantity: 100_000, price: 1 })

/** An amount that a customer or the drawer has, in centavos. */
type Customer = {
  id: number
  credit: number
  gifts: { entryID: number; amount: number; isMoney: boolean }[]
  sales: Sale[]
}
/** A sale of one piece: what paid for it, in centavos. `goods` is the part that an exchange paid. */
type Sale = {
  id: number
  lineID: number
  total: number
  byCredit: number
  byCash: number
  goods: number
  status: 'open' | 'completed' | 'closed'
  creditPaymentID: number | null
}
type Step = {
  what:
    | 'give'
    | 'payIn'
    | 'payOut'
    | 'takeBack'
    | 'sell'
    | 'deposit'
    | 'cancel'
    | 'correct'
    | 'refund'
    | 'refundAsCredit'
    | 'exchange'
  customer: number
  n: number
  cents: number
  part: number
}
let drawer = 0
const pesos = (cents: number) => cents / 100

const call = async (method: 'POST' | 'PUT', url: string, body: object, accepted: boolean) => {
  const answer = await manager(method, url, body)
  expect([url, answer.status < 300, answer.body.message]).toEqual([url, accepted, answer.body.message])
  return answer.body.data
}
const sell = async (customer: Customer, total: number, byCredit: number, complete: boolean) => {
  const byCash = complete ? total - byCredit : 0
  const payments = [
    ...(byCredit > 0 ? [{ paymentTypeID: credit, amount: pesos(byCredit) }] : []),
    ...(byCash > 0 ? [{ paymentTypeID: cash, amount: pesos(byCash) }] : []),
  ]
  const items = [{ itemID, orderQty: 1, price: pesos(total) }]
  const body = { locationID: 1, transactionTypeID: 1, customerID: customer.id, items, payments, complete }
  const accepted = byCredit <= customer.credit
  const data = await call('POST', '/api/v2/sales', body, accepted)
  if (!accepted) return
  customer.credit -= byCredit
  drawer += byCash
  const status = complete ? 'completed' : 'open'
  const creditPaymentID: number | null = byCredit > 0 ? data.payments[0].paymentID : null
  const [id, lineID] = [data.salesTransactionID, data.items[0].salesItemID]
  customer.sales.push({ id, lineID, total, byCredit, byCash, goods: 0, status, creditPaymentID })
}
const pick = (customer: Customer, n: number, status: Sale['status']) => {
  const sales = customer.sales.filter((sale) => sale.status === status)
  return sales[n % Math.max(1, sales.length)]
}

/** Takes money that becomes credit, or pays credit out in cash. */
async function runPayment(customer: Customer, { what, cents }: Step) {
  const path = `/api/v1/customers/${customer.id}/credit`
  const body = { amount: pesos(cents), paymentTypeID: cash, locationID: 1, reason: 'Model' }
  if (what === 'payIn') {
    const data = await call('POST', `${path}/payments`, body, true)
    customer.gifts.push({ entryID: data.entries[0].entryID, amount: cents, isMoney: true })
    customer.credit += cents
    drawer += cents
    return
  }
  const accepted = customer.credit >= cents
  await call('POST', `${path}/payouts`, body, accepted)
  if (!accepted) return
  customer.credit -= cents
  drawer -= cents
}

/** Gives credit by hand, or takes back a gift or money that was never paid in. */
async function runGift(customer: Customer, { what, n, cents }: Step) {
  const path = `/api/v1/customers/${customer.id}/credit`
  if (what === 'give') {
    const data = await call('POST', path, { amount: pesos(cents), reason: 'Model' }, true)
    customer.gifts.push({ entryID: data.entries[0].entryID, amount: cents, isMoney: false })
    customer.credit += cents
    return
  }
  const gift = customer.gifts[n % Math.max(1, customer.gifts.length)]
  if (!gift) return
  const accepted = customer.credit >= gift.amount
  await call('POST', `${path}/${gift.entryID}/corrections`, { reason: 'Model' }, accepted)
  if (!accepted) return
  customer.credit -= gift.amount
  if (gift.isMoney) drawer -= gift.amount
  customer.gifts = customer.gifts.filter((one) => one !== gift)
}

/** Cancels an open sale, or corrects its credit payment to another amount. */
async function runOpen(customer: Customer, { what, n, cents }: Step) {
  const sale = pick(customer, n, 'open')
  if (!sale) return
  const at = `/api/v2/sales/${sale.id}`
  if (what === 'cancel') {
    await call('PUT', `${at}/cancel`, { deposit: 'refund', reason: 'Model' }, true)
    customer.credit += sale.byCredit
    sale.status = 'closed'
    return
  }
  if (sale.creditPaymentID === null) return
  const accepted = cents <= customer.credit + sale.byCredit && cents <= sale.total && cents !== sale.byCredit
  const body = { amount: pesos(cents), reason: 'Model' }
  const data = await call('POST', `${at}/payments/${sale.creditPaymentID}/corrections`, body, accepted)
  if (!accepted) return
  customer.credit += sale.byCredit - cents
  sale.byCredit = cents
  sale.creditPaymentID = data.payments.at(-1).paymentID
}

/** Refunds a completed sale as it was paid or as credit, or exchanges its goods. */
async function runReturn(customer: Customer, { what, n, cents, part }: Step) {
  const sale = pick(customer, n, 'completed')
  if (!sale) return
  if (what === 'exchange') {
    const due = Math.max(0, cents - sale.total)
    const byCredit = Math.min(due, part)
    const payments = [
      ...(byCredit > 0 ? [{ paymentTypeID: credit, amount: pesos(byCredit) }] : []),
      ...(due > byCredit ? [{ paymentTypeID: cash, amount: pesos(due - byCredit) }] : []),
    ]
    const returned = [{ salesItemID: sale.lineID, qty: 1 }]
    const body = { reason: 'Model', returned, items: [{ itemID, orderQty: 1, price: pesos(cents) }], payments }
    const accepted = byCredit <= customer.credit
    const data = await call('POST', `/api/v1/sales/${sale.id}/exchanges`, body, accepted)
    if (!accepted) return
    sale.status = 'closed'
    customer.credit += Math.max(0, sale.total - cents) - byCredit
    drawer += due - byCredit
    const [id, lineID] = [data.salesTransactionID, data.items[0].salesItemID]
    const goods = Math.min(sale.total, cents)
    const paid = { byCredit, byCash: due - byCredit, goods, status: 'completed', creditPaymentID: null } as const
    customer.sales.push({ id, lineID, total: cents, ...paid })
    return
  }
  const asCredit = what === 'refundAsCredit'
  const accepted = asCredit || sale.goods === 0
  const body = { reason: 'Model', ...(asCredit && { paymentTypeID: credit }) }
  await call('POST', `/api/v2/sales/${sale.id}/refunds`, body, accepted)
  if (!accepted) return
  sale.status = 'closed'
  customer.credit += asCredit ? sale.total : sale.byCredit
  drawer -= asCredit ? 0 : sale.byCash
}

async function run(customer: Customer, step: Step) {
  const { what, cents, part } = step
  if (what === 'give' || what === 'takeBack') await runGift(customer, step)
  else if (what === 'payIn' || what === 'payOut') await runPayment(customer, step)
  else if (what === 'sell') await sell(customer, cents, Math.min(part, cents), true)
  else if (what === 'deposit') await sell(customer, cents, Math.min(part, cents), false)
  else if (what === 'cancel' || what === 'correct') await runOpen(customer, step)
  else await runReturn(customer, step)
}

const steps = fc.array(
  fc.record({
    what: fc.constantFrom<Step['what']>(
      ...(['give', 'payIn', 'payOut', 'takeBack', 'takeBack', 'sell', 'sell', 'deposit', 'cancel', 'correct'] as const),
      ...(['refund', 'refundAsCredit', 'exchange', 'exchange'] as const),
    ),
    customer: fc.nat(2),
    n: fc.nat(5),
    cents: fc.integer({ min: 100, max: 100_000 }),
    part: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 120_000 })),
  }),
  { minLength: 10, maxLength: 30 },
)

let names = 0
test(
  'the credit of each customer and the drawer agree with the model after any steps',
  { timeout: 240_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        const customers = await Promise.all(
          [0, 1, 2].map(async (): Promise<Customer> => {
            const email = `model${++names}@x.example`
            const person = {
              firstName: 'Ana',
              lastName: `Model ${names}`,
              contactNo: `${names}`,
              email,
              customerTypeID: 1,
            }
            const { body } = await manager('POST', '/api/v2/customers', person)
            return { id: body.data.customerID, credit: 0, gifts: [], sales: [] }
          }),
        )
        // The steps of different customers run at once; those of one customer run in order.
        await Promise.all(
          customers.map(async (customer, n) => {
            for (const step of all.filter((one) => one.customer === n)) await run(customer, step)
          }),
        )
        for (const { id, credit: left } of customers) {
          const { data } = (await manager('GET', `/api/v1/customers/${id}/credit`)).body
          expect([data.balance, data.entries[0]?.balance ?? 0]).toEqual([pesos(left), pesos(left)])
          const statement = (await manager('GET', `/api/v2/customers/${id}/statement`)).body.data
          expect(statement.credit.balance).toBe(pesos(left))
          expect((await manager('GET', `/api/v2/customers/${id}/summary`)).body.data.storeCredit).toBe(pesos(left))
        }
        const { totals } = (await manager('GET', '/api/v1/reports/payments')).body
        expect([Math.round((totals?.net ?? 0) * 100), totals?.exchanged ?? 0]).toEqual([drawer, 0])
        expect([...(await verifyMoney({ db })), ...(await verifyStock({ db }))]).toEqual([])
      }),
      { numRuns: 25, endOnFailure: true },
    )
  },
)
