import { asc, eq, inArray, sql } from 'drizzle-orm'

import type { ItemRow } from '../../../contract/catalogue/items.ts'
import { jsonRows } from '../../db/json-rows.ts'
import { item, itemTranslation } from '../../db/schema/catalogue.ts'
import type { Db, Tx } from '../../kernel/database.ts'

type Translation = ItemRow['translations'][number]
type Sent = { [K in keyof Translation]: Translation[K] | undefined } & { language: Translation['language'] }

/** Of an item's row: its words in other languages, in the order of the languages. */
export const translationsOfItem = jsonRows(
  {
    language: itemTranslation.language,
    itemName: itemTranslation.itemName,
    description: itemTranslation.description,
  },
  sql`${itemTranslation} where ${itemTranslation.itemID} = ${item.itemID}`,
  itemTranslation.language,
)

/** An item's words in other languages, in the order of the languages. */
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

/** The words of each item that has any in another language, in the order of the languages. */
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

/** Makes these an item's words in other languages, in place of those it had; what says nothing is not kept. */
export async function saveTranslations(db: Db | Tx, itemID: number, sent: readonly Sent[]) {
  await db.delete(itemTranslation).where(eq(itemTranslation.itemID, itemID))
  const kept = sent
    .map(({ language, itemName = null, description = null }) => ({ itemID, language, itemName, description }))
    .filter(({ itemName, description }) => itemName !== null || description !== null)
  if (kept.length > 0) await db.insert(itemTranslation).values(kept)
}
