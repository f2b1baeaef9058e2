import { eq, sql } from 'drizzle-orm'

import type { items } from '../../../contract/catalogue/items.ts'
import type { Received } from '../../../contract/shared/endpoint.ts'
import { category, item } from '../../db/schema/catalogue.ts'
import { purchaseOrderItem, receivingItem } from '../../db/schema/purchasing.ts'
import { inventory } from '../../db/schema/stock.ts'
import type { Context } from '../../kernel/context.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import { AppError, notFound } from '../../kernel/errors.ts'
import { lockItemToWeigh, reckonForWeight } from '../../pricing/items/item-pricing.operations.ts'
import { assertUnchanged, record, stampModified } from '../../resource/records.ts'
import { postRevaluation } from '../../stock/revaluations/revaluations.operations.ts'
import { assertKeepsRate, assertNetWeight, assertPricesKept, assertTaxClassAllowed } from './items.rules.ts'
import { saveTranslations, translationsOf } from './translations.ts'

/** The average cost rounded to the centavo, as the API returns it. */
export const roundedCost = sql<number>`round(${item.averageCost}, 2)`.mapWith(Number)

type Changes = Received<typeof items.update>['body']

/**
 * Changes an item. Another net weight of an item by the gold rate reckons its price anew, by the latest rate. Throws 409
 * for a stale version or a rate that the caller has not seen, 403 for what only a manager changes, and 422 for a field
 * that the item's pricing, stock or orders fix.
 */
export async function updateItem(
  context: Context,
  id: number,
  { cost: asked, translations, updatedAt, goldRateID, ...changes }: Changes,
) {
  const { db } = context
  const stored = await lockItemToWeigh(context, id, changes.netGrams)
  if (!stored) throw notFound('Item')
  assertUnchanged(stored, updatedAt)
  assertPricesKept(context, stored, { price: changes.price, cost: asked })
  assertKeepsRate(context, stored, changes)
  const { netGrams = stored.netGrams } = changes
  assertNetWeight({ ...stored, ...changes, netGrams }, stored)
  assertTaxClassAllowed(context, stored.taxClass, changes.taxClass)
  if (changes.categoryID !== stored.categoryID) await assertCategoryIsActive(db, changes.categoryID)
  if (changes.uom !== stored.uom) {
    await assertNeverStocked(db, id)
    await assertNeverOrdered(db, id)
  }
  // A form returns the cost rounded to the centavo. When it is unchanged, the average keeps its other decimals.
  const [{ known } = { known: asked }] = await db.select({ known: roundedCost }).from(item).where(eq(item.itemID, id))
  if (asked !== undefined && known !== asked)
    await postRevaluation(context, id, { unitCost: asked, reason: "Cost changed in the item's form" })
  const priced = await reckonForWeight(context, { ...stored, grams: changes.grams }, netGrams, goldRateID)
  const [after] = await db
    .update(item)
    .set({ ...changes, ...priced, ...stampModified(context, stored) })
    .where(eq(item.itemID, id))
    .returning()
  const words = await translationsOf(db, id)
  if (translations) await saveTranslations(db, id, translations)
  await record(context, {
    action: 'update',
    entity: 'item',
    entityID: id,
    before: { ...stored, translations: words },
    after: { ...after!, translations: await translationsOf(db, id) },
  })
}

/** Throws 422 for an inactive category. */
export async function assertCategoryIsActive(db: Db | Tx, categoryID: number) {
  const [found] = await db.select().from(category).where(eq(category.categoryID, categoryID))
  assertNotInactive(found, `Category ${found?.categoryName}`, 'categoryID')
}

/** Throws 422 for an inactive record. A missing one is left to the database's foreign key, which names the field. */
export function assertNotInactive(found: { status: boolean } | undefined, name: string, field: string) {
  if (found?.status === false) throw new AppError('reference.inactive', `${name} is inactive`, { field })
}

/** Throws when the item has stock movements. Their quantities are in the item's unit, so the unit must not change. */
async function assertNeverStocked(db: Context['db'], itemID: number) {
  const rows = await db
    .select({ movements: inventory.movements })
    .from(inventory)
    .where(eq(inventory.itemID, itemID))
    .for('update')
  if (rows.some((row) => row.movements > 0))
    throw new AppError('item.has_stock', 'The UOM cannot change once the item has had stock', { field: 'uom' })
}

/**
 * Throws when the item was ordered or received, because those quantities are in its unit. The item must be locked,
 * because orders and receivings lock it while they read its unit.
 */
async function assertNeverOrdered(db: Context['db'], itemID: number) {
  // This lock waits for orders and receivings that read the unit; `lockItems` leaves them alone.
  await db.select({ itemID: item.itemID }).from(item).where(eq(item.itemID, itemID)).for('update')
  const ordered = await db.$count(purchaseOrderItem, eq(purchaseOrderItem.itemID, itemID))
  const received = await db.$count(receivingItem, eq(receivingItem.itemID, itemID))
  if (ordered + received > 0)
    throw new AppError('item.has_orders', 'The UOM cannot change once the item has been ordered or received', {
      field: 'uom',
    })
}
