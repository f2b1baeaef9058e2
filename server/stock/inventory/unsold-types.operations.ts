import { eq } from 'drizzle-orm'

import { inventoryType } from '../../db/schema/stock.ts'
import type { Context } from '../../kernel/context.ts'
import { AppError } from '../../kernel/errors.ts'
import { giveCode } from '../../resource/coded-rows.ts'
import { stampCreated } from '../../resource/records.ts'

/** A stock type on which the program depends, and whose goods nobody sells. */
type UnsoldType = { code: 'repair' | 'scrap'; typeName: string; description: string }

/**
 * Returns the key of a stock type whose goods nobody sells, and makes the type on first use. Throws 422 with the advice, and
 * for this field, when that type is for sale.
 */
export async function findOrCreateUnsoldType(
  context: Context,
  { code, typeName, description }: UnsoldType,
  { advice, field }: { advice: string; field?: string },
): Promise<number> {
  const { db } = context
  const find = () => db.select().from(inventoryType).where(eq(inventoryType.code, code))
  let [found] = await find()
  if (!found) {
    await db
      .insert(inventoryType)
      .values({ code, typeName, description, sellable: false, ...stampCreated(context) })
      .onConflictDoNothing()
    // An existing type with this name gets the code.
    await giveCode(db, inventoryType, inventoryType.typeName, { name: typeName, code })
    ;[found] = await find()
  }
  if (found!.sellable)
    throw new AppError('refund.type_sellable', `Inventory type ${found!.typeName} is for sale: ${advice}`, {
      ...(field !== undefined && { field }),
    })
  return found!.inventoryTypeID
}
