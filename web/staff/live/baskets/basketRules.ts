// The baskets of a live: what is owed of them, the filters of the list, and its file.
import type { LiveBasketRow } from '../../../../contract/live/live-baskets.ts'
import { languageNames } from '../../../../contract/shared/languages.ts'
import type { CsvValue } from '../../../lib/csv.ts'
import { formatMoment } from '../../../lib/format.ts'

export const nameOfBasket = ({ buyer }: LiveBasketRow) => buyer.customerName ?? buyer.handle

export const isOpenBasket = ({ saleStatus }: LiveBasketRow) => saleStatus === 'Pending' || saleStatus === 'Processing'

/** Whether a basket is still to be paid, also one that is paid in part, so that its page can be sent. */
export const isUnpaid = (basket: LiveBasketRow) => isOpenBasket(basket) && basket.balance > 0

/** Returns the baskets whose pages are still to be sent. */
export const findUnsent = (baskets: readonly LiveBasketRow[]) => baskets.filter(({ isToSend }) => isToSend)

/** Returns what the baskets are worth, and what is owed of them. A canceled one counts for nothing. */
export function sumBaskets(baskets: readonly LiveBasketRow[]) {
  const counted = baskets.filter(({ saleStatus }) => saleStatus !== 'Canceled')
  return {
    total: counted.reduce((sum, { totalPurchase }) => sum + Math.round(totalPurchase * 100), 0) / 100,
    owed: counted.filter(isUnpaid).reduce((sum, { balance }) => sum + Math.round(balance * 100), 0) / 100,
    unpaid: counted.filter(isUnpaid).length,
  }
}

/** The states of the page of an order: its mail failed, it is to be sent, was sent, or was opened by the buyer. */
export const pageStates = ['undelivered', 'unsent', 'sent', 'seen'] as const
export type PageState = (typeof pageStates)[number]
export const pageWords = {
  undelivered: 'Not delivered',
  unsent: 'Not sent',
  sent: 'Sent, not seen',
  seen: 'Seen',
} as const satisfies Record<PageState, string>

/** Returns the state of the page of an order; null when none is needed. A failed mail matters while the sale is open. */
export function pageStateOf(basket: LiveBasketRow): PageState | null {
  const { isUndelivered, isToSend, sentAt, seenAt } = basket
  if (isUndelivered && isOpenBasket(basket)) return 'undelivered'
  if (seenAt !== null) return 'seen'
  if (sentAt !== null) return 'sent'
  return isToSend ? 'unsent' : null
}

/** The filters of the list of baskets. */
export type BasketFilter = { search: string; paid: string | null; order: string | null }
/** The names of the filters in the address, which may also hold the search of the list of lives. */
export const filterNames = { search: 'basket', paid: 'paid', order: 'order' } as const satisfies Record<
  keyof BasketFilter,
  string
>
/** Reads the filters from the address. */
export const readFilter = (address: URLSearchParams): BasketFilter => ({
  search: address.get(filterNames.search) ?? '',
  paid: address.get(filterNames.paid),
  order: address.get(filterNames.order),
})
export const paidChoices = [
  { value: 'unpaid', label: 'Unpaid' },
  { value: 'paid', label: 'Paid' },
]
export const pageChoices = pageStates.map((value) => ({ value, label: pageWords[value] }))

/**
 * Returns the baskets that the filters leave. The search looks for the buyer, the number of the sale, and the number of a
 * piece, which has to be whole.
 */
export function filterBaskets(baskets: readonly LiveBasketRow[], { search, paid, order }: BasketFilter) {
  const sought = search.trim().toLowerCase()
  return baskets.filter((basket) => {
    const { buyer, transactionNumber, numbers, saleStatus } = basket
    const isPaid = !isUnpaid(basket) && saleStatus !== 'Canceled'
    return (
      (sought === '' ||
        [buyer.handle, buyer.customerName ?? '', transactionNumber].some((text) =>
          text.toLowerCase().includes(sought),
        ) ||
        numbers.some((number) => String(number) === sought)) &&
      (paid === null || (paid === 'paid' ? isPaid : isUnpaid(basket))) &&
      (order === null || pageStateOf(basket) === order)
    )
  })
}

const nameOfState = (state: PageState | null) => state && pageWords[state]

/** Returns the baskets as the rows of a CSV file, with its header. */
export function tabulateBaskets(baskets: readonly LiveBasketRow[], timeZone: string): CsvValue[][] {
  const moment = (at: string | null) => at && formatMoment(at, timeZone)
  return [
    [
      'Buyer',
      'Customer',
      'Platform',
      'Pieces',
      'Sale',
      'Status',
      'Total',
      'Paid',
      'To pay',
      'Proofs to check',
      'Held until',
      'Order page',
      'Order page sent',
      'Order page seen',
      'Language',
      'Marks',
    ],
    ...baskets.map((basket) => [
      basket.buyer.handle,
      basket.buyer.customerName,
      basket.buyer.platform,
      basket.numbers.join(' '),
      basket.transactionNumber,
      basket.saleStatus,
      basket.totalPurchase,
      basket.paid,
      basket.balance,
      basket.proofsToCheck,
      moment(basket.holdUntil),
      nameOfState(pageStateOf(basket)),
      moment(basket.sentAt),
      moment(basket.seenAt),
      languageNames[basket.language],
      basket.marks.join(', '),
    ]),
  ]
}
