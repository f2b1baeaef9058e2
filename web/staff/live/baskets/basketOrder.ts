// The order of the baskets of a live, by a column or the unpaid ones first, and their pages.
import type { LiveBasketRow } from '../../../../contract/live/live-baskets.ts'
import { isOpenBasket, nameOfBasket, pageStates, pageStateOf } from './basketRules.ts'

type Value = string | number | null

/** Each column of the list is sorted by this value. A basket without a value comes last in both directions. */
const valueOf = {
  buyer: nameOfBasket,
  pieces: ({ numbers }) => numbers[0] ?? null,
  total: ({ totalPurchase }) => totalPurchase,
  paid: ({ paid }) => paid,
  balance: ({ balance }) => balance,
  // A basket that is kept ends after all that are held.
  held: (basket) => (isOpenBasket(basket) ? Date.parse(basket.holdUntil ?? '9999-01-01') : null),
  page: (basket) => {
    const state = pageStateOf(basket)
    const at = Date.parse(basket.seenAt ?? basket.sentAt ?? '1970-01-01')
    return state && pageStates.indexOf(state) * 1e14 + at
  },
  status: ({ saleStatus }) => saleStatus,
} satisfies Record<string, (basket: LiveBasketRow) => Value>

export type BasketSort = keyof typeof valueOf
/** The order without a choice: what is owed, the greatest debt first. */
export const unpaidFirst = '-balance'

/** Returns the order that an address names, with `-` for the greatest first. An unknown one is the order without a choice. */
export const readSort = (text: string | null): string =>
  text !== null && Object.hasOwn(valueOf, text.replace(/^-/, '')) ? text : unpaidFirst

/** Sorts baskets by a column. Among equal ones those to be paid come first, the greatest debt first, and then names decide. */
export function sortBaskets(baskets: readonly LiveBasketRow[], sort: string = unpaidFirst): LiveBasketRow[] {
  const read: (basket: LiveBasketRow) => Value = valueOf[sort.replace(/^-/, '') as BasketSort]
  const way = sort.startsWith('-') ? -1 : 1
  return baskets.toSorted(
    (a, b) =>
      compareValues(read(a), read(b), way) ||
      b.balance - a.balance ||
      Number(isOpenBasket(b)) - Number(isOpenBasket(a)) ||
      nameOfBasket(a).localeCompare(nameOfBasket(b)),
  )
}

function compareValues(a: Value, b: Value, way: 1 | -1): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  return way * (typeof a === 'string' ? a.localeCompare(String(b)) : a - Number(b))
}

/** How many baskets are on a page. */
export const basketsAtOnce = 10

/** Returns the page that an address names, with its baskets. A page that does not exist is the nearest one. */
export function pickPage(baskets: readonly LiveBasketRow[], text: string | null) {
  const last = Math.max(1, Math.ceil(baskets.length / basketsAtOnce))
  const page = Math.min(last, Math.max(1, Math.trunc(Number(text)) || 1))
  return { page, shown: baskets.slice((page - 1) * basketsAtOnce, page * basketsAtOnce) }
}
