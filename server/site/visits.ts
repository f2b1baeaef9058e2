import { and, eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'

import { shop } from '../../contract/catalogue/shop.ts'
import { itemOfPath, publicPaths } from '../../contract/site/site.ts'
import { isOnSite } from '../db/on-site.ts'
import { category, item } from '../db/schema/catalogue.ts'
import { serve } from '../http/serve.ts'
import { countOne } from '../insight/counts.ts'
import { mayAct } from '../kernel/context.ts'
import type { Db, Tx } from '../kernel/database.ts'
import { AppError } from '../kernel/errors.ts'
import { ok } from '../resource/records.ts'

const pages = new Set<string>(Object.values(publicPaths))
/** Maximum number of page views a minute from one address. A whole office behind one address stays below it. */
const mostInAMinute = 600

export function visitRoutes(app: FastifyInstance) {
  const assertNoFlood = createVisitLimiter()
  serve(app, shop.visit, async ({ body: { path } }, { db, now, actor, client }) => {
    assertNoFlood(client.address, now)
    if (!(await isPage(db, path))) throw new AppError('page.unknown', 'There is no such page', { field: 'path' })
    // Page views by the shop's own staff do not count as visits.
    if (!mayAct(actor, 'company.read')) await countOne(db, now, 'visit', path)
    return ok(null)
  })
}

/**
 * Counts each address's requests in the current minute, in memory only, so that nothing about a visitor is stored.
 * Throws 429 above the limit.
 */
function createVisitLimiter() {
  const calls = new Map<string, number>()
  let minute = 0
  return (address: string, now: Date) => {
    const current = Math.floor(now.getTime() / 60_000)
    if (current !== minute) calls.clear()
    minute = current
    const made = (calls.get(address) ?? 0) + 1
    calls.set(address, made)
    if (made > mostInAMinute)
      throw new AppError('attempts.too_many', 'Too many attempts. Please wait a while and try again', {
        retryAfter: 60,
      })
  }
}

/** Whether the path is a page of the site. Unknown paths are refused, because they would fill the table of counts. */
async function isPage(db: Db | Tx, path: string): Promise<boolean> {
  if (pages.has(path)) return true
  const itemID = itemOfPath(path)
  if (itemID === null) return false
  const [found] = await db
    .select({ itemID: item.itemID })
    .from(item)
    .innerJoin(category, eq(category.categoryID, item.categoryID))
    .where(and(isOnSite, eq(item.itemID, itemID)))
  return found !== undefined
}
