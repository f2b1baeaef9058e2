import { eq } from 'drizzle-orm'

import { item } from '../../db/schema/catalogue.ts'
import { inventoryType, location } from '../../db/schema/stock.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import { AppError } from '../../kernel/errors.ts'

// New stock documents need Active records. Each function returns the record, or throws 422.

export const inactiveRecord = (what: string, name: string, field: string) =>
  new AppError('reference.inactive', `${what} ${name} is Inactive`, { field })

const unknownRecord = (what: string, id: number, field: string) =>
  new AppError('reference.missing', `${what} ${id} does not exist`, { field })

export async function findActiveItem(db: Db | Tx, id: number, field: string) {
  const [found] = await db.select().from(item).where(eq(item.itemID, id))
  const known = assertItem(found, id, field)
  if (!known.status) throw inactiveRecord('Item', known.itemName, field)
  return known
}

/** Returns an item that was read in a batch, Active or not. Throws 422 when it was not found. */
export function assertItem(found: typeof item.$inferSelect | undefined, id: number, field: string) {
  if (!found) throw unknownRecord('Item', id, field)
  return found
}

export async function findActiveLocation(db: Db | Tx, id: number, field: string) {
  const [found] = await db.select().from(location).where(eq(location.locationID, id))
  if (!found) throw unknownRecord('Location', id, field)
  if (!found.status) throw inactiveRecord('Location', found.locationName, field)
  return found
}

export async function findActiveInventoryType(db: Db | Tx, id: number, field: string) {
  const [found] = await db.select().from(inventoryType).where(eq(inventoryType.inventoryTypeID, id))
  if (!found) throw unknownRecord('Inventory type', id, field)
  if (!found.status) throw inactiveRecord('Inventory type', found.typeName, field)
  return found
}
