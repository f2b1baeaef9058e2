import { eq, sql } from 'drizzle-orm'

import type { PictureMatch } from '../../contract/imports/imports.ts'
import { codesOf } from '../../contract/shared/picture-names.ts'
import { item, itemImage } from '../db/schema/catalogue.ts'
import type { Db, Tx } from '../kernel/database.ts'
import { anyOfArray } from './kinds/kind.ts'

/**
 * Finds the items to which pictures belong, by the file names of the pictures (`codesOf`). The result has the order of
 * `names`.
 */
export async function matchPictures(db: Db | Tx, names: string[]): Promise<PictureMatch[]> {
  const meant = names.map((name) => ({ name, codes: codesOf(name) }))
  const code = sql<string>`lower(${item.itemCode})`
  const rows = await db
    .select({
      code,
      itemID: item.itemID,
      itemCode: item.itemCode,
      itemName: item.itemName,
      pictures: sql<number>`(select count(*)::int from ${itemImage} where ${eq(itemImage.itemID, item.itemID)})`,
    })
    .from(item)
    .where(
      sql`${code} = ${anyOfArray([...new Set(meant.flatMap(({ codes }) => codes.map((one) => one.code)))], 'text')}`,
    )
  const items = new Map(rows.map(({ code: lowered, ...one }) => [lowered, one]))
  return meant.map(({ name, codes }) => {
    const found = codes.find((one) => items.has(one.code))
    return { name, item: found ? items.get(found.code)! : null, place: found?.place ?? 1 }
  })
}
