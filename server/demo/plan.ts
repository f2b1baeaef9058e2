import { type Calendar, createCalendar } from './calendar.ts'
import { findLiveNeeds } from './lives/evenings.ts'
import { planLives } from './lives/plan-lives.ts'
import { customers, questions, suppliers } from './people.ts'
import { costOf, pieces, uomOf } from './pieces.ts'
import { planPricing } from './priced-by-rate.ts'
import { findAdminsSale, planProofs } from './proof-plan.ts'
import { type Random, createRandom, shareOut } from './random.ts'
import { instalments, createSales } from './sales.ts'
import type { SoldSale } from './sold-sale.ts'
import type { OrderLine, Step } from './steps.ts'
import { deliveries, computeNeeds, isReserved } from './stock.ts'

type DatedSale = { sale: SoldSale; daysAgo: number; at: Date; key: number }

/** Returns the steps of the demo shop's year in chronological order. No step is later than `now`. */
export function planYear(now: Date, timeZone: string): Step[] {
  const days = createCalendar(now, timeZone)
  const random = createRandom('plan')
  const sales = dateSales(random, days)
  const adminsSale = findAdminsSale(sales)
  const steps = [
    ...planProofs(days, sales, adminsSale, planSales(random, days, sales, adminsSale)),
    ...planCustomers(sales),
    ...planPurchases(random, days, sales),
    ...planOtherOrders(days),
    ...planAdjustments(days),
    ...planPricing(days),
    ...planLives(days, createRandom, (itemCode) => pieces[indexOf(itemCode)]!.grams),
    ...questions.map((asked, question): Step => ({ at: days.before(asked.days * 1440), do: 'question', question })),
  ]
  return steps.toSorted((a, b) => a.at.getTime() - b.at.getTime())
}

const indexOf = (code: string) => pieces.findIndex(({ itemCode }) => itemCode === code)

/** The day of the first sale, counted in days before the load. */
const firstDay = 364

/** Returns the sales with their moments, in chronological order. */
function dateSales(random: Random, days: Calendar): DatedSale[] {
  const sold = createSales()
  const [processing, pending, completed] = sold.slice(-3) as [SoldSale, SoldSale, SoldSale]
  const waiting = [1, 1, 2, 5, 9].values()
  const bound = new Map<SoldSale, number>()
  for (const sale of sold.slice(0, -3)) {
    const daysAgo = chooseFixedDay(random, sale, waiting)
    if (daysAgo !== null) bound.set(sale, daysAgo)
  }
  const free = sold.slice(0, -3).filter((sale) => !bound.has(sale))
  const open = Array.from({ length: firstDay }, (_, n) => firstDay - n)
  const perDay = shareOut(free.length, open.map(days.business))
  const daysOfFree = open.flatMap((daysAgo, n) => Array.from({ length: perDay[n]! }, () => daysAgo))
  const all = [
    ...[...bound].map(([sale, daysAgo]) => ({ sale, daysAgo })),
    ...free.map((sale, n) => ({ sale, daysAgo: daysOfFree[n]! })),
  ].map((one) => ({ ...one, at: timeOfDay(random, days, one) }))
  const today = [
    { sale: processing, daysAgo: 0, at: days.before(52) },
    { sale: pending, daysAgo: 0, at: days.before(27) },
    { sale: completed, daysAgo: 0, at: days.before(9) },
  ]
  return [...all.toSorted((a, b) => a.at.getTime() - b.at.getTime()), ...today].map((one, key) => ({ ...one, key }))
}

/**
 * Returns how many days ago a sale must start to reach its present state, such as three paid instalments. Returns null
 * when any day fits.
 */
function chooseFixedDay(random: Random, { fate, refund }: SoldSale, waiting: Iterator<number>): number | null {
  if (fate.is === 'layaway') {
    if (fate.ends === 'open') return 30 * (fate.paid - 1) + random.whole(4, 25)
    if (fate.ends === 'late') return 30 * fate.paid + 6
    return random.whole(110, firstDay - 4)
  }
  if (fate.is === 'deposit') return fate.ends === 'open' ? random.whole(3, 10) : random.whole(fate.days + 3, 300)
  if (fate.is === 'saved')
    return fate.canceledAfter === null ? waiting.next().value! : random.whole(fate.canceledAfter + 2, 320)
  return refund === null ? null : random.whole(14, 330)
}

const timeOfDay = (random: Random, days: Calendar, { sale, daysAgo }: { sale: SoldSale; daysAgo: number }) =>
  sale.kind === 'Live selling'
    ? days.at(daysAgo, random.whole(20, 21), random.whole(0, 55))
    : days.at(daysAgo, random.whole(10, 18), random.whole(0, 59))

/** The place of the administrator in the crew, after the demo's people. */
const administrator = 3

/** Chooses the seller: usually Staff, sometimes the Manager. */
const chooseSeller = (random: Random) =>
  random.weighted([
    [0, 15],
    [1, 45],
    [2, 40],
  ] as const)

