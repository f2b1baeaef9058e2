import { and, eq, sql } from 'drizzle-orm'

import { changedMeanwhile } from '../../../contract/shared/answers.ts'
import { addQuantities } from '../../../contract/shared/quantities.ts'
import type { z } from '../../../contract/shared/zod.ts'
import type { InventoryAdjustmentInput } from '../../../contract/stock/inventory-adjustments.ts'
import { prepareStatement } from '../../db/prepared.ts'
import { adjustmentType, inventory, inventoryAdjustment } from '../../db/schema/stock.ts'
import { deferStatement, awaitStatements } from '../../db/transaction.ts'
import { assertAccess, type Context, isSignedIn, userIDOf } from '../../kernel/context.ts'
import { AppError, notFound } from '../../kernel/errors.ts'
import { assertUnchanged, stampCreated, stampModified, record, recordAll } from '../../resource/records.ts'
import { assertCountable, type StockRow } from '../ledger/ledger.rules.ts'
import { findPlaces, postMovements } from '../ledger/ledger.ts'
import { valuesLocked } from '../ledger/locks.ts'
import { notifyOfNewAdjustment, notifyOfAdjustmentDecision } from './adjustment-messages.ts'
import { resolveAdjustedPieces, storeAdjustedPieces } from './adjustment-pieces.ts'
import {
  type Adjustment,
  findAdjustment,
  nestAdjustment,
  selectAdjustments,
  adjustmentTable,
} from './adjustments.queries.ts'

const what = 'Inventory adjustment'
const entity = 'inventoryAdjustment'
/** Keeps an insert below PostgreSQL's limit of 65,535 parameters. */
const linesPerInsert = 1000
/** The key of the default adjustment type, which is for manual corrections. */
const manualTypeID = sql<number>`(select ${adjustmentType.adjustmentTypeID} from ${adjustmentType}
  where ${adjustmentType.code} = 'manual')`

type Input = z.output<typeof InventoryAdjustmentInput>
type Update = Input & { updatedAt?: Date | undefined }

/** Requests a change of one stock row. It stays Pending until an actor who may decide approves or declines it. */
export async function requestAdjustment(context: Context, input: Input): Promise<Adjustment> {
  assertAccess(context.actor, 'stock.write')
  const { adjustmentTypeID = null, pieceIDs, ...rest } = input
  const [stored] = await insertAndRead(context.db, { adjustmentTypeID, ...rest, ...stampCreated(context) })
  const entered = nestAdjustment(stored!)
  assertCountable(entered.inventory.item, input.quantityAdjusted, 'quantityAdjusted')
  const created = await namePieces(context, entered, pieceIDs)
  await notifyOfNewAdjustment(context, created)
  await record(context, { action: 'create', entity, entityID: created.adjustmentID, before: null, after: created })
  return created
}

/** Changes a Pending adjustment. */
export async function updateAdjustment(context: Context, id: number, input: Update): Promise<Adjustment> {
  assertAccess(context.actor, 'stock.write')
  const { updatedAt, pieceIDs, ...changes } = input
  const { adjustment: before } = await lockPending(context, id, updatedAt)
  if (before.countID !== null && input.inventoryID !== before.inventoryID)
    throw new AppError('adjustment.of_count', 'What a stock count has found stays with its stock', {
      field: 'inventoryID',
    })
  await context.db
    .update(inventoryAdjustment)
    .set({ ...changes, ...stampModified(context, before) })
    .where(eq(inventoryAdjustment.adjustmentID, id))
  const entered = await findAdjustment(context.db, id)
  assertCountable(entered.inventory.item, input.quantityAdjusted, 'quantityAdjusted')
  const after = await namePieces(context, entered, pieceIDs ?? before.pieces.map(({ pieceID }) => pieceID))
  await record(context, { action: 'update', entity, entityID: id, before, after })
  return after
}

/** Stores the pieces of an entered adjustment, and returns it with them. */
async function namePieces(context: Context, entered: Adjustment, pieceIDs: readonly number[] | undefined) {
  const named = await resolveAdjustedPieces(context, entered, pieceIDs)
  if (named === undefined && entered.pieces.length === 0) return entered
  await storeAdjustedPieces(context, entered.adjustmentID, named ?? [])
  return findAdjustment(context.db, entered.adjustmentID)
}

/** Approves a Pending adjustment of this stock row, and changes the stock by its quantity. */
export async function approveAdjustment(
  context: Context,
  { adjustmentID, inventoryID, updatedAt }: { adjustmentID: number; inventoryID: number; updatedAt?: Date | undefined },
): Promise<Adjustment> {
  assertAccess(context.actor, 'adjustments.decide')
  // Both statements are pipelined in this order, so the places are read after the stock is locked.
  const [{ adjustment, stock }, places] = await awaitStatements([
    lockPending(context, adjustmentID, updatedAt, inventoryID),
    findPlaces(context.db, [inventoryID]),
  ])
  const pieceIDs =
    stock.pieces === null
      ? undefined
      : await resolveAdjustedPieces(
          context,
          adjustment,
          adjustment.pieces.map(({ pieceID }) => pieceID),
        )
  await postMovements(
    context,
    { kind: 'adjustment', documentType: 'adjustment', documentID: adjustmentID },
    [{ inventoryID, quantity: adjustment.quantityAdjusted, pieceIDs }],
    [stock],
    places,
  )
  return decide(context, adjustment, 'Completed')
}

