import type { ProfitKey } from '../../contract/insight/profit.ts'

// The books of a shop in memory: what an accountant would write down for each thing that happens. It knows nothing of
// the program's tables and rules. All amounts are whole centavos, and days are counted from the first.

export type TaxFigure = 'amount' | 'base' | 'tax' | 'refundedBase' | 'refundedTax'

/**
 * The figure that an entry changes: a base line of the profit statement, the deposits held, the credit owed, the stock
 * value, a drawer or a bank, a customer's account, or a tax rate.
 */
export type Account =
  | Exclude<ProfitKey, 'netSales' | 'grossProfit' | 'salesProfit' | 'profit' | 'totalSales'>
  | `drawer ${number}`
  | 'paid by credit'
  | 'paid by trade-in'
  | `${'charged' | 'paid' | 'gained' | 'used'} ${number}`
  | `${TaxFigure} ${string}`

export type Journal = { day: number; account: Account; cents: number }[]

/** Returns the part of an amount that a part of a quantity has, rounded half up. */
export const share = (amount: number, part: number, whole: number) =>
  Math.floor((2 * amount * part + whole) / (2 * whole))

/** Returns what comes back of an amount for a quantity of a line of which `back` came back before. */
export const refundOf = (amount: number, whole: number, back: number, quantity: number) =>
  share(amount, back + quantity, whole) - share(amount, back, whole)

/** Returns the amounts less their shares of a discount. The first of the largest takes the rounding difference. */
export function lessDiscount(amounts: readonly number[], discount: number): number[] {
  const whole = amounts.reduce((sum, one) => sum + one, 0)
  const shares = amounts.map((amount) => share(discount, amount, whole))
  shares[amounts.indexOf(Math.max(...amounts))]! += discount - shares.reduce((sum, one) => sum + one, 0)
  return amounts.map((amount, n) => amount - shares[n]!)
}

export type TaxClass = 'standard' | 'reduced' | 'exempt'
export type Country = 'PH' | 'JP'
/** The code and the percentage of each rate of the model's shop. */
const rates: Record<Country, Record<TaxClass, readonly [code: string, percent: number]>> = {
  PH: { standard: ['VAT', 12], reduced: ['LOW', 5], exempt: ['EXEMPT', 0] },
  JP: { standard: ['STD', 10], reduced: ['RED', 8], exempt: ['EXEMPT', 0] },
}
export const rateKeys = Object.entries(rates).flatMap(([country, byClass]) =>
  Object.values(byClass).map(([code]) => `${country} ${code}`),
)

/** The tax within an amount. `rate` is the country with the code of the rate. */
export type Tax = { rate: string; tax: number }

/**
 * Returns the tax within each part of a sale. The Philippines round each part half up. Japan rounds the sum of a rate
 * down, and each part has what the sum gains by it.
 */
export function taxesOf(country: Country, parts: readonly { kind: TaxClass; amount: number }[]): Tax[] {
  const sums = new Map<string, number>()
  return parts.map(({ kind, amount }) => {
    const [code, percent] = rates[country][kind]
    const rate = `${country} ${code}`
    if (country === 'PH') return { rate, tax: share(amount, percent, 100 + percent) }
    const before = sums.get(rate) ?? 0
    sums.set(rate, before + amount)
    const within = (sum: number) => Math.floor((sum * percent) / (100 + percent))
    return { rate, tax: within(before + amount) - within(before) }
  })
}

/** An entry of a customer's credit. A correction takes back an entry by another one: then neither `counts`. */
export type CreditEntry = { date: string; cents: number; counts: boolean }

/** Returns the credit that is older than a date and not used, when the oldest credit is used first. */
export function expiredOf(entries: readonly CreditEntry[], before: string): number {
  const counting = entries.filter(({ counts }) => counts)
  const used = counting.reduce((sum, { cents }) => sum - Math.min(cents, 0), 0)
  const old = counting.filter(({ date }) => date < before).reduce((sum, { cents }) => sum + Math.max(cents, 0), 0)
  return Math.max(0, old - used)
}

const endings = new Set<Account>(['depositsHeld', 'creditOwed', 'tradeInsOwed', 'stockValue'])

/** Returns the profit statement of the days from `first` to `last`, and the sum of an account's entries in them. */
export function closeBooks(journal: Readonly<Journal>, first: number, last: number) {
  const sums = new Map<Account, number>()
  for (const { day, account, cents } of journal)
    if (day <= last && (day >= first || endings.has(account))) sums.set(account, (sums.get(account) ?? 0) + cents)
  const of = (account: Account) => sums.get(account) ?? 0
  const netSales = of('gross') + of('discounts') + of('refunds')
  const grossProfit = netSales + of('cost') + of('returnedCost')
  const salesProfit = grossProfit + of('scrapped')
  const others = ['shippingKept', 'depositsKept', 'creditGiven', 'creditExpired'] as const
  const ofStock = ['repairsScrapped', 'counted', 'adjusted', 'tradeInsReturned', 'revalued'] as const
  const statement: Record<ProfitKey, number> = {
    gross: of('gross'),
    discounts: of('discounts'),
    refunds: of('refunds'),
    netSales,
    cost: of('cost'),
    returnedCost: of('returnedCost'),
    grossProfit,
    scrapped: of('scrapped'),
    salesProfit,
    shippingKept: of('shippingKept'),
    depositsKept: of('depositsKept'),
    creditGiven: of('creditGiven'),
    creditExpired: of('creditExpired'),
    repairsScrapped: of('repairsScrapped'),
    counted: of('counted'),
    adjusted: of('adjusted'),
    revalued: of('revalued'),
    profit: [...others, ...ofStock].reduce((sum, account) => sum + of(account), salesProfit),
    shipping: of('shipping'),
    totalSales: netSales + of('shipping'),
    depositsHeld: of('depositsHeld'),
    creditOwed: of('creditOwed'),
    tradeInsReturned: of('tradeInsReturned'),
    tradeInsOwed: of('tradeInsOwed'),
    stockValue: of('stockValue'),
  }
  return { statement, of }
}
