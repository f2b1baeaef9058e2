import { and, eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'

import { inventoryAdjustments as endpoints } from '../../contract/inventory-adjustments.ts'
import { onShopDays } from '../company/settings.ts'
import { equal, listPage, searching } from '../db/list.ts'
import { assertUnchanged, createdBy, lockUnchanged, modifiedNow, ok, record, updated } from '../db/records.ts'
import { adjustmentReason, inventory, inventoryAdjustment, item, location } from '../db/schema.ts'
import { AppError, notFound } from '../http/errors.ts'
import { type Context, serve, type User } from '../http/serve.ts'
import { tellOfCount, tellOfNew, tellOfOutcome } from './adjustment-messages.ts'
import { type Adjustment, findAdjustment, nested, selectAdjustments } from './adjustment-record.ts'
import { assertCountable, postMovements } from './ledger.ts'

const what = 'Inventory adjustment'
const entity = 'inventoryAdjustment'
/** 'Manual adjustment', made at the first start. */
const usualType = 1

export function adjustmentRoutes(app: FastifyInstance) {
  serve(app, endpoints.list, async ({ query }, { db }) => {
    const select = selectAdjustments(db).where(
      and(
        searching(query.search, [item.itemName, item.itemCode, adjustmentReason.reasonName]),
        equal(inventoryAdjustment.status, query.status),
        equal(inventoryAdjustment.inventoryID, query.inventoryID),
        equal(inventoryAdjustment.adjustmentReasonID, query.adjustmentReasonID),
        equal(inventoryAdjustment.adjustmentTypeID, query.adjustmentTypeID),
        equal(inventoryAdjustment.countID, query.countID),
        equal(inventory.itemID, query.itemID),
        equal(inventory.locationID, query.locationID),
        await onShopDays(db, inventoryAdjustment.createdAt, query),
      ),
    )
    const page = await listPage(db, query, select.$dynamic(), {
      adjustmentID: inventoryAdjustment.adjustmentID,
      reasonName: adjustmentReason.reasonName,
      itemName: item.itemName,
      quantityAdjusted: inventoryAdjustment.quantityAdjusted,
      status: inventoryAdjustment.status,
      locationName: location.locationName,
      createdAt: inventoryAdjustment.createdAt,
    })
    return { ...page, data: page.data.map(nested) }
  })

  serve(app, endpoints.get, async ({ id }, { db }) => ok(await findAdjustment(db, id)))

  serve(app, endpoints.create, async ({ body }, context) => {
    const { adjustmentTypeID = usualType, ...rest } = body
    const [adjustmentID] = await insertAdjustments(context, [{ adjustmentTypeID, ...rest }])
    const made = await findAdjustment(context.db, adjustmentID!)
    assertCountable(made.inventory.item, body.quantityAdjusted, 'quantityAdjusted')
    return ok(made)
  })

  serve(app, endpoints.update, async ({ id, body }, context) => {
    const { updatedAt, ...changes } = body
    const before = await lockPending(context, id, updatedAt)
    if (before.countID !== null && body.inventoryID !== before.inventoryID)
      throw new AppError(422, 'What a stock count has found stays with its stock', { field: 'inventoryID' })
    await context.db
      .update(inventoryAdjustment)
      .set({ ...changes, ...modifiedNow(context, before) })
      .where(eq(inventoryAdjustment.adjustmentID, id))
    const after = await findAdjustment(context.db, id)
    assertCountable(after.inventory.item, body.quantityAdjusted, 'quantityAdjusted')
    return updated(context, entity, id, { before, after })
  })

  serve(app, endpoints.approve, async ({ id, adjustmentID, body }, context) => {
    const waiting = await lockPending(context, adjustmentID, body?.updatedAt, id)
    await postMovements(context, { kind: 'adjustment', documentType: 'adjustment', documentID: adjustmentID }, [
      { inventoryID: id, quantity: waiting.quantityAdjusted, unitCost: await averageCost(context, id) },
    ])
    return decide(context, waiting, 'Completed')
  })

  serve(app, endpoints.decline, async ({ id, body }, context) =>
    decide(context, await lockPending(context, id, body?.updatedAt), 'Rejected'),
  )
}

/** What one unit of this stock costs now, in pesos. */
async function averageCost({ db }: Context, inventoryID: number): Promise<number> {
  const [of] = await db
    .select({ averageCost: item.averageCost })
    .from(inventory)
    .innerJoin(item, eq(item.itemID, inventory.itemID))
    .where(eq(inventory.inventoryID, inventoryID))
  return of!.averageCost
}

/** What is asked to be changed of one row of stock: comes (positive) or goes (negative). */
export type NewAdjustment = {
  inventoryID: number
  adjustmentTypeID: number
  adjustmentReasonID: number
  quantityAdjusted: number
}

/**
 * Makes Pending adjustments, in the caller's transaction, and tells the Admins: of each, or once of all that one
 * stock count has found. Answers their keys, in the order of the rows.
 */
export async function insertAdjustments(
  context: Context,
  rows: NewAdjustment[],
  count?: { countID: number; countNumber: string; locationName: string },
): Promise<number[]> {
  const { db } = context
  if (rows.length === 0) return []
  const made = await db
    .insert(inventoryAdjustment)
    .values(rows.map((row) => ({ ...row, countID: count?.countID, ...createdBy(context) })))
    .returning()
  for (const after of made)
    await record(context, { action: 'create', entity, entityID: after.adjustmentID, before: null, after })
  if (count) await tellOfCount(context, made.length, count)
  else for (const { adjustmentID } of made) await tellOfNew(context, await findAdjustment(db, adjustmentID))
  return made.map(({ adjustmentID }) => adjustmentID)
}

/** Locks and answers an adjustment that waits. 404 where it is not there, or not of this stock; 409 once it is decided. */
async function lockPending(
  context: Context,
  adjustmentID: number,
  updatedAt: Date | undefined,
  inventoryID?: number,
): Promise<Adjustment> {
  const key = inventoryAdjustment.adjustmentID
  const locked = await lockUnchanged(context, what, inventoryAdjustment, key, adjustmentID, undefined)
  if (inventoryID !== undefined && inventoryID !== locked.inventoryID) throw notFound(what)
  if (locked.status !== 'Pending')
    throw new AppError(409, `This adjustment was ${locked.status === 'Completed' ? 'approved' : 'declined'} already`)
  // Asked last: that it is decided says more than that it has changed.
  assertUnchanged(locked, updatedAt)
  return findAdjustment(context.db, adjustmentID)
}

async function decide(context: Context<User>, before: Adjustment, status: 'Completed' | 'Rejected') {
  const { db, user, now } = context
  const { adjustmentID } = before
  await db
    .update(inventoryAdjustment)
    .set({ status, decidedByID: user.userID, decidedAt: now, ...modifiedNow(context, before) })
    .where(eq(inventoryAdjustment.adjustmentID, adjustmentID))
  const after = await findAdjustment(db, adjustmentID)
  await tellOfOutcome(context, after)
  return updated(context, entity, adjustmentID, { before, after })
}
