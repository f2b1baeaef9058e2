import { sql } from 'drizzle-orm'

import type { PictureFocus } from '../../contract/shared/covers.ts'
import { item, itemImage } from './schema/catalogue.ts'

const firstPicture = sql`from ${itemImage}
  where ${itemImage.itemID} = ${item.itemID} order by ${itemImage.position}, ${itemImage.imageID} limit 1`

/** The focus of a picture as JSON, as an SQL expression. */
export const focusOfImage = sql<PictureFocus>`json_build_object('x', ${itemImage.focusX}, 'y', ${itemImage.focusY})`

/** Selects the thumbnail and the focus of an item's first picture, for rows joined with `item`; null without a picture. */
export const cover = {
  image_url: sql<string | null>`(select ${itemImage.thumb_url} ${firstPicture})`,
  image_focus: sql<PictureFocus | null>`(select ${focusOfImage} ${firstPicture})`,
}
