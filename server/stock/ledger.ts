import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm'

import type { documentTypes, movementKinds } from '../../contract/inventory.ts'
import type { uoms } from '../../contract/items.ts'
import { screens } from '../../contract/screens.ts'
import { createdBy, modifiedNow, record } from '../db/records.ts'
import { inventory, inventoryType, item, location, stockMovement } from '../db/schema.ts'
import { AppError } from '../http/errors.ts'
import type { Context } from '../http/serve.ts'
import { notify } from '../people/notify.ts'

// The only door through which stock changes. Its rules stand in the database too (see the stock_triggers migration):
// a quantity is the sum of its movements, is never negative, and never less than what open sales hold.

/** Why stock moves, and which document moves it. */
export type Document = {
  kind: (typeof movementKinds)[number]
  documentType: (typeof documentTypes)[number]
  documentID: number
}

/** Of one row of stock: what comes (positive) or goes (negative), and what one unit costs (pesos). */
export type MovementLine = { inventoryID: number; quantity: number; unitCost: number }

/**
 * Writes the movements into the ledger, which changes the quantities. Several documents may move the same rows at
 * once: rows are locked in the order of their keys, so that they take turns and never block each other for good.
 * 409 where a row would fall below zero or below what open sales hold of it, 422 where stock would come to an
 * Inactive location or type; lines of one row count together.
 */
export async function postMovements(context: Context, document: Document, lines: MovementLine[]) {
  const { db, now, user } = context
  const moving = lines
    .filter((line) => line.quantity !== 0)
    // What comes before what goes: only what is left in the end must not be negative.
    .toSorted((a, b) => a.inventoryID - b.inventoryID || b.quantity - a.quantity)
  if (moving.length === 0) return
  const rows = await lockFor(context, moving)
  await db.insert(stockMovement).values(
    // The triggers fill in the row's next sequence and its quantity after.
    moving.map((line) => ({
      ...document,
      ...line,
      at: now,
      userID: user?.userID ?? null,
      sequence: 0,
      quantityAfter: 0,
    })),
  )
  await tellOfLowStock(context, rows.filter(passesThreshold))
}

/** A locked row of stock, with what its lines change it by, in thousandths. */
type Moving = { inventoryID: number; quantity: number; reserved: number; reOrderThreshold: number; change: number }

/** Reaching the threshold counts, once until the stock has recovered; a threshold of 0 says that nobody wants to know. */
function passesThreshold({ quantity, reOrderThreshold, change }: Moving) {
  const [before, threshold] = [thousandths(quantity), thousandths(reOrderThreshold)]
  return threshold > 0 && before > threshold && before + change <= threshold
}

async function tellOfLowStock(context: Context, rows: Moving[]) {
  if (rows.length === 0) return
  const places = await context.db
    .select({ row: inventory, item, location })
    .from(inventory)
    .innerJoin(item, eq(item.itemID, inventory.itemID))
    .innerJoin(location, eq(location.locationID, inventory.locationID))
    .where(
      inArray(
        inventory.inventoryID,
        rows.map((row) => row.inventoryID),
      ),
    )
    .orderBy(asc(inventory.inventoryID))
  await notify(
    context,
    { access: 'staff' },
    places.map(({ row, item: { itemName, uom }, location: { locationName } }) => {
      const unit = uom === 'BULK' ? ' g' : ''
      return {
        kind: 'lowStock',
        message: `${itemName} is low at ${locationName}: ${row.quantity}${unit} left, to be reordered at ${row.reOrderThreshold}${unit}`,
        screen: screens.inventory,
        id: row.inventoryID,
      }
    }),
  )
}

