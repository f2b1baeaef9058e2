import {
  type Entered,
  type InStock,
  largestQuantity,
  computeLineCost,
  computeReceivingTotals,
  computeStockUnitCost,
  convertCost,
  convertOrderedCost,
  roundCostToCentavo,
  toStock,
  describeExcess,
  type Weighed,
} from '../../../contract/purchasing/receiving-units.ts'
import { largestAmount, toCentavos } from '../../../contract/shared/money.ts'
import { toThousandths } from '../../../contract/shared/quantities.ts'
import { type Actor, mayAct } from '../../kernel/context.ts'
import { AppError } from '../../kernel/errors.ts'

/**
 * One line as the client sends it: a quantity in the unit in which it was weighed or counted, and pesos per that unit.
 * A person from whom costs are hidden sends no cost.
 */
export type Line = Omit<Entered, 'unitCost'> & {
  itemID: number
  unitCost?: number | undefined
  poItemID?: number | null | undefined
}

/** A line converted to stock units and matched to its ordered line (null without an order). */
export type Resolved = Entered & InStock & { itemID: number; poItemID: number | null }

type Item = Weighed & { itemID: number; status: boolean; averageCost: number }

/** An order with the outstanding quantities of its lines, in stock units. */
export type Ordered = {
  poNumber: string
  lines: readonly { poItemID: number; itemID: number; unitCost: number; outstanding: number }[]
}

/**
 * Checks the lines, and adds to each its stock quantity and its cost in pesos. `order` is null for a direct receipt.
 * `known` holds the items that this receiving already has, which may be Inactive now. `at` returns the name of a line's
 * input field, for errors.
 */
export function resolveReceivedLines(
  lines: readonly Line[],
  items: readonly Item[],
  order: Ordered | null,
  known: ReadonlySet<number>,
  at: (line: number, field: string) => string,
): (Resolved & { lineCost: number })[] {
  const left = new Map(order?.lines.map((line) => [line.poItemID, toThousandths(line.outstanding)]))
  return lines.map((line, n) => {
    const { itemID, uom, receivedQty } = line
    const item = items.find((one) => one.itemID === itemID)
    if (!item) throw new AppError('reference.missing', `Item ${itemID} does not exist`, { field: at(n, 'itemID') })
    if (!order && !item.status && !known.has(itemID))
      throw new AppError('reference.inactive', `Item ${item.itemName} is inactive`, { field: at(n, 'itemID') })
    const stockQty = toStock(item, line)
    if (typeof stockQty === 'string')
      throw new AppError('receiving.quantity_not_countable', stockQty, { field: at(n, 'receivedQty') })
    const poItemID = order
      ? findOrderedLine(line, item, order, left, at(n, 'itemID'))
      : refuseOrderedLine(line, at(n, 'poItemID'))
    if (poItemID !== null) {
      left.set(poItemID, left.get(poItemID)! - toThousandths(stockQty))
      // The quantities of all lines for the same ordered line add up.
      if (left.get(poItemID)! < 0) {
        const { outstanding } = order!.lines.find((one) => one.poItemID === poItemID)!
        throw new AppError('receiving.exceeds_order', describeExcess(item, outstanding, order!.poNumber), {
          field: at(n, 'receivedQty'),
        })
      }
    }
    const orderedCost = order?.lines.find((one) => one.poItemID === poItemID)?.unitCost ?? null
    const unitCost = line.unitCost ?? findKnownCost(item, orderedCost, uom)
    const inStock = {
      stockQty,
      stockUnitCost: computeStockUnitCost(item, { uom, receivedQty, unitCost }, stockQty, orderedCost),
    }
    const resolved = { itemID, poItemID, uom, receivedQty, unitCost, ...inStock }
    return { ...resolved, lineCost: computeLineCost(resolved, orderedCost) }
  })
}

/** Returns the ordered cost in the entered unit, or the item's average cost without an order. */
const findKnownCost = (item: Item, orderedCost: number | null, uom: Line['uom']): number =>
  // The quantity was converted with the same weight, so the cost can be converted too.
  convertOrderedCost(item, orderedCost ?? roundCostToCentavo(item.averageCost), uom)!

/** Gives each line without a cost the cost of the stored line that it changes, in the unit of the new line. */
export const withStoredCosts = <L extends Line>(
  lines: readonly L[],
  stored: readonly ((Pick<Entered, 'uom' | 'unitCost'> & { itemID: number }) | undefined)[],
  items: readonly Item[],
): L[] =>
  lines.map((line, n) => {
    const [before, item] = [stored[n], items.find(({ itemID }) => itemID === line.itemID)]
    if (line.unitCost !== undefined || !item || before?.itemID !== line.itemID) return line
    return { ...line, unitCost: convertCost(item, before, line.uom) ?? undefined }
  })

