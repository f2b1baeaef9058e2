import { expect } from 'vitest'

import { profitLines } from '../../contract/insight/profit.ts'
import { closeBooks, rateKeys } from './books-model.ts'
import { type Books, creditOf, paidOf } from './books-shop.ts'

const cents = (pesos: unknown) => Math.round(Number(pesos ?? 0) * 100)
const namesOfSales = ['sales', 'lines', 'sellers', 'customers', 'dashboard', 'analytics']

/** Asserts that every screen shows the books of the model, from one day to another. */
export async function expectBooks(books: Books, first: number, last: number) {
  const { call, dateOf, journal } = books
  const { statement, of } = closeBooks(journal, first, last)
  const days = `from=${dateOf(first)}&to=${dateOf(last)}`
  const report = async (key: string, query = days) => (await call('GET', `/api/v1/reports/${key}?${query}`)).body
  const { data: lines } = await report('profit')
  const shown = Object.fromEntries(profitLines.map(({ key }, n) => [key, cents(lines[n].amount)]))
  expect([days, shown]).toEqual([days, statement])
  const analytics = (await call('GET', `/api/v1/analytics?${days}`)).data
  expect(Object.fromEntries(profitLines.map(({ key }) => [key, cents(analytics.statement[key])]))).toEqual(statement)
  const sold = (await report('sale-lines')).totals
  const dashboard = (await call('GET', `/api/v1/dashboard?${days}`)).data
  const sellers = (await report('by-seller')).totals
  expect({
    sales: cents((await report('sales')).totals.sales),
    lines: cents(sold.sales),
    sellers: cents(sellers.sales),
    customers: cents((await report('customers')).totals.sales),
    dashboard: cents(dashboard.totalSales.value),
    analytics: cents(analytics.totals.total),
  }).toEqual(Object.fromEntries(namesOfSales.map((name) => [name, statement.totalSales])))
  expect([sellers.discount, sellers.refunded, sellers.cash].map(cents)).toEqual([
    0 - statement.discounts,
    0 - statement.refunds,
    of('drawer 1'),
  ])
  const { profit } = (await call('GET', `/api/v1/dashboard/profit?${days}`)).data
  expect([sold.profit, analytics.totals.profit, profit].map(cents)).toEqual(Array(3).fill(statement.salesProfit))
  expect(cents((await report('stock', `asOf=${dateOf(last)}`)).totals.value)).toBe(statement.stockValue)
  const money = [1, 2, 3].map((type) => of(`drawer ${type}`))
  for (const [n, net] of money.entries()) {
    const { totals } = await report('payments', `${days}&paymentTypeID=${n + 1}`)
    expect([n, cents(totals.net)]).toEqual([n, net])
  }
  const { totals } = await report('payments')
  expect([cents(totals.net), cents(totals.storeCredit), cents(totals.tradedIn), cents(totals.exchanged)]).toEqual([
    money.reduce((sum, one) => sum + one, 0),
    of('paid by credit'),
    of('paid by trade-in'),
    0,
  ])
  await expectTax(books, first, last)
  await expectStatements(books, first, last)
}

/** The lines of the profit statement that belong to a location. Store credit belongs to none. */
const ofLocation = profitLines.filter(
  ({ key }) => !['creditGiven', 'creditExpired', 'creditOwed', 'profit'].includes(key),
)

/** Asserts that the figures of the two locations add up to those of the shop. */
export async function expectLocations({ call, dateOf, places }: Books, first: number, last: number) {
  const [days, asOf] = [`from=${dateOf(first)}&to=${dateOf(last)}`, dateOf(last)]
  const read = async (location: string) => {
    const report = async (key: string, query = days) =>
      (await call('GET', `/api/v1/reports/${key}?${query}${location}`)).body
    const lines: { line: string; amount: number }[] = (await report('profit')).data
    return [
      (await report('sales')).totals.sales,
      (await report('sale-lines')).totals.profit,
      (await report('payments')).totals.net,
      (await report('by-seller')).totals.cash,
      (await report('tax')).totals.netTax,
      (await report('stock', `asOf=${asOf}`)).totals.value,
      ...ofLocation.map(({ line }) => lines.find((one) => one.line === line)!.amount),
    ].map(cents)
  }
  const [here, there] = [await read(`&locationID=${places[0]}`), await read(`&locationID=${places[1]}`)]
  expect([days, here.map((figure, n) => figure + there[n]!)]).toEqual([days, await read('')])
}

