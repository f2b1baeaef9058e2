import { and, asc, eq, inArray, sql } from 'drizzle-orm'

import { toThousandths } from '../../../contract/shared/quantities.ts'
import type { documentTypes, movementKinds } from '../../../contract/stock/inventory.ts'
import { anyOf, prepareStatement } from '../../db/prepared.ts'
import { item } from '../../db/schema/catalogue.ts'
import { inventory, inventoryType, location, stockMovement } from '../../db/schema/stock.ts'
import { deferStatement } from '../../db/transaction.ts'
import { touch } from '../../events/publish.ts'
import { type Context, userIDOf } from '../../kernel/context.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import { AppError } from '../../kernel/errors.ts'
import { recordAll, stampCreated } from '../../resource/records.ts'
import { isLow, type StockRow } from './ledger.rules.ts'
import { lockStockValues, valuesLocked } from './locks.ts'
import { notifyOfLowStock } from './low-stock-notices.operations.ts'
import { withPieces } from './moved-pieces.ts'

// The only module that changes stock. Database triggers enforce its rules too (see the stock_triggers and stock_value
// migrations). A quantity is the sum of its movements. It is never negative and never below the held quantity. The value
// of an item's stock is the sum of its movements' values. Every transaction locks the items' stock values before their
// stock rows, so that documents never deadlock.

/** The kind of a movement and the document that causes it. */
export type Document = {
  kind: (typeof movementKinds)[number]
  documentType: (typeof documentTypes)[number]
  documentID: number
}

/**
 * A change of one stock row, positive for an arrival. The default cost is the item's average, in pesos per unit. The
 * database computes an omitted value: an arrival brings its quantity at its cost, a departure takes its share of the
 * item's value.
 */
export type MovementLine = {
  inventoryID: number
  quantity: number
  unitCost?: number
  value?: number
  /** The pieces that move, for an item that is kept by piece. Arriving goods without them get new pieces. */
  pieceIDs?: readonly number[] | undefined
}

/**
 * Posts movements to the ledger, whose triggers update quantities, values and average costs. Locks values and rows in
 * key order, so that concurrent documents never deadlock. Throws 409 when a row would fall below zero or below its held
 * quantity. Throws 422 when stock would arrive at an Inactive location or type. Several lines may change the same row.
 * `locked` are rows that the caller has locked with their values; `places` is the result of a `findPlaces` after that
 * lock.
 */
export async function postMovements(
  context: Context,
  document: Document,
  lines: MovementLine[],
  locked?: readonly StockRow[],
  places?: readonly Place[],
) {
  const { db, now, actor } = context
  const changing = lines
    // A revaluation has a value and no quantity.
    .filter((line) => line.quantity !== 0 || line.value)
    // Arrivals of a row come first, so that only its final quantity must not be negative.
    .toSorted((a, b) => a.inventoryID - b.inventoryID || b.quantity - a.quantity)
  if (changing.length === 0) return
  const inventoryIDs = changing.map((line) => line.inventoryID)
  const lockedRows = locked ?? (await lockRows(db, { inventoryIDs }))
  const { rows, costOf } = await checkMovements(context, changing, lockedRows, places)
  const moving = await withPieces(context, changing, lockedRows)
  await deferStatement(
    db,
    insertMovements(db, {
      ...document,
      at: now.toISOString(),
      userID: userIDOf(actor),
      inventoryIDs: moving.map((line) => line.inventoryID),
      quantities: moving.map((line) => line.quantity),
      unitCosts: moving.map((line) => line.unitCost ?? costOf.get(line.inventoryID)!),
      values: moving.map((line) => line.value ?? null),
      pieceIDs: moving.map((line) => (line.pieceIDs ? `{${line.pieceIDs.join()}}` : null)),
    }),
  )
  await touch(context, 'inventory', inventoryIDs)
  await notifyOfLowStock(
    context,
    rows.filter(becomesLow).map((row) => row.inventoryID),
  )
}