/** Declines a Pending adjustment. The stock stays unchanged. */
export async function declineAdjustment(
  context: Context,
  { adjustmentID, updatedAt }: { adjustmentID: number; updatedAt?: Date | undefined },
): Promise<Adjustment> {
  assertAccess(context.actor, 'adjustments.decide')
  const { adjustment } = await lockPending(context, adjustmentID, updatedAt)
  return decide(context, adjustment, 'Rejected')
}

const insertAndRead = prepareStatement(
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
    const adjustmentTypeID = sql`coalesce(${row.adjustmentTypeID}::int, ${manualTypeID})`
    const insert = db.insert(inventoryAdjustment).values({ ...row, adjustmentTypeID })
    return selectAdjustments(db.with(db.$with(adjustmentTable).as(insert.returning())))
  },
)

/** Changes of stock rows that a stock count found (positive for a surplus), or that another document requests. */
export type RequestedChanges = {
  countID: number | null
  adjustmentReasonID: number
  lines: readonly { inventoryID: number; quantityAdjusted: number; pieceIDs?: readonly number[] }[]
}

/** Creates Pending adjustments from requested changes. Returns their keys in the order of the lines. */
export async function insertAdjustments(context: Context, { lines, ...why }: RequestedChanges): Promise<number[]> {
  const keys: number[] = []
  for (let n = 0; n < lines.length; n += linesPerInsert) {
    const part = lines.slice(n, n + linesPerInsert)
    const created = await context.db
      .insert(inventoryAdjustment)
      .values(
        part.map(({ inventoryID, quantityAdjusted }) => ({
          ...why,
          adjustmentTypeID: manualTypeID,
          inventoryID,
          quantityAdjusted,
          ...stampCreated(context),
        })),
      )
      .returning()
    await recordAll(
      context,
      created.map((after) => ({ action: 'create', entity, entityID: after.adjustmentID, before: null, after })),
    )
    for (const [place, { adjustmentID }] of created.entries()) {
      const { pieceIDs = [] } = part[place]!
      if (pieceIDs.length > 0) await storeAdjustedPieces(context, adjustmentID, pieceIDs)
    }
    keys.push(...created.map(({ adjustmentID }) => adjustmentID))
  }
  return keys
}

/**
 * Locks a Pending adjustment with its stock row and returns both. Throws 404 when it does not exist or belongs to other
 * stock. Throws 409 when it is decided, stale, or being changed at this moment.
 */
async function lockPending(
  context: Context,
  adjustmentID: number,
  updatedAt: Date | undefined,
  inventoryID?: number,
): Promise<{ adjustment: Adjustment; stock: StockRow }> {
  const [locked] = await lockWithStock(context.db, { adjustmentID })
  if (!locked) {
    // Another change replaced the adjustment's reason or type during the lock wait, so the joined row no longer
    // matches.
    await findAdjustment(context.db, adjustmentID)
    throw new AppError('record.stale', changedMeanwhile)
  }
  if (inventoryID !== undefined && inventoryID !== locked.inventoryID) throw notFound(what)
  if (locked.status !== 'Pending')
    throw new AppError(
      'adjustment.decided',
      `${locked.decidedBy ?? 'The shop'} ${locked.status === 'Completed' ? 'approved' : 'declined'} this adjustment already`,
    )
  // The stale check comes last, because a decided status is the more useful error.
  assertUnchanged(locked, updatedAt)
  return { adjustment: nestAdjustment(locked), stock: { inventoryID: locked.inventoryID, ...locked.stock } }
}

const lockWithStock = prepareStatement('lock_adjustment', ['adjustmentID'], (db, { adjustmentID }) =>
  selectAdjustments(db)
    .where(
      and(
        eq(inventoryAdjustment.adjustmentID, adjustmentID),
        valuesLocked(sql`= (select item_id from inventory_adjustment join inventory using (inventory_id)
          where adjustment_id = ${adjustmentID})`),
      ),
    )
    .for('update', { of: [inventoryAdjustment, inventory] }),
)

async function decide(context: Context, before: Adjustment, status: 'Completed' | 'Rejected'): Promise<Adjustment> {
  const { db, actor, now } = context
  const { adjustmentID, quantityAdjusted, inventory: stock } = before
  const decision = { status, decidedByID: userIDOf(actor), decidedAt: now, ...stampModified(context, before) }
  await deferStatement(db, storeDecision(db, { adjustmentID, ...decision }))
  const after = {
    ...before,
    ...decision,
    decidedBy: isSignedIn(actor) ? actor.name : null,
    inventory: {
      ...stock,
      quantity: status === 'Completed' ? addQuantities(stock.quantity, quantityAdjusted) : stock.quantity,
    },
  }
  await notifyOfAdjustmentDecision(context, after)
  await record(context, { action: 'update', entity, entityID: adjustmentID, before, after })
  return after
}

const storeDecision = prepareStatement(
  'decide_adjustment',
  ['adjustmentID', 'status', 'decidedByID', 'decidedAt', 'modifiedByID', 'updatedAt'],
  (db, { adjustmentID, ...decision }) =>
    db.update(inventoryAdjustment).set(decision).where(eq(inventoryAdjustment.adjustmentID, adjustmentID)),
)
