import { eq, sql } from 'drizzle-orm'

import type { PictureMatch } from '../../contract/imports/imports.ts'
import { codesOf } from '../../contract/shared/picture-names.ts'
import { item, itemImage } from '../db/schema/catalogue.ts'
import { importPicture } from '../db/schema/imports.ts'
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
  const named = await findNamedPictures(db, names)
  return meant.map(({ name, codes }) => {
    const own = named.get(fileNameOf(name))
    if (own) return { name, item: own.item, place: own.place }
    const found = codes.find((one) => items.has(one.code))
    return { name, item: found ? items.get(found.code)! : null, place: found?.place ?? 1 }
  })
}

/** The name of a file without its folders, in lower case. */
const fileNameOf = (name: string) => name.slice(name.lastIndexOf('/') + 1).toLowerCase()

/** Finds the items whose imported rows name these files, by the file's name. The latest import wins. */
async function findNamedPictures(db: Db | Tx, names: readonly string[]) {
  const source = sql<string>`lower(${importPicture.source})`
  const rows = await db
    .select({
      source,
      place: sql<number>`(row_number() over (partition by ${importPicture.itemID} order by ${importPicture.importPictureID}))::int`,
      itemID: item.itemID,
      itemCode: item.itemCode,
      itemName: item.itemName,
      pictures: sql<number>`(select count(*)::int from ${itemImage} where ${eq(itemImage.itemID, item.itemID)})`,
    })
    .from(importPicture)
    .innerJoin(item, eq(item.itemID, importPicture.itemID))
    .where(sql`${importPicture.state} = 'named' and ${source} = ${anyOfArray(names.map(fileNameOf), 'text')}`)
    .orderBy(importPicture.importPictureID)
  return new Map(rows.map(({ source: name, place, ...one }) => [name, { item: one, place }]))
}
