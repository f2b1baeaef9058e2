import { and, eq, getColumns } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { FastifyInstance } from 'fastify'

import { inventoryAdjustments as endpoints } from '../../contract/inventory-adjustments.ts'
import { screens } from '../../contract/screens.ts'
import { onShopDays } from '../company/settings.ts'
import type { Db, Tx } from '../db/client.ts'
import { cover } from '../db/covers.ts'
import { equal, listPage, searching } from '../db/list.ts'
import { nameIn } from '../db/names.ts'
import { createdBy, lockUnchanged, modifiedNow, ok, record, updated } from '../db/records.ts'
import {
  adjustmentReason,
  adjustmentType,
  inventory,
  inventoryAdjustment,
  inventoryType,
  item,
  location,
  stockCount,
  user,
} from '../db/schema.ts'
import { AppError, notFound } from '../http/errors.ts'
import { type Context, serve, type User } from '../http/serve.ts'
import { notify } from '../people/notify.ts'
import { assertCountable, postMovements } from './ledger.ts'

const what = 'Inventory adjustment'
const entity = 'inventoryAdjustment'
/** 'Manual adjustment', made at the first start. */
const usualType = 1

export function adjustmentRoutes(app: FastifyInstance) {
  serve(app, endpoints.list, async ({ query }, { db }) => {
    const select = adjustments(db).where(
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
    const { db } = context
    const { updatedAt, ...changes } = body
    const locked = await lockPending(context, id, updatedAt)
    if (locked.countID !== null && body.inventoryID !== locked.inventoryID)
      throw new AppError(422, 'What a stock count has found keeps its stock', { field: 'inventoryID' })
    const before = await findAdjustment(db, id)
    await db
      .update(inventoryAdjustment)
      .set({ ...changes, ...modifiedNow(context, locked) })
      .where(eq(inventoryAdjustment.adjustmentID, id))
    const after = await findAdjustment(db, id)
    assertCountable(after.inventory.item, body.quantityAdjusted, 'quantityAdjusted')
    return updated(context, entity, id, { before, after })
  })

  serve(app, endpoints.approve, async ({ id, adjustmentID, body }, context) => {
    const locked = await lockPending(context, adjustmentID, body?.updatedAt, id)
    const { db } = context
    const [{ averageCost: unitCost }] = (await db
      .select({ averageCost: item.averageCost })
      .from(inventory)
      .innerJoin(item, eq(item.itemID, inventory.itemID))
      .where(eq(inventory.inventoryID, id))) as [{ averageCost: number }]
    await postMovements(context, { kind: 'adjustment', documentType: 'adjustment', documentID: adjustmentID }, [
      { inventoryID: id, quantity: locked.quantityAdjusted, unitCost },
    ])
    return decide(context, locked, 'Completed')
  })

  serve(app, endpoints.decline, async ({ id, body }, context) =>
    decide(context, await lockPending(context, id, body?.updatedAt), 'Rejected'),
  )
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
  const { db, now } = context
  if (rows.length === 0) return []
  const made = await db
    .insert(inventoryAdjustment)
    .values(rows.map((row) => ({ ...row, countID: count?.countID, ...createdBy(context), createdAt: now })))
    .returning()
  for (const after of made)
    await record(context, { action: 'create', entity, entityID: after.adjustmentID, before: null, after })
  if (count) await tellOfCount(context, made.length, count)
  else for (const { adjustmentID } of made) await tellOfNew(context, adjustmentID)
  return made.map(({ adjustmentID }) => adjustmentID)
}

type Adjustment = typeof inventoryAdjustment.$inferSelect

/** Locks an adjustment that waits. 404 where it is not there, or not of this stock; 409 once it is decided. */
async function lockPending(
  context: Context,
  adjustmentID: number,
  updatedAt: Date | undefined,
  inventoryID?: number,
): Promise<Adjustment> {
  // Whether it is decided comes first: that says more than that it has changed.
  const key = inventoryAdjustment.adjustmentID
  const locked = await lockUnchanged(context, what, inventoryAdjustment, key, adjustmentID, undefined)
  if (inventoryID !== undefined && inventoryID !== locked.inventoryID) throw notFound(what)
  if (locked.status !== 'Pending')
    throw new AppError(409, `It was ${locked.status === 'Completed' ? 'approved' : 'declined'} already`)
  return lockUnchanged(context, what, inventoryAdjustment, key, adjustmentID, updatedAt)
}

async function decide(context: Context<User>, locked: Adjustment, status: 'Completed' | 'Rejected') {
  const { db, user, now } = context
  const { adjustmentID } = locked
  const before = await findAdjustment(db, adjustmentID)
  await db
    .update(inventoryAdjustment)
    .set({ status, decidedByID: user.userID, decidedAt: now, ...modifiedNow(context, locked) })
    .where(eq(inventoryAdjustment.adjustmentID, adjustmentID))
  const after = await findAdjustment(db, adjustmentID)
  await tellOfOutcome(context, after)
  return updated(context, entity, adjustmentID, { before, after })
}

const asker = alias(user, 'asker')
const decider = alias(user, 'decider')

/** Adjustments as they are answered, with what they are of, who asked and who decided. */
const adjustments = (db: Db | Tx) =>
  db
    .select({
      ...getColumns(inventoryAdjustment),
      count: { countNumber: stockCount.countNumber },
      adjustmentType: { typeName: adjustmentType.typeName },
      adjustmentReason: { reasonName: adjustmentReason.reasonName },
      stock: { quantity: inventory.quantity, reserved: inventory.reserved },
      inventoryType: { typeName: inventoryType.typeName },
      location: { locationName: location.locationName },
      item: {
        itemID: item.itemID,
        itemName: item.itemName,
        itemCode: item.itemCode,
        uom: item.uom,
        image_url: cover,
      },
      createdBy: { userID: asker.userID, name: nameIn(asker) },
      decidedBy: { userID: decider.userID, name: nameIn(decider) },
    })
    .from(inventoryAdjustment)
    .innerJoin(adjustmentType, eq(adjustmentType.adjustmentTypeID, inventoryAdjustment.adjustmentTypeID))
    .innerJoin(adjustmentReason, eq(adjustmentReason.adjustmentReasonID, inventoryAdjustment.adjustmentReasonID))
    .innerJoin(inventory, eq(inventory.inventoryID, inventoryAdjustment.inventoryID))
    .innerJoin(inventoryType, eq(inventoryType.inventoryTypeID, inventory.inventoryTypeID))
    .innerJoin(location, eq(location.locationID, inventory.locationID))
    .innerJoin(item, eq(item.itemID, inventory.itemID))
    .leftJoin(stockCount, eq(stockCount.countID, inventoryAdjustment.countID))
    .leftJoin(asker, eq(asker.userID, inventoryAdjustment.createdByID))
    .leftJoin(decider, eq(decider.userID, inventoryAdjustment.decidedByID))

type Selected = Awaited<ReturnType<typeof adjustments>>[number]

/** What a select cannot nest so deep. */
const nested = ({ stock, inventoryType: type, location: at, item: of, ...row }: Selected) => ({
  ...row,
  inventory: { ...stock, inventoryType: type, location: at, item: of },
})

async function findAdjustment(db: Db | Tx, id: number) {
  const [found] = await adjustments(db).where(eq(inventoryAdjustment.adjustmentID, id))
  if (!found) throw notFound(what)
  return nested(found)
}

type Answered = Awaited<ReturnType<typeof findAdjustment>>

/** '−2 of Gold ring at Main (Damaged)'. */
function inWords({ quantityAdjusted, inventory: stock, adjustmentReason: { reasonName } }: Answered) {
  const { item: of, location: at } = stock
  const sign = quantityAdjusted < 0 ? '−' : '+'
  return `${sign}${Math.abs(quantityAdjusted)}${of.uom === 'BULK' ? ' g' : ''} of ${of.itemName} at ${at.locationName} (${reasonName})`
}

/** Whoever asks for an adjustment knows of it. */
const otherAdmins = ({ user: asking }: Context) => ({ access: 'admin', except: asking?.userID }) as const

async function tellOfNew(context: Context, adjustmentID: number) {
  const adjustment = await findAdjustment(context.db, adjustmentID)
  await notify(context, otherAdmins(context), [
    {
      kind: 'adjustmentWaiting',
      message: `${adjustment.createdBy?.name ?? 'The shop'} asks for an adjustment: ${inWords(adjustment)}`,
      screen: screens.inventoryAdjustments,
      id: adjustmentID,
    },
  ])
}

async function tellOfCount(
  context: Context,
  found: number,
  { countID, countNumber, locationName }: { countID: number; countNumber: string; locationName: string },
) {
  const waiting = found === 1 ? '1 adjustment waits' : `${found} adjustments wait`
  await notify(context, otherAdmins(context), [
    {
      kind: 'adjustmentWaiting',
      message: `Stock count ${countNumber} at ${locationName} is finished: ${waiting} for approval`,
      screen: screens.stockCounts,
      id: countID,
    },
  ])
}

async function tellOfOutcome(context: Context<User>, adjustment: Answered) {
  const { adjustmentID, createdByID, status } = adjustment
  if (createdByID === null || createdByID === context.user.userID) return
  await notify(context, { userID: createdByID }, [
    {
      kind: 'adjustmentDecided',
      message: `${context.user.name} ${status === 'Completed' ? 'approved' : 'declined'} your adjustment: ${inWords(adjustment)}`,
      screen: screens.inventoryAdjustments,
      id: adjustmentID,
    },
  ])
}
