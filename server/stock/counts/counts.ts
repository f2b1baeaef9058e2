import { randomUUID } from 'node:crypto'

import { and, asc, eq, gt, inArray, isNotNull, or, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'

import type { AuditAction } from '../../../contract/company/audit.ts'
import { thousandths } from '../../../contract/shared/quantities.ts'
import { stockCounts as endpoints } from '../../../contract/stock/stock-counts.ts'
import { onShopDays, readSettings, shopYear } from '../../company/settings.ts'
import { userName } from '../../db/names.ts'
import { category, item } from '../../db/schema/catalogue.ts'
import {
  adjustmentReason,
  inventory,
  inventoryAdjustment,
  inventoryType,
  location,
  stockCount,
  stockCountLine,
} from '../../db/schema/stock.ts'
import { serve, serveRecord } from '../../http/serve.ts'
import type { Context, SignedIn } from '../../kernel/context.ts'
import { AppError } from '../../kernel/errors.ts'
import { giveCode } from '../../resource/coded-rows.ts'
import { takeNumber } from '../../resource/document-numbers.ts'
import { equal, listPage, searching } from '../../resource/list.ts'
import { created, createdBy, modifiedNow, ok, record } from '../../resource/records.ts'
import { tellOfCount } from '../adjustments/adjustment-messages.ts'
import { insertAdjustments } from '../adjustments/adjustments.ts'
import { activeLocation } from '../ledger/active.ts'
import { andMore } from '../ledger/ledger.ts'
import { countedLines, counts, findCount, linesOf, lockOpen } from './count-record.ts'

export function countRoutes(app: FastifyInstance) {
  serve(app, endpoints.list, async ({ query }, { db }) => {
    const select = counts(db).where(
      and(
        searching(query.search, [
          stockCount.countNumber,
          location.locationName,
          category.categoryName,
          stockCount.remarks,
        ]),
        equal(stockCount.status, query.status),
        equal(stockCount.locationID, query.locationID),
        equal(stockCount.categoryID, query.categoryID),
        equal(stockCount.blind, query.blind),
        await onShopDays(db, stockCount.createdAt, query),
      ),
    )
    return listPage(db, query, select.$dynamic(), {
      countID: stockCount.countID,
      countNumber: stockCount.countNumber,
      locationName: location.locationName,
      categoryName: category.categoryName,
      blind: stockCount.blind,
      status: stockCount.status,
      countedLines,
      createdByName: userName,
      createdAt: stockCount.createdAt,
      finishedAt: stockCount.finishedAt,
    })
  })

  serveRecord(app, endpoints.get, async (db, id) => ok({ ...(await findCount(db, id)), lines: await linesOf(db, id) }))

  serve(app, endpoints.create, async ({ body }, context) => {
    const { db, now } = context
    // Inserted first: what a document refers to can then no longer be made Inactive meanwhile.
    const [stored] = await db
      .insert(stockCount)
      // Replaced by its number below, in this transaction: numbers are taken last.
      .values({
        ...body,
        blind: body.blind ?? false,
        countNumber: randomUUID(),
        ...createdBy(context),
        createdAt: now,
      })
      .returning({ countID: stockCount.countID })
    const { countID } = stored!
    await activeLocation(db, body.locationID, 'locationID')
    // One statement, so that all figures are of one moment.
    await db.execute(sql`
      insert into ${stockCountLine} (count_id, inventory_id, expected, movements)
      select ${countID}, ${inventory.inventoryID}, ${inventory.quantity}, ${inventory.movements}
      from ${inventory}
      join ${item} on ${item.itemID} = ${inventory.itemID}
      join ${inventoryType} on ${inventoryType.inventoryTypeID} = ${inventory.inventoryTypeID}
      where ${and(
        eq(inventory.locationID, body.locationID),
        equal(item.categoryID, body.categoryID ?? undefined),
        or(item.status, gt(inventory.quantity, 0)),
        inventoryType.status,
      )}`)
    const { timeZone } = await readSettings(db)
    await db
      .update(stockCount)
      .set({ countNumber: await takeNumber(db, 'SC', shopYear(timeZone, now)) })
      .where(eq(stockCount.countID, countID))
    return created(context, 'stockCount', countID, await findCount(db, countID))
  })

  serve(app, endpoints.finish, async ({ id }, context) => {
    const { db } = context
    const count = await lockOpen(context, id, 'update', 'finished')
    const counted = await lockCounted(context, id)
    const differing = counted.filter(({ quantityAdjusted }) => quantityAdjusted !== 0)
    refuseMoved(counted)
    // Of a blind sheet it must not be read from the refusal which lines differ.
    await refuseWaiting(context, count.blind ? counted : differing)
    const { location: where } = await findCount(db, id)
    if (differing.length > 0) {
      const adjustmentReasonID = await countReason(context)
      await insertAdjustments(context, { countID: id, adjustmentReasonID, lines: differing })
      await tellOfCount(context, differing.length, { countID: id, countNumber: count.countNumber, ...where })
    }
    const after = await close(context, 'finish', count, { status: 'Completed', finishedAt: context.now })
    const result = {
      adjusted: differing.length,
      matching: counted.length - differing.length,
      uncounted: after.totalLines - counted.length,
    }
    return ok({ ...after, ...result }, inWords(result))
  })

  serve(app, endpoints.cancel, async ({ id }, context) => {
    const count = await lockOpen(context, id, 'update', 'canceled')
    return ok(await close(context, 'cancel', count, { status: 'Canceled' }))
  })
}

/** Locks the stock of a sheet's counted lines, in the order of the keys, and answers each line with its difference. */
async function lockCounted({ db }: Context, id: number) {
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
    })
    .from(stockCountLine)
    .innerJoin(inventory, eq(inventory.inventoryID, stockCountLine.inventoryID))
    .innerJoin(item, eq(item.itemID, inventory.itemID))
    .where(isCounted)
    .orderBy(sql`lower(${item.itemName})`, asc(stockCountLine.countLineID))
  return rows.map(({ expected, counted, ...row }) => ({
    ...row,
    quantityAdjusted: (thousandths(counted!) - thousandths(expected)) / 1000,
  }))
}

