import { randomUUID } from 'node:crypto'

import { and, asc, eq, getColumns, inArray } from 'drizzle-orm'

import type { z } from '../../../contract/shared/zod.ts'
import type { StockTransferInput } from '../../../contract/stock/stock-transfers.ts'
import { readSettings } from '../../company/settings.ts'
import { item } from '../../db/schema/catalogue.ts'
import { inventory, inventoryType, stockTransfer, stockTransferItem } from '../../db/schema/stock.ts'
import { assertAccess, type Context } from '../../kernel/context.ts'
import { AppError } from '../../kernel/errors.ts'
import { shopYear } from '../../kernel/shop-days.ts'
import { takeNumber } from '../../resource/document-numbers.ts'
import { stampCreated, record } from '../../resource/records.ts'
import { findActiveInventoryType, findActiveLocation, assertItem } from '../ledger/active.ts'
import { assertCountable } from '../ledger/ledger.rules.ts'
import { postMovements, findOrCreateStockRow } from '../ledger/ledger.ts'
import { lockStockValues } from '../ledger/locks.ts'
import { assertLeaving } from '../pieces/moved-pieces.rules.ts'
import { findPieces } from '../pieces/pieces.queries.ts'
import { findTransfer } from './transfers.queries.ts'

type Input = z.output<typeof StockTransferInput>

/** Moves goods from one location to another. A transfer takes effect as soon as it is created. */
export async function transferStock(context: Context, { items, ...document }: Input) {
  const { db, now } = context
  assertAccess(context.actor, 'stock.write')
  if (document.fromLocationID === document.toLocationID)
    throw new AppError('transfer.same_location', 'Choose another location: goods cannot go to where they are', {
      field: 'toLocationID',
    })
  await lockStockValues(
    db,
    items.map(({ itemID }) => itemID),
  )
  // The insert comes before the reads: its foreign keys lock the records it refers to, which then cannot become Inactive.
  const [stored] = await db
    .insert(stockTransfer)
    // This placeholder is replaced below. The real number is taken last, because it stays locked until the commit.
    .values({ ...document, transferNumber: randomUUID(), ...stampCreated(context), createdAt: now })
    .returning({ transferID: stockTransfer.transferID })
  const { transferID } = stored!
  const { locationName } = await findActiveLocation(db, document.fromLocationID, 'fromLocationID')
  await findActiveLocation(db, document.toLocationID, 'toLocationID')
  const lines = await resolveLines(context, document.fromLocationID, locationName, items)
  await db
    .insert(stockTransferItem)
    .values(lines.map(({ itemID, inventoryTypeID, quantity }) => ({ transferID, itemID, inventoryTypeID, quantity })))
  const targets = await findTargetRows(context, document.toLocationID, lines)
  await postMovements(
    context,
    { kind: 'transfer', documentType: 'transfer', documentID: transferID },
    lines.flatMap(({ inventoryID, quantity, unitCost, pieceIDs, ...line }) => [
      { inventoryID, quantity: -quantity, unitCost, pieceIDs },
      { inventoryID: targets.get(keyOf(line))!, quantity, unitCost, pieceIDs },
    ]),
  )
  const { timeZone } = await readSettings(db)
  await db
    .update(stockTransfer)
    .set({ transferNumber: await takeNumber(db, 'ST', shopYear(timeZone, now)) })
    .where(eq(stockTransfer.transferID, transferID))
  const made = await findTransfer(db, transferID)
  await record(context, { action: 'create', entity: 'stockTransfer', entityID: transferID, before: null, after: made })
  return made
}

/** A line with its source row and the cost per unit in pesos. */
type Line = {
  itemID: number
  inventoryTypeID: number
  quantity: number
  inventoryID: number
  unitCost: number
  pieceIDs: number[] | undefined
}

/**
 * Finds the source row of each line. Throws 400 for a fraction of a piece. Throws 422 for an unknown item or an unknown
 * or Inactive type. Throws 409 when there is no source row. Inactive items are allowed, so that their remaining stock
 * can be moved. The ledger checks the available quantities.
 */
async function resolveLines(
  { db }: Context,
  locationID: number,
  locationName: string,
  lines: Input['items'],
): Promise<Line[]> {
  const itemIDs = lines.map(({ itemID }) => itemID)
  const items = new Map((await db.select().from(item).where(inArray(item.itemID, itemIDs))).map((i) => [i.itemID, i]))
  const stock = await db
    .select({ ...getColumns(inventory), active: inventoryType.status })
    .from(inventory)
    .innerJoin(inventoryType, eq(inventoryType.inventoryTypeID, inventory.inventoryTypeID))
    .where(and(inArray(inventory.itemID, itemIDs), eq(inventory.locationID, locationID)))
    .orderBy(asc(inventory.inventoryTypeID))
  const pieces = await findPieces(
    db,
    lines.flatMap(({ pieceIDs = [] }) => pieceIDs),
  )
  const typeIDs = lines.map(({ inventoryTypeID }) => inventoryTypeID)
  for (const [n, typeID] of typeIDs.entries())
    if (typeID && typeIDs.indexOf(typeID) === n) await findActiveInventoryType(db, typeID, `items.${n}.inventoryTypeID`)
  return lines.map(({ itemID, inventoryTypeID, quantity, pieceIDs }, n) => {
    const moved = assertItem(items.get(itemID), itemID, `items.${n}.itemID`)
    assertCountable(moved, quantity, `items.${n}.quantity`)
    const rows = stock.filter((row) => row.itemID === itemID)
    const row = inventoryTypeID
      ? rows.find((row) => row.inventoryTypeID === inventoryTypeID)
      : (rows.find((row) => row.inventoryID === pieces.get(pieceIDs?.[0] ?? 0)?.place?.inventoryID) ??
        rows.find((row) => row.active && row.quantity > row.reserved) ??
        rows[0])
    if (!row)
      throw new AppError('stock.short', `Only 0 of ${moved.itemName} available at ${locationName}`, {
        field: `items.${n}.quantity`,
      })
    const { inventoryID } = row
    const naming = { pieceIDs, quantity, field: `items.${n}.pieceIDs` }
    return {
      itemID,
      quantity,
      inventoryID,
      inventoryTypeID: row.inventoryTypeID,
      unitCost: moved.averageCost,
      pieceIDs: assertLeaving(moved, pieces, inventoryID, naming),
    }
  })
}

const keyOf = ({ itemID, inventoryTypeID }: { itemID: number; inventoryTypeID: number }) =>
  `${itemID} ${inventoryTypeID}`

/** Finds or creates the target rows of the lines. A fixed order of the rows prevents deadlocks between transfers. */
async function findTargetRows(context: Context, locationID: number, lines: Line[]): Promise<Map<string, number>> {
  const targets = new Map<string, number>()
  const sorted = lines.toSorted((a, b) => a.itemID - b.itemID || a.inventoryTypeID - b.inventoryTypeID)
  for (const { itemID, inventoryTypeID } of sorted) {
    const row = { itemID, inventoryTypeID, locationID }
    if (!targets.has(keyOf(row))) targets.set(keyOf(row), await findOrCreateStockRow(context, row))
  }
  return targets
}
