import { and, type Column, eq, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'

import { thousandths } from '../../../contract/shared/quantities.ts'
import { type documentTypes, inventory as endpoints } from '../../../contract/stock/inventory.ts'
import { onShopDays } from '../../company/settings.ts'
import { cover } from '../../db/covers.ts'
import { userName } from '../../db/names.ts'
import { item } from '../../db/schema/catalogue.ts'
import { user } from '../../db/schema/people.ts'
import { receiving } from '../../db/schema/purchasing.ts'
import { sale } from '../../db/schema/sales.ts'
import { inventory, inventoryType, location, stockMovement, stockTransfer } from '../../db/schema/stock.ts'
import { serve, serveRecord } from '../../http/serve.ts'
import type { FiltersOf } from '../../imports/kind.ts'
import { mayAct } from '../../kernel/context.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import { AppError, notFound } from '../../kernel/errors.ts'
import { equal, listPage, searching } from '../../resource/list.ts'
import { created, createdBy, findRecord, lockUnchanged, modifiedNow, ok, updated } from '../../resource/records.ts'
import { inactive } from '../ledger/active.ts'
import { available, belowThreshold } from '../ledger/figures.ts'
import { assertCountable, isLow, postMovements, tellOfLowStock } from '../ledger/ledger.ts'

/** What people call the document of a movement; adjustments, and deliveries without a reference, have a key alone. */
const documentNumber = sql<
  string | null
>`coalesce(${sale.transactionNumber}, ${stockTransfer.transferNumber}, ${receiving.referenceNumber})`

/** Ties a movement to its document of this type. */
const isOf = (type: (typeof documentTypes)[number], id: Column) =>
  and(eq(stockMovement.documentType, type), eq(id, stockMovement.documentID))

export function inventoryRoutes(app: FastifyInstance) {
  serve(app, endpoints.list, ({ query }, { db }) => {
    const select = stock(db).where(narrowedStock(query))
    return listPage(db, query, select.$dynamic(), {
      inventoryID: inventory.inventoryID,
      typeName: inventoryType.typeName,
      locationName: location.locationName,
      itemName: item.itemName,
      quantity: inventory.quantity,
      reserved: inventory.reserved,
      available,
      reOrderThreshold: inventory.reOrderThreshold,
    })
  })

  serveRecord(app, endpoints.get, async (db, id) => ok(await findStock(db, id)))

  serve(app, endpoints.create, async ({ body }, context) => {
    const { quantity, ...row } = body
    // Inserted first: its references lock what it refers to, which can then no longer be made Inactive meanwhile.
    const [inserted] = await context.db
      .insert(inventory)
      .values({ ...row, ...createdBy(context) })
      .returning({ inventoryID: inventory.inventoryID })
    const { inventoryID } = inserted!
    const of = await findParts(context.db, inventoryID)
    if (!of.item.status) throw inactive('Item', of.item.itemName, 'itemID')
    if (!of.location.status) throw inactive('Location', of.location.locationName, 'locationID')
    if (!of.inventoryType.status) throw inactive('Inventory type', of.inventoryType.typeName, 'inventoryTypeID')
    assertCountable(of.item, quantity, 'quantity')
    await postMovements(context, { kind: 'opening', documentType: 'inventory', documentID: inventoryID }, [
      { inventoryID, quantity, unitCost: of.item.averageCost },
    ])
    return created(context, 'inventory', inventoryID, await findStock(context.db, inventoryID))
  })

  serve(app, endpoints.update, async ({ id, body }, context) => {
    const { db, actor } = context
    const locked = await lockUnchanged(context, 'Inventory', inventory, inventory.inventoryID, id, body.updatedAt)
    for (const field of ['itemID', 'locationID', 'inventoryTypeID'] as const)
      if (body[field] !== locked[field])
        throw new AppError(
          'stock.place_fixed',
          'Stock keeps its item, location and type. Start another row of stock instead.',
          {
            field,
          },
        )
    const before = await findStock(db, id)
    const quantity = body.quantity ?? locked.quantity
    const change = thousandths(quantity) - thousandths(locked.quantity)
    // Before the quantity, which is judged by the threshold that is set with it.
    await db
      .update(inventory)
      .set({ reOrderThreshold: body.reOrderThreshold, ...modifiedNow(context, locked) })
      .where(eq(inventory.inventoryID, id))
    if (change !== 0) {
      if (!mayAct(actor, 'stock.set_quantity'))
        throw new AppError(
          'stock.quantity_denied',
          'Only an administrator may set a quantity. Use an inventory adjustment.',
        )
      const of = await findParts(db, id)
      assertCountable(of.item, quantity, 'quantity')
      if (quantity < locked.reserved)
        throw new AppError(
          'stock.held',
          `Open sales hold ${locked.reserved} of ${of.item.itemName} at ${of.location.locationName}: the quantity cannot be less`,
          { field: 'quantity' },
        )
      await postMovements(context, { kind: 'correction', documentType: 'inventory', documentID: id }, [
        { inventoryID: id, quantity: change / 1000, unitCost: of.item.averageCost },
      ])
    }
    // A raised threshold makes low what has not moved; what falls to it, the ledger tells of.
    const { reOrderThreshold } = body
    const wasLow = isLow(locked.quantity, locked.reOrderThreshold)
    if (!wasLow && isLow(locked.quantity, reOrderThreshold) && isLow(quantity, reOrderThreshold))
      await tellOfLowStock(context, [id])
    return updated(context, 'inventory', id, { before, after: await findStock(db, id) })
  })

  serve(app, endpoints.movements, async ({ id, query }, { db }) => {
    await findRecord(db, 'Inventory', inventory, inventory.inventoryID, id)
    const select = db
      .select({
        inventoryID: stockMovement.inventoryID,
        sequence: stockMovement.sequence,
        at: stockMovement.at,
        kind: stockMovement.kind,
        documentType: stockMovement.documentType,
        documentID: stockMovement.documentID,
        documentNumber,
        quantity: stockMovement.quantity,
        quantityAfter: stockMovement.quantityAfter,
        unitCost: stockMovement.unitCost,
        user: { userID: user.userID, name: userName },
      })
      .from(stockMovement)
      .leftJoin(user, eq(user.userID, stockMovement.userID))
      .leftJoin(sale, isOf('sale', sale.salesTransactionID))
      .leftJoin(stockTransfer, isOf('transfer', stockTransfer.transferID))
      .leftJoin(receiving, isOf('receiving', receiving.poReceivingID))
      .where(
        and(
          eq(stockMovement.inventoryID, id),
          equal(stockMovement.kind, query.kind),
          await onShopDays(db, stockMovement.at, query),
        ),
      )
    return listPage(db, query, select.$dynamic(), { sequence: stockMovement.sequence, at: stockMovement.at })
  })
}

/** The condition that the list's filters make, of rows of stock with what they are of, where, and of which type. */
export const narrowedStock = (query: FiltersOf<typeof endpoints.list>) =>
  and(
    searching(query.search, [
      item.itemName,
      item.itemCode,
      item.barcode,
      location.locationName,
      inventoryType.typeName,
    ]),
    equal(inventory.itemID, query.itemID),
    equal(inventory.locationID, query.locationID),
    equal(inventory.inventoryTypeID, query.inventoryTypeID),
    equal(item.categoryID, query.categoryID),
    equal(belowThreshold, query.belowThreshold),
  )

/** Rows of stock as they are answered, with the names of what they are of. */
const stock = (db: Db | Tx) =>
  db
    .select({
      inventoryID: inventory.inventoryID,
      itemID: inventory.itemID,
      locationID: inventory.locationID,
      inventoryTypeID: inventory.inventoryTypeID,
      quantity: inventory.quantity,
      reserved: inventory.reserved,
      available,
      reOrderThreshold: inventory.reOrderThreshold,
      inventoryType: { typeName: inventoryType.typeName },
      location: { locationName: location.locationName },
      item: { itemName: item.itemName, itemCode: item.itemCode, uom: item.uom, image_url: cover },
      createdByID: inventory.createdByID,
      modifiedByID: inventory.modifiedByID,
      createdAt: inventory.createdAt,
      updatedAt: inventory.updatedAt,
    })
    .from(inventory)
    .innerJoin(inventoryType, eq(inventoryType.inventoryTypeID, inventory.inventoryTypeID))
    .innerJoin(location, eq(location.locationID, inventory.locationID))
    .innerJoin(item, eq(item.itemID, inventory.itemID))

async function findStock(db: Db | Tx, id: number) {
  const [found] = await stock(db).where(eq(inventory.inventoryID, id))
  if (!found) throw notFound('Inventory')
  return found
}

/** What a row of stock is of, where, and of which type. */
async function findParts(db: Db | Tx, id: number) {
  const [found] = await db
    .select({ item, location, inventoryType })
    .from(inventory)
    .innerJoin(item, eq(item.itemID, inventory.itemID))
    .innerJoin(location, eq(location.locationID, inventory.locationID))
    .innerJoin(inventoryType, eq(inventoryType.inventoryTypeID, inventory.inventoryTypeID))
    .where(eq(inventory.inventoryID, id))
  return found!
}
