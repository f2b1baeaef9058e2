import { sql } from 'drizzle-orm'

import type { PictureFocus } from '../../contract/shared/covers.ts'
import { item, itemImage } from './schema/catalogue.ts'
import { piece, pieceImage } from './schema/pieces.ts'

const firstPicture = sql`from ${itemImage}
  where ${itemImage.itemID} = ${item.itemID} order by ${itemImage.position}, ${itemImage.imageID} limit 1`

const firstOfPiece = sql`from ${pieceImage}
  where ${pieceImage.pieceID} = ${piece.pieceID} order by ${pieceImage.position}, ${pieceImage.imageID} limit 1`

/** Selects the focus of a picture as JSON. */
export const focusOf = ({ focusX, focusY }: typeof itemImage | typeof pieceImage) =>
  sql<PictureFocus>`json_build_object('x', ${focusX}, 'y', ${focusY})`

/** Selects the thumbnail and the focus of an item's first picture, for rows joined with `item`; null without a picture. */
export const cover = {
  image_url: sql<string | null>`(select ${itemImage.thumb_url} ${firstPicture})`,
  image_focus: sql<PictureFocus | null>`(select ${focusOf(itemImage)} ${firstPicture})`,
}

/**
 * Selects the same of a piece's own first picture, or else of its item's: for rows joined with `item`, and with the
 * `piece` if there is one.
 */
export const pieceCover = {
  image_url: sql<string | null>`coalesce((select ${pieceImage.thumb_url} ${firstOfPiece}), ${cover.image_url})`,
  image_focus: sql<PictureFocus | null>`coalesce((select ${focusOf(pieceImage)} ${firstOfPiece}), ${cover.image_focus})`,
}
