import { bookCredit, type Books, creditOf } from './books-shop.ts'
import type { Step } from './books-steps.ts'

// The steps of the books' model that move money into a customer's store credit, and out of it.

type Perform = (books: Books, step: Step) => Promise<void>

const customerOf = ({ lane, n }: Step) => (lane < 3 ? lane : n % 3)
const bodyOf = (books: Books, { place, type, amount }: Step) => ({
  amount: amount / 100,
  paymentTypeID: type,
  locationID: books.places[place],
  reference: `Model ${amount}`,
  reason: 'Model',
})

export const creditSteps = {
  /** Takes money that belongs to no sale. */
  async payIn(books, step) {
    const [customer, cents] = [customerOf(step), step.amount]
    const path = `/api/v1/customers/${books.customers[customer]!.id}/credit/payments`
    const data = await books.expectCall('POST', path, bodyOf(books, step))
    const entry = bookCredit(books, customer, cents)
    books.customers[customer]!.gifts.push({ entryID: data.entries[0].entryID, entry, type: step.type })
    books.book(`drawer ${step.type}`, cents)
  },
  /** Pays credit out, which may be more than the customer has. */
  async payOut(books, step) {
    const [customer, cents] = [customerOf(step), step.amount]
    const accepted = creditOf(books.customers[customer]!) >= cents
    const path = `/api/v1/customers/${books.customers[customer]!.id}/credit/payouts`
    await books.expectCall('POST', path, bodyOf(books, step), accepted)
    if (!accepted) return
    bookCredit(books, customer, -cents)
    books.book(`drawer ${step.type}`, -cents)
  },
} as const satisfies Record<string, Perform>
