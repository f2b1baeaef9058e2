import { eq } from 'drizzle-orm'

import { toThousandths } from '../../../contract/shared/quantities.ts'
import type { z } from '../../../contract/shared/zod.ts'
import type { InventoryInput } from '../../../contract/stock/inventory.ts'
import { readSettings } from '../../company/settings.ts'
import { inventory } from '../../db/schema/stock.ts'
import { assertAccess, type Context, mayAct } from '../../kernel/context.ts'
import { AppError } from '../../kernel/errors.ts'
import { stampCreated, lockUnchanged, stampModified, record } from '../../resource/records.ts'
import { mustApproveOpening, requestOpenings } from '../adjustments/openings.operations.ts'
import { inactiveRecord } from '../ledger/active.ts'
import { assertCountable, isLow } from '../ledger/ledger.rules.ts'
import { postMovements } from '../ledger/ledger.ts'
import { lockStockValues, lockStockValuesOf } from '../ledger/locks.ts'
import { notifyOfLowStock } from '../ledger/low-stock-notices.operations.ts'
import { findStock, findStockParts } from './inventory.queries.ts'

type Input = z.output<typeof InventoryInput>
type Update = Omit<Input, 'quantity'> & { quantity?: number | undefined; updatedAt?: Date | undefined }
type Stored = typeof inventory.$inferSelect

/**
 * Creates a stock row for an item at a location, with its first quantity. After the item's first day, the quantity of
 * Staff waits for approval as an adjustment, and the row is empty until then.
 */
export async function openStock(context: Context, { quantity, ...row }: Input) {
  const { db } = context
  assertAccess(context.actor, 'stock.write')
  await lockStockValues(db, [row.itemID])
  // The insert comes before the reads: its foreign keys lock the records it refers to, which then cannot become Inactive.
  const [inserted] = await db
    .insert(inventory)
    .values({ ...row, ...stampCreated(context) })
    .returning({ inventoryID: inventory.inventoryID })
  const { inventoryID } = inserted!
  const of = await findStockParts(db, inventoryID)
  if (!of.item.status) throw inactiveRecord('Item', of.item.itemName, 'itemID')
  if (!of.location.status) throw inactiveRecord('Location', of.location.locationName, 'locationID')
  if (!of.inventoryType.status) throw inactiveRecord('Inventory type', of.inventoryType.typeName, 'inventoryTypeID')
  assertCountable(of.item, quantity, 'quantity')
  const { timeZone } = await readSettings(db)
  const mustApprove = mustApproveOpening(context, timeZone, of.item.createdAt)
  if (!mustApprove)
    await postMovements(context, { kind: 'opening', documentType: 'inventory', documentID: inventoryID }, [
      { inventoryID, quantity, unitCost: of.item.averageCost },
    ])
  const made = await findStock(db, inventoryID)
  await record(context, { action: 'create', entity: 'inventory', entityID: inventoryID, before: null, after: made })
  if (mustApprove) await requestOpenings(context, [{ inventoryID, quantity }])
  return made
}

/** Updates the threshold of a stock row, and its quantity when one is given. */
export async function updateStock(context: Context, id: number, input: Update) {
  const { db } = context
  assertAccess(context.actor, 'stock.write')
  const { reOrderThreshold } = input
  await lockStockValuesOf(db, [id])
  const locked = await lockUnchanged(context, 'Inventory', inventory, inventory.inventoryID, id, input.updatedAt)
  assertSamePlace(locked, input)
  const before = await findStock(db, id)
  const quantity = input.quantity ?? locked.quantity
  // The threshold is stored first, because the ledger compares the new quantity with it.
  await db
    .update(inventory)
    .set({ reOrderThreshold, ...stampModified(context, locked) })
    .where(eq(inventory.inventoryID, id))
  await setStockQuantity(context, locked, quantity)
  // A raised threshold can make unmoved stock low. The ledger announces only stock that moved.
  const wasLow = isLow(locked.quantity, locked.reOrderThreshold)
  if (!wasLow && isLow(locked.quantity, reOrderThreshold) && isLow(quantity, reOrderThreshold))
    await notifyOfLowStock(context, [id])
  const after = await findStock(db, id)
  await record(context, { action: 'update', entity: 'inventory', entityID: id, before, after })
  return after
}

function assertSamePlace(locked: Stored, input: Update) {
  for (const field of ['itemID', 'locationID', 'inventoryTypeID'] as const)
    if (input[field] !== locked[field])
      throw new AppError(
        'stock.place_fixed',
        'Stock keeps its item, location and type. Start another row of stock instead.',
        { field },
      )
}

/** Posts a correction of a locked stock row. It does nothing when the quantity is unchanged. */
async function setStockQuantity(context: Context, { inventoryID, ...locked }: Stored, quantity: number) {
  const change = toThousandths(quantity) - toThousandths(locked.quantity)
  if (change === 0) return
  if (!mayAct(context.actor, 'stock.set_quantity'))
    throw new AppError(
      'stock.quantity_denied',
      'Only an administrator may set a quantity. Use an inventory adjustment.',
    )
  const of = await findStockParts(context.db, inventoryID)
  assertCountable(of.item, quantity, 'quantity')
  if (quantity < locked.reserved)
    throw new AppError(
      'stock.held',
      `Open sales hold ${locked.reserved} of ${of.item.itemName} at ${of.location.locationName}: the quantity cannot be less`,
      { field: 'quantity' },
    )
  await postMovements(context, { kind: 'correction', documentType: 'inventory', documentID: inventoryID }, [
    { inventoryID, quantity: change / 1000, unitCost: of.item.averageCost },
  ])
}
