import { and, eq, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'

import { changedMeanwhile } from '../../../contract/shared/answers.ts'
import { plus } from '../../../contract/shared/quantities.ts'
import { inventoryAdjustments as endpoints } from '../../../contract/stock/inventory-adjustments.ts'
import { onShopDays } from '../../company/settings.ts'
import { prepared, preparedUnanswered } from '../../db/prepared.ts'
import { item } from '../../db/schema/catalogue.ts'
import { adjustmentReason, adjustmentType, inventory, inventoryAdjustment, location } from '../../db/schema/stock.ts'
import { serve, serveRecord } from '../../http/serve.ts'
import type { Context, SignedIn } from '../../kernel/context.ts'
import { AppError, notFound } from '../../kernel/errors.ts'
import { equal, listPage, searching } from '../../resource/list.ts'
import { assertUnchanged, created, createdBy, modifiedNow, ok, recordAll, updated } from '../../resource/records.ts'
import { assertCountable, findPlaces, postMovements, type StockRow } from '../ledger/ledger.ts'
import { tellOfNew, tellOfOutcome } from './adjustment-messages.ts'
import { type Adjustment, findAdjustment, nested, selectAdjustments, written } from './adjustment-record.ts'

const what = 'Inventory adjustment'
const entity = 'inventoryAdjustment'
/** PostgreSQL takes so many values in one statement, and no more. */
const linesAtOnce = 1000
/** The key of the type of adjustment for whatever is put right by hand: the usual one. */
const manualType = sql<number>`(select ${adjustmentType.adjustmentTypeID} from ${adjustmentType}
  where ${adjustmentType.code} = 'manual')`

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

  serveRecord(app, endpoints.get, async (db, id) => ok(await findAdjustment(db, id)))

  serve(app, endpoints.create, async ({ body }, context) => {
    const { adjustmentTypeID = null, ...rest } = body
    const [stored] = await insertAndRead(context.db, { adjustmentTypeID, ...rest, ...createdBy(context) })
    const made = nested(stored!)
    assertCountable(made.inventory.item, body.quantityAdjusted, 'quantityAdjusted')
    await tellOfNew(context, made)
    return created(context, entity, made.adjustmentID, made)
  })

  serve(app, endpoints.update, async ({ id, body }, context) => {
    const { updatedAt, ...changes } = body
    const { adjustment: before } = await lockPending(context, id, updatedAt)
    if (before.countID !== null && body.inventoryID !== before.inventoryID)
      throw new AppError('adjustment.of_count', 'What a stock count has found stays with its stock', {
        field: 'inventoryID',
      })
    await context.db
      .update(inventoryAdjustment)
      .set({ ...changes, ...modifiedNow(context, before) })
      .where(eq(inventoryAdjustment.adjustmentID, id))
    const after = await findAdjustment(context.db, id)
    assertCountable(after.inventory.item, body.quantityAdjusted, 'quantityAdjusted')
    return updated(context, entity, id, { before, after })
  })

  serve(app, endpoints.approve, async ({ id, adjustmentID, body }, context) => {
    // Both are prepared, and so go out in this order, in one piece: the place is looked at when its stock is locked.
    const [{ adjustment, stock }, places] = await Promise.all([
      lockPending(context, adjustmentID, body?.updatedAt, id),
      findPlaces(context.db, [id]),
    ])
    await postMovements(
      context,
      { kind: 'adjustment', documentType: 'adjustment', documentID: adjustmentID },
      [{ inventoryID: id, quantity: adjustment.quantityAdjusted }],
      [stock],
      places,
    )
    return decide(context, adjustment, 'Completed')
  })

  serve(app, endpoints.decline, async ({ id, body }, context) => {
    const { adjustment } = await lockPending(context, id, body?.updatedAt)
    return decide(context, adjustment, 'Rejected')
  })
}

