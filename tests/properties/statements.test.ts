import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { expect, test } from 'vitest'

import type { CustomerStatement } from '../../contract/sales/statements.ts'
import { moneyEntry } from '../../server/db/schema/money.ts'
import { testApp } from '../support/fixtures.ts'
import { stockItem } from '../support/stocked.ts'

// Proves that after any sequence of sales, payments, corrections, cancellations and refunds on many days, the statements
// and the report of balances as of every day agree with a model in memory, and the paid amounts with the money ledger.

const { app, db, as } = await testApp()
const manager = as(2)
const { itemID } = await stockItem(db, { quantity: 100_000, price: 1 })
const days = 130
const today = Temporal.Now.plainDateISO('Asia/Tokyo')
/** The date of a day of the model; the last one is today. */
const dateOf = (day: number) => today.subtract({ days: days - 1 - day }).toString()

/** One change of a customer's balance, in centavos. `orderDay` is the day of its sale. */
type Change = { customer: number; day: number; orderDay: number; charge: number; paid: number }
type Sale = {
  id: number
  customer: number
  orderDay: number
  total: number
  status: string
  payments: { paymentID: number; amount: number }[]
}
type Step = { what: string; later: number; n: number; cents: number; back: number; flag: boolean }

const step = fc.record({
  what: fc.constantFrom('sell', 'sell', 'pay', 'pay', 'payAll', 'correct', 'cancel', 'complete', 'refund', 'edit'),
  later: fc.nat(12),
  n: fc.nat(20),
  cents: fc.integer({ min: 1, max: 500_000 }),
  back: fc.nat(40),
  flag: fc.boolean(),
})

/** Runs the steps in the shop, day by day, and returns the model's changes. */
async function runSteps(steps: readonly Step[], customers: readonly number[]): Promise<Change[]> {
  const sales: Sale[] = []
  const changes: Change[] = []
  let day = 0
  const add = (sale: Sale, charge: number, paid: number, on = day) =>
    changes.push({ customer: sale.customer, day: on, orderDay: sale.orderDay, charge, paid })
  const send = async (method: 'POST' | 'PUT', path: string, body: object) => {
    const answer = await manager(method, path, body)
    expect([method, path, answer.body.message]).toEqual([method, path, undefined])
    return answer.body.data
  }
  const bodyOf = (sale: Omit<Sale, 'id' | 'payments' | 'status'>) => ({
    locationID: 1,
    transactionTypeID: 1,
    customerID: sale.customer,
    orderDate: dateOf(sale.orderDay),
    items: [{ itemID, orderQty: 1, price: sale.total / 100 }],
  })
  const paidOf = ({ payments }: Sale) => payments.reduce((sum, { amount }) => sum + amount, 0)
  const pay = async (sale: Sale, cents: number) => {
    const amount = Math.min(cents, sale.total - paidOf(sale))
    if (amount === 0) return
    // Cash above the balance gives change, which the statement leaves out.
    const given = amount === sale.total - paidOf(sale) ? amount + 5000 : amount
    const data = await send('POST', `/api/v2/sales/${sale.id}/payments`, { paymentTypeID: 1, amount: given / 100 })
    sale.payments.push({ paymentID: data.payments.at(-1).paymentID, amount })
    sale.status = 'Processing'
    add(sale, 0, amount)
  }

  for (const { what, later, n, cents, back, flag } of steps) {
    day = Math.min(days - 1, day + later)
    app.clock = () => new Date(`${dateOf(day)}T12:00:00+09:00`)
    if (what === 'sell') {
      const orderDay = flag ? day : Math.max(0, day - back)
      const made = { customer: customers[n % customers.length]!, orderDay, total: cents, payments: [] }
      const data = await send('POST', '/api/v2/sales', bodyOf(made))
      const sale = { ...made, id: data.salesTransactionID, status: 'Pending' }
      sales.push(sale)
      add(sale, cents, 0, orderDay)
      continue
    }
    const sale = sales[n % Math.max(1, sales.length)]
    if (!sale) continue
    const at = `/api/v2/sales/${sale.id}`
    const isOpen = sale.status === 'Pending' || sale.status === 'Processing'
    if (what === 'pay' && isOpen) await pay(sale, cents)
    if (what === 'payAll' && isOpen) await pay(sale, sale.total)
    if (what === 'correct' && isOpen && sale.payments.length > 0) {
      const wrong = sale.payments[n % sale.payments.length]!
      const right = Math.min(cents, sale.total - paidOf(sale) + wrong.amount)
      const body = { paymentTypeID: 2, amount: right / 100, reference: String(changes.length), reason: 'Model' }
      const data = await send('POST', `${at}/payments/${wrong.paymentID}/corrections`, body)
      sale.payments = sale.payments.filter((one) => one !== wrong)
      sale.payments.push({ paymentID: data.payments.at(-1).paymentID, amount: right })
      add(sale, 0, -wrong.amount)
      add(sale, 0, right)
    }
    if (what === 'edit' && isOpen && cents >= paidOf(sale)) {
      const next = { ...sale, total: cents }
      await send('PUT', at, bodyOf(next))
      // The total counts on the order date.
      add(sale, cents - sale.total, 0, sale.orderDay)
      sale.total = cents
    }
    if (what === 'cancel' && isOpen) {
      const paid = paidOf(sale)
      await send('PUT', `${at}/cancel`, paid === 0 ? {} : { deposit: flag ? 'refund' : 'forfeit', reason: 'Model' })
      add(sale, -sale.total, 0)
      if (paid > 0) add(sale, flag ? 0 : paid, flag ? -paid : 0)
      sale.status = 'Canceled'
    }
    if (what === 'complete' && isOpen && paidOf(sale) === sale.total) {
      await send('PUT', `${at}/complete`, {})
      sale.status = 'Completed'
    }
    if (what === 'refund' && sale.status === 'Completed') {
      await send('POST', `${at}/refunds`, { paymentTypeID: 1, reason: 'Model' })
      add(sale, -sale.total, -sale.total)
      sale.status = 'Refunded'
    }
  }
  return changes
}

