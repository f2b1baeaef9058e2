import { eq, max, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'

import type { PictureFocus, StoredPicture } from '../../contract/shared/covers.ts'
import type { UploadedFile } from '../../contract/shared/endpoint.ts'
import { findPictures, itemPictures, piecePictures, type PictureTable } from '../db/pictures.ts'
import { item, itemImage } from '../db/schema/catalogue.ts'
import { piece, pieceImage } from '../db/schema/pieces.ts'
import { proposeFocus } from '../files/focus.ts'
import { encodePictures, type EncodedPicture, type Pictures } from '../files/pictures.ts'
import type { Context } from '../kernel/context.ts'
import type { Db, Tx } from '../kernel/database.ts'
import { AppError, notFound } from '../kernel/errors.ts'
import { findRecord, record } from './records.ts'

// The lists of pictures of items and of pieces. Both have the same checks, sizes and order.

/** A kind of record that has pictures. */
type Owner = PictureTable & {
  entity: 'item' | 'piece'
  /** The name of the record in sentences. */
  name: 'Item' | 'Piece'
  record: PgTable
  key: PgColumn
}
export const itemOwner: Owner = { ...itemPictures, entity: 'item', name: 'Item', record: item, key: item.itemID }
export const pieceOwner: Owner = { ...piecePictures, entity: 'piece', name: 'Piece', record: piece, key: piece.pieceID }

/** The stored files of a picture, at most 1600 px and 320 px wide, and its focus. */
export type PictureFiles = Pick<typeof itemImage.$inferSelect, 'url' | 'thumb_url' | 'focusX' | 'focusY' | 'focusFrom'>
/** An uploaded picture that is ready to be stored, with the focus that is proposed for it. */
type DrawnPicture = { files: EncodedPicture; focus: PictureFocus }

/** Resizes the uploaded files to both widths, and proposes the focus of each. */
export async function drawImages({ files }: { files: { images: UploadedFile[] } }): Promise<DrawnPicture[]> {
  const drawn = await encodePictures(files.images, [1600, 320])
  return Promise.all(drawn.map(async (image) => ({ files: image, focus: await proposeFocus(image.at(-1)!) })))
}

/** Stores pictures in both widths. */
export async function storePictures(
  pictures: Pictures,
  db: Db | Tx,
  images: readonly DrawnPicture[],
): Promise<PictureFiles[]> {
  const stored: PictureFiles[] = []
  for (const { files, focus } of images) {
    const [url, thumb_url] = await pictures.store(db, files)
    pictures.show(url!)
    stored.push({ url: url!, thumb_url: thumb_url!, focusX: focus.x, focusY: focus.y, focusFrom: 'picture' })
  }
  return stored
}

/** Returns the pictures of a record, the cover first. Throws 404 when the record does not exist. */
export async function findPicturesOfRecord(db: Db | Tx, owner: Owner, id: number) {
  await findRecord(db, owner.name, owner.record, owner.key, id)
  return { images: await picturesOf(db, owner, id) }
}

/** Appends uploaded pictures. Throws 400 without any, and 422 when the record would have more than `most`. */
export async function addPictures(
  context: Context,
  owner: Owner & { most: number; pictures: Pictures },
  id: number,
  drawn: readonly DrawnPicture[],
) {
  const { db } = context
  await findRecord(db, owner.name, owner.record, owner.key, id)
  if (drawn.length === 0) throw new AppError('picture.required', 'Choose at least one picture', { field: 'images' })
  const stored = await storePictures(owner.pictures, db, drawn)
  return changePictures(context, owner, id, async (before) => {
    if (before.length + stored.length > owner.most) {
      const one = owner.entity === 'item' ? 'An item' : 'A piece'
      throw new AppError('picture.too_many', `${one} has at most ${owner.most} pictures`, { field: 'images' })
    }
    await insertPictures(db, owner, id, stored)
  })
}

/** Puts all pictures of a record in order. Throws 422 unless each is named once, as when somebody added one meanwhile. */
export const orderPictures = (context: Context, owner: Owner, id: number, imageIDs: number[]) =>
  changePictures(context, owner, id, async (before) => {
    const own = new Set(before.map((image) => image.id))
    if (imageIDs.some((imageID) => !own.has(imageID))) throw notFound('Picture')
    if (imageIDs.length !== own.size || new Set(imageIDs).size !== own.size)
      throw new AppError('picture.order_incomplete', `The order must name each picture of the ${owner.entity} once`, {
        field: 'imageIDs',
      })
    await storePositions(context.db, owner, imageIDs)
  })

/** Stores the place in a picture that frames keep in view. Throws 404 for a picture of another record. */
export const focusPicture = (context: Context, owner: Owner, id: number, imageID: number, { x, y }: PictureFocus) =>
  changePictures(context, owner, id, async (before) => {
    if (!before.some((image) => image.id === imageID)) throw notFound('Picture')
    await context.db.execute(sql`update ${owner.table} set focus_x = ${x}, focus_y = ${y}, focus_from = 'person'
      where image_id = ${imageID}`)
  })

/**
 * Removes a picture of a record. Its files stay, because another record may use the same picture. A later cleanup removes
 * unused files. Throws 404 for a picture of another record.
 */
export const removePicture = (context: Context, owner: Owner, id: number, imageID: number) =>
  changePictures(context, owner, id, async (before) => {
    if (!before.some((image) => image.id === imageID)) throw notFound('Picture')
    const table: PgTable = owner.table
    await context.db.delete(table).where(eq(owner.table.imageID, imageID))
    await storePositions(
      context.db,
      owner,
      before.map((image) => image.id).filter((one) => one !== imageID),
    )
  })

/** Appends stored pictures to those of a record. */
export async function insertPictures(db: Db | Tx, owner: Owner, id: number, stored: readonly PictureFiles[]) {
  if (stored.length === 0) return
  const table: PgTable = owner.table
  const [last] = await db
    .select({ position: max(owner.table.position) })
    .from(table)
    .where(eq(owner.ownerID, id))
  const next = (last?.position ?? -1) + 1
  const rows = stored.map((files, n) => ({ ...files, position: next + n }))
  if (owner.entity === 'item') await db.insert(itemImage).values(rows.map((row) => ({ ...row, itemID: id })))
  else await db.insert(pieceImage).values(rows.map((row) => ({ ...row, pieceID: id })))
}

const picturesOf = async (db: Db | Tx, owner: Owner, id: number): Promise<StoredPicture[]> =>
  (await findPictures(db, owner, [id])).get(id) ?? []

/**
 * Applies one change to the pictures of a record and returns them. Throws 404 when the record does not exist. The lock
 * runs concurrent changes one after the other, so that no position is used twice.
 */
async function changePictures(
  context: Context,
  owner: Owner,
  id: number,
  change: (before: StoredPicture[]) => Promise<void>,
) {
  const { db } = context
  // `for update` would make sales of the record wait.
  const [locked] = await db.select({ key: owner.key }).from(owner.record).where(eq(owner.key, id)).for('no key update')
  if (!locked) throw notFound(owner.name)
  const before = await picturesOf(db, owner, id)
  await change(before)
  const images = await picturesOf(db, owner, id)
  await record(context, {
    action: 'update',
    entity: owner.entity,
    entityID: id,
    before: { images: before },
    after: { images },
  })
  return { images }
}

/** Sets the positions of pictures, from 0 in this order. */
async function storePositions(db: Db | Tx, { table }: Owner, imageIDs: number[]) {
  await db.execute(sql`update ${table} set position = placed.n - 1
    from unnest(${sql.param(imageIDs)}::int[]) with ordinality as placed (id, n) where image_id = placed.id`)
}
