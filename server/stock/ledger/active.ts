import { eq } from 'drizzle-orm'

import { item } from '../../db/schema/catalogue.ts'
import { inventoryType, location } from '../../db/schema/stock.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import { AppError } from '../../kernel/errors.ts'

// What stock is of and where it is must be in use for anything new: each answers the record, or refuses it (422).

export const inactive = (what: string, name: string, field: string) =>
  new AppError('reference.inactive', `${what} ${name} is Inactive`, { field })

const unknown = (what: string, id: number, field: string) =>
  new AppError('reference.missing', `${what} ${id} does not exist`, { field })

export async function activeItem(db: Db | Tx, id: number, field: string) {
  const [found] = await db.select().from(item).where(eq(item.itemID, id))
  const known = assertItem(found, id, field)
  if (!known.status) throw inactive('Item', known.itemName, field)
  return known
}

/** An item that was read together with others, whether it is in use or not; refused where there is none. */
export function assertItem(found: typeof item.$inferSelect | undefined, id: number, field: string) {
  if (!found) throw unknown('Item', id, field)
  return found
}

export async function activeLocation(db: Db | Tx, id: number, field: string) {
  const [found] = await db.select().from(location).where(eq(location.locationID, id))
  if (!found) throw unknown('Location', id, field)
  if (!found.status) throw inactive('Location', found.locationName, field)
  return found
}

export async function activeInventoryType(db: Db | Tx, id: number, field: string) {
  const [found] = await db.select().from(inventoryType).where(eq(inventoryType.inventoryTypeID, id))
  if (!found) throw unknown('Inventory type', id, field)
  if (!found.status) throw inactive('Inventory type', found.typeName, field)
  return found
}