/**
 * Finds the ordered line for a received one: the line that it names, else the item's first line that still has an
 * outstanding quantity.
 */
function findOrderedLine(
  { poItemID, itemID }: Line,
  item: Item,
  order: Ordered,
  left: Map<number, number>,
  field: string,
) {
  const named = order.lines.find((line) => line.poItemID === poItemID)
  if (poItemID && !named)
    throw new AppError('receiving.line_unknown', `Line ${poItemID} does not belong to ${order.poNumber}`, { field })
  if (named && named.itemID !== itemID)
    throw new AppError(
      'receiving.line_of_other_item',
      `Line ${poItemID} of ${order.poNumber} is not for ${item.itemName}`,
      { field },
    )
  const ofItem = order.lines.filter((line) => line.itemID === itemID)
  const found = named ?? ofItem.find((line) => left.get(line.poItemID)! > 0) ?? ofItem[0]
  if (!found)
    throw new AppError(
      'receiving.item_not_ordered',
      `Purchase order ${order.poNumber} does not have ${item.itemName}`,
      { field },
    )
  return found.poItemID
}

function refuseOrderedLine({ poItemID }: Line, field: string) {
  if (poItemID) throw new AppError('receiving.without_order', 'A direct receipt has no ordered lines', { field })
  return null
}

/** Returns the totals of the lines. Throws 400 when they are too large to be stored. */
export function addUpReceiving(lines: Parameters<typeof computeReceivingTotals>[0]) {
  const totals = computeReceivingTotals(lines)
  if (toCentavos(totals.totalCost) > largestAmount || totals.totalQty > largestQuantity)
    throw new AppError('amount.too_large', 'The total is too large')
  return totals
}

/**
 * Throws 403 when Staff complete a receiving without an order, or at other costs than ordered. Both would enter stock and
 * move costs that no manager approved.
 */
export function assertMayComplete(
  actor: Actor,
  order: Ordered | null,
  lines: readonly Pick<Resolved, 'poItemID' | 'stockUnitCost'>[],
) {
  if (mayAct(actor, 'purchasing.receive_freely')) return
  if (!order)
    throw new AppError(
      'receiving.order_missing',
      'Only a manager may complete a receiving without a purchase order: save it as Pending',
      { field: 'poID' },
    )
  const ordered = new Map(order.lines.map(({ poItemID, unitCost }) => [poItemID, unitCost]))
  const other = lines.findIndex(({ poItemID, stockUnitCost }) => stockUnitCost !== ordered.get(poItemID!))
  if (other >= 0)
    throw new AppError(
      'receiving.cost_denied',
      'Only a manager may complete a receiving at other costs than ordered: save it as Pending',
      { field: `items.${other}.unitCost` },
    )
}

/** Throws 409 unless the order still expects goods. */
export function assertWaiting({ poNumber, status }: { poNumber: string; status: string }) {
  if (status !== 'Approved' && status !== 'Partially Received')
    throw new AppError(
      'receiving.order_closed',
      `${poNumber} is ${status}: goods can be received for Approved orders only`,
      {
        field: 'poID',
      },
    )
}

/** Throws 422 when goods of an order are received at a location other than the order's. */
export function assertOrderLocation(
  order: { poNumber: string; locationID: number } | null,
  locationID: number | null | undefined,
) {
  if (order && locationID && locationID !== order.locationID)
    throw new AppError('receiving.other_location', `${order.poNumber} is to be delivered to another location`, {
      field: 'locationID',
    })
}

/** Returns the stored line for each sent line, undefined for a new one. Throws 422 for a line of another receiving. */
export function matchStoredLines<Stored extends { poReceivingItemID: number }>(
  lines: readonly { poReceivingItemID?: number | null | undefined }[],
  stored: readonly Stored[],
  at: (line: number, field: string) => string,
): (Stored | undefined)[] {
  const matched = lines.map(({ poReceivingItemID: key }, n) => {
    const own = stored.find(({ poReceivingItemID }) => poReceivingItemID === key)
    if (key && !own)
      throw new AppError('receiving.line_unknown', `Line ${key} does not belong to this receiving`, {
        field: at(n, 'poReceivingItemID'),
      })
    return own
  })
  const keys = matched.flatMap((line) => line?.poReceivingItemID ?? [])
  if (new Set(keys).size < keys.length)
    throw new AppError('receiving.line_twice', 'A line can be in the receiving only once', { field: 'items' })
  return matched
}
