import { hasFraction } from '../../../../contract/catalogue/items.ts'
import type { PurchaseOrderDraft } from '../../../../contract/purchasing/purchase-orders.ts'
import { toThousandths } from '../../../../contract/shared/quantities.ts'
import type { LowStockRow } from '../../../../contract/stock/low-stock.ts'
import { formatAmount } from '../../shared/stock.ts'

/** A row of stock, and the quantity of its item to order: pieces, pairs, or grams of a BULK item. */
export type OrderRequest = { row: LowStockRow; quantity: number | null }

/**
 * The content of one purchase order: items from one supplier for one location. It is plain data, because the router
 * state must be serializable.
 */
export type OrderGroup = {
  supplierName: string | null
  locationName: string
  lines: string[]
  draft: PurchaseOrderDraft
  opened?: boolean
}

/** Returns why this quantity cannot be ordered, or null. */
export function findQuantityProblem({ row: { item }, quantity }: OrderRequest): string | null {
  if (quantity === null || !(quantity > 0)) return 'More than 0'
  if (hasFraction(item.uom, quantity)) return item.uom === 'PAIR' ? 'Whole pairs' : 'Whole pieces'
  return Math.round(quantity * 1000) / 1000 === quantity ? null : 'At most 3 decimals'
}

/**
 * Drafts one order for each location and each supplier from whom the items were last bought. Orders without a supplier
 * come last. If an item is low in two types of stock, they become one line.
 */
export function createOrderGroups(chosen: readonly OrderRequest[]): OrderGroup[] {
  const groups = Map.groupBy(chosen, ({ row }) => `${row.supplierID ?? ''} ${row.locationID}`)
  return [...groups.values()]
    .map(createGroup)
    .toSorted((a, b) => Number(a.supplierName === null) - Number(b.supplierName === null) || compareGroups(a, b))
}

function createGroup(chosen: OrderRequest[]): OrderGroup {
  const [{ row: first }] = chosen as [OrderRequest]
  const lines = [...Map.groupBy(chosen, ({ row }) => row.itemID).values()].map((same) => ({
    item: same[0]!.row.item,
    itemID: same[0]!.row.itemID,
    // Thousandths are integers, so that quantities add up exactly.
    orderQty: same.reduce((sum, { quantity }) => sum + toThousandths(quantity!), 0) / 1000,
  }))
  return {
    supplierName: first.supplier?.supplierName ?? null,
    locationName: first.location.locationName,
    lines: lines.map(({ item, orderQty }) => `${formatAmount(orderQty, item)} × ${item.itemName}`),
    draft: {
      supplierID: first.supplierID ?? undefined,
      locationID: first.locationID,
      items: lines.map(({ itemID, orderQty }) => ({ itemID, orderQty })),
    },
  }
}

const compareGroups = (a: OrderGroup, b: OrderGroup) =>
  (a.supplierName ?? '').localeCompare(b.supplierName ?? '') || a.locationName.localeCompare(b.locationName)
