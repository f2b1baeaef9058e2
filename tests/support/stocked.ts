import type { uoms } from '../../contract/catalogue/items.ts'
import { category, item } from '../../server/db/schema/catalogue.ts'
import { shopItself } from '../../server/kernel/context.ts'
import type { Db } from '../../server/kernel/database.ts'
import { postMovements, findOrCreateStockRow } from '../../server/stock/ledger/ledger.ts'

let made = 0

/**
 * Creates an item with stock at a location (Main by default), as its first movement in the ledger. Returns both keys.
 */
export async function stockItem(
  db: Db,
  {
    quantity = 0,
    locationID = 1,
    inventoryTypeID = 1,
    cost = 600,
    ...rest
  }: Partial<typeof item.$inferInsert> & {
    quantity?: number
    locationID?: number
    inventoryTypeID?: number
    cost?: number
    uom?: (typeof uoms)[number]
  },
): Promise<{ itemID: number; inventoryID: number }> {
  const n = ++made
  await db.insert(category).values({ categoryCode: 'RG', categoryName: 'Rings' }).onConflictDoNothing()
  const [kind] = await db.select().from(category).limit(1)
  const [row] = await db
    .insert(item)
    .values({
      itemCode: `RG-${n}`,
      itemName: `Ring ${n}`,
      categoryID: kind!.categoryID,
      grams: 3.2,
      uom: 'PCS',
      price: 1000,
      averageCost: cost,
      ...rest,
    })
    .returning()
  const { itemID } = row!
  const context = { db, actor: shopItself, now: new Date(), client: { address: '', agent: '' } }
  const inventoryID = await findOrCreateStockRow(context, { itemID, locationID, inventoryTypeID })
  await postMovements(context, { kind: 'opening', documentType: 'inventory', documentID: inventoryID }, [
    { inventoryID, quantity, unitCost: cost },
  ])
  return { itemID, inventoryID }
}
