import type { uoms } from '../../../contract/catalogue/items.ts'
import type { purchaseOrderStatuses } from '../../../contract/purchasing/purchase-orders.ts'
import { fromCentavos, largestAmount, computeOrderTotal } from '../../../contract/shared/money.ts'
import { toThousandths } from '../../../contract/shared/quantities.ts'
import { AppError } from '../../kernel/errors.ts'
import { assertCountable } from '../../stock/ledger/ledger.rules.ts'

type Status = (typeof purchaseOrderStatuses)[number]
type Uom = (typeof uoms)[number]

/** An ordered item, with its cost in pesos per piece, pair or gram, and the quantity in that unit. */
export type OrderLine = { itemID: number; uom: Uom; unitCost: number; orderQty: number }

/** The quantities of one ordered line in pieces or pairs, or in grams for BULK items. */
type Quantities = { orderQty: number; receivedQty: number; closedQty: number }

/** Returns the quantity of a line that is neither received nor closed. */
export const outstandingOf = ({ orderQty, receivedQty, closedQty }: Quantities) =>
  (toThousandths(orderQty) - toThousandths(receivedQty) - toThousandths(closedQty)) / 1000

/** Returns the status of an approved order. It is Received once no line is outstanding. */
export function statusOf(lines: readonly Quantities[]): Status {
  if (lines.every((line) => outstandingOf(line) === 0)) return 'Received'
  return lines.some(({ receivedQty }) => receivedQty > 0) ? 'Partially Received' : 'Approved'
}

/** Throws 409 unless the order's status is allowed. `what` completes the message 'can no longer …'. */
export function assertStatus({ status }: { status: Status }, allowed: readonly Status[], what: string) {
  if (!allowed.includes(status))
    throw new AppError('order.closed', `This purchase order is ${status} and can no longer ${what}`)
}

/** Returns the total of the lines in pesos. Throws 400 when it is too large to be stored. */
export function totalCostOf(lines: readonly Pick<OrderLine, 'unitCost' | 'orderQty'>[]): number {
  const total = computeOrderTotal(lines)
  if (total > largestAmount) throw new AppError('amount.too_large', 'The total is too large')
  return fromCentavos(total)
}

type Item = { itemID: number; itemName: string; uom: Uom; status: boolean }

/**
 * Returns the lines with their items' names and units. Throws 422 when an item is unknown, is in two lines, or is
 * inactive and was not ordered before. Throws 400 for a fraction of a piece. `fieldOf` names the invalid input field.
 */
export function resolveOrderLines(
  requested: readonly { itemID: number; orderQty: number; unitCost: number }[],
  items: readonly Item[],
  orderedBefore: ReadonlySet<number>,
  fieldOf: (line: number, field: 'itemID' | 'orderQty') => string,
): (OrderLine & { itemName: string })[] {
  const itemIDs = requested.map(({ itemID }) => itemID)
  const byID = new Map(items.map((row) => [row.itemID, row]))
  return requested.map(({ itemID, orderQty, unitCost }, n) => {
    const ordered = byID.get(itemID)
    const field = fieldOf(n, 'itemID')
    if (!ordered) throw new AppError('reference.missing', `Item ${itemID} does not exist`, { field })
    if (!ordered.status && !orderedBefore.has(itemID))
      throw new AppError('reference.inactive', `${ordered.itemName} is inactive`, { field })
    if (itemIDs.indexOf(itemID) < n) throw duplicateItem(ordered.itemName, field)
    assertCountable(ordered, orderQty, fieldOf(n, 'orderQty'))
    return { itemID, itemName: ordered.itemName, uom: ordered.uom, unitCost, orderQty }
  })
}

/**
 * Returns the error for an item that is already in the order. An order has one line per item, so that a delivered item
 * matches exactly one line.
 */
export const duplicateItem = (itemName: string, field: string) =>
  new AppError('order.item_twice', `${itemName} is in this purchase order already: change its quantity instead`, {
    field,
  })

type LineToClose = { poItemID: number; itemName: string; outstanding: number }

/**
 * Returns the keys of the lines to close, by default all outstanding ones. Throws 422 for a line of another order and
 * 409 for a line with nothing outstanding.
 */
export function selectLinesToClose(lines: readonly LineToClose[], given: readonly number[] | undefined): number[] {
  if (!given) return lines.filter(({ outstanding }) => outstanding > 0).map(({ poItemID }) => poItemID)
  return [...new Set(given)].map((poItemID) => {
    const line = lines.find((line) => line.poItemID === poItemID)
    if (!line)
      throw new AppError('order.line_unknown', `Line ${poItemID} does not belong to this purchase order`, {
        field: 'poItemIDs',
      })
    if (line.outstanding === 0)
      throw new AppError('order.nothing_outstanding', `Nothing is outstanding of ${line.itemName}`)
    return poItemID
  })
}