function planSales(random: Random, days: Calendar, sales: readonly DatedSale[], adminsSale: DatedSale): Step[] {
  return sales.flatMap(({ sale, daysAgo, at, key }): Step[] => {
    const seller = chooseSeller(random)
    const by = key === adminsSale.key ? administrator : seller
    const { fate } = sale
    const later = (after: number) => days.at(daysAgo - after, random.whole(10, 18), random.whole(0, 59))
    const due = (nth: number) => days.day(daysAgo - 30 * nth)
    const made: Step = {
      at,
      do: 'sale',
      key,
      sale,
      by,
      dueDates: fate.is === 'layaway' ? Array.from({ length: instalments }, (_, nth) => due(nth)) : [],
      expected: fate.is === 'deposit' ? days.day(daysAgo - fate.days) : null,
    }
    const after: Step[] = []
    if (fate.is === 'layaway') {
      for (let nth = 1; nth < fate.paid; nth++) after.push({ at: later(30 * nth), do: 'instalment', key, nth, by })
      if (fate.ends === 'complete') after.push({ at: after.at(-1)!.at, do: 'complete', key, by })
      if (fate.ends === 'forfeit') after.push({ at: later(30 * fate.paid + 15), do: 'cancel', key })
    }
    if (fate.is === 'deposit' && fate.ends === 'complete') {
      const ready = later(fate.days)
      after.push({ at: ready, do: 'rest', key, by }, { at: ready, do: 'complete', key, by })
    }
    if (fate.is === 'deposit' && fate.ends === 'refund') after.push({ at: later(6), do: 'cancel', key })
    if (fate.is === 'saved' && fate.canceledAfter !== null)
      after.push({ at: later(fate.canceledAfter), do: 'cancel', key })
    if (sale.refund !== null) after.push({ at: later(random.whole(2, 11)), do: 'refund', key })
    return [made, ...after]
  })
}

/** Plans the creation of each customer a few minutes before the first purchase. */
const planCustomers = (sales: readonly DatedSale[]): Step[] =>
  customers.map((_, customer) => {
    const first = sales.find(({ sale }) => sale.customer === customer)!
    return { at: new Date(first.at.getTime() - 4 * 60_000), do: 'customer', customer }
  })

const supplierOf = (piece: number) =>
  suppliers.findIndex(({ brings }) => (brings as readonly string[]).includes(pieces[piece]!.category))

/** Plans the orders, deliveries to Main and transfers, so that stock arrives before its sale. */
function planPurchases(random: Random, days: Calendar, sales: readonly DatedSale[]): Step[] {
  const inLives = findLiveNeeds().map(({ daysAgo, itemCodes }) => ({
    daysAgo,
    sale: { place: 0, lines: itemCodes.map((code) => ({ piece: indexOf(code), quantity: 1 })) },
  }))
  return computeNeeds([...sales, ...inLives]).flatMap((needed, delivery): Step[] => {
    const daysAgo = deliveries[delivery]!
    const lines = needed.flatMap((places, piece) => {
      const quantity = places.reduce((sum, one) => sum + one, 0)
      const unitCost = Math.round(costOf(pieces[piece]!) * (0.96 + random.fraction() * 0.08))
      return quantity > 0 ? [{ piece, quantity, unitCost }] : []
    })
    const orders = suppliers.flatMap((_, supplier): Step[] => {
      const own = lines.filter(({ piece }) => supplierOf(piece) === supplier)
      if (own.length === 0) return []
      const key = `${delivery} ${supplier}`
      const by = random.whole(1, 2)
      const received = days.day(daysAgo)
      const isPartial = supplier === (delivery * 3) % suppliers.length && own.length > 2
      return [
        {
          at: days.at(daysAgo + 14, 11, supplier * 6),
          do: 'order',
          key,
          supplier,
          lines: own,
          ordered: days.day(daysAgo + 14),
          expected: days.day(daysAgo),
          by,
        },
        { at: days.at(daysAgo + 13, 16, supplier * 5), do: 'approve order', key },
        ...(isPartial
          ? [
              {
                at: days.at(daysAgo + 3, 14, 10),
                do: 'receive' as const,
                key,
                lines: own.slice(0, Math.ceil(own.length / 2)),
                ends: 'complete' as const,
                received: days.day(daysAgo + 3),
                by,
              },
            ]
          : []),
        { at: days.at(daysAgo, 8, supplier * 4), do: 'receive', key, ends: 'complete', received, by },
      ]
    })
    const transfers = [1, 2].flatMap((to): Step[] => {
      const moved = needed.flatMap((places, piece) => (places[to]! > 0 ? [{ piece, quantity: places[to]! }] : []))
      if (moved.length === 0) return []
      return [
        { at: days.at(daysAgo, 9, 20 + to), do: 'transfer', from: 0, to, lines: moved, remarks: 'For the counter' },
      ]
    })
    return [...orders, ...transfers]
  })
}

