import { fromCentavos, computeLineTotal, toCentavos } from '../../contract/shared/money.ts'
import { keptPieces } from './kept-prices.ts'
import { sumLiveSales } from './lives/evenings.ts'
import { customers } from './people.ts'
import { pieces, priceOf, uomOf } from './pieces.ts'
import { type Random, createRandom } from './random.ts'
import type { Kind, Line, SoldSale } from './sold-sale.ts'

// Creates the demo's sales with their buyers and items. They contain no dates, so the figures are the same on every
// day. Amounts are pesos.

/** The dashboard's figures on the day of the load. */
export const figures = { paidOrders: 1074, totalSales: 6_742_000, visits: 3944, searches: 14_721, unread: 12 } as const

const atTheCounter = 'Walk-in' satisfies Kind

/** The sales of the lives, which are part of the figures. */
export const liveSales = sumLiveSales((itemCode) => priceOf(pieces.find((piece) => piece.itemCode === itemCode)!))

/** Approximate total of the last sale. Its items are chosen so that the sum of all sales is exact. */
const forTheLast = 19_000

/** Number of instalments of a layaway. */
export const instalments = 4

export const subtotalOf = (lines: readonly Line[]) =>
  fromCentavos(lines.reduce((sum, { piece, quantity }) => sum + computeLineTotal(priceOf(pieces[piece]!), quantity), 0))
export const totalOf = ({ lines, discount, shippingFee }: Pick<SoldSale, 'lines' | 'discount' | 'shippingFee'>) =>
  fromCentavos(toCentavos(subtotalOf(lines)) - toCentavos(discount) + toCentavos(shippingFee))
/** Returns an instalment of a layaway in whole pesos. The last instalment takes the remainder. */
export function instalmentOf(sale: SoldSale, nth: number): number {
  const each = Math.floor(totalOf(sale) / instalments)
  return nth < instalments - 1 ? each : fromCentavos(toCentavos(totalOf(sale)) - toCentavos(each * (instalments - 1)))
}

/** Returns the revenue of a completed sale after its refund. */
const revenueOf = (sale: SoldSale) =>
  totalOf(sale) - (sale.refund === null ? 0 : subtotalOf(sale.refund.what === 'line' ? [sale.lines[0]!] : sale.lines))

const stocked = pieces.flatMap(({ leadTimeDays }, n) => (leadTimeDays === null ? [n] : []))
const madeToOrder = pieces.flatMap(({ leadTimeDays }, n) => (leadTimeDays === null ? [] : [n]))

/** Returns the sales outside the lives in chronological order. The last three are today's: Processing, Pending and Completed. */
export function createSales(): SoldSale[] {
  const random = createRandom('Amihan Jewelry Supplies')
  const unfinished = [...createOpenSales(random), ...createCanceledSales(random), ...createRefundedSales(random)]
  const staged = createFinishedSales(random)
  const newest = [createDeposit(random, 'open'), createSavedSale(random, null)]
  const counter = figures.paidOrders - liveSales.paidOrders - staged.length - 1
  const sales: SoldSale[] = [...staged]
  let left = figures.totalSales - liveSales.totalSales - sales.reduce((sum, sale) => sum + revenueOf(sale), 0)
  for (let n = 0; n < counter; n++) {
    const mean = (left - forTheLast) / (counter - n)
    const sale = createCounterSale(random, mean, counter - n)
    if (n % 180 === 90 && sale.lines.length === 1) sale.lines.push(chooseLine(random, sale.lines))
    if (
      sale.lines.length > 1 &&
      sale.discount === 0 &&
      sales.filter(({ refund }) => refund).length < partlyRefunded.length
    )
      sale.refund = { what: 'line', ...partlyRefunded[sales.filter(({ refund }) => refund).length]! }
    left -= revenueOf(sale)
    sales.push(sale)
  }
  const last = { ...createPlainSale(random), lines: findExactLines(left) }
  return [...shuffle(random, withEveryCustomer([...sales, ...unfinished])), ...newest, last]
}

const partlyRefunded = [
  { reason: 'The ring is too small and cannot be sized', disposition: 'restock' },
  { reason: 'The clasp opens by itself', disposition: 'repair' },
  { reason: 'A gift that the receiver has already', disposition: 'restock' },
  { reason: 'A link broke within a week', disposition: 'scrap' },
  { reason: 'Another colour of gold was meant', disposition: 'restock' },
  { reason: 'Came too late for the wedding', disposition: 'restock' },
] as const

