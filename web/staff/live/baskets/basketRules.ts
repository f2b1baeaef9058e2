// The baskets of a live: their order on the screen, and which of them wait for their page.
import type { LiveBasketRow } from '../../../../contract/live/live-baskets.ts'

export const nameOfBasket = ({ buyer }: LiveBasketRow) => buyer.customerName ?? buyer.handle

/** Whether a basket is still to be paid, also one that is paid in part, so that its page can be sent. */
export const isUnpaid = ({ saleStatus, balance }: LiveBasketRow) =>
  (saleStatus === 'Pending' || saleStatus === 'Processing') && balance > 0

/** Returns the baskets whose pages nobody has sent. */
export const findUnsent = (baskets: readonly LiveBasketRow[]) =>
  baskets.filter((basket) => isUnpaid(basket) && basket.sentAt === null)

/** Returns the unpaid baskets first, and the greatest debt first among them. */
export const sortBaskets = (baskets: readonly LiveBasketRow[]) =>
  baskets.toSorted(
    (a, b) =>
      Number(isUnpaid(b)) - Number(isUnpaid(a)) ||
      b.balance - a.balance ||
      nameOfBasket(a).localeCompare(nameOfBasket(b)),
  )

/** Returns what the baskets are worth, and what is owed of them. A canceled one counts for nothing. */
export function sumBaskets(baskets: readonly LiveBasketRow[]) {
  const counted = baskets.filter(({ saleStatus }) => saleStatus !== 'Canceled')
  return {
    total: counted.reduce((sum, { totalPurchase }) => sum + Math.round(totalPurchase * 100), 0) / 100,
    owed: counted.filter(isUnpaid).reduce((sum, { balance }) => sum + Math.round(balance * 100), 0) / 100,
    unpaid: counted.filter(isUnpaid).length,
  }
}
