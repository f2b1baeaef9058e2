import { expect } from 'vitest'

import {
  bookBack,
  bookCancel,
  bookCompletion,
  bookCorrection,
  bookCredit,
  bookOrder,
  bookPayment,
  bookReturn,
  type Books,
  costOfD,
  creditOf,
  itemD,
  moveD,
  paidOf,
  price,
  type Sale,
  waysBack,
} from './books-shop.ts'
import { receive, splitDue, toPayment } from './books-steps.ts'

// Calls at once about the same goods, the same sales and the same customer. Their order is unknown, so the books get
// what the shop accepted. Prices and costs are whole here, so that the sums are the same in every order.

const buyer = 3
export const rushKinds = [
  ...(['give', 'receive', 'transfer', 'sell', 'order', 'pay', 'correct', 'adjust'] as const),
  ...(['refund', 'exchange', 'takeBack', 'complete', 'cancel'] as const),
]
export type Rush = {
  what: (typeof rushKinds)[number]
  place: number
  n: number
  type: number
  amount: number
  byCredit: number
  keep: boolean
}
/** Makes a call, and returns how its acceptance is written into the books. */
type Make = (books: Books, rush: Rush) => Promise<(() => void) | undefined>

function choose(
  { sales }: Books,
  n: number,
  status: Sale['status'],
  fits: (sale: Sale) => boolean = () => true,
): Sale | undefined {
  const fitting = sales.filter((sale) => sale.customer === buyer && sale.status === status && fits(sale))
  return fitting[n % Math.max(1, fitting.length)]
}

const sellOrOrder =
  (whole: boolean): Make =>
  async (books, { n, type, byCredit, keep, place }) => {
    const wanted = [{ item: itemD, quantity: 1 + (n % 4) }]
    const total = wanted[0]!.quantity * price
    const payments = splitDue(books, whole ? total : price, { byCredit, type, keep: keep && whole })
    const { data, accepted } = await books.call('POST', '/api/v2/sales', {
      locationID: books.places[place],
      transactionTypeID: 1,
      customerID: books.customers[buyer]!.id,
      complete: whole,
      items: [{ itemID: books.items[itemD]!.itemID, orderQty: wanted[0]!.quantity }],
      payments: payments.map(toPayment),
    })
    if (!accepted) return undefined
    return () => {
      const sale = bookOrder(books, buyer, { data, key: '', place, wanted, discount: 0, shipping: 0 }, payments)
      if (!whole) return
      bookCompletion(books, sale)
      moveD(books, place, -wanted[0]!.quantity)
    }
  }

