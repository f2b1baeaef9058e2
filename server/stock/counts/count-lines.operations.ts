import { and, asc, eq, sql } from 'drizzle-orm'

import type { AuditAction } from '../../../contract/shared/audit/audit-actions.ts'
import { countPiece } from '../../db/schema/pieces.ts'
import { inventory, inventoryType, stockCountLine } from '../../db/schema/stock.ts'
import { assertAccess, type Context, userIDOf } from '../../kernel/context.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import { AppError } from '../../kernel/errors.ts'
import { record } from '../../resource/records.ts'
import { findActiveInventoryType, findActiveItem, findActiveLocation } from '../ledger/active.ts'
import { assertCountable } from '../ledger/ledger.rules.ts'
import { findOrCreateStockRow } from '../ledger/ledger.ts'
import { describePlace } from '../pieces/moved-pieces.rules.ts'
import { findPiece } from '../pieces/pieces.queries.ts'
import { lockOpenSheet } from './count-lock.ts'
import { findCountLine } from './counts.queries.ts'

// Each line of a sheet is stored separately, because the sheet is saved while people count.

type LineKey = { id: number; lineID: number }

/** Adds a line for an item that was found at the location but is missing on the sheet. */
export async function addCountLine(
  context: Context,
  id: number,
  { itemID, ...input }: { itemID: number; inventoryTypeID?: number | null | undefined },
) {
  const { db } = context
  assertAccess(context.actor, 'stock.write')
  const { locationID } = await lockOpenSheet(context, id, 'share', 'changed')
  await findActiveItem(db, itemID, 'itemID')
  const inventoryTypeID = input.inventoryTypeID ?? (await findUsualType(db, itemID, locationID))
  // The insert comes first: its foreign keys lock the item, location and type, which then cannot become Inactive.
  const inventoryID = await findOrCreateStockRow(context, { itemID, locationID, inventoryTypeID })
  await findActiveLocation(db, locationID, 'itemID')
  await findActiveInventoryType(db, inventoryTypeID, 'inventoryTypeID')
  const { rows } = await db.execute<{ count_line_id: number }>(sql`
    insert into ${stockCountLine} (count_id, inventory_id, expected, movements)
    select ${id}, inventory_id, quantity, movements from ${inventory} where inventory_id = ${inventoryID}
    returning count_line_id`)
  const entityID = rows[0]!.count_line_id
  const made = await findCountLine(db, id, entityID)
  await record(context, { action: 'create', entity: 'stockCountLine', entityID, before: null, after: made })
  return made
}

/** Stores the counted quantity of a line; null clears it. */
export async function countLine(context: Context, { id, lineID }: LineKey, counted: number | null) {
  assertAccess(context.actor, 'stock.write')
  const before = await lockLine(context, id, lineID)
  if (counted !== null) assertCountable(before.item, counted, 'counted')
  // Nobody finds any of the pieces, or the line is cleared.
  if (counted) assertNotByPiece(before)
  if (before.item.byPiece) await forgetPieces(context, lineID)
  return changeCounted(context, 'count', id, before, { counted })
}

/** Counts one more piece of a line. */
export async function scanCountLine(context: Context, { id, lineID }: LineKey) {
  assertAccess(context.actor, 'stock.write')
  const before = await lockLine(context, id, lineID)
  assertNotByPiece(before)
  if (before.item.uom === 'BULK')
    throw new AppError('count.weighed', `${before.item.itemName} is weighed: enter its grams`, { field: 'counted' })
  return changeCounted(context, 'scan', id, before, { counted: (before.counted ?? 0) + 1 })
}

/** Counts a piece that was found. Throws 409 for a piece that is not in the stock of the line. */
export async function countPieceFound(context: Context, { id, lineID, pieceID }: LineKey & { pieceID: number }) {
  const { db, actor, now } = context
  assertAccess(actor, 'stock.write')
  const before = await lockLine(context, id, lineID)
  const found = await findPiece(db, pieceID)
  if (found.itemID !== before.itemID)
    throw new AppError('piece.other_item', `${found.number} is not a piece of ${before.item.itemName}`)
  if (found.place?.inventoryID !== before.inventoryID) throw new AppError('piece.elsewhere', describeStray(found))
  await db
    .insert(countPiece)
    .values({ countLineID: lineID, pieceID, foundByID: userIDOf(actor), foundAt: now })
    .onConflictDoNothing()
  return changeCounted(context, 'scan', id, before, { counted: await countFound(context, lineID) })
}

