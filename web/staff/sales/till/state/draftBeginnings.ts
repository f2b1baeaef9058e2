// These functions create the draft of a sale: empty, made to order, from a stored sale, or from a local draft.
import { describeHandle } from '../../../../../contract/sales/buyers.ts'
import type { SaleRow } from '../../../../../contract/sales/sales.ts'
import { formatPeso } from '../../../../../contract/shared/money.ts'
import { splitName } from '../../../../../contract/shared/names.ts'
import { type Buyer, type Draft, createKey, type Person, type SoldItem, type TillLine, withItem } from './draft.ts'

export const emptyPerson: Person = {
  firstName: '',
  middleName: null,
  lastName: '',
  contactNo: '',
  address: null,
  email: '',
  customerTypeID: null,
}

/** Returns the draft of the next sale, with the location and type of the previous one. */
export const createEmptyDraft = (place: Pick<Draft, 'locationID' | 'transactionTypeID' | 'orderDate'>): Draft => ({
  ...place,
  expectedDeliverDate: null,
  buyer: { kind: 'nobody' },
  lines: [],
  payments: [],
  discount: 0,
  shippingFee: 0,
  schedule: [],
  remarks: '',
})

/** Returns the draft of a sale of one piece that must be made, for a new customer who asked for it. */
export function createMadeToOrderDraft(
  asked: { name: string; email: string | null; contact?: string | null },
  item: SoldItem,
  kinds: readonly { transactionTypeID: number; code: string | null; beyondStock: boolean }[],
  locationID: number | null,
): Draft {
  const own = kinds.find(({ code }) => code === 'made_to_order')
  const kind = own ?? kinds.find(({ beyondStock }) => beyondStock)
  const empty = createEmptyDraft({ locationID, transactionTypeID: kind?.transactionTypeID ?? null, orderDate: null })
  const person = { ...emptyPerson, ...splitName(asked.name), email: asked.email ?? '', contactNo: asked.contact ?? '' }
  return withItem({ ...empty, buyer: { kind: 'new', person } }, item)
}

function buyerOf({ customerID, customer, buyerID, buyer }: SaleRow): Buyer {
  if (customerID !== null && customer !== null) {
    const chosen = { kind: 'chosen', customerID, person: customer, typeName: null } as const
    return !buyer ? chosen : { ...chosen, handle: describeHandle(buyer) }
  }
  return buyerID && buyer ? { kind: 'chosenHandle', buyerID, ...buyer } : { kind: 'nobody' }
}

/** Returns the draft that edits a stored sale. Its stored payments are not part of the draft. */
export const draftOf = (sale: SaleRow): Draft => ({
  locationID: sale.locationID,
  transactionTypeID: sale.transactionTypeID,
  orderDate: sale.orderDate,
  expectedDeliverDate: sale.expectedDeliverDate,
  buyer: buyerOf(sale),
  lines: sale.items.map((item) => ({ ...item, key: createKey(), itemPrice: item.price })),
  payments: [],
  discount: sale.discount,
  shippingFee: sale.shippingFee,
  schedule: sale.schedule.map(({ dueDate, amount }) => ({ key: createKey(), dueDate, amount })),
  remarks: sale.remarks ?? '',
})

/**
 * Updates a stored draft to the current items. A price that the user has not edited becomes the item's current price.
 * Inactive items are removed. `changes` describes all this to the user.
 */
export function refreshDraft(draft: Draft, items: readonly (SoldItem & { status: boolean })[]) {
  const byID = new Map(items.map((item) => [item.itemID, item]))
  const changes: string[] = []
  const lines = draft.lines.flatMap((line): TillLine[] => {
    const item = byID.get(line.itemID)
    if (!item?.status) {
      changes.push(`${line.itemName} is not sold any more and was taken off.`)
      return []
    }
    const { itemCode, itemName, description, uom, karat, stone, price } = item
    if (price !== line.itemPrice)
      changes.push(`${itemName} now costs ${formatPeso(price)}; it was ${formatPeso(line.itemPrice)}.`)
    const newPrice = line.price === line.itemPrice ? price : line.price
    // A piece keeps the weights and the cover of its own.
    const { grams, netGrams = null, image_url, image_focus } = line.piece ? line : item
    const shown = { itemCode, itemName, description, uom, grams, netGrams, karat, stone, image_url, image_focus }
    return [{ ...line, ...shown, price: newPrice, itemPrice: price }]
  })
  return { draft: withNewKeys({ ...draft, lines }), changes }
}

/** Returns the draft with new keys, because keys are unique only within a page load. */
export const withNewKeys = (draft: Draft): Draft => ({
  ...draft,
  lines: draft.lines.map((line) => ({ ...line, key: createKey() })),
  payments: draft.payments.map((payment) => ({ ...payment, key: createKey() })),
  schedule: draft.schedule.map((instalment) => ({ ...instalment, key: createKey() })),
})
