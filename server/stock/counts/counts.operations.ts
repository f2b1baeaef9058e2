import { randomUUID } from 'node:crypto'

import { and, asc, eq, gt, inArray, isNotNull, or, sql } from 'drizzle-orm'

import type { AuditAction } from '../../../contract/shared/audit/audit-actions.ts'
import { toThousandths } from '../../../contract/shared/quantities.ts'
import type { z } from '../../../contract/shared/zod.ts'
import type { StockCountInput } from '../../../contract/stock/stock-counts.ts'
import { readSettings } from '../../company/settings.ts'
import { item } from '../../db/schema/catalogue.ts'
import { countPiece, piece } from '../../db/schema/pieces.ts'
import { inventory, inventoryAdjustment, inventoryType, stockCount, stockCountLine } from '../../db/schema/stock.ts'
import { assertAccess, type Context } from '../../kernel/context.ts'
import { AppError } from '../../kernel/errors.ts'
import { shopYear } from '../../kernel/shop-days.ts'
import { takeNumber } from '../../resource/document-numbers.ts'
import { equalsCondition } from '../../resource/list.ts'
import { stampCreated, stampModified, record } from '../../resource/records.ts'
import { notifyOfCount } from '../adjustments/adjustment-messages.ts'
import { findOrCreateReason } from '../adjustments/adjustment-reasons.operations.ts'
import { insertAdjustments } from '../adjustments/adjustments.operations.ts'
import { findActiveLocation } from '../ledger/active.ts'
import { andMore } from '../ledger/ledger.rules.ts'
import { lockOpenSheet } from './count-lock.ts'
import { findCount } from './counts.queries.ts'
import { assertNoneMoved } from './counts.rules.ts'

type Input = z.output<typeof StockCountInput>

/** Opens a sheet for the stock of a location, optionally of one category, with the present quantities. */
export async function openCount(context: Context, input: Input) {
  const { db, now } = context
  assertAccess(context.actor, 'stock.write')
  // The insert comes first: its foreign keys lock the records it refers to, which then cannot become Inactive.
  const [stored] = await db
    .insert(stockCount)
    // This placeholder is replaced below. The real number is taken last, because it stays locked until the commit.
    .values({
      ...input,
      blind: input.blind ?? false,
      countNumber: randomUUID(),
      ...stampCreated(context),
      createdAt: now,
    })
    .returning({ countID: stockCount.countID })
  const { countID } = stored!
  await findActiveLocation(db, input.locationID, 'locationID')
  await insertLines(context, countID, input)
  const { timeZone } = await readSettings(db)
  await db
    .update(stockCount)
    .set({ countNumber: await takeNumber(db, 'SC', shopYear(timeZone, now)) })
    .where(eq(stockCount.countID, countID))
  const made = await findCount(db, countID)
  await record(context, { action: 'create', entity: 'stockCount', entityID: countID, before: null, after: made })
  return made
}

/** Creates the lines of a new sheet in one statement, so that all quantities are from the same moment. */
const insertLines = ({ db }: Context, countID: number, { locationID, categoryID }: Input) =>
  db.execute(sql`
    insert into ${stockCountLine} (count_id, inventory_id, expected, movements)
    select ${countID}, ${inventory.inventoryID}, ${inventory.quantity}, ${inventory.movements}
    from ${inventory}
    join ${item} on ${item.itemID} = ${inventory.itemID}
    join ${inventoryType} on ${inventoryType.inventoryTypeID} = ${inventory.inventoryTypeID}
    where ${and(
      eq(inventory.locationID, locationID),
      equalsCondition(item.categoryID, categoryID ?? undefined),
      or(item.status, gt(inventory.quantity, 0)),
      inventoryType.status,
    )}`)

/** Closes a sheet. Differences become Pending adjustments, and lines without a count leave their stock unchanged. */
export async function finishCount(context: Context, id: number) {
  const { db } = context
  assertAccess(context.actor, 'stock.write')
  const count = await lockOpenSheet(context, id, 'update', 'finished')
  const counted = await lockCountedLines(context, id)
  assertNamed(counted)
  const differing = counted.filter(({ quantityAdjusted }) => quantityAdjusted !== 0)
  assertNoneMoved(counted)
  // On a blind sheet, the error must not reveal which lines differ, so all counted lines are checked.
  await assertNoneWaiting(context, count.blind ? counted : differing)
  const { location: where } = await findCount(db, id)
  if (differing.length > 0) {
    const adjustmentReasonID = await findOrCreateReason(context, 'stock_count')
    await insertAdjustments(context, { countID: id, adjustmentReasonID, lines: differing })
    await notifyOfCount(context, differing.length, { countID: id, countNumber: count.countNumber, ...where })
  }
  const after = await close(context, 'finish', count, { status: 'Completed', finishedAt: context.now })
  return {
    ...after,
    adjusted: differing.length,
    matching: counted.length - differing.length,
    uncounted: after.totalLines - counted.length,
  }
}

