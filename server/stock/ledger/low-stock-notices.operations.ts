import { and, asc, eq, inArray } from 'drizzle-orm'

import { item } from '../../db/schema/catalogue.ts'
import { inventory, inventoryType, location } from '../../db/schema/stock.ts'
import type { Context } from '../../kernel/context.ts'
import { notify } from '../../people/notify.ts'

/** Notifies the staff of stock rows that have become low, if the item, location and type are Active. */
export async function notifyOfLowStock(context: Context, inventoryIDs: number[]) {
  if (inventoryIDs.length === 0) return
  const places = await context.db
    .select({ row: inventory, item, location })
    .from(inventory)
    .innerJoin(item, eq(item.itemID, inventory.itemID))
    .innerJoin(location, eq(location.locationID, inventory.locationID))
    .innerJoin(inventoryType, eq(inventoryType.inventoryTypeID, inventory.inventoryTypeID))
    .where(and(inArray(inventory.inventoryID, inventoryIDs), item.status, location.status, inventoryType.status))
    .orderBy(asc(inventory.inventoryID))
  await notify(
    context,
    { access: 'stock.read' },
    places.map(({ row, item: { itemName, uom }, location: { locationName } }) => {
      const unit = uom === 'BULK' ? ' g' : ''
      return {
        kind: 'lowStock',
        message: `${itemName} is low at ${locationName}: ${row.quantity}${unit} left, to be reordered at ${row.reOrderThreshold}${unit}`,
        entity: 'inventory',
        id: row.inventoryID,
      }
    }),
  )
}
