import { sql } from 'drizzle-orm'

import type { PictureFocus } from '../../contract/shared/covers.ts'
import { item, itemImage } from './schema/catalogue.ts'
import type { pieceImage } from './schema/pieces.ts'

const firstPicture = sql`from ${itemImage}
  where ${itemImage.itemID} = ${item.itemID} order by ${itemImage.position}, ${itemImage.imageID} limit 1`

/** Selects the focus of a picture as JSON. */
export const focusOf = ({ focusX, focusY }: typeof itemImage | typeof pieceImage) =>
  sql<PictureFocus>`json_build_object('x', ${focusX}, 'y', ${focusY})`

/** Selects the thumbnail and the focus of an item's first picture, for rows joined with `item`; null without a picture. */
export const cover = {
  image_url: sql<string | null>`(select ${itemImage.thumb_url} ${firstPicture})`,
  image_focus: sql<PictureFocus | null>`(select ${focusOf(itemImage)} ${firstPicture})`,
}
