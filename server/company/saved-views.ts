import { and, asc, eq, getColumns, or, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'

import { customers } from '../../contract/customers.ts'
import { inventoryAdjustments } from '../../contract/inventory-adjustments.ts'
import { inventory } from '../../contract/inventory.ts'
import { items } from '../../contract/items.ts'
import { may } from '../../contract/permissions.ts'
import { purchaseOrders } from '../../contract/purchase-orders.ts'
import { receivings } from '../../contract/receivings.ts'
import { sales } from '../../contract/sales.ts'
import { savedViews, viewsAtMost } from '../../contract/saved-views.ts'
import type { ViewList } from '../../contract/view-lists.ts'
import type { z } from '../../contract/zod.ts'
import type { Db, Tx } from '../db/client.ts'
import { userName } from '../db/names.ts'
import { created, createdBy, ok, record, updated, updateUnchanged } from '../db/records.ts'
import { defaultView, savedView, user } from '../db/schema.ts'
import { AppError, notFound } from '../http/errors.ts'
import { type Context, serve, type User } from '../http/serve.ts'

const what = 'View'

/** What each list can be asked for. */
const queries: Record<ViewList, z.ZodObject> = {
  items: items.list.query,
  inventory: inventory.list.query,
  customers: customers.list.query,
  sales: sales.list.query,
  'purchase-orders': purchaseOrders.list.query,
  receivings: receivings.list.query,
  'inventory-adjustments': inventoryAdjustments.list.query,
}

export function savedViewRoutes(app: FastifyInstance) {
  serve(app, savedViews.list, async ({ query: { list } }, { db, user: { userID } }) => {
    const rows = await views(db, userID)
      .where(and(eq(savedView.list, list), visibleTo(userID)))
      .orderBy(asc(sql`lower(${savedView.viewName})`), asc(savedView.viewID))
    return ok(rows)
  })

  serve(app, savedViews.create, async ({ body: { shared = false, query, ...body } }, context) => {
    const { db, user } = context
    if (shared) assertMayShare(user)
    // Two at once take turns, so that nobody has more than there may be.
    await db.execute(sql`select pg_advisory_xact_lock(hashtext('saved_view'), ${user.userID}::int)`)
    const own = await db.$count(savedView, and(eq(savedView.userID, user.userID), eq(savedView.list, body.list)))
    if (own >= viewsAtMost) throw new AppError(422, `You have ${viewsAtMost} views of this list: delete one first`)
    const [row] = await db
      .insert(savedView)
      .values({ ...body, shared, query: checked(body.list, query), userID: user.userID, ...createdBy(context) })
      .returning()
    return created(context, 'savedView', row!.viewID, await findView(db, user.userID, row!.viewID))
  })

  serve(app, savedViews.update, async ({ id, body: { query, ...body } }, context) => {
    const { db, user } = context
    const stored = await findView(db, user.userID, id)
    assertMayChange(user, stored)
    if (body.shared) assertMayShare(user)
    const changes = { ...body, ...(query && { query: checked(stored.list, query) }) }
    const { before } = await updateUnchanged(context, what, savedView, savedView.viewID, id, changes)
    return updated(context, 'savedView', id, { before, after: await findView(db, user.userID, id) })
  })

  serve(app, savedViews.remove, async ({ id }, context) => {
    const { db, user } = context
    const before = await findView(db, user.userID, id)
    assertMayChange(user, before)
    await db.delete(savedView).where(eq(savedView.viewID, id))
    await record(context, { action: 'delete', entity: 'savedView', entityID: id, before, after: null })
    return ok(null)
  })

  serve(app, savedViews.setDefault, async ({ body: { list, viewID } }, { db, user: { userID } }) => {
    if (viewID === null) {
      await db.delete(defaultView).where(and(eq(defaultView.userID, userID), eq(defaultView.list, list)))
      return ok(null)
    }
    const view = await findView(db, userID, viewID)
    if (view.list !== list) throw new AppError(422, 'This view is of another list', { field: 'viewID' })
    await db
      .insert(defaultView)
      .values({ userID, list, viewID })
      .onConflictDoUpdate({ target: [defaultView.userID, defaultView.list], set: { viewID } })
    return ok(null)
  })
}

const visibleTo = (userID: number) => or(eq(savedView.userID, userID), savedView.shared)

/** Views as they are answered to somebody. */
const views = (db: Db | Tx, userID: number) =>
  db
    .select({
      ...getColumns(savedView),
      userName,
      isDefault: sql<boolean>`exists (select from ${defaultView}
        where ${defaultView.viewID} = ${savedView.viewID} and ${defaultView.userID} = ${userID})`,
    })
    .from(savedView)
    .innerJoin(user, eq(user.userID, savedView.userID))

/** The view with this key; 404 where there is none, or it is another's own. */
async function findView(db: Db | Tx, userID: number, id: number) {
  const [found] = await views(db, userID).where(and(eq(savedView.viewID, id), visibleTo(userID)))
  if (!found) throw notFound(what)
  return found
}

/** What the list itself would refuse is not kept (400). A page is no part of a view. */
function checked(list: ViewList, asked: Record<string, string>) {
  const query = Object.fromEntries(Object.entries(asked).filter(([name]) => name !== 'page'))
  const issue = queries[list].safeParse(query).error?.issues[0]
  if (issue) throw new AppError(400, issue.message, { field: 'query' })
  return query
}

function assertMayShare({ roleID }: Pick<User, 'roleID'>) {
  if (!may(roleID, 'manager')) throw new AppError(403, 'Only a manager may share a view with everybody')
}

/** What everybody sees is the managers' to change. */
function assertMayChange({ roleID }: NonNullable<Context['user']>, { shared }: { shared: boolean }) {
  if (shared && !may(roleID, 'manager')) throw new AppError(403, 'Only a manager may change a view that is shared')
}
