import { returnableQtyOf, computeRefund, computeRefunds, type SoldLine } from '../../../contract/sales/refunds.ts'
import type { SaleRefundInput } from '../../../contract/sales/sale-refunds.ts'
import { toCentavos } from '../../../contract/shared/money.ts'
import { addQuantities, toThousandths } from '../../../contract/shared/quantities.ts'
import type { z } from '../../../contract/shared/zod.ts'
import { AppError } from '../../kernel/errors.ts'
import { assertCountable } from '../../stock/ledger/ledger.rules.ts'
import type { SaleDetails } from '../sale/sales.queries.ts'

type Part = NonNullable<z.output<typeof SaleRefundInput>['items']>[number]
/** A returned part of a line, with its item and the money paid back for it. */
export type RefundedPart = Part & { itemID: number; amount: number }

/** Returns all parts of the sale that are not returned yet, marked to go back on the shelf. */
export const partsLeft = ({ items }: Pick<SaleDetails, 'items'>): Part[] =>
  items
    .filter((line) => returnableQtyOf(line) > 0)
    .map((line) => ({ salesItemID: line.salesItemID, qty: returnableQtyOf(line), disposition: 'restock' }))

/** Adds up the parts of the same line with the same destination. */
export const combineParts = (parts: readonly Part[]): Part[] =>
  [...Map.groupBy(parts, ({ salesItemID, disposition }) => `${salesItemID} ${disposition}`).values()].map((same) => ({
    ...same[0]!,
    qty: same.reduce((sum, { qty }) => sum + toThousandths(qty), 0) / 1000,
  }))

/** Throws 422 for a line of another sale, for more than is left of a line, and for a fraction of a piece. */
export function assertReturnable({ items }: Pick<SaleDetails, 'items'>, parts: readonly Part[]) {
  const lines = new Map(items.map((line) => [line.salesItemID, line]))
  const back = new Map<number, number>()
  for (const { salesItemID, qty } of parts) {
    const line = lines.get(salesItemID)
    if (!line)
      throw new AppError('refund.line_unknown', `Line ${salesItemID} does not belong to this sale`, { field: 'items' })
    assertCountable(line, qty, 'items')
    const whole = (back.get(salesItemID) ?? 0) + toThousandths(qty)
    if (whole > toThousandths(returnableQtyOf(line)))
      throw new AppError('refund.exceeds_sold', `Only ${returnableQtyOf(line)} of ${line.itemName} can come back`, {
        field: 'items',
      })
    back.set(salesItemID, whole)
  }
}

/**
 * Adds the item and the refunded amount to each part. Call `assertReturnable` first, because every part must belong to
 * this sale.
 */
export function priceParts(sold: Pick<SaleDetails, 'items' | 'discount'>, parts: readonly Part[]): RefundedPart[] {
  const amounts = computeRefunds(sold, parts)
  const itemIDs = new Map(sold.items.map(({ salesItemID, itemID }) => [salesItemID, itemID]))
  return parts.map((part, n) => ({ ...part, itemID: itemIDs.get(part.salesItemID)!, amount: amounts[n]! }))
}

/**
 * Returns the cost of each part, in pesos. It computes from the total returned so far, so that all of a line returns
 * exactly its cost.
 */
export function computeReturnedCosts(
  { items }: { items: readonly SoldLine[] },
  costs: ReadonlyMap<number, { cost: number }>,
  parts: readonly Part[],
): number[] {
  const lines = new Map(items.map((line) => [line.salesItemID, line]))
  return parts.map(({ salesItemID, qty }) => {
    const line = lines.get(salesItemID)!
    const refundedQty = addQuantities(line.refundedQty, qty)
    lines.set(salesItemID, { ...line, refundedQty })
    return computeRefund(line, toCentavos(costs.get(salesItemID)!.cost), qty)
  })
}

/** Whether these parts complete the return of the whole sale. */
export function isFullyReturned({ items }: { items: readonly SoldLine[] }, parts: readonly Pick<Part, 'qty'>[]) {
  const left = items.reduce((sum, line) => sum + toThousandths(returnableQtyOf(line)), 0)
  const back = parts.reduce((sum, { qty }) => sum + toThousandths(qty), 0)
  return back === left
}

/** A stock row that a sale took goods from, with the quantity not returned to it. */
export type Taken = { inventoryID: number; itemID: number; left: number }

/**
 * Allocates a returned quantity to the stock rows it was taken from, and reduces their `left`. A piece goes back to the
 * row `pieceStock` that it came from.
 */
export function allocateReturned(taken: Taken[], itemID: number, qty: number, pieceStock?: number) {
  const parts: { inventoryID: number; quantity: number }[] = []
  let missing = toThousandths(qty)
  const isFrom = (one: Taken) => one.itemID === itemID && (pieceStock ?? one.inventoryID) === one.inventoryID
  for (const row of taken.filter(isFrom)) {
    const part = Math.min(missing, toThousandths(row.left))
    if (part <= 0) continue
    row.left = (toThousandths(row.left) - part) / 1000
    missing -= part
    parts.push({ inventoryID: row.inventoryID, quantity: part / 1000 })
  }
  return parts
}
