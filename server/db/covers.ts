import { sql } from 'drizzle-orm'

import { item, itemImage } from './schema/catalogue.ts'

/** The small version of the item's first picture, for rows joined with `item`; null where it has none. */
export const cover = sql<string | null>`(select ${itemImage.thumb_url} from ${itemImage}
  where ${itemImage.itemID} = ${item.itemID} order by ${itemImage.position}, ${itemImage.imageID} limit 1)`
