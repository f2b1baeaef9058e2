import type { PurchaseOrderDraft } from '../../../../contract/purchasing/purchase-orders.ts'
import { thousandths } from '../../../../contract/shared/quantities.ts'
import type { LowStockRow } from '../../../../contract/stock/low-stock.ts'
import { amount } from '../../shared/stock.ts'

/** A row of stock that is to be ordered, and how much: pieces or pairs, or grams of a BULK item. */
export type ToOrder = { row: LowStockRow; quantity: number | null }

/** What one purchase order can carry: a supplier's goods for one location. Plain data: it is kept in the address's state. */
export type OrderGroup = {
  supplierName: string | null
  locationName: string
  lines: string[]
  draft: PurchaseOrderDraft
  opened?: boolean
}

/** What keeps this quantity from being ordered, in words. */
export function quantityTrouble({ row: { item }, quantity }: ToOrder): string | null {
  if (quantity === null || !(quantity > 0)) return 'More than 0'
  if (item.uom !== 'BULK' && !Number.isInteger(quantity)) return item.uom === 'PAIR' ? 'Whole pairs' : 'Whole pieces'
  return Math.round(quantity * 1000) / 1000 === quantity ? null : 'At most 3 decimals'
}

/**
 * One order for each supplier last used and location, those without a supplier last. An item that is low in two kinds
 * of stock at the same place is one line.
 */
export function orderGroups(chosen: readonly ToOrder[]): OrderGroup[] {
  const groups = Map.groupBy(chosen, ({ row }) => `${row.supplierID ?? ''} ${row.locationID}`)
  return [...groups.values()]
    .map(groupOf)
    .toSorted((a, b) => Number(a.supplierName === null) - Number(b.supplierName === null) || compare(a, b))
}

function groupOf(chosen: ToOrder[]): OrderGroup {
  const [{ row: first }] = chosen as [ToOrder]
  const lines = [...Map.groupBy(chosen, ({ row }) => row.itemID).values()].map((same) => ({
    item: same[0]!.row.item,
    itemID: same[0]!.row.itemID,
    // Quantities have 3 decimals; as whole numbers they add up exactly.
    orderQty: same.reduce((sum, { quantity }) => sum + thousandths(quantity!), 0) / 1000,
  }))
  return {
    supplierName: first.supplier?.supplierName ?? null,
    locationName: first.location.locationName,
    lines: lines.map(({ item, orderQty }) => `${amount(orderQty, item)} × ${item.itemName}`),
    draft: {
      supplierID: first.supplierID ?? undefined,
      locationID: first.locationID,
      items: lines.map(({ itemID, orderQty }) => ({ itemID, orderQty })),
    },
  }
}

const compare = (a: OrderGroup, b: OrderGroup) =>
  (a.supplierName ?? '').localeCompare(b.supplierName ?? '') || a.locationName.localeCompare(b.locationName)