/** Locks the rows that these lines move, refuses what cannot be, and answers each row as it was, with its change. */
async function lockFor({ db }: Context, lines: MovementLine[]): Promise<Moving[]> {
  const locked = await db
    .select({
      inventoryID: inventory.inventoryID,
      quantity: inventory.quantity,
      reserved: inventory.reserved,
      reOrderThreshold: inventory.reOrderThreshold,
    })
    .from(inventory)
    .where(
      inArray(
        inventory.inventoryID,
        lines.map((line) => line.inventoryID),
      ),
    )
    .orderBy(asc(inventory.inventoryID))
    .for('update')
  const change = new Map<number, number>()
  for (const { inventoryID, quantity } of lines)
    change.set(inventoryID, (change.get(inventoryID) ?? 0) + thousandths(quantity))
  const rows = locked.map((row) => ({ ...row, change: change.get(row.inventoryID)! }))
  const available = (row: Moving) => thousandths(row.quantity) - thousandths(row.reserved)
  const short = rows.find((row) => available(row) + row.change < 0)
  const incoming = lines.filter((line) => line.quantity > 0).map((line) => line.inventoryID)
  if (!short && incoming.length === 0) return rows

  // Asked only now that the rows are locked: whoever makes a location or a type Inactive locks them first, too.
  const places = await db
    .select({
      inventoryID: inventory.inventoryID,
      itemName: item.itemName,
      locationName: location.locationName,
      locationActive: location.status,
      typeName: inventoryType.typeName,
      typeActive: inventoryType.status,
    })
    .from(inventory)
    .innerJoin(item, eq(item.itemID, inventory.itemID))
    .innerJoin(location, eq(location.locationID, inventory.locationID))
    .innerJoin(inventoryType, eq(inventoryType.inventoryTypeID, inventory.inventoryTypeID))
    .where(inArray(inventory.inventoryID, short ? [short.inventoryID] : incoming))
  if (short) {
    const { itemName, locationName } = places[0]!
    throw new AppError(409, `Only ${available(short) / 1000} of ${itemName} available at ${locationName}`)
  }
  const closed = places.find((place) => !place.locationActive || !place.typeActive)
  if (closed) {
    const what = closed.locationActive ? `Inventory type ${closed.typeName}` : `Location ${closed.locationName}`
    throw new AppError(422, `${what} is Inactive: no stock of ${closed.itemName} can be put there`)
  }
  return rows
}

/** Quantities have 3 decimals; as whole numbers they add up exactly. */
export const thousandths = (quantity: number) => Math.round(quantity * 1000)

