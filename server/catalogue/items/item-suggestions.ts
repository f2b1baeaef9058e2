import { desc, eq, isNotNull, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'

import type { ItemSuggestions } from '../../../contract/catalogue/item-suggestions.ts'
import { items } from '../../../contract/catalogue/items.ts'
import { category, item } from '../../db/schema/catalogue.ts'
import { serve } from '../../http/serve.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import { ok } from '../../resource/records.ts'
import { composeNextCode, findCodePrefix } from './item-suggestions.rules.ts'

/** Number of texts that a field offers. */
const textsAtMost = 50
/** Number of newest codes of a category that show how its codes are written. */
const codesAtMost = 100

export function itemSuggestionRoutes(app: FastifyInstance) {
  serve(app, items.suggestions, async ({ query: { categoryID } }, { db }) => {
    const [metals, stones] = [await listTextsInUse(db, item.metal), await listTextsInUse(db, item.stone)]
    const itemCode = categoryID === undefined ? null : await suggestCode(db, categoryID)
    return ok<ItemSuggestions>({ itemCode, metals, stones })
  })
}

/** Returns the texts of a column, the most frequent first. */
async function listTextsInUse(db: Db | Tx, column: typeof item.metal): Promise<string[]> {
  const rows = await db
    .select({ text: column })
    .from(item)
    .where(isNotNull(column))
    .groupBy(column)
    .orderBy(desc(sql`count(*)`), column)
    .limit(textsAtMost)
  return rows.flatMap(({ text }) => text ?? [])
}

/**
 * Suggests the next code of a category: the prefix that its codes share, and a number above every code with that
 * prefix. Null for an unknown category. Nothing reserves the code; the unique index decides.
 */
async function suggestCode(db: Db | Tx, categoryID: number): Promise<string | null> {
  const [found] = await db
    .select({ categoryCode: category.categoryCode })
    .from(category)
    .where(eq(category.categoryID, categoryID))
  if (!found) return null
  const rows = await db
    .select({ itemCode: item.itemCode })
    .from(item)
    .where(eq(item.categoryID, categoryID))
    .orderBy(desc(item.itemID))
    .limit(codesAtMost)
  const prefix = findCodePrefix(rows.map(({ itemCode }) => itemCode)) ?? `${found.categoryCode}-`
  const [last] = await db
    .select({ itemCode: item.itemCode })
    .from(item)
    // The number begins after the prefix. A code with other signs there is not one of this sequence.
    .where(
      sql`lower(left(${item.itemCode}, ${prefix.length})) = lower(${prefix})
        and substr(${item.itemCode}, ${prefix.length + 1}) ~ '^[0-9]{1,9}$'`,
    )
    .orderBy(desc(sql`substr(${item.itemCode}, ${prefix.length + 1})::integer`))
    .limit(1)
  return composeNextCode(prefix, last?.itemCode ?? null)
}