/** A locked row with the sum of its changes, in thousandths. */
type Moving = StockRow & { change: number }

/** Whether this change lowers the stock to its threshold. Stock that is already low is not announced again. */
const becomesLow = ({ quantity, reOrderThreshold, change }: Moving) =>
  !isLow(quantity, reOrderThreshold) && isLow((toThousandths(quantity) + change) / 1000, reOrderThreshold)

const insertMovements = prepareStatement(
  'insert_movements',
  [
    'kind',
    'documentType',
    'documentID',
    'at',
    'userID',
    'inventoryIDs',
    'quantities',
    'unitCosts',
    'values',
    'pieceIDs',
  ],
  (db, of) =>
    db
      .insert(
        stockMovement,
        'inventoryID',
        'at',
        'kind',
        'documentType',
        'documentID',
        'quantity',
        'unitCost',
        'value',
        'userID',
        'pieceIDs',
        'sequence',
        'quantityAfter',
      )
      .select(
        // Triggers replace the two zeros: the row's next sequence number and its quantity after the movement.
        // The order by item is that of the locks on items, whose average costs the triggers update.
        () => sql`select id, ${of.at}::timestamptz, ${of.kind}::text, ${of.documentType}::text, ${of.documentID}::int,
            line.quantity, cost, value, ${of.userID}::int, line.pieces::int[], 0, 0
          from unnest(${of.inventoryIDs}::int[], ${of.quantities}::numeric[], ${of.unitCosts}::numeric[],
              ${of.values}::numeric[], ${of.pieceIDs}::text[])
            with ordinality as line (id, quantity, cost, value, pieces, n)
          left join inventory on inventory_id = id
          order by item_id, n`,
      ),
)

const lockRows = prepareStatement('lock_stock', ['inventoryIDs'], (db, { inventoryIDs }) =>
  db
    .select({
      inventoryID: inventory.inventoryID,
      quantity: inventory.quantity,
      reserved: inventory.reserved,
      reOrderThreshold: inventory.reOrderThreshold,
      pieces: inventory.pieces,
    })
    .from(inventory)
    .where(
      and(
        eq(inventory.inventoryID, anyOf(inventoryIDs)),
        valuesLocked(sql`in (select item_id from inventory where inventory_id = ${anyOf(inventoryIDs)})`),
      ),
    )
    .orderBy(asc(inventory.inventoryID))
    .for('update'),
)

/** The location, type and item of a stock row, with the item's average cost. */
type Place = Awaited<ReturnType<typeof selectPlaces>>[number]
const selectPlaces = (db: Db | Tx) =>
  db
    .select({
      inventoryID: inventory.inventoryID,
      itemName: item.itemName,
      averageCost: item.averageCost,
      locationName: location.locationName,
      locationActive: location.status,
      typeName: inventoryType.typeName,
      typeActive: inventoryType.status,
    })
    .from(inventory)
    .innerJoin(item, eq(item.itemID, inventory.itemID))
    .innerJoin(location, eq(location.locationID, inventory.locationID))
    .innerJoin(inventoryType, eq(inventoryType.inventoryTypeID, inventory.inventoryTypeID))

const findManyPlaces = prepareStatement('find_places', ['inventoryIDs'], (db, { inventoryIDs }) =>
  selectPlaces(db).where(eq(inventory.inventoryID, anyOf(inventoryIDs))),
)
/** PostgreSQL reuses a generic plan for a single key, but replans for an array. */
const findOnePlace = prepareStatement('find_place', ['inventoryID'], (db, { inventoryID }) =>
  selectPlaces(db).where(eq(inventory.inventoryID, inventoryID)),
)

export const findPlaces = (db: Db | Tx, inventoryIDs: readonly number[]): Promise<Place[]> =>
  inventoryIDs.length === 1 ? findOnePlace(db, { inventoryID: inventoryIDs[0] }) : findManyPlaces(db, { inventoryIDs })

