import { purchaseOrder, purchaseOrderItem, supplier } from '../../server/db/schema/purchasing.ts'
import type { Db } from '../../server/kernel/database.ts'
import { stockItem } from './stocked.ts'

let made = 0

/**
 * Creates a purchase order (Approved by default) for new items (10 pieces at ₱600 each by default) at Main. Returns
 * its key and number, and for each line its key, its item's key and its quantity.
 */
export async function orderGoods(
  db: Db,
  lines: { item?: Parameters<typeof stockItem>[1]; itemID?: number; orderQty?: number; unitCost?: number }[] = [{}],
  over: Partial<typeof purchaseOrder.$inferInsert> = {},
) {
  const n = ++made
  await db
    .insert(supplier)
    .values({ supplierName: 'Kofu Casting', contactDetails: '1', email: 'kofu@supplier.example' })
    .onConflictDoNothing()
  const [from] = await db.select().from(supplier).limit(1)
  const [order] = await db
    .insert(purchaseOrder)
    .values({
      poNumber: `PO-2026-${String(n).padStart(6, '0')}`,
      supplierID: from!.supplierID,
      locationID: 1,
      orderDate: '2026-11-01',
      expectedDeliverDate: '2026-11-20',
      status: 'Approved',
      totalCost: 0,
      ...over,
    })
    .returning()
  const { poID, poNumber } = order!
  const stored: { poItemID: number; itemID: number; orderQty: number }[] = []
  for (const { item = {}, orderQty = 10, unitCost = 600, ...line } of lines) {
    const itemID = line.itemID ?? (await stockItem(db, item)).itemID
    const [row] = await db
      .insert(purchaseOrderItem)
      .values({ poID, itemID, uom: item.uom ?? 'PCS', unitCost, orderQty })
      .returning()
    stored.push({ poItemID: row!.poItemID, itemID, orderQty })
  }
  return { poID, poNumber, lines: stored }
}
