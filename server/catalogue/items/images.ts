import { asc, eq, inArray, max, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'

import { items, picturesPerItem } from '../../../contract/catalogue/items.ts'
import type { PictureFocus } from '../../../contract/shared/covers.ts'
import type { UploadedFile } from '../../../contract/shared/endpoint.ts'
import { focusOfImage } from '../../db/covers.ts'
import { jsonRows } from '../../db/json-rows.ts'
import { item, itemImage } from '../../db/schema/catalogue.ts'
import { blockPictureCleanup } from '../../files/cleanup.ts'
import { proposeFocus } from '../../files/focus.ts'
import { encodePictures, type EncodedPicture, type Pictures } from '../../files/pictures.ts'
import { serve } from '../../http/serve.ts'
import type { Context } from '../../kernel/context.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import { AppError, notFound } from '../../kernel/errors.ts'
import { findRecord, ok, record } from '../../resource/records.ts'

export type Image = { id: number; url: string; thumb_url: string; focus: PictureFocus }
type FocusColumns = Pick<typeof itemImage.$inferSelect, 'focusX' | 'focusY' | 'focusFrom'>
/** The stored files of a picture, at most 1600 px and 320 px wide, and its focus. */
type StoredPicture = { url: string; thumb_url: string } & FocusColumns
/** An uploaded picture that is ready to be stored, with the focus that is proposed for it. */
type DrawnPicture = { files: EncodedPicture; focus: PictureFocus }

export function imageRoutes(app: FastifyInstance, pictures: Pictures) {
  serve(app, items.images, async ({ itemID }, { db }) => {
    await findRecord(db, 'Item', item, item.itemID, itemID)
    return ok({ images: await imagesOf(db, itemID) })
  })

  serve(
    app,
    items.addImages,
    async ({ itemID }, context, drawn) => {
      await findRecord(context.db, 'Item', item, item.itemID, itemID)
      if (drawn.length === 0) throw new AppError('picture.required', 'Choose at least one picture', { field: 'images' })
      const stored = await storePictures(pictures, context.db, drawn)
      return changeImages(context, itemID, async (before) => {
        if (before.length + stored.length > picturesPerItem)
          throw new AppError('picture.too_many', `An item has at most ${picturesPerItem} pictures`, { field: 'images' })
        await insertImages(context.db, itemID, stored)
      })
    },
    { before: drawImages },
  )

  serve(app, items.orderImages, ({ itemID, body: { imageIDs } }, context) =>
    changeImages(context, itemID, async (before) => {
      const own = new Set(before.map((image) => image.id))
      if (imageIDs.some((id) => !own.has(id))) throw notFound('Picture')
      if (imageIDs.length !== own.size || new Set(imageIDs).size !== own.size)
        throw new AppError('picture.order_incomplete', 'The order must name each picture of the item once', {
          field: 'imageIDs',
        })
      await storePositions(context.db, imageIDs)
    }),
  )

  serve(app, items.focusImage, ({ itemID, imageID, body: { x, y } }, context) =>
    changeImages(context, itemID, async (before) => {
      if (!before.some((image) => image.id === imageID)) throw notFound('Picture')
      await context.db
        .update(itemImage)
        .set({ focusX: x, focusY: y, focusFrom: 'person' })
        .where(eq(itemImage.imageID, imageID))
    }),
  )

  // The files stay, because another item may use the same picture. A later cleanup removes unused files.
  serve(app, items.removeImage, ({ itemID, imageID }, context) =>
    changeImages(context, itemID, async (before) => {
      if (!before.some((image) => image.id === imageID)) throw notFound('Picture')
      await context.db.delete(itemImage).where(eq(itemImage.imageID, imageID))
      await storePositions(
        context.db,
        before.map((image) => image.id).filter((id) => id !== imageID),
      )
    }),
  )
}

const focusColumns = {
  focusX: itemImage.focusX,
  focusY: itemImage.focusY,
  focusFrom: itemImage.focusFrom,
}

/** Resizes the uploaded files to both widths, and proposes the focus of each. */
export async function drawImages({ files }: { files: { images: UploadedFile[] } }): Promise<DrawnPicture[]> {
  const drawn = await encodePictures(files.images, [1600, 320])
  return Promise.all(drawn.map(async (image) => ({ files: image, focus: await proposeFocus(image.at(-1)!) })))
}

/** Stores an item's pictures in both widths. */
export async function storePictures(
  pictures: Pictures,
  db: Db | Tx,
  images: readonly DrawnPicture[],
): Promise<StoredPicture[]> {
  const stored: StoredPicture[] = []
  for (const { files, focus } of images) {
    const [url, thumb_url] = await pictures.store(db, files)
    pictures.show(url!)
    stored.push({ url: url!, thumb_url: thumb_url!, focusX: focus.x, focusY: focus.y, focusFrom: 'picture' })
  }
  return stored
}

/**
 * Returns the pictures of other items to which a new item's `order` refers, by key. Call it before the slow processing
 * of the files. Throws 404 for an unknown picture. Throws 422 unless the order contains a 0 for each uploaded file, and
 * each picture once.
 */
export async function findSharedPictures(db: Db | Tx, order: number[] | undefined, files: number) {
  const shared = new Map<number, StoredPicture>()
  if (order === undefined) return shared
  const imageIDs = order.filter((id) => id !== 0)
  if (order.length - imageIDs.length !== files || new Set(imageIDs).size !== imageIDs.length)
    throw new AppError('picture.order_incomplete', 'The order must name each picture once', { field: 'imageOrder' })
  await blockPictureCleanup(db) // another call may remove the pictures from their item before the new item has them
  const rows = await db
    .select({ id: itemImage.imageID, url: itemImage.url, thumb_url: itemImage.thumb_url, ...focusColumns })
    .from(itemImage)
    .where(inArray(itemImage.imageID, imageIDs))
  for (const { id, ...picture } of rows) shared.set(id, picture)
  if (shared.size !== imageIDs.length) throw notFound('Picture')
  return shared
}

/**
 * Returns a new item's pictures in the given order, shared ones and its own files. Without an order, returns only the
 * files.
 */
export function orderPictures(
  order: number[] | undefined,
  shared: Map<number, StoredPicture>,
  files: StoredPicture[],
): StoredPicture[] {
  if (order === undefined) return files
  const next = files.values()
  return order.map((id) => (id === 0 ? next.next().value! : shared.get(id)!))
}

/** Appends pictures to those of the item. */
export async function insertImages(db: Db | Tx, itemID: number, stored: StoredPicture[]) {
  if (stored.length === 0) return
  const [last] = await db
    .select({ position: max(itemImage.position) })
    .from(itemImage)
    .where(eq(itemImage.itemID, itemID))
  const next = (last?.position ?? -1) + 1
  await db.insert(itemImage).values(stored.map((files, n) => ({ itemID, ...files, position: next + n })))
}

const imagesOf = async (db: Db | Tx, itemID: number) => (await imagesByItem(db, [itemID])).get(itemID) ?? []

/** An item's pictures as an SQL expression, the cover first. */
export const imagesOfItem = jsonRows(
  { id: itemImage.imageID, url: itemImage.url, thumb_url: itemImage.thumb_url, focus: focusOfImage },
  sql`${itemImage} where ${itemImage.itemID} = ${item.itemID}`,
  sql`${itemImage.position}, ${itemImage.imageID}`,
)

/** Returns the pictures of each item that has any, the cover first. */
export async function imagesByItem(db: Db | Tx, itemIDs: number[]): Promise<Map<number, Image[]>> {
  if (itemIDs.length === 0) return new Map()
  const rows = await db
    .select({
      itemID: itemImage.itemID,
      id: itemImage.imageID,
      url: itemImage.url,
      thumb_url: itemImage.thumb_url,
      focus: focusOfImage,
    })
    .from(itemImage)
    .where(inArray(itemImage.itemID, itemIDs))
    .orderBy(asc(itemImage.itemID), asc(itemImage.position), asc(itemImage.imageID))
  const byItem = new Map<number, Image[]>()
  for (const { itemID, ...image } of rows) byItem.set(itemID, [...(byItem.get(itemID) ?? []), image])
  return byItem
}

/**
 * Applies one change to an item's pictures and returns them. Throws 404 when the item does not exist. The lock runs
 * concurrent changes one after the other, so that no position is used twice.
 */
async function changeImages(context: Context, itemID: number, change: (before: Image[]) => Promise<void>) {
  const { db } = context
  // `for update` would make sales of the item wait.
  const [locked] = await db
    .select({ itemID: item.itemID })
    .from(item)
    .where(eq(item.itemID, itemID))
    .for('no key update')
  if (!locked) throw notFound('Item')
  const before = await imagesOf(db, itemID)
  await change(before)
  const images = await imagesOf(db, itemID)
  await record(context, {
    action: 'update',
    entity: 'item',
    entityID: itemID,
    before: { images: before },
    after: { images },
  })
  return ok({ images })
}

/** Sets the positions of pictures, from 0 in this order. */
async function storePositions(db: Db | Tx, imageIDs: number[]) {
  await db.execute(sql`update ${itemImage} set position = placed.n - 1
    from unnest(${sql.param(imageIDs)}::int[]) with ordinality as placed (id, n) where image_id = placed.id`)
}