type CountedLine = Awaited<ReturnType<typeof lockCounted>>[number]

/** 409 where a counted line's stock has moved since: what was expected then says nothing about what is missing now. */
function refuseMoved(counted: CountedLine[]) {
  const moved = counted.filter((line) => line.moved)
  if (moved.length === 0) return
  const it = moved.length === 1 ? 'it' : 'them'
  throw new AppError(
    'count.stock_moved',
    `${andMore(moved)} moved since the sheet was opened: count ${it} again or clear ${it}`,
  )
}

/** 409 where another adjustment of these lines' stock waits: the same difference would be taken twice. */
async function refuseWaiting({ db }: Context, lines: CountedLine[]) {
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

/** The key of the reason for which a count adjusts stock; made where the shop has none. */
async function countReason(context: Context): Promise<number> {
  const { db } = context
  const find = async () => {
    const [found] = await db
      .select({ adjustmentReasonID: adjustmentReason.adjustmentReasonID })
      .from(adjustmentReason)
      .where(eq(adjustmentReason.code, 'stock_count'))
    return found?.adjustmentReasonID
  }
  const known = await find()
  if (known !== undefined) return known
  const row = { reasonName: 'Stock count', code: 'stock_count' } as const
  const [made] = await db
    .insert(adjustmentReason)
    .values({ ...row, description: 'What a stock count has found', ...createdBy(context) })
    .onConflictDoNothing()
    .returning()
  if (!made) {
    // The shop has a reason of this name, or another count has made it at this moment.
    await giveCode(db, adjustmentReason, adjustmentReason.reasonName, { name: row.reasonName, code: row.code })
    return (await find())!
  }
  await created(context, 'adjustmentReason', made.adjustmentReasonID, made)
  return made.adjustmentReasonID
}

async function close(
  context: Context<SignedIn>,
  action: AuditAction,
  count: typeof stockCount.$inferSelect,
  change: { status: 'Completed' | 'Canceled'; finishedAt?: Date },
) {
  const { db } = context
  const { countID } = count
  const before = await findCount(db, countID)
  await db
    .update(stockCount)
    .set({ ...change, ...modifiedNow(context, count) })
    .where(eq(stockCount.countID, countID))
  const after = await findCount(db, countID)
  await record(context, { action, entity: 'stockCount', entityID: countID, before, after })
  return after
}

const lineCount = (n: number) => `${n} ${n === 1 ? 'line' : 'lines'}`

/** What a finished sheet has come to, in a sentence. */
function inWords({ adjusted, matching, uncounted }: { adjusted: number; matching: number; uncounted: number }) {
  const found =
    adjusted === 0
      ? 'No differences were found'
      : `${adjusted === 1 ? '1 difference waits' : `${adjusted} differences wait`} for approval as ${adjusted === 1 ? 'an adjustment' : 'adjustments'}`
  return `${found}. ${lineCount(matching)} as expected, ${lineCount(uncounted)} not counted and left alone.`
}