const sum = (changes: readonly Change[], of: 'charge' | 'paid' | 'owed') =>
  changes.reduce((all, { charge, paid }) => all + (of === 'charge' ? charge : of === 'paid' ? paid : charge - paid), 0)
const cents = (pesos: number) => Math.round(pesos * 100)

test('statements and balances agree with the model on any day', { timeout: 240_000 }, async () => {
  const clock = app.clock
  let made = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 10, maxLength: 30 }),
      fc.array(fc.tuple(fc.nat(days - 1), fc.nat(days - 1)), { minLength: 3, maxLength: 3 }),
      async (steps, periods) => {
        app.clock = clock
        const type = await manager('POST', '/api/v2/customer-types', { TypeName: `Type ${++made}` })
        const { customerTypeID } = type.body.data
        const customers: number[] = []
        for (const n of [1, 2]) {
          const who = { firstName: 'Ana', lastName: `No ${made}`, contactNo: '1', email: `a${made}-${n}@x.example` }
          const answer = await manager('POST', '/api/v2/customers', { ...who, customerTypeID })
          customers.push(answer.body.data.customerID)
        }
        const changes = await runSteps(steps, customers)
        app.clock = clock
        for (const [a, b] of [...periods, [0, days - 1] as const]) {
          const [first, last] = [Math.min(a, b), Math.max(a, b)]
          let all = 0
          for (const customer of customers) {
            const own = changes.filter((one) => one.customer === customer)
            const until = own.filter(({ day }) => day <= last)
            const within = until.filter(({ day }) => day >= first)
            const aged = (from: number, to: number) =>
              sum(
                until.filter(({ orderDay }) => last - orderDay >= from && last - orderDay <= to),
                'owed',
              )
            const address = `/api/v2/customers/${customer}/statement?from=${dateOf(first)}&to=${dateOf(last)}`
            const { body } = await manager('GET', address)
            const statement = body.data as CustomerStatement
            const { opening, charged, paid, balance, aging, entries } = statement
            expect([opening, charged, paid, balance].map(cents)).toEqual([
              sum(
                own.filter(({ day }) => day < first),
                'owed',
              ),
              sum(within, 'charge'),
              sum(within, 'paid'),
              sum(until, 'owed'),
            ])
            expect(Object.values(aging).map(cents)).toEqual([
              aged(0, 30),
              aged(31, 60),
              aged(61, 90),
              aged(91, Infinity),
            ])
            expect(cents(entries.at(-1)?.balance ?? opening)).toBe(cents(balance))
            all += cents(balance)
          }
          const report = await manager(
            'GET',
            `/api/v1/reports/customer-balances?customerTypeID=${customerTypeID}&asOf=${dateOf(last)}`,
          )
          expect(cents(report.body.totals.balance)).toBe(all)
        }
      },
    ),
    { numRuns: 25, endOnFailure: true },
  )
  // All that the statements call paid is the money in the ledger.
  app.clock = clock
  const entries = await db.select().from(moneyEntry)
  const kept = entries.filter(({ kind }) => kind !== 'deposit_kept').reduce((all, { amount }) => all + cents(amount), 0)
  const { body } = await manager('GET', '/api/v2/customers?pageSize=100')
  let paid = 0
  for (const { customerID } of body.data)
    paid += cents((await manager('GET', `/api/v2/customers/${customerID}/statement`)).body.data.paid)
  expect(paid).toBe(kept)
})