/** Plans orders and receivings, so that the shop has each status at least once. */
function planOtherOrders(days: Calendar): Step[] {
  const order = (key: string, daysAgo: number, supplier: number, quantity: number, expectedIn: number): Step[] => {
    const lines = pieces.flatMap((piece, n): OrderLine[] =>
      supplierOf(n) === supplier && !isReserved(n) && n % 4 === 1
        ? [{ piece: n, quantity: uomOf(piece) === 'BULK' ? quantity * 5 : quantity, unitCost: costOf(piece) }]
        : [],
    )
    const [ordered, expected] = [days.day(daysAgo), days.day(daysAgo - expectedIn)]
    return [
      { at: days.at(daysAgo, 13, 30), do: 'order', key, supplier, lines: lines.slice(0, 5), ordered, expected, by: 1 },
    ]
  }
  const firstLine = (supplier: number) =>
    pieces.findIndex((_, n) => supplierOf(n) === supplier && !isReserved(n) && n % 4 === 1)
  const come = (key: string, daysAgo: number, supplier: number, quantity: number): Step => ({
    at: days.at(daysAgo, 15),
    do: 'receive',
    key,
    lines: [{ piece: firstLine(supplier), quantity }],
    ends: 'complete',
    received: days.day(daysAgo),
    by: 2,
  })
  const approve = (key: string, daysAgo: number): Step => ({ at: days.at(daysAgo, 17), do: 'approve order', key })
  const all = { do: 'receive' as const, by: 1 }
  return [
    ...order('waits', 1, 0, 2, 16),
    ...order('waits too', 2, 4, 1, 21),
    ...order('on its way', 6, 5, 1, 20),
    approve('on its way', 5),
    ...order('arrives', 9, 3, 2, 8),
    approve('arrives', 8),
    { at: days.at(1, 16, 40), ...all, key: 'arrives', ends: 'wait', received: days.day(1) },
    ...order('late', 24, 1, 3, 20),
    approve('late', 23),
    come('late', 4, 1, 1),
    ...order('came in part', 33, 2, 4, 20),
    approve('came in part', 32),
    { at: days.at(15, 11), ...all, key: 'came in part', ends: 'cancel', received: days.day(15) },
    come('came in part', 13, 2, 2),
    ...order('closed', 90, 6, 2, 14),
    approve('closed', 89),
    come('closed', 74, 6, 1),
    { at: days.at(70, 10, 30), do: 'close order', key: 'closed', reason: 'The workshop no longer makes them' },
    ...order('not wanted', 150, 7, 2, 14),
    { at: days.at(149, 10), do: 'cancel order', key: 'not wanted' },
    ...order('supplier gave up', 47, 0, 1, 20),
    approve('supplier gave up', 46),
    { at: days.at(41, 12), do: 'cancel order', key: 'supplier gave up' },
    {
      at: days.at(200, 15, 45),
      do: 'receive directly',
      piece: firstLine(3),
      quantity: 2,
      received: days.day(200),
    },
  ]
}

/** Plans the adjustments for damage, loss and finds, and the stock counts. */
function planAdjustments(days: Calendar): Step[] {
  // The adjustments use items whose stock at Main exceeds the year's sales.
  const [one, two, three, four, five] = pieces.flatMap((piece, n) =>
    piece.category === 'ER' && !isReserved(n) ? [n] : [],
  ) as [number, number, number, number, number]
  const adjust = (
    [daysAgo, hour, minute]: [number, number, number],
    piece: number,
    quantity: number,
    reason: string,
    ends: 'wait' | 'approve' | 'decline',
  ): Step => ({ at: days.at(daysAgo, hour, minute), do: 'adjust', piece, quantity, reason, ends, by: 1 + (piece % 2) })
  return [
    adjust([310, 18, 10], one, -1, 'Damaged', 'approve'),
    adjust([233, 12, 5], two, 1, 'Found', 'approve'),
    adjust([161, 18, 30], three, -1, 'Lost', 'decline'),
    adjust([96, 13, 15], four, 1, 'Found', 'approve'),
    adjust([52, 17, 20], five, -1, 'Damaged', 'approve'),
    adjust([18, 18, 45], two, -2, 'Lost', 'decline'),
    adjust([2, 17, 50], three, -1, 'Damaged', 'wait'),
    adjust([1, 12, 20], four, -1, 'Lost', 'wait'),
    adjust([1, 18, 5], one, 1, 'Found', 'wait'),
    { at: days.at(21, 8, 45), do: 'count', place: 1, category: 'LS', ends: 'finish', by: 2 },
    { at: days.at(1, 9, 10), do: 'count', place: 2, category: 'RG', ends: 'wait', by: 1 },
    {
      at: days.at(40, 9, 5),
      do: 'transfer',
      from: 0,
      to: 1,
      lines: [{ piece: two, quantity: 1 }],
      remarks: 'Asked for by a customer',
    },
  ]
}
