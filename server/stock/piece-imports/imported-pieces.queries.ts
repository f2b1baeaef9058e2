import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm'

import type { pieces as endpoints } from '../../../contract/stock/pieces.ts'
import { readSettings } from '../../company/settings.ts'
import { item } from '../../db/schema/catalogue.ts'
import { importBatch } from '../../db/schema/imports.ts'
import { piece, saleItemPiece } from '../../db/schema/pieces.ts'
import { sale, saleItem } from '../../db/schema/sales.ts'
import { audit } from '../../db/schema/shared.ts'
import { inventory, inventoryType, location, stockMovement } from '../../db/schema/stock.ts'
import { anyOfArray, columnsOf, type FiltersOf, type Stored } from '../../imports/kinds/kind.ts'
import type { Context } from '../../kernel/context.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import { shopDay } from '../../kernel/shop-days.ts'
import { openingUndone } from '../ledger/figures.ts'
import { describePlace } from '../pieces/moved-pieces.rules.ts'
import { findPiecesNumbered, pieceFilters } from '../pieces/pieces.queries.ts'
import type { ItemStock, PieceFileRow, PieceItem, StoredPiece } from './imported-pieces.rules.ts'

// Reads items and pieces for the import and the export of pieces.

const place = sql<string>`${location.locationName} || ', ' || ${inventoryType.typeName}`

/** Returns items with their stock as the import of their pieces needs it, by key. */
export async function findPieceItems(
  { db, now }: Context,
  itemIDs: readonly number[],
): Promise<Map<number, PieceItem>> {
  const isOne = sql`${item.itemID} = ${anyOfArray(itemIDs, 'int')}`
  const rows = await db
    .select({
      id: item.itemID,
      name: item.itemName,
      active: item.status,
      itemCode: item.itemCode,
      uom: item.uom,
      byPiece: item.byPiece,
      grams: item.grams,
      createdAt: item.createdAt,
      openSale: sql<string | null>`(select ${sale.transactionNumber} from ${saleItem} join ${sale}
        on ${sale.salesTransactionID} = ${saleItem.salesTransactionID}
        where ${saleItem.itemID} = ${item.itemID} and ${sale.status} in ('Pending', 'Processing')
        order by ${sale.salesTransactionID} limit 1)`,
    })
    .from(item)
    .where(isOne)
  const stock = Map.groupBy(await findItemStock(db, itemIDs), ({ itemID }) => itemID)
  const { timeZone } = await readSettings(db)
  const today = shopDay(timeZone, now)
  return new Map(
    rows.map(({ createdAt, ...row }) => [
      row.id,
      { ...row, stock: stock.get(row.id) ?? [], isAfterFirstDay: shopDay(timeZone, createdAt) !== today },
    ]),
  )
}

const findItemStock = (db: Db | Tx, itemIDs: readonly number[]): Promise<(ItemStock & { itemID: number })[]> =>
  db
    .select({
      itemID: inventory.itemID,
      inventoryID: inventory.inventoryID,
      locationID: inventory.locationID,
      inventoryTypeID: inventory.inventoryTypeID,
      quantity: inventory.quantity,
      isUnused: sql<boolean>`(${inventory.movements} = 0 or ${openingUndone})`,
      movements: inventory.movements,
      place,
    })
    .from(inventory)
    .innerJoin(location, eq(location.locationID, inventory.locationID))
    .innerJoin(inventoryType, eq(inventoryType.inventoryTypeID, inventory.inventoryTypeID))
    .where(sql`${inventory.itemID} = ${anyOfArray(itemIDs, 'int')}`)
    .orderBy(asc(inventory.inventoryID))

/** The query of the filtered pieces as rows of a file, oldest first. */
export const selectExportedPieces = async (db: Db | Tx, filters: FiltersOf<typeof endpoints.list>): Promise<SQL> =>
  db
    .select(
      columnsOf({
        item: item.itemCode,
        number: piece.number,
        location: location.locationName,
        inventoryType: inventoryType.typeName,
        grams: piece.grams,
        netGrams: piece.netGrams,
        cost: piece.cost,
        laboratory: piece.laboratory,
        certificateNumber: piece.certificateNumber,
        barcode: piece.barcode,
        note: piece.note,
      }),
    )
    .from(piece)
    .innerJoin(item, eq(item.itemID, piece.itemID))
    .leftJoin(inventory, eq(inventory.inventoryID, piece.inventoryID))
    .leftJoin(location, eq(location.locationID, inventory.locationID))
    .leftJoin(inventoryType, eq(inventoryType.inventoryTypeID, inventory.inventoryTypeID))
    .leftJoin(saleItemPiece, and(eq(saleItemPiece.pieceID, piece.pieceID), saleItemPiece.taken))
    .where(await pieceFilters(db, filters))
    .orderBy(asc(piece.pieceID))
    .getSQL()

