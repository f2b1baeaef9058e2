import { asc, inArray, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'

import type { StoredPicture } from '../../contract/shared/covers.ts'
import type { Db, Tx } from '../kernel/database.ts'
import { focusOf } from './covers.ts'
import { jsonRows } from './json-rows.ts'
import { item, itemImage } from './schema/catalogue.ts'
import { piece, pieceImage } from './schema/pieces.ts'

/** The table with the pictures of one kind of record, and its column with the key of the record. */
export type PictureTable =
  | { table: typeof itemImage; ownerID: typeof itemImage.itemID }
  | { table: typeof pieceImage; ownerID: typeof pieceImage.pieceID }

export const itemPictures = { table: itemImage, ownerID: itemImage.itemID } as const
export const piecePictures = { table: pieceImage, ownerID: pieceImage.pieceID } as const

const picturesOf = ({ table, ownerID }: PictureTable, key: typeof item.itemID | typeof piece.pieceID) =>
  jsonRows(
    { id: table.imageID, url: table.url, thumb_url: table.thumb_url, focus: focusOf(table) },
    sql`${table} where ${ownerID} = ${key}`,
    sql`${table.position}, ${table.imageID}`,
  )

/** Selects the pictures of an item, the cover first, for rows of `item`. */
export const picturesOfItem = picturesOf(itemPictures, item.itemID)
/** Selects the own pictures of a piece, the cover first, for rows of `piece`. */
export const picturesOfPiece = picturesOf(piecePictures, piece.pieceID)

/** Returns the pictures of each record that has any, by its key, the cover first. */
export async function findPictures(
  db: Db | Tx,
  { table, ownerID }: PictureTable,
  keys: readonly number[],
): Promise<Map<number, StoredPicture[]>> {
  if (keys.length === 0) return new Map()
  const from: PgTable = table
  const rows = await db
    .select({
      owner: sql<number>`${ownerID}`,
      id: table.imageID,
      url: table.url,
      thumb_url: table.thumb_url,
      focus: focusOf(table),
    })
    .from(from)
    .where(inArray(ownerID, [...new Set(keys)]))
    .orderBy(asc(ownerID), asc(table.position), asc(table.imageID))
  const byOwner = new Map<number, StoredPicture[]>()
  for (const { owner, ...picture } of rows) byOwner.set(owner, [...(byOwner.get(owner) ?? []), picture])
  return byOwner
}

/** An item, or one piece of it. */
type Shown = { itemID: number; pieceID: number | null }

/**
 * Returns a function that finds the pictures of an item or of a piece: those of the piece itself, or else those of its
 * item, which show another piece of the same design.
 */
export async function findShownPictures(db: Db | Tx, shown: readonly Shown[]) {
  const own = await findPictures(
    db,
    piecePictures,
    shown.flatMap(({ pieceID }) => pieceID ?? []),
  )
  const common = await findPictures(
    db,
    itemPictures,
    shown.map(({ itemID }) => itemID),
  )
  return ({ itemID, pieceID }: Shown): StoredPicture[] =>
    (pieceID === null ? undefined : own.get(pieceID)) ?? common.get(itemID) ?? []
}
