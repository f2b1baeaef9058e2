import { randomUUID } from 'node:crypto'

import { and, asc, eq, exists, getColumns, inArray, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { FastifyInstance } from 'fastify'

import type { z } from '../../../contract/shared/zod.ts'
import { stockTransfers as endpoints, type StockTransferInput } from '../../../contract/stock/stock-transfers.ts'
import { onShopDays, readSettings, shopYear } from '../../company/settings.ts'
import { cover } from '../../db/covers.ts'
import { userName } from '../../db/names.ts'
import { item } from '../../db/schema/catalogue.ts'
import { user } from '../../db/schema/people.ts'
import { inventory, inventoryType, location, stockTransfer, stockTransferItem } from '../../db/schema/stock.ts'
import { serve, serveRecord } from '../../http/serve.ts'
import type { Context } from '../../kernel/context.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import { AppError, notFound } from '../../kernel/errors.ts'
import { takeNumber } from '../../resource/document-numbers.ts'
import { equal, listPage, searching } from '../../resource/list.ts'
import { created, createdBy, ok } from '../../resource/records.ts'
import { activeInventoryType, activeLocation, assertItem } from '../ledger/active.ts'
import { assertCountable, postMovements, stockRow } from '../ledger/ledger.ts'

type Body = z.output<typeof StockTransferInput>

export function transferRoutes(app: FastifyInstance) {
  serve(app, endpoints.list, async ({ query }, { db }) => {
    const ofItem = db
      .select({ one: sql`1` })
      .from(stockTransferItem)
      .where(
        and(eq(stockTransferItem.transferID, stockTransfer.transferID), equal(stockTransferItem.itemID, query.itemID)),
      )
    const select = transfers(db).where(
      and(
        searching(query.search, [
          stockTransfer.transferNumber,
          source.locationName,
          target.locationName,
          stockTransfer.remarks,
        ]),
        equal(stockTransfer.fromLocationID, query.fromLocationID),
        equal(stockTransfer.toLocationID, query.toLocationID),
        query.itemID === undefined ? undefined : exists(ofItem),
        await onShopDays(db, stockTransfer.createdAt, query),
      ),
    )
    return listPage(db, query, select.$dynamic(), {
      transferID: stockTransfer.transferID,
      transferNumber: stockTransfer.transferNumber,
      fromLocationName: source.locationName,
      toLocationName: target.locationName,
      totalItems,
      totalQuantity,
      createdAt: stockTransfer.createdAt,
      createdByName: userName,
    })
  })

  serveRecord(app, endpoints.get, async (db, id) => ok(await findTransfer(db, id)))

  serve(app, endpoints.create, async ({ body }, context) => {
    const { db, now } = context
    const { items, ...document } = body
    if (document.fromLocationID === document.toLocationID)
      throw new AppError('transfer.same_location', 'Choose another location: goods cannot go to where they are', {
        field: 'toLocationID',
      })
    // Inserted first: what a document refers to can then no longer be made Inactive meanwhile.
    const [stored] = await db
      .insert(stockTransfer)
      // Replaced by its number below, in this transaction: numbers are taken last.
      .values({ ...document, transferNumber: randomUUID(), ...createdBy(context), createdAt: now })
      .returning({ transferID: stockTransfer.transferID })
    const { transferID } = stored!
    const { locationName } = await activeLocation(db, document.fromLocationID, 'fromLocationID')
    await activeLocation(db, document.toLocationID, 'toLocationID')
    const lines = await linesOf(context, document.fromLocationID, locationName, items)
    await db
      .insert(stockTransferItem)
      .values(lines.map(({ itemID, inventoryTypeID, quantity }) => ({ transferID, itemID, inventoryTypeID, quantity })))
    const targets = await targetRows(context, document.toLocationID, lines)
    await postMovements(
      context,
      { kind: 'transfer', documentType: 'transfer', documentID: transferID },
      lines.flatMap(({ inventoryID, quantity, unitCost, ...line }) => [
        { inventoryID, quantity: -quantity, unitCost },
        { inventoryID: targets.get(keyOf(line))!, quantity, unitCost },
      ]),
    )
    const { timeZone } = await readSettings(db)
    await db
      .update(stockTransfer)
      .set({ transferNumber: await takeNumber(db, 'ST', shopYear(timeZone, now)) })
      .where(eq(stockTransfer.transferID, transferID))
    return created(context, 'stockTransfer', transferID, await findTransfer(db, transferID))
  })
}

/** A line with the row of stock that it takes from, and what one unit costs (pesos). */
type Line = { itemID: number; inventoryTypeID: number; quantity: number; inventoryID: number; unitCost: number }

/**
 * The lines, each with the row of stock that it takes from. 400 for a part of a piece, 422 where an item or a type is
 * unknown or the type Inactive (items need not be Active: what is left of them has to go somewhere), 409 where there is no stock of it to take from; whether there is enough is the ledger's to say.
 */
async function linesOf(
  { db }: Context,
  locationID: number,
  locationName: string,
  lines: Body['items'],
): Promise<Line[]> {
  const itemIDs = lines.map(({ itemID }) => itemID)
  const items = new Map((await db.select().from(item).where(inArray(item.itemID, itemIDs))).map((i) => [i.itemID, i]))
  const stock = await db
    .select({ ...getColumns(inventory), active: inventoryType.status })
    .from(inventory)
    .innerJoin(inventoryType, eq(inventoryType.inventoryTypeID, inventory.inventoryTypeID))
    .where(and(inArray(inventory.itemID, itemIDs), eq(inventory.locationID, locationID)))
    .orderBy(asc(inventory.inventoryTypeID))
  const typeIDs = lines.map(({ inventoryTypeID }) => inventoryTypeID)
  for (const [n, typeID] of typeIDs.entries())
    if (typeID && typeIDs.indexOf(typeID) === n) await activeInventoryType(db, typeID, `items.${n}.inventoryTypeID`)
  return lines.map(({ itemID, inventoryTypeID, quantity }, n) => {
    const moved = assertItem(items.get(itemID), itemID, `items.${n}.itemID`)
    assertCountable(moved, quantity, `items.${n}.quantity`)
    const rows = stock.filter((row) => row.itemID === itemID)
    const row = inventoryTypeID
      ? rows.find((row) => row.inventoryTypeID === inventoryTypeID)
      : (rows.find((row) => row.active && row.quantity > row.reserved) ?? rows[0])
    if (!row)
      throw new AppError('stock.short', `Only 0 of ${moved.itemName} available at ${locationName}`, {
        field: `items.${n}.quantity`,
      })
    const { inventoryID } = row
    return { itemID, quantity, inventoryID, inventoryTypeID: row.inventoryTypeID, unitCost: moved.averageCost }
  })
}

const keyOf = ({ itemID, inventoryTypeID }: { itemID: number; inventoryTypeID: number }) =>
  `${itemID} ${inventoryTypeID}`

/** The rows of stock that the lines go to, made where there is none: in one order, so that two never wait for each other. */
async function targetRows(context: Context, locationID: number, lines: Line[]): Promise<Map<string, number>> {
  const targets = new Map<string, number>()
  const sorted = lines.toSorted((a, b) => a.itemID - b.itemID || a.inventoryTypeID - b.inventoryTypeID)
  for (const { itemID, inventoryTypeID } of sorted) {
    const row = { itemID, inventoryTypeID, locationID }
    if (!targets.has(keyOf(row))) targets.set(keyOf(row), await stockRow(context, row))
  }
  return targets
}

const source = alias(location, 'source')
const target = alias(location, 'target')
const totalItems = sql<number>`(select count(*)::int from ${stockTransferItem}
  where ${stockTransferItem.transferID} = ${stockTransfer.transferID})`
const totalQuantity = sql<number>`(select sum(${stockTransferItem.quantity}) from ${stockTransferItem}
  where ${stockTransferItem.transferID} = ${stockTransfer.transferID})`.mapWith(Number)

/** Transfers as the list shows them. */
const transfers = (db: Db | Tx) =>
  db
    .select({
      ...getColumns(stockTransfer),
      fromLocation: { locationName: source.locationName },
      toLocation: { locationName: target.locationName },
      totalItems,
      totalQuantity,
      createdBy: { userID: user.userID, name: userName },
    })
    .from(stockTransfer)
    .innerJoin(source, eq(source.locationID, stockTransfer.fromLocationID))
    .innerJoin(target, eq(target.locationID, stockTransfer.toLocationID))
    .leftJoin(user, eq(user.userID, stockTransfer.createdByID))

/** The whole transfer, with its lines; 404 where there is none. */
async function findTransfer(db: Db | Tx, id: number) {
  const [found] = await transfers(db).where(eq(stockTransfer.transferID, id))
  if (!found) throw notFound('Stock transfer')
  const items = await db
    .select({
      transferItemID: stockTransferItem.transferItemID,
      itemID: stockTransferItem.itemID,
      inventoryTypeID: stockTransferItem.inventoryTypeID,
      quantity: stockTransferItem.quantity,
      inventoryType: { typeName: inventoryType.typeName },
      item: { itemName: item.itemName, itemCode: item.itemCode, uom: item.uom, image_url: cover },
    })
    .from(stockTransferItem)
    .innerJoin(item, eq(item.itemID, stockTransferItem.itemID))
    .innerJoin(inventoryType, eq(inventoryType.inventoryTypeID, stockTransferItem.inventoryTypeID))
    .where(eq(stockTransferItem.transferID, id))
    .orderBy(asc(stockTransferItem.transferItemID))
  return { ...found, items }
}