/** Returns the pieces with these numbers, in lower case, by the number. */
export async function findPiecesByNumber({ db }: Context, numbers: readonly string[]) {
  const rows = await findPiecesNumbered(db, numbers)
  return new Map(rows.map((row) => [row.number.toLowerCase(), describeStored(row)]))
}

function describeStored(row: Awaited<ReturnType<typeof findPiecesNumbered>>[number]): Stored<PieceFileRow> {
  const { pieceID, number, updatedAt, place: at, item: of } = row
  const { grams, netGrams, cost, laboratory, certificateNumber, barcode, note } = row
  const value: StoredPiece = {
    number,
    grams,
    netGrams,
    cost,
    laboratory,
    certificateNumber,
    barcode,
    note,
    item: row.itemID,
    ...(at && { location: at.locationID, inventoryType: at.inventoryTypeID }),
    itemCode: of.itemCode,
    ofItem: { grams: of.grams },
    whereabouts: row.state === 'Sold' ? `is sold in ${row.holder!.transactionNumber}` : `is ${describePlace(at)}`,
  }
  const names = { item: of.itemCode, location: at?.locationName ?? '', inventoryType: at?.typeName ?? '' }
  return { id: pieceID, name: number, updatedAt, value, names }
}

/** What an import of pieces did to an item: its fields before, and the movements that its stock had after. */
export type ImportedItem = {
  itemID: number
  before: { byPiece: boolean; averageCost: number }
  movements: number
}

/** Returns the items whose pieces an import brought, by the audit rows that it wrote. */
export async function findImportedItems(
  { db }: Context,
  importID: number,
  pieceIDs: readonly number[],
): Promise<ImportedItem[]> {
  const rows = await db
    .selectDistinctOn([audit.entityID], { itemID: audit.entityID, before: audit.before, after: audit.after })
    .from(audit)
    .where(
      sql`${audit.entity} = 'item' and ${audit.entityID} in (
        select p.item_id from ${piece} p where p.piece_id = ${anyOfArray(pieceIDs, 'int')})
        and ${audit.after} @> ${JSON.stringify({ piecesImportID: importID })}::jsonb`,
    )
    .orderBy(asc(audit.entityID), desc(audit.auditID))
  return rows.map(({ itemID, before, after }) => ({
    itemID,
    before: before as ImportedItem['before'],
    movements: (after as { movements: number }).movements,
  }))
}

/** Returns the number of movements of the stock of items without those of imports that were undone, by the key of the item. */
export async function countMovements({ db }: Context, itemIDs: readonly number[]): Promise<Map<number, number>> {
  const rows = await db
    .select({ itemID: inventory.itemID, movements: sql<number>`count(*)::int` })
    .from(inventory)
    .innerJoin(stockMovement, eq(stockMovement.inventoryID, inventory.inventoryID))
    .where(
      sql`${inventory.itemID} = ${anyOfArray(itemIDs, 'int')} and not (${stockMovement.documentType} = 'import' and exists (
        select from ${importBatch} where ${importBatch.importID} = ${stockMovement.documentID} and ${importBatch.undoneAt} is not null))`,
    )
    .groupBy(inventory.itemID)
  return new Map(rows.map((row) => [row.itemID, row.movements]))
}

/** Returns a function that names the place of a row: 'Main, On hand'. */
export async function findPlaceNames({ db }: Context) {
  const places = await db.select({ id: location.locationID, name: location.locationName }).from(location)
  const types = await db.select({ id: inventoryType.inventoryTypeID, name: inventoryType.typeName }).from(inventoryType)
  const nameIn = (all: { id: number; name: string }[], id: number) => all.find((one) => one.id === id)!.name
  return (row: Pick<PieceFileRow, 'location' | 'inventoryType'>) =>
    `${nameIn(places, row.location)}, ${nameIn(types, row.inventoryType)}`
}
