import { and } from 'drizzle-orm'

import { category, item } from './schema/catalogue.ts'

/**
 * The public sees only Active items that are on the site, of Active categories. The query must join `item` and
 * `category`.
 */
export const isOnSite = and(item.status, item.onSite, category.status)
