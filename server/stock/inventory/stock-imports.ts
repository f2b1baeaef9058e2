import { and, asc, eq, inArray, sql } from 'drizzle-orm'

import { notWhole } from '../../../contract/catalogue/items.ts'
import { ID, Quantity, ReOrderThreshold } from '../../../contract/shared/fields.ts'
import { z } from '../../../contract/shared/zod.ts'
import type { inventory as endpoints } from '../../../contract/stock/inventory.ts'
import { item } from '../../db/schema/catalogue.ts'
import { inventory, inventoryType, location, stockMovement } from '../../db/schema/stock.ts'
import {
  anyOfArray,
  changedSince,
  columnsOf,
  type FiltersOf,
  firstInTheWay,
  inParts,
  type Kind,
  type Named,
} from '../../imports/kind.ts'
import type { Context } from '../../kernel/context.ts'
import { AppError } from '../../kernel/errors.ts'
import { createdBy, modifiedNow, recordAll } from '../../resource/records.ts'
import { openingUndone } from '../ledger/figures.ts'
import { postMovements } from '../ledger/ledger.ts'
import { narrowedStock } from './inventory.queries.ts'

const Row = z.object({
  item: ID,
  location: ID,
  inventoryType: ID,
  quantity: Quantity.min(0),
  reOrderThreshold: ReOrderThreshold.default(0),
})
type Row = z.output<typeof Row>

type NamedItem = Named & Parameters<typeof notWhole>[0]

const keyOf = (row: Pick<Row, 'item' | 'location' | 'inventoryType'>) =>
  `${row.item} ${row.location} ${row.inventoryType}`

