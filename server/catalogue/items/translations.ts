import { asc, eq, inArray, sql } from 'drizzle-orm'

import type { ItemRow } from '../../../contract/catalogue/items.ts'
import { jsonRows } from '../../db/json-rows.ts'
import { item, itemTranslation } from '../../db/schema/catalogue.ts'
import type { Db, Tx } from '../../kernel/database.ts'

type Translation = ItemRow['translations'][number]
type Sent = { [K in keyof Translation]: Translation[K] | undefined } & { language: Translation['language'] }

/** An item's translations as an SQL expression, sorted by language. */
export const translationsOfItem = jsonRows(
  {
    language: itemTranslation.language,
    itemName: itemTranslation.itemName,
    description: itemTranslation.description,
  },
  sql`${itemTranslation} where ${itemTranslation.itemID} = ${item.itemID}`,
  itemTranslation.language,
)

/** Returns an item's translations, sorted by language. */
export const translationsOf = (db: Db | Tx, itemID: number): Promise<Translation[]> =>
  db
    .select({
      language: itemTranslation.language,
      itemName: itemTranslation.itemName,
      description: itemTranslation.description,
    })
    .from(itemTranslation)
    .where(eq(itemTranslation.itemID, itemID))
    .orderBy(asc(itemTranslation.language))

/** Returns the translations of each item that has any, sorted by language. */
export async function translationsByItem(db: Db | Tx, itemIDs: number[]): Promise<Map<number, Translation[]>> {
  if (itemIDs.length === 0) return new Map()
  const rows = await db
    .select()
    .from(itemTranslation)
    .where(inArray(itemTranslation.itemID, itemIDs))
    .orderBy(asc(itemTranslation.itemID), asc(itemTranslation.language))
  const byItem = new Map<number, Translation[]>()
  for (const { itemID, ...words } of rows) byItem.set(itemID, [...(byItem.get(itemID) ?? []), words])
  return byItem
}

/** Replaces an item's translations. Empty translations are dropped. */
export async function saveTranslations(db: Db | Tx, itemID: number, sent: readonly Sent[]) {
  await db.delete(itemTranslation).where(eq(itemTranslation.itemID, itemID))
  const kept = sent
    .map(({ language, itemName = null, description = null }) => ({ itemID, language, itemName, description }))
    .filter(({ itemName, description }) => itemName !== null || description !== null)
  if (kept.length > 0) await db.insert(itemTranslation).values(kept)
}