/** The key of the row of stock for this item, location and type; made, empty, where there is none yet. */
export async function stockRow(
  context: Context,
  row: { itemID: number; locationID: number; inventoryTypeID: number; reOrderThreshold?: number },
): Promise<number> {
  const { db } = context
  await db
    .insert(inventory)
    .values({ ...row, ...createdBy(context) })
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

/** What arrives of an item: in pieces, pairs or grams, and what one of them costs (pesos, 6 decimals). */
export type Arrival = { itemID: number; quantity: number; unitCost: number }

/** Locks these items in the order of their keys and answers them: their average cost and their unit stay as they are. */
export async function lockItems({ db }: Context, itemIDs: number[]) {
  return (
    db
      .select()
      .from(item)
      .where(inArray(item.itemID, itemIDs))
      .orderBy(asc(item.itemID))
      // Not `update`: others may still refer to the items, as a sale does that holds stock which is waited for here.
      .for('no key update')
  )
}

/**
 * Takes goods into stock at a location and moves their average cost: perpetual weighted average. What is on hand over
 * all locations at the average until now, and what arrives at its own cost, are averaged by their quantities, half up
 * at 6 decimals; with nothing on hand the new average is what the goods cost. Locks the items, then all their stock.
 * The goods join the item's stock there of the oldest kind that is for sale; 422 where no kind is.
 */
export async function receive(
  context: Context,
  { documentID, locationID }: { documentID: number; locationID: number },
  arrivals: readonly Arrival[],
) {
  const { db } = context
  const before = await lockItems(context, [...new Set(arrivals.map(({ itemID }) => itemID))])
  const itemIDs = before.map(({ itemID }) => itemID)
  const rows = new Map<number, number>()
  for (const itemID of itemIDs) rows.set(itemID, await arrivalRow(context, itemID, locationID))
  // Whatever moves any of their stock now waits, or has been waited for: what is on hand stays what is read below.
  await db
    .select({ inventoryID: inventory.inventoryID })
    .from(inventory)
    .where(inArray(inventory.itemID, itemIDs))
    .orderBy(asc(inventory.inventoryID))
    .for('update')
  for (const one of before)
    await moveAverage(
      context,
      one,
      arrivals.filter(({ itemID }) => itemID === one.itemID),
    )
  await postMovements(
    context,
    { kind: 'receiving', documentType: 'receiving', documentID },
    arrivals.map(({ itemID, quantity, unitCost }) => ({ inventoryID: rows.get(itemID)!, quantity, unitCost })),
  )
}

/** The item's stock at the location of the oldest kind that is Active and for sale; made where there is none yet. */
async function arrivalRow(context: Context, itemID: number, locationID: number): Promise<number> {
  const { db } = context
  const kinds = await db
    .select({ inventoryTypeID: inventoryType.inventoryTypeID, inventoryID: inventory.inventoryID })
    .from(inventoryType)
    .leftJoin(
      inventory,
      and(
        eq(inventory.inventoryTypeID, inventoryType.inventoryTypeID),
        eq(inventory.itemID, itemID),
        eq(inventory.locationID, locationID),
      ),
    )
    .where(and(inventoryType.sellable, inventoryType.status))
    .orderBy(asc(inventoryType.inventoryTypeID))
  const [oldest] = kinds
  if (!oldest) throw new AppError(422, 'No inventory type is Active and for sale: goods have nowhere to go')
  const { inventoryID } = kinds.find((kind) => kind.inventoryID !== null) ?? oldest
  return inventoryID ?? stockRow(context, { itemID, locationID, inventoryTypeID: oldest.inventoryTypeID })
}

/** Sets the item's average cost to what it is once these have arrived, with an audit row. */
async function moveAverage(context: Context, before: typeof item.$inferSelect, arrivals: readonly Arrival[]) {
  const { db } = context
  const { itemID, averageCost } = before
  const arriving = sql.join(
    arrivals.map(({ quantity, unitCost }) => sql`(${quantity}::numeric, ${unitCost}::numeric)`),
    sql`, `,
  )
  // In whole numbers, because a quotient of numerics is rounded once before it could be rounded to 6 decimals.
  const [after] = await db
    .update(item)
    .set({
      averageCost: sql`(
        select div(2000000 * sum(quantity * cost) + sum(quantity), 2 * sum(quantity)) * 0.000001
        from (
          values ${arriving}
          union all
          select ${inventory.quantity}, ${item.averageCost} from ${inventory} where ${inventory.itemID} = ${itemID}
        ) as goods (quantity, cost))`,
      ...modifiedNow(context, before),
    })
    .where(eq(item.itemID, itemID))
    .returning({ averageCost: item.averageCost })
  await record(context, { action: 'receive', entity: 'item', entityID: itemID, before: { averageCost }, after: after! })
}

/** A row of stock that sales may take from, locked until the transaction ends. */
export type SellableRow = {
  inventoryID: number
  itemID: number
  locationID: number
  itemName: string
  locationName: string
  quantity: number
  reserved: number
  averageCost: number
}

/** Locks every row of these items at these locations that sales may take from, oldest kind of stock first. */
export async function lockSellable({ db }: Context, itemIDs: number[], locationIDs: number[]): Promise<SellableRow[]> {
  if (itemIDs.length === 0) return []
  const sellable = and(
    inArray(inventory.itemID, itemIDs),
    inArray(inventory.locationID, locationIDs),
    inventoryType.sellable,
    inventoryType.status,
  )
  const locked = await db
    .select({ inventoryID: inventory.inventoryID })
    .from(inventory)
    .innerJoin(inventoryType, eq(inventoryType.inventoryTypeID, inventory.inventoryTypeID))
    .where(sellable)
    .orderBy(asc(inventory.inventoryID))
    .for('update', { of: inventory })
  const inventoryIDs = locked.map((row) => row.inventoryID)
  // Read again, because a statement that had to wait for a lock knows its other tables as they were before.
  return db
    .select({
      inventoryID: inventory.inventoryID,
      itemID: inventory.itemID,
      locationID: inventory.locationID,
      itemName: item.itemName,
      locationName: location.locationName,
      quantity: inventory.quantity,
      reserved: inventory.reserved,
      averageCost: item.averageCost,
    })
    .from(inventory)
    .innerJoin(inventoryType, eq(inventoryType.inventoryTypeID, inventory.inventoryTypeID))
    .innerJoin(item, eq(item.itemID, inventory.itemID))
    .innerJoin(location, eq(location.locationID, inventory.locationID))
    .where(and(inArray(inventory.inventoryID, inventoryIDs), sellable))
    .orderBy(asc(inventory.inventoryTypeID), asc(inventory.inventoryID))
}

/** Refuses a part of a piece: PCS and PAIR are counted, only BULK is weighed. */
export function assertCountable(
  { itemName, uom }: { itemName: string; uom: (typeof uoms)[number] },
  quantity: number,
  field?: string,
) {
  if (uom !== 'BULK' && !Number.isInteger(quantity))
    throw new AppError(
      400,
      `${itemName} is counted in whole ${uom === 'PAIR' ? 'pairs' : 'pieces'}`,
      field ? { field } : {},
    )
}

/**
 * Locks all stock of a location, or of a type, and answers what is not empty of it: so that it stays empty while a
 * location or a type is made Inactive.
 */
export async function lockStockOf(
  { db }: Context,
  where: { locationID: number } | { inventoryTypeID: number },
): Promise<{ itemName: string; reserved: number }[]> {
  const theirs: SQL =
    'locationID' in where
      ? eq(inventory.locationID, where.locationID)
      : eq(inventory.inventoryTypeID, where.inventoryTypeID)
  const rows = await db
    .select({ itemName: item.itemName, quantity: inventory.quantity, reserved: inventory.reserved })
    .from(inventory)
    .innerJoin(item, eq(item.itemID, inventory.itemID))
    .where(theirs)
    .orderBy(asc(inventory.inventoryID))
    .for('update', { of: inventory })
  return rows.filter((row) => row.quantity > 0)
}

/** 'Gold ring', or 'Gold ring and 3 more'. */
export const andMore = (stock: { itemName: string }[]) =>
  stock.length === 1 ? stock[0]!.itemName : `${stock[0]!.itemName} and ${stock.length - 1} more`

/** What the ledger, the stock and the sales disagree on, one sentence each; none is what there should be. */
export async function verifyStock({ db }: Pick<Context, 'db'>): Promise<string[]> {
  const { rows } = await db.execute<{ problem: string }>(sql.join(contradictions, sql` union all `))
  return rows.map((row) => row.problem)
}

/** Each finds one kind of contradiction, as rows of one sentence. */
const contradictions = [
  sql`select format('Inventory %s has %s on hand, but its ledger adds up to %s',
      i.inventory_id, trim_scale(i.quantity), trim_scale(coalesce(m.sum, 0))) as problem
    from inventory i left join (select inventory_id, sum(quantity) from stock_movement group by 1) m using (inventory_id)
    where i.quantity <> coalesce(m.sum, 0)`,

  sql`select format('Inventory %s counts %s movements, but its ledger has %s', i.inventory_id, i.movements, coalesce(m.count, 0))
    from inventory i left join (select inventory_id, count(*) from stock_movement group by 1) m using (inventory_id)
    where i.movements <> coalesce(m.count, 0)`,

  sql`select format('Inventory %s: movement %s leaves %s, but the one before left %s and it moved %s',
      inventory_id, sequence, trim_scale(quantity_after), trim_scale(before), trim_scale(quantity))
    from (select *, coalesce(lag(quantity_after) over (partition by inventory_id order by sequence), 0) as before
      from stock_movement) chain
    where quantity_after <> before + quantity`,

  sql`select format('Inventory %s: its movements are not numbered without gaps: %s is the %s. in order', inventory_id, sequence, n)
    from (select inventory_id, sequence, row_number() over (partition by inventory_id order by sequence) as n
      from stock_movement) chain
    where sequence <> n`,

  sql`select format('Inventory %s: movement %s left it negative, at %s', inventory_id, sequence, trim_scale(quantity_after))
    from stock_movement where quantity_after < 0`,

  sql`select format('Inventory %s has %s on hand and %s reserved', inventory_id, trim_scale(quantity), trim_scale(reserved))
    from inventory where quantity < 0 or reserved < 0 or reserved > quantity`,

  sql`select format('Inventory %s has %s on hand of %s, which is counted in whole numbers', inventory_id,
      trim_scale(quantity), item_name)
    from inventory join item using (item_id) where uom <> 'BULK' and (quantity <> trunc(quantity) or reserved <> trunc(reserved))`,

  sql`select format('Inventory %s has %s reserved, but open sales hold %s',
      i.inventory_id, trim_scale(i.reserved), trim_scale(coalesce(r.sum, 0)))
    from inventory i left join (select inventory_id, sum(quantity) from stock_reservation group by 1) r using (inventory_id)
    where i.reserved <> coalesce(r.sum, 0)`,

  sql`select format('Sale %s is %s but still holds stock', transaction_number, s.status)
    from sales_transaction s
    where status not in ('Pending', 'Processing') and exists (
      select from sales_item l join stock_reservation r using (sales_item_id)
      where l.sales_transaction_id = s.sales_transaction_id)`,

  // A hold that has lapsed holds nothing; Pre-order and Made-to-order hold what there is.
  sql`select format('Sale %s, line %s asks for %s but holds %s',
      transaction_number, sales_item_id, trim_scale(order_qty), trim_scale(coalesce(held, 0)))
    from sales_item l
    join sales_transaction s using (sales_transaction_id)
    join transaction_type using (transaction_type_id)
    left join (select sales_item_id, sum(quantity) as held from stock_reservation group by 1) r using (sales_item_id)
    where held > order_qty or coalesce(held, 0) < order_qty and status in ('Pending', 'Processing')
      and not beyond_stock and coalesce(hold_until > now(), true)`,

  sql`select format('Sale %s, line %s holds inventory %s, which is another item or at another location',
      transaction_number, sales_item_id, inventory_id)
    from stock_reservation r
    join sales_item l using (sales_item_id)
    join sales_transaction s using (sales_transaction_id)
    join inventory i using (inventory_id)
    where i.item_id <> l.item_id or i.location_id <> s.location_id`,

  sql`select format('Sale %s is %s with %s of %s, but %s went out of stock for it', s.transaction_number, s.status,
      trim_scale(coalesce(sold, 0)), item_name, trim_scale(coalesce(gone, 0)))
    from (
      select sales_transaction_id, item_id, sum(order_qty) as sold
      from sales_item join sales_transaction using (sales_transaction_id)
      where status in ('Completed', 'Refunded') group by 1, 2
    ) lines
    full join (
      select document_id as sales_transaction_id, item_id, -sum(m.quantity) as gone
      from stock_movement m join inventory using (inventory_id)
      where document_type = 'sale' and kind = 'sale' group by 1, 2
    ) moved using (sales_transaction_id, item_id)
    join sales_transaction s using (sales_transaction_id)
    join item using (item_id)
    where coalesce(sold, 0) <> coalesce(gone, 0)`,

  sql`select format('Sale %s: %s of %s came back for the shelf or the workshop, but %s came back into stock',
      s.transaction_number, trim_scale(coalesce(returned, 0)), item_name, trim_scale(coalesce(back, 0)))
    from (
      select sales_transaction_id, item_id, sum(r.qty) as returned
      from sales_refund_item r join sales_item using (sales_item_id)
      where disposition <> 'scrap' group by 1, 2
    ) refunds
    full join (
      select document_id as sales_transaction_id, item_id, sum(m.quantity) as back
      from stock_movement m join inventory using (inventory_id)
      where document_type = 'sale' and kind = 'refund' group by 1, 2
    ) moved using (sales_transaction_id, item_id)
    join sales_transaction s using (sales_transaction_id)
    join item using (item_id)
    where coalesce(returned, 0) <> coalesce(back, 0)`,

  sql`select format('Sale %s, line %s sold %s but %s came back', transaction_number, sales_item_id, trim_scale(order_qty),
      trim_scale(sum(r.qty)))
    from sales_refund_item r join sales_item using (sales_item_id) join sales_transaction using (sales_transaction_id)
    group by sales_item_id, transaction_number, order_qty
    having sum(r.qty) > order_qty`,

  sql`select format('Inventory adjustment %s changes inventory %s by %s, but its ledger by %s', adjustment_id, inventory_id,
      trim_scale(coalesce(quantity_adjusted, 0)), trim_scale(coalesce(moved, 0)))
    from (
      select adjustment_id, inventory_id, quantity_adjusted from inventory_adjustment where status = 'Completed'
    ) approved
    full join (
      select document_id as adjustment_id, inventory_id, sum(quantity) as moved
      from stock_movement where document_type = 'adjustment' and kind = 'adjustment' group by 1, 2
    ) posted using (adjustment_id, inventory_id)
    where coalesce(quantity_adjusted, 0) <> coalesce(moved, 0)`,

  sql`select format('Transfer %s moves %s of %s, but %s went out, %s came in and %s moved elsewhere', t.transfer_number,
      trim_scale(coalesce(wanted, 0)), item_name, trim_scale(coalesce(gone, 0)), trim_scale(coalesce(come, 0)),
      trim_scale(coalesce(elsewhere, 0)))
    from (
      select transfer_id, item_id, inventory_type_id, sum(quantity) as wanted from stock_transfer_item group by 1, 2, 3
    ) lines
    full join (
      select t.transfer_id, i.item_id, i.inventory_type_id,
        -sum(m.quantity) filter (where i.location_id = t.from_location_id) as gone,
        sum(m.quantity) filter (where i.location_id = t.to_location_id) as come,
        sum(abs(m.quantity)) filter (where i.location_id not in (t.from_location_id, t.to_location_id)) as elsewhere
      from stock_movement m
      join inventory i using (inventory_id)
      join stock_transfer t on t.transfer_id = m.document_id
      where m.document_type = 'transfer' group by 1, 2, 3
    ) moved using (transfer_id, item_id, inventory_type_id)
    join stock_transfer t using (transfer_id)
    join item using (item_id)
    where coalesce(wanted, 0) <> coalesce(gone, 0) or coalesce(wanted, 0) <> coalesce(come, 0) or elsewhere > 0`,

  sql`select format('Inventory %s: movement %s names %s %s, which is not there', inventory_id, sequence, document_type, document_id)
    from stock_movement m
    where document_type = 'sale' and not exists (select from sales_transaction where sales_transaction_id = document_id)
      or document_type = 'transfer' and not exists (select from stock_transfer where transfer_id = document_id)
      or document_type = 'receiving' and not exists (select from po_receiving where po_receiving_id = document_id)
      or document_type = 'inventory' and document_id <> inventory_id`,

  sql`select format('Receiving %s is %s with %s of %s, but %s came into stock at its location for it', r.po_receiving_id,
      r.status, trim_scale(coalesce(received, 0)), item_name, trim_scale(coalesce(came, 0)))
    from (
      select po_receiving_id, item_id, sum(stock_qty) as received
      from po_receiving_item join po_receiving using (po_receiving_id)
      where status = 'Completed' group by 1, 2
    ) lines
    full join (
      select document_id as po_receiving_id, i.item_id, sum(m.quantity) filter (where i.location_id = r.location_id) as came
      from stock_movement m
      join inventory i using (inventory_id)
      join po_receiving r on r.po_receiving_id = document_id
      where document_type = 'receiving' group by 1, 2
    ) moved using (po_receiving_id, item_id)
    join po_receiving r using (po_receiving_id)
    join item using (item_id)
    where coalesce(received, 0) <> coalesce(came, 0)
      -- One that went elsewhere is nothing here, but it moved.
      or received is null`,

  sql`select format('%s, line %s counts %s of %s as received, but completed receivings brought %s',
      po_number, l.po_item_id, trim_scale(l.received_qty), item_name, trim_scale(coalesce(brought, 0)))
    from purchase_order_item l
    join purchase_order using (po_id)
    join item using (item_id)
    left join (
      select po_item_id, sum(stock_qty) as brought
      from po_receiving_item join po_receiving using (po_receiving_id)
      where status = 'Completed' group by 1
    ) r using (po_item_id)
    where l.received_qty <> coalesce(brought, 0)`,

  sql`select format('Receiving %s, line %s fulfils line %s, which is of another order or for another item',
      r.po_receiving_id, po_receiving_item_id, l.po_item_id)
    from po_receiving_item i
    join po_receiving r using (po_receiving_id)
    join purchase_order_item l using (po_item_id)
    where l.po_id is distinct from r.po_id or l.item_id <> i.item_id`,

  // Without its guards what is right today could be wrong tomorrow.
  sql`select format('The guard %s of table %s is %s', guard, guarded,
      case when tgname is null then 'not there' else 'switched off' end)
    from (values
      ('inventory', 'inventory_starts_empty'), ('inventory', 'inventory_moves_through_ledger'),
      ('stock_movement', 'stock_movement_applies'), ('stock_movement', 'stock_movement_is_final'),
      ('stock_movement', 'stock_movement_stays'),
      ('stock_reservation', 'stock_reservation_applies'), ('stock_reservation', 'stock_reservation_stays')
    ) as wanted (guarded, guard)
    left join pg_trigger on tgrelid = guarded::regclass and tgname = guard
    where tgenabled is null or tgenabled not in ('O', 'A')`,

  sql`select format('The rule %s of table inventory is not there', rule)
    from (values ('inventory_quantity'), ('inventory_reserved'), ('inventory_unique')) as wanted (rule)
    where not exists (select from pg_constraint where conname = rule and conrelid = 'inventory'::regclass and convalidated)
      and not exists (select from pg_index where indexrelid = to_regclass(rule) and indisunique and indisvalid)`,
]
