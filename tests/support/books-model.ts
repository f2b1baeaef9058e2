import type { ProfitKey } from '../../contract/insight/profit.ts'

// The books of a shop in memory: what an accountant would write down for each thing that happens. It knows nothing of
// the program's tables. All amounts are whole centavos, and days are counted from the first.

/** The figure that an entry changes: a base line of the profit statement, the deposits held, the stock value, or a drawer. */
export type Account =
  | Exclude<ProfitKey, 'netSales' | 'grossProfit' | 'salesProfit' | 'profit' | 'totalSales'>
  | `drawer ${number}`

export type Journal = { day: number; account: Account; cents: number }[]

/** Returns half of the way up: the part of an amount that a part of a quantity has. */
const share = (amount: number, part: number, whole: number) => Math.floor((2 * amount * part + whole) / (2 * whole))

/** Returns what a customer gets back for a quantity of a line of which `back` came back before. */
export const refundOf = (net: number, whole: number, back: number, quantity: number) =>
  share(net, back + quantity, whole) - share(net, back, whole)

const endings = new Set<Account>(['depositsHeld', 'creditOwed', 'stockValue'])

/** Returns the profit statement and the drawers of the days from `first` to `last`. */
export function closeBooks(journal: Readonly<Journal>, first: number, last: number) {
  const sums = new Map<Account, number>()
  for (const { day, account, cents } of journal)
    if (day <= last && (day >= first || endings.has(account))) sums.set(account, (sums.get(account) ?? 0) + cents)
  const of = (account: Account) => sums.get(account) ?? 0
  const netSales = of('gross') + of('discounts') + of('refunds')
  const grossProfit = netSales + of('cost') + of('returnedCost')
  const salesProfit = grossProfit + of('scrapped')
  const others = ['shippingKept', 'depositsKept', 'creditGiven', 'creditExpired'] as const
  const ofStock = ['repairsScrapped', 'counted', 'adjusted', 'revalued'] as const
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
    stockValue: of('stockValue'),
  }
  return { statement, drawer: (type: number) => of(`drawer ${type}`) }
}
