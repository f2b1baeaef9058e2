import { and, asc, eq, getColumns, or, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'

import { items } from '../../contract/catalogue/items.ts'
import { savedViews, viewsAtMost } from '../../contract/company/saved-views.ts'
import type { ViewList } from '../../contract/company/view-lists.ts'
import { purchaseOrders } from '../../contract/purchasing/purchase-orders.ts'
import { receivings } from '../../contract/purchasing/receivings.ts'
import { customers } from '../../contract/sales/customers.ts'
import { sales } from '../../contract/sales/sales.ts'
import type { z } from '../../contract/shared/zod.ts'
import { inventoryAdjustments } from '../../contract/stock/inventory-adjustments.ts'
import { inventory } from '../../contract/stock/inventory.ts'
import { locks } from '../db/locks.ts'
import { userName } from '../db/names.ts'
import { defaultView, savedView } from '../db/schema/company.ts'
import { user } from '../db/schema/people.ts'
import { publish } from '../events/publish.ts'
import { serve } from '../http/serve.ts'
import { mayAct, type SignedIn } from '../kernel/context.ts'
import type { Db, Tx } from '../kernel/database.ts'
import { AppError, notFound } from '../kernel/errors.ts'
import { stampCreated, ok, record, updateUnchanged } from '../resource/records.ts'

const what = 'View'
const entity = 'savedView'

/** The query schema of each list that can have saved views. */
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
  serve(app, savedViews.list, async ({ query: { list } }, { db, actor: { userID } }) => {
    const rows = await views(db, userID)
      .where(and(eq(savedView.list, list), visibleTo(userID)))
      .orderBy(asc(sql`lower(${savedView.viewName})`), asc(savedView.viewID))
    return ok(rows)
  })

  serve(app, savedViews.create, async ({ body: { shared = false, query, ...body } }, context) => {
    const { db, actor } = context
    if (shared) assertMayShare(actor)
    // The lock serialises one user's requests, so that the limit on views holds.
    await db.execute(sql`select pg_advisory_xact_lock(${locks.savedViews}, ${actor.userID}::int)`)
    const own = await db.$count(savedView, and(eq(savedView.userID, actor.userID), eq(savedView.list, body.list)))
    if (own >= viewsAtMost)
      throw new AppError('view.too_many', `You have ${viewsAtMost} views of this list: delete one first`)
    const [row] = await db
      .insert(savedView)
      .values({
        ...body,
        shared,
        query: parseViewQuery(body.list, query),
        userID: actor.userID,
        ...stampCreated(context),
      })
      .returning()
    const after = await findView(db, actor.userID, row!.viewID)
    const { viewID: entityID } = after
    await record(context, { action: 'create', entity, entityID, before: null, after, onlyFor: receiverOf(after) })
    return ok(after)
  })

  serve(app, savedViews.update, async ({ id, body: { query, ...body } }, context) => {
    const { db, actor } = context
    const stored = await findView(db, actor.userID, id)
    assertMayChange(actor, stored)
    if (body.shared) assertMayShare(actor)
    const changes = { ...body, ...(query && { query: parseViewQuery(stored.list, query) }) }
    const { before } = await updateUnchanged(context, what, savedView, savedView.viewID, id, changes)
    const after = await findView(db, actor.userID, id)
    const onlyFor = before.shared ? null : receiverOf(after)
    await record(context, { action: 'update', entity, entityID: id, before, after, onlyFor })
    return ok(after)
  })

  serve(app, savedViews.remove, async ({ id }, context) => {
    const { db, actor } = context
    const before = await findView(db, actor.userID, id)
    assertMayChange(actor, before)
    await db.delete(savedView).where(eq(savedView.viewID, id))
    await record(context, { action: 'delete', entity, entityID: id, before, after: null, onlyFor: receiverOf(before) })
    return ok(null)
  })

  serve(app, savedViews.setDefault, async ({ body: { list, viewID } }, context) => {
    const {
      db,
      actor: { userID },
    } = context
    await publish(context, { type: 'savedView.changed', entity, id: viewID, onlyFor: userID })
    if (viewID === null) {
      await db.delete(defaultView).where(and(eq(defaultView.userID, userID), eq(defaultView.list, list)))
      return ok(null)
    }
    const view = await findView(db, userID, viewID)
    if (view.list !== list)
      throw new AppError('view.other_list', 'This view belongs to another list', { field: 'viewID' })
    await db
      .insert(defaultView)
      .values({ userID, list, viewID })
      .onConflictDoUpdate({ target: [defaultView.userID, defaultView.list], set: { viewID } })
    return ok(null)
  })
}

/** Only the owner may learn of a view that is not shared. */
const receiverOf = ({ shared, userID }: { shared: boolean; userID: number }) => (shared ? null : userID)

const visibleTo = (userID: number) => or(eq(savedView.userID, userID), savedView.shared)

/** Selects views with the fields that depend on the user, such as whether the user chose the view. */
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

/** Returns the view with this key. Throws 404 when it does not exist or is another user's private view. */
async function findView(db: Db | Tx, userID: number, id: number) {
  const [found] = await views(db, userID).where(and(eq(savedView.viewID, id), visibleTo(userID)))
  if (!found) throw notFound(what)
  return found
}

/** Returns the query without its page number. Throws 400 when the query is not valid for the list. */
function parseViewQuery(list: ViewList, asked: Record<string, string>) {
  const query = Object.fromEntries(Object.entries(asked).filter(([name]) => name !== 'page'))
  const issue = queries[list].safeParse(query).error?.issues[0]
  if (issue) throw new AppError('view.query_invalid', issue.message, { field: 'query' })
  return query
}

function assertMayShare(actor: SignedIn) {
  if (!mayAct(actor, 'views.share'))
    throw new AppError('view.share_denied', 'Only a manager may share a view with everybody')
}

/** Throws 403 when the view is shared and the actor may not share views. */
function assertMayChange(actor: SignedIn, { shared }: { shared: boolean }) {
  if (shared && !mayAct(actor, 'views.share'))
    throw new AppError('view.change_denied', 'Only a manager may change a view that is shared')
}
