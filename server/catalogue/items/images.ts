import { inArray } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'

import { items, picturesPerItem } from '../../../contract/catalogue/items.ts'
import { itemImage } from '../../db/schema/catalogue.ts'
import { blockPictureCleanup } from '../../files/cleanup.ts'
import type { Pictures } from '../../files/pictures.ts'
import { serve } from '../../http/serve.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import { AppError, notFound } from '../../kernel/errors.ts'
import {
  addPictures,
  drawImages,
  focusPicture,
  itemOwner,
  findPicturesOfRecord,
  orderPictures,
  type PictureFiles,
  removePicture,
} from '../../resource/picture-lists.ts'
import { ok } from '../../resource/records.ts'

export function imageRoutes(app: FastifyInstance, pictures: Pictures) {
  const adding = { ...itemOwner, most: picturesPerItem, pictures }

  serve(app, items.images, async ({ itemID }, { db }) => ok(await findPicturesOfRecord(db, itemOwner, itemID)))

  serve(
    app,
    items.addImages,
    async ({ itemID }, context, drawn) => ok(await addPictures(context, adding, itemID, drawn)),
    {
      before: drawImages,
    },
  )

  serve(app, items.orderImages, async ({ itemID, body: { imageIDs } }, context) =>
    ok(await orderPictures(context, itemOwner, itemID, imageIDs)),
  )

  serve(app, items.focusImage, async ({ itemID, imageID, body }, context) =>
    ok(await focusPicture(context, itemOwner, itemID, imageID, body)),
  )

  serve(app, items.removeImage, async ({ itemID, imageID }, context) =>
    ok(await removePicture(context, itemOwner, itemID, imageID)),
  )
}

/**
 * Returns the pictures of other items to which a new item's `order` refers, by key. Call it before the slow processing
 * of the files. Throws 404 for an unknown picture. Throws 422 unless the order contains a 0 for each uploaded file, and
 * each picture once.
 */
export async function findSharedPictures(db: Db | Tx, order: number[] | undefined, files: number) {
  const shared = new Map<number, PictureFiles>()
  if (order === undefined) return shared
  const imageIDs = order.filter((id) => id !== 0)
  if (order.length - imageIDs.length !== files || new Set(imageIDs).size !== imageIDs.length)
    throw new AppError('picture.order_incomplete', 'The order must name each picture once', { field: 'imageOrder' })
  await blockPictureCleanup(db) // another call may remove the pictures from their item before the new item has them
  const rows = await db
    .select({
      id: itemImage.imageID,
      url: itemImage.url,
      thumb_url: itemImage.thumb_url,
      focusX: itemImage.focusX,
      focusY: itemImage.focusY,
      focusFrom: itemImage.focusFrom,
    })
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
export function orderNewPictures(
  order: number[] | undefined,
  shared: Map<number, PictureFiles>,
  files: PictureFiles[],
): PictureFiles[] {
  if (order === undefined) return files
  const next = files.values()
  return order.map((id) => (id === 0 ? next.next().value! : shared.get(id)!))
}