/** Asserts that the tax report has the model's figures of each rate. */
async function expectTax({ call, dateOf, journal }: Books, first: number, last: number) {
  const { of } = closeBooks(journal, first, last)
  const { body } = await call('GET', `/api/v1/reports/tax?from=${dateOf(first)}&to=${dateOf(last)}`)
  type Row = { country: string; code: string } & Record<string, unknown>
  const rows = new Map((body.data as Row[]).map((row) => [`${row.country} ${row.code}`, row]))
  for (const rate of rateKeys) {
    const figures = ['amount', 'base', 'tax', 'refundedBase', 'refundedTax'] as const
    const row = rows.get(rate)
    expect([rate, ...figures.map((figure) => cents(row?.[figure]))]).toEqual([
      rate,
      ...figures.map((figure) => of(`${figure} ${rate}`)),
    ])
    rows.delete(rate)
  }
  expect([...rows.keys()]).toEqual([])
}

/** Asserts that the statement of each customer has the model's figures, and that the balances add up to them. */
async function expectStatements({ call, customers, dateOf, journal }: Books, first: number, last: number) {
  const [before, within] = [closeBooks(journal, 0, first - 1).of, closeBooks(journal, first, last).of]
  let all = 0
  for (const [n, { id }] of customers.entries()) {
    const query = `from=${dateOf(first)}&to=${dateOf(last)}`
    const { data } = await call('GET', `/api/v2/customers/${id}/statement?${query}`)
    const opening = before(`charged ${n}`) - before(`paid ${n}`)
    const balance = opening + within(`charged ${n}`) - within(`paid ${n}`)
    expect([data.opening, data.charged, data.paid, data.balance].map(cents)).toEqual([
      opening,
      within(`charged ${n}`),
      within(`paid ${n}`),
      balance,
    ])
    expect(Object.values(data.aging).reduce((sum: number, one) => sum + cents(one), 0)).toBe(balance)
    const credit = before(`gained ${n}`) - before(`used ${n}`)
    const [given, used] = [within(`gained ${n}`), within(`used ${n}`)]
    const shown = [data.credit.opening, data.credit.given, data.credit.used, data.credit.balance]
    expect(shown.map(cents)).toEqual([credit, given, used, credit + given - used])
    all += balance
  }
  const { totals } = (await call('GET', `/api/v1/reports/customer-balances?asOf=${dateOf(last)}`)).body
  expect(cents(totals?.balance)).toBe(all)
}

/** Asserts that each customer has the model's credit and debt, and each of these sales the model's money. */
export async function expectAccounts({ call, customers, sales }: Books, since: number) {
  for (const [n, customer] of customers.entries()) {
    const open = sales.filter((sale) => sale.customer === n && sale.status === 'Processing')
    const owed = open.reduce((sum, sale) => sum + sale.total - paidOf(sale), 0)
    const { data } = await call('GET', `/api/v2/customers/${customer.id}/statement`)
    expect(cents(data.balance)).toBe(owed)
    const credit = (await call('GET', `/api/v1/customers/${customer.id}/credit`)).data
    const summary = (await call('GET', `/api/v2/customers/${customer.id}/summary`)).data
    expect([credit.balance, credit.entries[0]?.balance, summary.storeCredit].map(cents)).toEqual(
      Array.from({ length: 3 }, () => creditOf(customer)),
    )
  }
  for (const sale of sales.slice(since)) {
    const { data } = await call('GET', `/api/v2/sales/${sale.id}`)
    const isOpen = sale.status === 'Processing'
    expect([
      sale.id,
      data.status,
      ...[data.amountPaid - data.change, data.balance, data.refundedAmount].map(cents),
    ]).toEqual([sale.id, sale.status, paidOf(sale), isOpen ? sale.total - paidOf(sale) : 0, sale.refunded])
  }
}