/** Takes a counted piece back. */
export async function takePieceBack(context: Context, { id, lineID, pieceID }: LineKey & { pieceID: number }) {
  assertAccess(context.actor, 'stock.write')
  const before = await lockLine(context, id, lineID)
  await context.db.delete(countPiece).where(and(eq(countPiece.countLineID, lineID), eq(countPiece.pieceID, pieceID)))
  return changeCounted(context, 'count', id, before, { counted: await countFound(context, lineID) })
}

const countFound = ({ db }: Context, lineID: number) => db.$count(countPiece, eq(countPiece.countLineID, lineID))

const forgetPieces = ({ db }: Context, lineID: number) =>
  db.delete(countPiece).where(eq(countPiece.countLineID, lineID))

/** Says where a piece is that was found in another place than its record has. */
const describeStray = ({ number, place, holder }: Awaited<ReturnType<typeof findPiece>>) =>
  place
    ? `${number} is ${describePlace(place)}: transfer it here before you count it`
    : holder
      ? `${number} is sold in ${holder.transactionNumber}: refund it before you count it`
      : `${number} has left the stock: an adjustment brings it back`

function assertNotByPiece({ item: { itemName, byPiece } }: { item: { itemName: string; byPiece: boolean } }) {
  if (byPiece)
    throw new AppError('piece.not_named', `Scan the pieces of ${itemName}: it is kept by piece`, { field: 'counted' })
}

/** Clears a line, and sets its expected quantity to the present stock. */
export async function recountLine(context: Context, { id, lineID }: LineKey) {
  assertAccess(context.actor, 'stock.write')
  const before = await lockLine(context, id, lineID)
  // One statement sets both columns, so that they describe the same moment.
  await context.db
    .update(stockCountLine)
    .set({ expected: sql`${inventory.quantity}`, movements: sql`${inventory.movements}` })
    .from(inventory)
    .where(and(eq(stockCountLine.countLineID, lineID), eq(inventory.inventoryID, stockCountLine.inventoryID)))
  if (before.item.byPiece) await forgetPieces(context, lineID)
  return changeCounted(context, 'recount', id, before, { counted: null })
}

/** Locks a line of an open sheet and returns it. */
async function lockLine(context: Context, id: number, lineID: number) {
  const { db } = context
  await lockOpenSheet(context, id, 'share', 'counted on')
  await db.select().from(stockCountLine).where(eq(stockCountLine.countLineID, lineID)).for('update')
  return findCountLine(db, id, lineID)
}

/** Stores the counted quantity of a locked line with its user and time. Null clears all three. */
async function changeCounted(
  context: Context,
  action: AuditAction,
  id: number,
  before: Awaited<ReturnType<typeof findCountLine>>,
  { counted }: { counted: number | null },
) {
  const { db, actor, now } = context
  const { countLineID } = before
  await db
    .update(stockCountLine)
    .set({
      counted,
      countedByID: counted === null ? null : userIDOf(actor),
      countedAt: counted === null ? null : now,
    })
    .where(eq(stockCountLine.countLineID, countLineID))
  const after = await findCountLine(db, id, countLineID)
  await record(context, { action, entity: 'stockCountLine', entityID: countLineID, before, after })
  return after
}

/** Returns the first active stock type of the item at the location, else the shop's first active type. */
async function findUsualType(db: Db | Tx, itemID: number, locationID: number): Promise<number> {
  const [usual] = await db
    .select({ inventoryTypeID: inventoryType.inventoryTypeID })
    .from(inventoryType)
    .leftJoin(
      inventory,
      and(
        eq(inventory.inventoryTypeID, inventoryType.inventoryTypeID),
        eq(inventory.itemID, itemID),
        eq(inventory.locationID, locationID),
      ),
    )
    .where(eq(inventoryType.status, true))
    .orderBy(sql`${inventory.inventoryID} is null`, asc(inventoryType.inventoryTypeID))
    .limit(1)
  if (!usual) throw new AppError('stock.no_type', 'There is no active inventory type', { field: 'inventoryTypeID' })
  return usual.inventoryTypeID
}
