import { goldRate } from '../../server/db/schema/pricing.ts'
import { share } from './books-model.ts'
import { bookCredit, bookOwed, bookPayment, type Books, paidOf, type TradeIn } from './books-shop.ts'
import type { Step } from './books-steps.ts'

// The steps of the books' model that buy old gold: an accepted offer, its pieces given back, its rest paid out or turned
// into credit, and a sale that it pays. Each lane has a karat of its own, so that no lane changes the scrap of another.

const karats = ['18K', '22K', '14K'] as const
/** The centavos that the shop pays for a gram. The offer is another amount. */
const buyPerGram = 600_000

type Perform = (books: Books, step: Step) => Promise<void>

/** The trade-ins that a step may change: those of the customer and the karat of its lane. */
const choose = ({ tradeIns }: Books, { lane, n }: Step, fits: (tradeIn: TradeIn) => boolean): TradeIn | undefined => {
  const fitting = tradeIns.filter(
    (one) => !one.isReturned && fits(one) && (lane === 3 || (one.customer === lane && one.karat === lane)),
  )
  return fitting[n % Math.max(1, fitting.length)]
}

/** Enters the rates of the day, once. The model's days lie in the past, so that no rate of them is the latest one. */
async function enterRates(books: Books) {
  if (books.ratesOf.has(books.time.day)) return
  books.ratesOf.add(books.time.day)
  const fromAt = new Date(books.morning())
  const perGram = { sellPerGram: buyPerGram / 100 + 500, buyPerGram: buyPerGram / 100, fromAt }
  await books.db.insert(goldRate).values(karats.map((karat) => ({ karat, ...perGram })))
}

export const tradeInSteps = {
  /** Weighs one piece of old gold, offers an amount for it, and buys it. */
  async buyOld(books, { lane, n, amount, place }) {
    await enterRates(books)
    const [customer, karat] = [lane < 3 ? lane : n % 3, lane < 3 ? lane : amount % 3]
    const quantity = 100 + (amount % 977) + n
    const offer = Math.max(1, Math.round((quantity * buyPerGram) / 1000) - amount)
    const pieces = [{ description: 'Chain', testedKarat: karats[karat], grossGrams: quantity / 1000 }]
    const body = { customerID: books.customers[customer]!.id, locationID: books.places[place], pieces }
    const { tradeInID: id } = await books.expectCall('POST', '/api/v1/trade-ins', body)
    await books.expectCall('POST', `/api/v1/trade-ins/${id}/offer`, { offer: offer / 100, confirmed: true })
    await books.expectCall('POST', `/api/v1/trade-ins/${id}/acceptance`, { signed: true })
    books.tradeIns.push({ id, customer, karat, quantity, offer, left: 0, isReturned: false, sale: null })
    bookOwed(books, books.tradeIns.at(-1)!, offer)
    books.book('stockValue', offer)
    books.scrap[karat]!.quantity += quantity
    books.scrap[karat]!.value += offer
  },
  /** Gives the pieces back. They leave the scrap at its average. What is used already is refused. */
  async giveBack(books, step) {
    const tradeIn = choose(books, step, () => true)
    if (!tradeIn) return
    const accepted = tradeIn.left === tradeIn.offer
    const path = `/api/v1/trade-ins/${tradeIn.id}/return`
    await books.expectCall('POST', path, { reason: 'Model' }, accepted)
    if (!accepted) return
    const scrap = books.scrap[tradeIn.karat]!
    const value = share(scrap.value, tradeIn.quantity, scrap.quantity)
    scrap.quantity -= tradeIn.quantity
    scrap.value -= value
    tradeIn.isReturned = true
    bookOwed(books, tradeIn, -tradeIn.offer)
    books.book('stockValue', -value)
    books.book('tradeInsReturned', tradeIn.offer - value)
  },
  /** Pays out what is left of an offer, or makes it credit. */
  async settleOld(books, step) {
    const { byCredit, type } = step
    const tradeIn = choose(books, step, ({ left }) => left > 0)
    if (!tradeIn) return
    const { id, left, customer } = tradeIn
    const body = byCredit > 0 ? { to: 'credit' } : { to: 'money', paymentTypeID: type }
    await books.expectCall('POST', `/api/v1/trade-ins/${id}/settlement`, body)
    bookOwed(books, tradeIn, -left)
    if (byCredit > 0) bookCredit(books, customer, left)
    else books.book(`drawer ${type}`, -left)
  },
  /** Pays an open sale by a trade-in, with as much as both allow. */
  async payByOld(books, step) {
    const { lane, n } = step
    const tradeIn = choose(books, step, ({ left, sale }) => left > 0 && sale === null)
    if (!tradeIn) return
    const open = books.sales.filter(
      (sale) =>
        sale.status === 'Processing' &&
        sale.customer === tradeIn.customer &&
        sale.total > paidOf(sale) &&
        sale.lines.every(({ item }) => (lane < 3 ? item === lane : item < 3)) &&
        !books.tradeIns.some((one) => one.sale === sale),
    )
    const sale = open[n % Math.max(1, open.length)]
    if (!sale) return
    const cents = Math.min(tradeIn.left, sale.total - paidOf(sale))
    const data = await books.expectCall('POST', `/api/v2/sales/${sale.id}/payments`, {
      paymentTypeID: books.byTradeIn,
      amount: cents / 100,
      tradeInID: tradeIn.id,
    })
    tradeIn.sale = sale
    bookOwed(books, tradeIn, -cents)
    bookPayment(books, sale, { id: data.payments.at(-1).paymentID, type: books.byTradeIn, cents })
  },
} as const satisfies Record<string, Perform>