const make: Record<Rush['what'], Make> = {
  async give(books, { amount }) {
    const path = `/api/v1/customers/${books.customers[buyer]!.id}/credit`
    const { data } = await books.call('POST', path, { amount: amount / 100, reason: 'Rush' })
    return () => {
      const entry = bookCredit(books, buyer, amount)
      books.customers[buyer]!.gifts.push({ entryID: data.entries[0].entryID, entry, type: null })
      books.book('creditGiven', -amount)
    }
  },
  async receive(books, { n, place }) {
    const quantity = 1 + (n % 5)
    await receive(books, { item: itemD, place, key: `rush ${books.stock.made++}`, quantity, unitCost: costOfD })
    return () => moveD(books, place, quantity)
  },
  async transfer(books, { n, place }) {
    const quantity = 1 + (n % 6)
    const { accepted } = await books.call('POST', '/api/v1/stock-transfers', {
      fromLocationID: books.places[place],
      toLocationID: books.places[1 - place],
      items: [{ itemID: books.items[itemD]!.itemID, inventoryTypeID: 1, quantity }],
    })
    if (!accepted) return undefined
    return () => {
      moveD(books, place, -quantity)
      moveD(books, 1 - place, quantity)
    }
  },
  sell: sellOrOrder(true),
  order: sellOrOrder(false),
  /** Pays the balance of an open sale. */
  async pay(books, { n, type }) {
    const sale = choose(books, n, 'Processing', (one) => paidOf(one) < one.total)
    if (!sale) return undefined
    const cents = sale.total - paidOf(sale)
    const path = `/api/v2/sales/${sale.id}/payments`
    const { data, accepted } = await books.call('POST', path, { paymentTypeID: type, amount: cents / 100 })
    if (!accepted) return undefined
    return () => bookPayment(books, sale, { id: data.payments.at(-1).paymentID, type, cents })
  },
  async correct(books, { n, type, byCredit }) {
    const sale = choose(books, n, n % 2 === 0 ? 'Processing' : 'Completed')
    const wrong = sale?.payments[0]
    const right = byCredit > 0 ? books.credit : type
    if (!wrong || wrong.type === right || wrong.type === books.exchange) return undefined
    const path = `/api/v2/sales/${sale.id}/payments/${wrong.id}/corrections`
    const { data, accepted } = await books.call('POST', path, { paymentTypeID: right, reason: 'Rush' })
    if (!accepted) return undefined
    return () => {
      expect(sale.payments).toContain(wrong)
      bookCorrection(books, sale, wrong, { id: data.payments.at(-1).paymentID, type: right, cents: wrong.cents })
    }
  },
  /** Finds a piece, or writes one off. */
  async adjust(books, { keep, place }) {
    const quantity = keep ? 1 : -1
    const inventoryID = books.items[itemD]!.inventoryIDs[place]!
    const path = '/api/v1/inventory-adjustment'
    const { data } = await books.call('POST', path, { inventoryID, adjustmentReasonID: 2, quantityAdjusted: quantity })
    const { accepted } = await books.call('PUT', `${path}/${inventoryID}/approve/${data.adjustmentID}`)
    if (!accepted) return undefined
    return () => {
      moveD(books, place, quantity)
      books.book('adjusted', quantity * costOfD)
    }
  },
  /** Refunds one piece by a payment type. It goes to the shelf, or is written off as scrap. */
  async refund(books, { n, type, byCredit, keep }) {
    const sale = choose(books, n, 'Completed')
    if (!sale) return undefined
    const line = sale.lines[0]!
    const backType = byCredit > 0 ? books.credit : type
    const disposition = keep ? 'restock' : 'scrap'
    const { accepted } = await books.call('POST', `/api/v2/sales/${sale.id}/refunds`, {
      paymentTypeID: backType,
      reason: 'Rush',
      items: [{ salesItemID: line.lineID, qty: 1, disposition }],
    })
    if (!accepted) return undefined
    return () => {
      bookReturn(books, sale, [{ line, quantity: 1, disposition }])
      bookBack(books, sale, [{ type: backType, cents: price }])
      if (keep) moveD(books, sale.place, 1)
    }
  },
  /** Exchanges two pieces for one, with the rest as credit, or one piece for several. */
  async exchange(books, { n, type, byCredit, keep }) {
    const sale = choose(books, n, 'Completed')
    if (!sale) return undefined
    const line = sale.lines[0]!
    const [quantity, wanted] = n % 2 === 0 ? [2, 1] : [1, 1 + (n % 3)]
    const payments = splitDue(books, Math.max(0, wanted - quantity) * price, { byCredit, type, keep })
    const { data, accepted } = await books.call('POST', `/api/v1/sales/${sale.id}/exchanges`, {
      reason: 'Rush',
      returned: [{ salesItemID: line.lineID, qty: quantity }],
      items: [{ itemID: books.items[itemD]!.itemID, orderQty: wanted }],
      payments: payments.map(toPayment),
    })
    if (!accepted) return undefined
    return () => {
      bookReturn(books, sale, [{ line, quantity, disposition: 'restock' }])
      const byGoods = { type: books.exchange, cents: Math.min(quantity, wanted) * price }
      bookBack(books, sale, [byGoods])
      if (quantity > wanted) bookBack(books, sale, [{ type: books.credit, cents: (quantity - wanted) * price }])
      const sold = {
        data,
        key: '',
        place: sale.place,
        wanted: [{ item: itemD, quantity: wanted }],
        discount: 0,
        shipping: 0,
      }
      bookCompletion(books, bookOrder(books, buyer, sold, [byGoods, ...payments]))
      moveD(books, sale.place, quantity - wanted)
    }
  },
  async takeBack(books, { n }) {
    const { id, gifts } = books.customers[buyer]!
    const gift = gifts[n % Math.max(1, gifts.length)]
    if (!gift) return undefined
    const path = `/api/v1/customers/${id}/credit/${gift.entryID}/corrections`
    const { accepted } = await books.call('POST', path, { reason: 'Rush' })
    if (!accepted) return undefined
    return () => {
      expect(gifts).toContain(gift)
      gifts.splice(gifts.indexOf(gift), 1)
      gift.entry.counts = bookCredit(books, buyer, -gift.entry.cents).counts = false
      books.book('creditGiven', gift.entry.cents)
    }
  },
  async complete(books, { n }) {
    const sale = choose(books, n, 'Processing')
    if (!sale) return undefined
    const { accepted } = await books.call('PUT', `/api/v2/sales/${sale.id}/complete`)
    if (!accepted) return undefined
    return () => {
      expect([sale.status, paidOf(sale)]).toEqual(['Processing', sale.total])
      bookCompletion(books, sale)
      moveD(books, sale.place, -sale.lines[0]!.quantity)
    }
  },
  async cancel(books, { n, keep }) {
    const sale = choose(books, n, 'Processing')
    if (!sale) return undefined
    const body = { deposit: keep ? 'forfeit' : 'refund', reason: 'Rush' }
    const { accepted } = await books.call('PUT', `/api/v2/sales/${sale.id}/cancel`, body)
    if (!accepted) return undefined
    return () => {
      expect(sale.status).toBe('Processing')
      bookCancel(books, sale, keep ? null : waysBack(sale, paidOf(sale)))
    }
  },
}

/** Makes all these calls at once. Writes what the shop accepted, which must have been possible in some order. */
export async function runAtOnce(books: Books, all: readonly Rush[]) {
  const written = await Promise.all(all.map(async (rush) => ({ rush, write: await make[rush.what](books, rush) })))
  const places = (what: Rush['what']) => rushKinds.indexOf(what)
  for (const { rush, write } of written.toSorted((a, b) => places(a.rush.what) - places(b.rush.what))) {
    write?.()
    if (write) books.accepted.add(`at once: ${rush.what}`)
  }
  const buyers = books.customers[buyer]!
  expect([Math.min(...books.ofD) >= 0, creditOf(buyers) >= 0]).toEqual([true, true])
  for (const { lines } of books.sales.filter((sale) => sale.customer === buyer))
    for (const { back, quantity } of lines) expect(back).toBeLessThanOrEqual(quantity)
}
