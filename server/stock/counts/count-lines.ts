import { and, asc, eq, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'

import type { AuditAction } from '../../../contract/company/audit.ts'
import { stockCounts as endpoints } from '../../../contract/stock/stock-counts.ts'
import { inventory, inventoryType, stockCountLine } from '../../db/schema/stock.ts'
import { serve } from '../../http/serve.ts'
import type { Context, SignedIn } from '../../kernel/context.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import { AppError } from '../../kernel/errors.ts'
import { created, ok, record } from '../../resource/records.ts'
import { activeInventoryType, activeItem, activeLocation } from '../ledger/active.ts'
import { assertCountable, stockRow } from '../ledger/ledger.ts'
import { findLine, lockOpen } from './count-record.ts'

/** What is done to one line of a sheet, each on its own: a sheet is saved as one goes. */
export function countLineRoutes(app: FastifyInstance) {
  serve(app, endpoints.addLine, async ({ id, body }, context) => {
    const { db } = context
    const { locationID } = await lockOpen(context, id, 'share', 'changed')
    await activeItem(db, body.itemID, 'itemID')
    const inventoryTypeID = body.inventoryTypeID ?? (await usualType(db, body.itemID, locationID))
    // Made first: a new row's references lock what it refers to, which can then no longer be made Inactive meanwhile.
    const inventoryID = await stockRow(context, { itemID: body.itemID, locationID, inventoryTypeID })
    await activeLocation(db, locationID, 'itemID')
    await activeInventoryType(db, inventoryTypeID, 'inventoryTypeID')
    const { rows } = await db.execute<{ count_line_id: number }>(sql`
      insert into ${stockCountLine} (count_id, inventory_id, expected, movements)
      select ${id}, inventory_id, quantity, movements from ${inventory} where inventory_id = ${inventoryID}
      returning count_line_id`)
    const lineID = rows[0]!.count_line_id
    return created(context, 'stockCountLine', lineID, await findLine(db, id, lineID))
  })

  serve(app, endpoints.count, async ({ id, lineID, body: { counted } }, context) => {
    const before = await lockLine(context, id, lineID)
    if (counted !== null) assertCountable(before.item, counted, 'counted')
    return change(context, 'count', id, before, { counted })
  })

  serve(app, endpoints.scan, async ({ id, lineID }, context) => {
    const before = await lockLine(context, id, lineID)
    if (before.item.uom === 'BULK')
      throw new AppError('count.weighed', `${before.item.itemName} is weighed: enter its grams`, { field: 'counted' })
    return change(context, 'scan', id, before, { counted: (before.counted ?? 0) + 1 })
  })

  serve(app, endpoints.recount, async ({ id, lineID }, context) => {
    const before = await lockLine(context, id, lineID)
    // Both figures in one statement: they belong to one moment.
    await context.db
      .update(stockCountLine)
      .set({ expected: sql`${inventory.quantity}`, movements: sql`${inventory.movements}` })
      .from(inventory)
      .where(and(eq(stockCountLine.countLineID, lineID), eq(inventory.inventoryID, stockCountLine.inventoryID)))
    return change(context, 'recount', id, before, { counted: null })
  })
}

/** Locks a line of a sheet that is still counted on, and answers it. */
async function lockLine(context: Context, id: number, lineID: number) {
  const { db } = context
  await lockOpen(context, id, 'share', 'counted on')
  await db.select().from(stockCountLine).where(eq(stockCountLine.countLineID, lineID)).for('update')
  return findLine(db, id, lineID)
}

/** Writes down what was counted of a locked line, by whom and when; null for nothing any more. */
async function change(
  context: Context<SignedIn>,
  action: AuditAction,
  id: number,
  before: Awaited<ReturnType<typeof findLine>>,
  { counted }: { counted: number | null },
) {
  const { db, actor, now } = context
  const { countLineID } = before
  await db
    .update(stockCountLine)
    .set({
      counted,
      countedByID: counted === null ? null : actor.userID,
      countedAt: counted === null ? null : now,
    })
    .where(eq(stockCountLine.countLineID, countLineID))
  const after = await findLine(db, id, countLineID)
  await record(context, { action, entity: 'stockCountLine', entityID: countLineID, before, after })
  return ok(after)
}

/** The first active type that the item has at the location, else the first active one. */
async function usualType(db: Db | Tx, itemID: number, locationID: number): Promise<number> {
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