/** Checks the movements. Returns the locked rows with their changes, and the average cost of lines without a cost. */
async function checkMovements(
  { db }: Context,
  lines: MovementLine[],
  locked: readonly StockRow[],
  known?: readonly Place[],
): Promise<{ rows: Moving[]; costOf: ReadonlyMap<number, number> }> {
  const change = new Map<number, number>()
  for (const { inventoryID, quantity } of lines)
    change.set(inventoryID, (change.get(inventoryID) ?? 0) + toThousandths(quantity))
  const rows = locked.flatMap((row) => {
    const by = change.get(row.inventoryID)
    return by === undefined ? [] : [{ ...row, change: by }]
  })
  const available = (row: Moving) => toThousandths(row.quantity) - toThousandths(row.reserved)
  const short = rows.find((row) => available(row) + row.change < 0)
  const incoming = new Set(lines.filter((line) => line.quantity > 0).map((line) => line.inventoryID))
  const uncosted = lines.filter((line) => line.unitCost === undefined).map((line) => line.inventoryID)
  const neededIDs = short ? [short.inventoryID] : [...new Set([...incoming, ...uncosted])]
  if (neededIDs.length === 0) return { rows, costOf: new Map() }

  // The rows are locked by now. Deactivating a location or a type locks the same rows first, so the status read here is
  // current.
  const places = known ?? (await findPlaces(db, neededIDs))
  if (short) {
    const { itemName, locationName } = places.find((place) => place.inventoryID === short.inventoryID)!
    throw new AppError('stock.short', `Only ${available(short) / 1000} of ${itemName} available at ${locationName}`)
  }
  const closed = places.find((place) => incoming.has(place.inventoryID) && !(place.locationActive && place.typeActive))
  if (closed) {
    const what = closed.locationActive ? `Inventory type ${closed.typeName}` : `Location ${closed.locationName}`
    throw new AppError('reference.inactive', `${what} is Inactive: no stock of ${closed.itemName} can be put there`)
  }
  return { rows, costOf: new Map(places.map((place) => [place.inventoryID, place.averageCost])) }
}

/**
 * Returns the key of the stock row for this item, location and type. Creates an empty row when there is none. A caller
 * with several items locks their stock values first.
 */
export async function findOrCreateStockRow(
  context: Context,
  row: { itemID: number; locationID: number; inventoryTypeID: number; reOrderThreshold?: number },
): Promise<number> {
  const { db } = context
  // A new row is locked for others until the commit, so its item's value is locked before it.
  await lockStockValues(db, [row.itemID])
  await db
    .insert(inventory)
    .values({ ...row, ...stampCreated(context) })
    .onConflictDoNothing()
  const [found] = await db
    .select({ inventoryID: inventory.inventoryID })
    .from(inventory)
    .where(
      and(
        eq(inventory.itemID, row.itemID),
        eq(inventory.locationID, row.locationID),
        eq(inventory.inventoryTypeID, row.inventoryTypeID),
      ),
    )
  return found!.inventoryID
}

/**
 * Deletes the stock rows of items, with the movements of an import and of its undo. The database refuses it for any other
 * movement. The caller holds the locks of the items' values.
 */
export async function forgetUndoneStock(context: Context, itemIDs: readonly number[]) {
  const { db } = context
  const rows = await db
    .select()
    .from(inventory)
    .where(inArray(inventory.itemID, [...itemIDs]))
    .orderBy(inventory.inventoryID)
  const keys = rows.map(({ inventoryID }) => inventoryID)
  await db.delete(stockMovement).where(inArray(stockMovement.inventoryID, keys))
  await db.delete(inventory).where(inArray(inventory.inventoryID, keys))
  await recordAll(
    context,
    rows.map((row) => ({
      action: 'delete',
      entity: 'inventory',
      entityID: row.inventoryID,
      before: row,
      after: null,
    })),
  )
}