const places = [
  [0, 60],
  [1, 25],
  [2, 15],
] as const
const payments = [
  ['cash', 45],
  ['GCash', 22],
  ['Bank transfer', 18],
  ['Card', 15],
] as const

const chooseCustomer = (random: Random) => {
  // A few customers buy often, most buy rarely.
  const n = Math.floor(random.fraction() ** 2.2 * customers.length)
  return (n * 37) % customers.length
}

/** Returns a sale without lines. */
function createPlainSale(random: Random): SoldSale {
  const place = random.weighted(places)
  const kind =
    place === 0
      ? random.weighted([
          [atTheCounter, 42],
          ['Live selling', 34],
          ['Online', 24],
        ] as const)
      : atTheCounter
  const known = kind !== atTheCounter || random.happens(0.72)
  const payment = kind === atTheCounter ? random.weighted(payments) : random.one(['GCash', 'Bank transfer'] as const)
  return {
    place,
    kind,
    customer: known ? chooseCustomer(random) : null,
    lines: [],
    discount: 0,
    shippingFee: 0,
    payment,
    change: 0,
    fate: { is: 'counter' },
    refund: null,
    remarks: null,
  }
}

/**
 * Factors by which the total of a sale differs from the mean, each with its weight. The last sales use the mean itself,
 * so that the final sale can make the sum exact.
 */
const sizes = [
  [0.42, 30],
  [0.68, 30],
  [0.95, 20],
  [1.55, 12],
  [2.9, 6],
  [7.5, 2],
] as const
const meanSize = 1.05

function createCounterSale(random: Random, mean: number, left: number): SoldSale {
  const sale = createPlainSale(random)
  const calm = left < 30
  const wanted = calm ? mean : (mean * random.weighted(sizes)) / meanSize
  sale.lines = findNearestLines(random, wanted, calm ? 80 : 20)
  const subtotal = subtotalOf(sale.lines)
  if (sale.kind === 'Online') sale.shippingFee = random.one([250, 350, 450, 650])
  else if (random.happens(0.07)) sale.discount = Math.floor((subtotal * 0.05) / 50) * 50
  if (sale.kind === 'Live selling' && random.happens(0.3)) sale.remarks = `Live, lot ${random.whole(1, 60)}`
  if (sale.payment === 'cash' && random.happens(0.6)) {
    const total = totalOf(sale)
    sale.change = Math.ceil(total / 500) * 500 - total
  }
  return sale
}

/** Weights of the items: cheaper items sell more often. */
const popularity = stocked.map((piece) => [piece, 1 / priceOf(pieces[piece]!)] as const)

/** Returns a line with an item that the other lines do not have. */
function chooseLine(random: Random, others: readonly Line[]): Line {
  const piece = random.weighted(popularity.filter(([one]) => !others.some((line) => line.piece === one)))
  const bulk = uomOf(pieces[piece]!) === 'BULK'
  return { piece, quantity: bulk ? random.whole(1, 6) / 2 : 1 }
}

/** Returns the lines, out of `tries` random sets, whose subtotal is nearest to `wanted`. */
function findNearestLines(random: Random, wanted: number, tries: number): Line[] {
  let best: Line[] = []
  for (let n = 0; n < tries; n++) {
    const lines: Line[] = []
    const count = random.weighted([
      [1, 72],
      [2, 23],
      [3, 5],
    ] as const)
    while (lines.length < count) lines.push(chooseLine(random, lines))
    const distance = (some: readonly Line[]) => Math.abs(subtotalOf(some) - wanted)
    if (best.length === 0 || distance(lines) < distance(best)) best = lines
  }
  return best
}

/** Returns three lines whose sum is exactly `total`. Findings, which are sold by weight, supply the last pesos. */
function findExactLines(total: number): Line[] {
  const single = stocked.flatMap((piece): Line[] =>
    uomOf(pieces[piece]!) === 'BULK'
      ? [1, 2, 3, 4, 5, 6, 7, 8].map((halves) => ({ piece, quantity: halves / 2 }))
      : [{ piece, quantity: 1 }],
  )
  const byAmount = new Map(single.map((line) => [subtotalOf([line]), line]))
  for (const one of single)
    for (const two of single) {
      if (one.piece === two.piece) continue
      const third = byAmount.get(total - subtotalOf([one, two]))
      if (third && third.piece !== one.piece && third.piece !== two.piece) return [one, two, third]
    }
  throw new Error(`No pieces come to ${total}`)
}