export const stockKind: Kind<Row> = {
  entity: 'inventory',
  schema: Row,

  async names(context, wanted) {
    const { db } = context
    const places = await db.select().from(location)
    const types = await db.select().from(inventoryType).orderBy(asc(inventoryType.inventoryTypeID))
    const place = places.map(({ locationID: id, locationName: name, status: active }) => ({ id, name, active }))
    const type = types.map(({ inventoryTypeID: id, typeName: name, status: active }) => ({ id, name, active }))
    const byName = (all: Named[]) => new Map(all.map((one) => [one.name.toLowerCase(), one]))
    const oldest = type.find(({ active }) => active)
    return {
      item: { what: 'Item', found: await itemsOf(context, wanted('item')) },
      location: {
        what: 'Location',
        found: byName(place),
        make: { longest: 120, these: (names) => makeLocations(context, names) },
      },
      inventoryType: { what: 'Inventory type', found: byName(type), ...(oldest && { otherwise: oldest }) },
    }
  },

  unique: [
    {
      column: 'item',
      of: ({ item: itemID, location: place, inventoryType: type }) =>
        itemID && place && type ? keyOf({ item: itemID, location: place, inventoryType: type }) : null,
      called: () => 'Stock of this item and type at this location',
      taken: async ({ db }, keys) => {
        const itemIDs = [...new Set(keys.map((key) => Number(key.split(' ')[0])))]
        const rows = await db
          .select({ item: inventory.itemID, location: inventory.locationID, inventoryType: inventory.inventoryTypeID })
          .from(inventory)
          .where(sql`${inventory.itemID} = ${anyOfArray(itemIDs, 'int')} and not ${openingUndone}`)
        return new Set(rows.map(keyOf))
      },
    },
  ],

  also({ quantity }, { item: named }) {
    const problem = notWhole(named as NamedItem, quantity)
    return problem === null ? [] : [{ column: 'quantity', message: problem }]
  },

  insert: (context, importID, rows, tell) =>
    inParts(rows, tell, async (part) => {
      const inventoryIDs = await stockRows(context, part)
      const costs = await costsOf(
        context,
        part.map((row) => row.item),
      )
      await postMovements(
        context,
        { kind: 'opening', documentType: 'import', documentID: importID },
        part.map((row) => ({
          inventoryID: inventoryIDs.get(keyOf(row))!,
          quantity: row.quantity,
          unitCost: costs.get(row.item)!,
        })),
      )
      return [...inventoryIDs.values()]
    }),

  async inTheWay(context, importID, ids) {
    await context.db
      .select({ inventoryID: inventory.inventoryID })
      .from(inventory)
      .where(sql`${inventory.inventoryID} = ${anyOfArray(ids, 'int')}`)
      .orderBy(asc(inventory.inventoryID))
      .for('update')
    return firstInTheWay(
      context,
      sql`select ${inventory.inventoryID}, ${item.itemCode} || ' at ' || ${location.locationName}, case
          when ${inventory.reserved} > 0 then 'is held for a sale'
          when exists (select from stock_movement m where m.inventory_id = ${inventory.inventoryID}
            and m.sequence = ${inventory.movements} and (m.document_type <> 'import' or m.document_id <> ${importID}))
            then 'has been sold or moved'
          when exists (select from inventory_adjustment a where a.inventory_id = ${inventory.inventoryID})
            then 'has an adjustment'
          when exists (select from stock_count_line c where c.inventory_id = ${inventory.inventoryID})
            then 'is on a count sheet'
          when ${changedSince('inventory', inventory.inventoryID, importID)} then 'has been changed'
        end
        from ${inventory} join ${item} on ${item.itemID} = ${inventory.itemID}
        join ${location} on ${location.locationID} = ${inventory.locationID}
        where ${inventory.inventoryID} = ${anyOfArray(ids, 'int')}`,
    )
  },

  /** The ledger keeps what was written: a movement back for each. What never moved goes. */
  async undo(context, importID, ids, tell) {
    const { db } = context
    await inParts(ids, tell, async (part) => {
      const before = await db
        .select()
        .from(inventory)
        .where(inArray(inventory.inventoryID, part))
        .orderBy(asc(inventory.inventoryID))
      const moved = before.filter(({ movements }) => movements > 0)
      const unmoved = before.filter(({ movements }) => movements === 0).map(({ inventoryID }) => inventoryID)
      await db.delete(inventory).where(inArray(inventory.inventoryID, unmoved))
      // Nobody is to be told that it is low: it is as if it had never been.
      await setThresholds(
        context,
        moved.map(({ inventoryID }) => ({ inventoryID, reOrderThreshold: 0 })),
      )
      const costs = await openingCosts(
        context,
        moved.map(({ inventoryID }) => inventoryID),
      )
      await postMovements(
        context,
        { kind: 'correction', documentType: 'import', documentID: importID },
        moved.map(({ inventoryID, quantity }) => ({
          inventoryID,
          quantity: -quantity,
          unitCost: costs.get(inventoryID)!,
        })),
      )
      const after = new Map(
        (await db.select().from(inventory).where(inArray(inventory.inventoryID, part))).map((row) => [
          row.inventoryID,
          row,
        ]),
      )
      await recordAll(
        context,
        before.map((row) => ({
          action: after.has(row.inventoryID) ? 'update' : 'delete',
          entity: 'inventory',
          entityID: row.inventoryID,
          before: row,
          after: after.get(row.inventoryID) ?? null,
        })),
      )
      return []
    })
    return 0
  },

  exported: async ({ db }, filters) =>
    db
      .select(
        columnsOf({
          item: item.itemCode,
          location: location.locationName,
          inventoryType: inventoryType.typeName,
          quantity: inventory.quantity,
          reOrderThreshold: inventory.reOrderThreshold,
        }),
      )
      .from(inventory)
      .innerJoin(inventoryType, eq(inventoryType.inventoryTypeID, inventory.inventoryTypeID))
      .innerJoin(location, eq(location.locationID, inventory.locationID))
      .innerJoin(item, eq(item.itemID, inventory.itemID))
      .where(narrowedStock(filters as FiltersOf<typeof endpoints.list>))
      .orderBy(asc(inventory.inventoryID))
      .getSQL(),
}

/** The items that these codes and barcodes mean; a code goes before a barcode that says the same. */
async function itemsOf({ db }: Context, codes: string[]): Promise<Map<string, NamedItem>> {
  const rows = await db
    .select({
      id: item.itemID,
      code: sql<string>`lower(${item.itemCode})`,
      barcode: sql<string | null>`lower(${item.barcode})`,
      itemName: item.itemName,
      uom: item.uom,
      active: item.status,
    })
    .from(item)
    .where(
      sql`lower(${item.itemCode}) = ${anyOfArray(codes, 'text')} or lower(${item.barcode}) = ${anyOfArray(codes, 'text')}`,
    )
  const named = rows.map((row) => [row, { ...row, name: row.itemName }] as const)
  const byBarcode = named.flatMap(([{ barcode }, one]) => (barcode === null ? [] : [[barcode, one] as const]))
  return new Map([...byBarcode, ...named.map(([{ code }, one]) => [code, one] as const)])
}

