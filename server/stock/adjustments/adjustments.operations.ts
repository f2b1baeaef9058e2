import { eq, sql } from 'drizzle-orm'

import { changedMeanwhile } from '../../../contract/shared/answers.ts'
import { plus } from '../../../contract/shared/quantities.ts'
import type { z } from '../../../contract/shared/zod.ts'
import type { InventoryAdjustmentInput } from '../../../contract/stock/inventory-adjustments.ts'
import { prepared } from '../../db/prepared.ts'
import { adjustmentType, inventory, inventoryAdjustment } from '../../db/schema/stock.ts'
import { defer, together } from '../../db/transaction.ts'
import { assertAccess, type Context, isSignedIn, userIDOf } from '../../kernel/context.ts'
import { AppError, notFound } from '../../kernel/errors.ts'
import { assertUnchanged, createdBy, modifiedNow, record, recordAll } from '../../resource/records.ts'
import { assertCountable, type StockRow } from '../ledger/ledger.rules.ts'
import { findPlaces, postMovements } from '../ledger/ledger.ts'
import { tellOfNewAdjustment, tellOfDecidedAdjustment } from './adjustment-messages.ts'
import { type Adjustment, findAdjustment, nested, selectAdjustments, written } from './adjustments.queries.ts'

const what = 'Inventory adjustment'
const entity = 'inventoryAdjustment'
/** PostgreSQL takes so many values in one statement, and no more. */
const linesAtOnce = 1000
/** The key of the type of adjustment for whatever is put right by hand: the usual one. */
const manualType = sql<number>`(select ${adjustmentType.adjustmentTypeID} from ${adjustmentType}
  where ${adjustmentType.code} = 'manual')`

type Input = z.output<typeof InventoryAdjustmentInput>
type Update = Input & { updatedAt?: Date | undefined }

/** Asks for a change of one row of stock. It waits until an actor who may decide approves or declines it. */
export async function requestAdjustment(context: Context, input: Input): Promise<Adjustment> {
  assertAccess(context.actor, 'stock.write')
  const { adjustmentTypeID = null, ...rest } = input
  const [stored] = await insertAndRead(context.db, { adjustmentTypeID, ...rest, ...createdBy(context) })
  const made = nested(stored!)
  assertCountable(made.inventory.item, input.quantityAdjusted, 'quantityAdjusted')
  await tellOfNewAdjustment(context, made)
  await record(context, { action: 'create', entity, entityID: made.adjustmentID, before: null, after: made })
  return made
}

/** Changes a Pending adjustment. */
export async function updateAdjustment(context: Context, id: number, input: Update): Promise<Adjustment> {
  assertAccess(context.actor, 'stock.write')
  const { updatedAt, ...changes } = input
  const { adjustment: before } = await lockPending(context, id, updatedAt)
  if (before.countID !== null && input.inventoryID !== before.inventoryID)
    throw new AppError('adjustment.of_count', 'What a stock count has found stays with its stock', {
      field: 'inventoryID',
    })
  await context.db
    .update(inventoryAdjustment)
    .set({ ...changes, ...modifiedNow(context, before) })
    .where(eq(inventoryAdjustment.adjustmentID, id))
  const after = await findAdjustment(context.db, id)
  assertCountable(after.inventory.item, input.quantityAdjusted, 'quantityAdjusted')
  await record(context, { action: 'update', entity, entityID: id, before, after })
  return after
}

/** Approves a Pending adjustment of this row of stock: the stock changes by it. */
export async function approveAdjustment(
  context: Context,
  { adjustmentID, inventoryID, updatedAt }: { adjustmentID: number; inventoryID: number; updatedAt?: Date | undefined },
): Promise<Adjustment> {
  assertAccess(context.actor, 'adjustments.decide')
  // Both are prepared, and so go out in this order, in one piece: the place is looked at when its stock is locked.
  const [{ adjustment, stock }, places] = await together([
    lockPending(context, adjustmentID, updatedAt, inventoryID),
    findPlaces(context.db, [inventoryID]),
  ])
  await postMovements(
    context,
    { kind: 'adjustment', documentType: 'adjustment', documentID: adjustmentID },
    [{ inventoryID, quantity: adjustment.quantityAdjusted }],
    [stock],
    places,
  )
  return decide(context, adjustment, 'Completed')
}

/** Declines a Pending adjustment: the stock stays as it is. */
export async function declineAdjustment(
  context: Context,
  { adjustmentID, updatedAt }: { adjustmentID: number; updatedAt?: Date | undefined },
): Promise<Adjustment> {
  assertAccess(context.actor, 'adjustments.decide')
  const { adjustment } = await lockPending(context, adjustmentID, updatedAt)
  return decide(context, adjustment, 'Rejected')
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

async function decide(context: Context, before: Adjustment, status: 'Completed' | 'Rejected'): Promise<Adjustment> {
  const { db, actor, now } = context
  const { adjustmentID, quantityAdjusted, inventory: stock } = before
  const decision = { status, decidedByID: userIDOf(actor), decidedAt: now, ...modifiedNow(context, before) }
  await defer(db, keepDecision(db, { adjustmentID, ...decision }))
  const after = {
    ...before,
    ...decision,
    decidedBy: isSignedIn(actor) ? actor.name : null,
    inventory: { ...stock, quantity: status === 'Completed' ? plus(stock.quantity, quantityAdjusted) : stock.quantity },
  }
  await tellOfDecidedAdjustment(context, after)
  await record(context, { action: 'update', entity, entityID: adjustmentID, before, after })
  return after
}

const keepDecision = prepared(
  'decide_adjustment',
  ['adjustmentID', 'status', 'decidedByID', 'decidedAt', 'modifiedByID', 'updatedAt'],
  (db, { adjustmentID, ...decision }) =>
    db.update(inventoryAdjustment).set(decision).where(eq(inventoryAdjustment.adjustmentID, adjustmentID)),
)