const chooseLineBetween = (random: Random, least: number, most: number): Line => {
  const fitting = stocked.filter((piece) => {
    const price = priceOf(pieces[piece]!)
    return uomOf(pieces[piece]!) !== 'BULK' && price >= least && price <= most
  })
  return { piece: random.one(fitting), quantity: 1 }
}

const createLayaway = (random: Random, paid: number, ends: 'open' | 'late' | 'complete' | 'forfeit'): SoldSale => ({
  ...createPlainSale(random),
  kind: 'layaway',
  customer: chooseCustomer(random),
  lines: [chooseLineBetween(random, 12_000, 46_000)],
  payment: random.one(['GCash', 'Bank transfer']),
  fate: { is: 'layaway', paid, ends },
})

function createDeposit(random: Random, ends: 'open' | 'complete' | 'refund', kind: Kind = 'made_to_order'): SoldSale {
  const piece = ends === 'open' && kind === 'made_to_order' ? random.one(madeToOrder) : null
  return {
    ...createPlainSale(random),
    place: 0,
    kind,
    customer: chooseCustomer(random),
    lines: [piece === null ? chooseLineBetween(random, 9000, 32_000) : { piece, quantity: 1 }],
    payment: 'Bank transfer',
    fate: { is: 'deposit', days: random.whole(14, 28), ends },
    remarks: random.one(['Engrave the date inside', 'For the wedding anniversary', 'Size to be confirmed by message']),
  }
}

const createSavedSale = (random: Random, canceledAfter: number | null): SoldSale => ({
  ...createPlainSale(random),
  customer: chooseCustomer(random),
  lines: [chooseLineBetween(random, 4000, 26_000)],
  fate: { is: 'saved', canceledAfter },
})

/** Creates completed sales that were paid in several payments. */
const createFinishedSales = (random: Random) => [
  ...Array.from({ length: 12 }, () => createLayaway(random, instalments, 'complete')),
  ...Array.from({ length: 5 }, () => createDeposit(random, 'complete')),
  ...Array.from({ length: 3 }, () => createDeposit(random, 'complete', 'Pre-order')),
]

const createOpenSales = (random: Random) => [
  { ...createLayaway(random, 1, 'open'), lines: [{ piece: keptPieces.running, quantity: 1 }] },
  ...[2, 2, 3].map((paid) => createLayaway(random, paid, 'open')),
  { ...createLayaway(random, 1, 'late'), lines: [{ piece: keptPieces.over, quantity: 1 }] },
  ...[0, 1, 2].map(() => createDeposit(random, 'open')),
  ...Array.from({ length: 5 }, () => createSavedSale(random, null)),
]

const createCanceledSales = (random: Random) => [
  ...[1, 1, 2].map((paid) => createLayaway(random, paid, 'forfeit')),
  ...[0, 1, 2].map(() => createDeposit(random, 'refund')),
  ...[1, 2, 1, 2, 2, 1].map((days) => createSavedSale(random, days)),
]

const createRefundedSales = (random: Random): SoldSale[] =>
  ['The stone is loose', 'Not as it looked in the picture', 'The size does not fit', 'Bought twice by mistake'].flatMap(
    (reason, n) =>
      [0, 1].map(() => ({
        ...createPlainSale(random),
        lines: [chooseLineBetween(random, 3000, 15_000)],
        refund: { what: 'all' as const, reason, disposition: n === 0 ? ('repair' as const) : ('restock' as const) },
      })),
  )

/** Gives every customer at least one sale. Customers who have none get the sales without a customer. */
function withEveryCustomer(sales: SoldSale[]): SoldSale[] {
  const buying = new Set(sales.map(({ customer }) => customer))
  const waiting = customers.flatMap((_, n) => (buying.has(n) ? [] : [n]))
  return sales.map((sale) =>
    sale.customer === null && waiting.length > 0 ? { ...sale, customer: waiting.pop()! } : sale,
  )
}

/** Returns the list in random order, so that sales of one kind are spread. */
function shuffle<T>(random: Random, list: readonly T[]): T[] {
  const left = [...list]
  return list.map(() => left.splice(random.whole(0, left.length - 1), 1)[0]!)
}
