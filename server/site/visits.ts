import { and, eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'

import { may } from '../../contract/permissions.ts'
import { shop } from '../../contract/shop.ts'
import { itemOfPath, publicPaths } from '../../contract/site.ts'
import type { Db, Tx } from '../db/client.ts'
import { ok } from '../db/records.ts'
import { category, item } from '../db/schema.ts'
import { AppError } from '../http/errors.ts'
import { serve } from '../http/serve.ts'
import { countOne } from '../insight/counts.ts'

const pages = new Set<string>(Object.values(publicPaths))

export function visitRoutes(app: FastifyInstance) {
  // The shop's own people look at its pages too: that is work, and no visit.
  serve(app, shop.visit, async ({ body: { path } }, { db, now, user }) => {
    if (!(await isPage(db, path))) throw new AppError(400, 'There is no such page', { field: 'path' })
    if (!may(user?.roleID ?? null, 'staff')) await countOne(db, now, 'visit', path)
    return ok(null)
  })
}

/** Whether this is a page of the site: nobody makes the table of counts grow by calling pages that are not. */
async function isPage(db: Db | Tx, path: string): Promise<boolean> {
  if (pages.has(path)) return true
  const itemID = itemOfPath(path)
  if (itemID === null) return false
  const [found] = await db
    .select({ itemID: item.itemID })
    .from(item)
    .innerJoin(category, eq(category.categoryID, item.categoryID))
    .where(and(eq(item.itemID, itemID), item.status, category.status))
  return found !== undefined
}
