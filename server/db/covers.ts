import { sql } from 'drizzle-orm'

import { item, itemImage } from './schema/catalogue.ts'

/** Selects the thumbnail path of an item's first picture, for rows joined with `item`; null without a picture. */
export const cover = sql<string | null>`(select ${itemImage.thumb_url} from ${itemImage}
  where ${itemImage.itemID} = ${item.itemID} order by ${itemImage.position}, ${itemImage.imageID} limit 1)`