/** The rows of stock for these lines, by what they are of; made where there are none, taken again where one was undone. */
async function stockRows(context: Context, rows: Row[]): Promise<Map<string, number>> {
  const { db } = context
  const asked = new Map(rows.map((row) => [keyOf(row), row]))
  const made = await db
    .insert(inventory)
    .values(
      rows.map((row) => ({
        itemID: row.item,
        locationID: row.location,
        inventoryTypeID: row.inventoryType,
        reOrderThreshold: row.reOrderThreshold,
        ...createdBy(context),
      })),
    )
    .onConflictDoNothing()
    .returning()
  const keyed = (row: typeof inventory.$inferSelect) =>
    keyOf({ item: row.itemID, location: row.locationID, inventoryType: row.inventoryTypeID })
  const found = new Map(made.map((row) => [keyed(row), row.inventoryID]))
  await recordAll(
    context,
    made.map((row) => ({ action: 'create', entity: 'inventory', entityID: row.inventoryID, before: null, after: row })),
  )
  if (found.size === asked.size) return found

  const itemIDs = rows.filter((row) => !found.has(keyOf(row))).map((row) => row.item)
  const undone = (
    await db
      .select()
      .from(inventory)
      .where(and(inArray(inventory.itemID, itemIDs), openingUndone))
      .orderBy(asc(inventory.inventoryID))
      .for('update')
  ).filter((row) => asked.has(keyed(row)) && !found.has(keyed(row)))
  for (const row of undone) found.set(keyed(row), row.inventoryID)
  if (found.size < asked.size)
    throw new AppError(
      'import.stock_started',
      'Somebody else has started stock of one of these items meanwhile. Please check the file again',
    )
  const after = await setThresholds(
    context,
    undone.map((row) => ({ inventoryID: row.inventoryID, reOrderThreshold: asked.get(keyed(row))!.reOrderThreshold })),
  )
  await recordAll(
    context,
    undone.map((row) => ({
      action: 'update',
      entity: 'inventory',
      entityID: row.inventoryID,
      before: row,
      after: after.get(row.inventoryID)!,
    })),
  )
  return found
}

/** Gives locked rows of stock their thresholds; answers them as they are then. */
async function setThresholds(context: Context, thresholds: { inventoryID: number; reOrderThreshold: number }[]) {
  const { modifiedByID, updatedAt } = modifiedNow(context, { updatedAt: new Date(0) })
  const ids = thresholds.map(({ inventoryID }) => inventoryID)
  const values = thresholds.map(({ reOrderThreshold }) => reOrderThreshold)
  await context.db.execute(sql`update ${inventory} set re_order_threshold = given.threshold,
      modified_by_id = ${modifiedByID}, updated_at = greatest(${updatedAt}, updated_at + interval '1 millisecond')
    from unnest(${sql.param(ids)}::int[], ${sql.param(values)}::int[]) as given (id, threshold)
    where inventory_id = given.id`)
  const rows = await context.db.select().from(inventory).where(inArray(inventory.inventoryID, ids))
  return new Map(rows.map((row) => [row.inventoryID, row]))
}

/** What one unit of each of these items costs. */
async function costsOf({ db }: Context, itemIDs: number[]): Promise<Map<number, number>> {
  const rows = await db
    .select({ itemID: item.itemID, averageCost: item.averageCost })
    .from(item)
    .where(inArray(item.itemID, itemIDs))
  return new Map(rows.map(({ itemID, averageCost }) => [itemID, averageCost]))
}

/** At what each of these rows came in: the cost of its last movement. */
async function openingCosts({ db }: Context, inventoryIDs: number[]): Promise<Map<number, number>> {
  const rows = await db
    .select({ inventoryID: inventory.inventoryID, unitCost: stockMovement.unitCost })
    .from(inventory)
    .innerJoin(
      stockMovement,
      and(eq(stockMovement.inventoryID, inventory.inventoryID), eq(stockMovement.sequence, inventory.movements)),
    )
    .where(inArray(inventory.inventoryID, inventoryIDs))
  return new Map(rows.map(({ inventoryID, unitCost }) => [inventoryID, unitCost]))
}

async function makeLocations(context: Context, names: string[]) {
  const made = await context.db
    .insert(location)
    .values(names.map((locationName) => ({ locationName, ...createdBy(context) })))
    .returning()
  await recordAll(
    context,
    made.map((row) => ({ action: 'create', entity: 'location', entityID: row.locationID, before: null, after: row })),
  )
}