const insertAndRead = prepared(
  'insert_adjustment',
  [
    'inventoryID',
    'adjustmentTypeID',
    'adjustmentReasonID',
    'quantityAdjusted',
    'createdByID',
    'createdAt',
    'updatedAt',
  ],
  (db, row) => {
    const adjustmentTypeID = sql`coalesce(${row.adjustmentTypeID}::int, ${manualType})`
    const insert = db.insert(inventoryAdjustment).values({ ...row, adjustmentTypeID })
    return selectAdjustments(db.with(db.$with(written).as(insert.returning())))
  },
)

/** What a stock count has found: of each row of stock what comes (positive) or goes (negative). */
export type Found = {
  countID: number
  adjustmentReasonID: number
  lines: readonly { inventoryID: number; quantityAdjusted: number }[]
}

/** Makes Pending adjustments of what a count has found. Answers their keys, in the order of the lines. */
export async function insertAdjustments(context: Context, { lines, ...why }: Found): Promise<number[]> {
  const keys: number[] = []
  for (let n = 0; n < lines.length; n += linesAtOnce) {
    const part = lines.slice(n, n + linesAtOnce)
    const made = await context.db
      .insert(inventoryAdjustment)
      .values(
        part.map(({ inventoryID, quantityAdjusted }) => ({
          ...why,
          adjustmentTypeID: manualType,
          inventoryID,
          quantityAdjusted,
          ...createdBy(context),
        })),
      )
      .returning()
    await recordAll(
      context,
      made.map((after) => ({ action: 'create', entity, entityID: after.adjustmentID, before: null, after })),
    )
    keys.push(...made.map(({ adjustmentID }) => adjustmentID))
  }
  return keys
}

/**
 * Locks and answers an adjustment that waits, with its row of stock. 404 where it is not there, or not of this stock;
 * 409 once it is decided, and where it is changed at this very moment.
 */
async function lockPending(
  context: Context,
  adjustmentID: number,
  updatedAt: Date | undefined,
  inventoryID?: number,
): Promise<{ adjustment: Adjustment; stock: StockRow }> {
  const [locked] = await lockWithStock(context.db, { adjustmentID })
  if (!locked) {
    // Changed while we waited for it, it is no longer with the reason or the type that it was found with.
    await findAdjustment(context.db, adjustmentID)
    throw new AppError('record.stale', changedMeanwhile)
  }
  if (inventoryID !== undefined && inventoryID !== locked.inventoryID) throw notFound(what)
  if (locked.status !== 'Pending')
    throw new AppError(
      'adjustment.decided',
      `This adjustment was ${locked.status === 'Completed' ? 'approved' : 'declined'} already`,
    )
  // Asked last: that it is decided says more than that it has changed.
  assertUnchanged(locked, updatedAt)
  return { adjustment: nested(locked), stock: { inventoryID: locked.inventoryID, ...locked.stock } }
}

const lockWithStock = prepared('lock_adjustment', ['adjustmentID'], (db, { adjustmentID }) =>
  selectAdjustments(db)
    .where(eq(inventoryAdjustment.adjustmentID, adjustmentID))
    .for('update', { of: [inventoryAdjustment, inventory] }),
)

async function decide(context: Context<SignedIn>, before: Adjustment, status: 'Completed' | 'Rejected') {
  const { db, actor, now } = context
  const { adjustmentID, quantityAdjusted, inventory: stock } = before
  const decision = { status, decidedByID: actor.userID, decidedAt: now, ...modifiedNow(context, before) }
  await keepDecision(db, { adjustmentID, ...decision })
  const after = {
    ...before,
    ...decision,
    decidedBy: actor.name,
    inventory: { ...stock, quantity: status === 'Completed' ? plus(stock.quantity, quantityAdjusted) : stock.quantity },
  }
  await tellOfOutcome(context, after)
  return updated(context, entity, adjustmentID, { before, after })
}

const keepDecision = preparedUnanswered(
  'decide_adjustment',
  ['adjustmentID', 'status', 'decidedByID', 'decidedAt', 'modifiedByID', 'updatedAt'],
  (db, { adjustmentID, ...decision }) =>
    db.update(inventoryAdjustment).set(decision).where(eq(inventoryAdjustment.adjustmentID, adjustmentID)),
)