/** Cancels a sheet without any adjustment. */
export async function cancelCount(context: Context, id: number) {
  assertAccess(context.actor, 'stock.write')
  const count = await lockOpenSheet(context, id, 'update', 'canceled')
  return close(context, 'cancel', count, { status: 'Canceled' })
}

/** Locks the stock of a sheet's counted lines in key order, and returns the lines with their differences. */
async function lockCountedLines({ db }: Context, id: number) {
  const isCounted = and(eq(stockCountLine.countID, id), isNotNull(stockCountLine.counted))
  await db
    .select({ inventoryID: inventory.inventoryID })
    .from(inventory)
    .innerJoin(stockCountLine, eq(stockCountLine.inventoryID, inventory.inventoryID))
    .where(isCounted)
    .orderBy(asc(inventory.inventoryID))
    .for('update', { of: inventory })
  const rows = await db
    .select({
      inventoryID: stockCountLine.inventoryID,
      itemName: item.itemName,
      expected: stockCountLine.expected,
      counted: stockCountLine.counted,
      moved: sql<boolean>`${inventory.movements} > ${stockCountLine.movements}`,
      isUnnamed: sql<boolean>`(${inventory.pieces} is not null and ${stockCountLine.counted} <> (
        select count(*) from ${countPiece} where ${countPiece.countLineID} = ${stockCountLine.countLineID}))`,
      pieceIDs: missingPieces,
    })
    .from(stockCountLine)
    .innerJoin(inventory, eq(inventory.inventoryID, stockCountLine.inventoryID))
    .innerJoin(item, eq(item.itemID, inventory.itemID))
    .where(isCounted)
    .orderBy(sql`lower(${item.itemName})`, asc(stockCountLine.countLineID))
  return rows.map(({ expected, counted, ...row }) => ({
    ...row,
    quantityAdjusted: (toThousandths(counted!) - toThousandths(expected)) / 1000,
  }))
}

/** The keys of the line's pieces that nobody found; none for an item that is not kept by piece. */
const missingPieces = sql<number[]>`case when ${inventory.pieces} is null then '[]'::json else (
  select coalesce(json_agg(${piece.pieceID} order by ${piece.serial}), '[]') from ${piece}
    where ${piece.inventoryID} = ${inventory.inventoryID} and not exists (
      select from ${countPiece} where ${countPiece.pieceID} = ${piece.pieceID}
        and ${countPiece.countLineID} = ${stockCountLine.countLineID})) end`

/** Throws 422 for stock that was counted before its item was kept by piece. */
function assertNamed(lines: readonly { itemName: string; isUnnamed: boolean }[]) {
  const unnamed = lines.filter(({ isUnnamed }) => isUnnamed)
  if (unnamed.length > 0)
    throw new AppError('piece.not_named', `Scan the pieces of ${andMore(unnamed)}: it is kept by piece`)
}

type CountedLine = Awaited<ReturnType<typeof lockCountedLines>>[number]

/**
 * Throws 409 while another adjustment of the lines' stock is Pending, because both could correct the same difference.
 */
async function assertNoneWaiting({ db }: Context, lines: CountedLine[]) {
  if (lines.length === 0) return
  const rows = await db
    .selectDistinct({ inventoryID: inventoryAdjustment.inventoryID })
    .from(inventoryAdjustment)
    .where(
      and(
        eq(inventoryAdjustment.status, 'Pending'),
        inArray(
          inventoryAdjustment.inventoryID,
          lines.map(({ inventoryID }) => inventoryID),
        ),
      ),
    )
  const waiting = lines.filter((line) => rows.some((row) => row.inventoryID === line.inventoryID))
  if (waiting.length > 0)
    throw new AppError(
      'count.adjustment_waiting',
      `An adjustment of ${andMore(waiting)} waits for approval already: have it decided first, or clear the count`,
    )
}

async function close(
  context: Context,
  action: AuditAction,
  count: typeof stockCount.$inferSelect,
  change: { status: 'Completed' | 'Canceled'; finishedAt?: Date },
) {
  const { db } = context
  const { countID } = count
  const before = await findCount(db, countID)
  await db
    .update(stockCount)
    .set({ ...change, ...stampModified(context, count) })
    .where(eq(stockCount.countID, countID))
  const after = await findCount(db, countID)
  await record(context, { action, entity: 'stockCount', entityID: countID, before, after })
  return after
}
