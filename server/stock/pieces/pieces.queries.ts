import { and, asc, type Column, desc, eq, getColumns, inArray, type SQL, sql } from 'drizzle-orm'

import { listSpellings } from '../../../contract/catalogue/ean.ts'
import type { NamedPiece } from '../../../contract/catalogue/named-pieces.ts'
import type { Received } from '../../../contract/shared/endpoint.ts'
import type { documentTypes } from '../../../contract/stock/inventory.ts'
import { codeOfScan } from '../../../contract/stock/piece-codes.ts'
import type { PieceRow, pieces as endpoints } from '../../../contract/stock/pieces.ts'
import { cover } from '../../db/covers.ts'
import { metal } from '../../db/metal.ts'
import { userName } from '../../db/names.ts'
import { picturesOfPiece } from '../../db/pictures.ts'
import { item } from '../../db/schema/catalogue.ts'
import { user } from '../../db/schema/people.ts'
import { piece, saleItemPiece, scanCode } from '../../db/schema/pieces.ts'
import { receiving } from '../../db/schema/purchasing.ts'
import { sale, saleItem } from '../../db/schema/sales.ts'
import {
  inventory,
  inventoryType,
  location,
  repairReturn,
  stockMovement,
  stockTransfer,
} from '../../db/schema/stock.ts'
import type { FiltersOf } from '../../imports/kinds/kind.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import { notFound } from '../../kernel/errors.ts'
import { commonCondition, equalsCondition, listPage, searchCondition } from '../../resource/list.ts'
import { documentNumber, isOf } from '../ledger/movement-documents.ts'

/** Where a piece is, for rows joined with the line that has taken it. */
const state = sql<PieceRow['state']>`case
  when ${piece.inventoryID} is not null then case when ${saleItemPiece.taken} then 'Held' else 'In stock' end
  when ${saleItemPiece.taken} then 'Sold' else 'Gone' end`

type Filters = FiltersOf<typeof endpoints.list>

/** SQL condition of the filters of the list, for a query with the joins of `selectPieces`. */
export const pieceFilters = async (db: Db | Tx, query: Filters) =>
  and(
    searchCondition(query.search, [
      piece.number,
      piece.barcode,
      piece.certificateNumber,
      piece.laboratory,
      item.itemName,
      piece.note,
    ]),
    equalsCondition(piece.itemID, query.itemID),
    equalsCondition(item.categoryID, query.categoryID),
    equalsCondition(inventory.locationID, query.locationID),
    equalsCondition(piece.inventoryID, query.inventoryID),
    equalsCondition(state, query.state),
    query.code === undefined ? undefined : hasCode(query.code),
    await commonCondition(db, query, piece),
  )

/** Returns one page of the pieces. */
export async function listPieces(db: Db | Tx, query: Received<typeof endpoints.list>['query']) {
  const select = selectPieces(db).where(await pieceFilters(db, query))
  const page = await listPage(db, query, select.$dynamic(), {
    pieceID: piece.pieceID,
    serial: piece.serial,
    number: piece.number,
    itemName: item.itemName,
    grams: piece.grams,
    netGrams: piece.netGrams,
    certificateNumber: piece.certificateNumber,
    state,
    locationName: location.locationName,
  })
  return { ...page, data: page.data.map(nestPlace) }
}

/** Matches the piece that a scan means. */
const hasCode = (scanned: string): SQL =>
  inArray(
    piece.pieceID,
    sql`(select ${scanCode.pieceID} from ${scanCode}
      where ${inArray(scanCode.code, listSpellings(codeOfScan(scanned).toLowerCase()))})`,
  )

const selectPieces = (db: Db | Tx) =>
  db
    .select({
      ...getColumns(piece),
      item: {
        itemCode: item.itemCode,
        itemName: item.itemName,
        uom: item.uom,
        price: item.price,
        ...metal,
        ...cover,
      },
      images: picturesOfPiece,
      state,
      stock: { locationID: inventory.locationID, inventoryTypeID: inventory.inventoryTypeID },
      locationName: location.locationName,
      type: {
        typeName: inventoryType.typeName,
        sellable: sql<boolean>`(${inventoryType.sellable} and ${inventoryType.status})`,
      },
      holder: {
        salesTransactionID: sale.salesTransactionID,
        transactionNumber: sale.transactionNumber,
        status: sale.status,
      },
    })
    .from(piece)
    .innerJoin(item, eq(item.itemID, piece.itemID))
    .leftJoin(inventory, eq(inventory.inventoryID, piece.inventoryID))
    .leftJoin(location, eq(location.locationID, inventory.locationID))
    .leftJoin(inventoryType, eq(inventoryType.inventoryTypeID, inventory.inventoryTypeID))
    .leftJoin(saleItemPiece, and(eq(saleItemPiece.pieceID, piece.pieceID), saleItemPiece.taken))
    .leftJoin(saleItem, eq(saleItem.salesItemID, saleItemPiece.salesItemID))
    .leftJoin(sale, eq(sale.salesTransactionID, saleItem.salesTransactionID))

type Selected = Awaited<ReturnType<typeof selectPieces>>[number]

const scanKindOf = (file: string | null): PieceRow['certificateScan'] =>
  file === null ? null : file.endsWith('.pdf') ? 'pdf' : 'picture'

/**
 * Nests the place of a piece as the API returns it, because a Drizzle select allows only one level. Its cover is its own
 * first picture, or else that of its item.
 */
const nestPlace = ({ stock, locationName, type, certificateFile, ...row }: Selected) => ({
  ...row,
  image_url: row.images[0]?.thumb_url ?? row.item.image_url,
  image_focus: row.images[0]?.focus ?? row.item.image_focus,
  certificateScan: scanKindOf(certificateFile),
  place:
    row.inventoryID === null
      ? null
      : { inventoryID: row.inventoryID, ...stock!, locationName: locationName!, ...type! },
})

/** Returns a piece. Throws 404 when it does not exist. */
export async function findPiece(db: Db | Tx, pieceID: number) {
  const [found] = await selectPieces(db).where(eq(piece.pieceID, pieceID))
  if (!found) throw notFound('Piece')
  return nestPlace(found)
}

/** Returns these pieces by their keys. The result has no unknown ones. */
export async function findPieces(db: Db | Tx, pieceIDs: readonly number[]) {
  const rows = pieceIDs.length === 0 ? [] : await selectPieces(db).where(inArray(piece.pieceID, [...pieceIDs]))
  return new Map(rows.map((row) => [row.pieceID, nestPlace(row)]))
}

/** Returns the pieces with these numbers, which are in lower case. */
export async function findPiecesNumbered(db: Db | Tx, numbers: readonly string[]) {
  const isOne = sql`= any(${sql.param([...numbers])}::text[])`
  // The key of `scan_code` finds numbers in any case.
  const rows = await selectPieces(db).where(
    sql`${piece.pieceID} in (select s.piece_id from scan_code s where s.code ${isOne}) and lower(${piece.number}) ${isOne}`,
  )
  return rows.map(nestPlace)
}

/**
 * The pieces that a document took out of stock, as an SQL expression. `isRow` limits the stock rows, which the expression
 * names `moved_row`.
 */
export const piecesMoved = (type: (typeof documentTypes)[number], documentID: Column, isRow = sql`true`) => sql<
  NamedPiece[]
>`(select coalesce(json_agg(json_build_object('pieceID', one.piece_id, 'number', one.number) order by one.serial), '[]')
    from stock_movement moved
    join inventory moved_row using (inventory_id)
    join piece one on one.piece_id = any(moved.piece_ids)
    where moved.document_type = ${type} and moved.document_id = ${documentID} and moved.quantity < 0 and ${isRow})`

/** Returns where a piece has been, the newest step first. Throws 404 when it does not exist. */
export async function findPieceHistory(db: Db | Tx, pieceID: number) {
  const found = await findPiece(db, pieceID)
  const moved = await db
    .select({
      at: stockMovement.at,
      kind: stockMovement.kind,
      documentType: stockMovement.documentType,
      documentID: stockMovement.documentID,
      documentNumber,
      came: sql<boolean>`${stockMovement.quantity} > 0`,
      locationName: location.locationName,
      typeName: inventoryType.typeName,
      user: { userID: user.userID, name: userName },
    })
    .from(stockMovement)
    .innerJoin(inventory, eq(inventory.inventoryID, stockMovement.inventoryID))
    .innerJoin(location, eq(location.locationID, inventory.locationID))
    .innerJoin(inventoryType, eq(inventoryType.inventoryTypeID, inventory.inventoryTypeID))
    .leftJoin(user, eq(user.userID, stockMovement.userID))
    .leftJoin(sale, isOf('sale', sale.salesTransactionID))
    .leftJoin(stockTransfer, isOf('transfer', stockTransfer.transferID))
    .leftJoin(receiving, isOf('receiving', receiving.poReceivingID))
    .leftJoin(repairReturn, isOf('repair', repairReturn.repairReturnID))
    .where(sql`${stockMovement.pieceIDs} @> array[${pieceID}]::int[]`)
    // In a document that moves a piece from one place to another, the piece leaves first.
    .orderBy(desc(stockMovement.at), desc(stockMovement.quantity), asc(stockMovement.inventoryID))
  return { steps: [...moved, ...(await findNaming(db, found.pieceID))] }
}

/** Returns the step of a piece that was named while it was in stock. */
async function findNaming(db: Db | Tx, pieceID: number) {
  const rows = await db
    .select({
      at: piece.createdAt,
      locationName: location.locationName,
      typeName: inventoryType.typeName,
      user: { userID: user.userID, name: userName },
    })
    .from(piece)
    .innerJoin(inventory, eq(inventory.inventoryID, piece.countedInID))
    .innerJoin(location, eq(location.locationID, inventory.locationID))
    .innerJoin(inventoryType, eq(inventoryType.inventoryTypeID, inventory.inventoryTypeID))
    .leftJoin(user, eq(user.userID, piece.createdByID))
    .where(eq(piece.pieceID, pieceID))
  const unwritten = { documentType: null, documentID: null, documentNumber: null }
  return rows.map((row) => ({ ...row, kind: 'named' as const, ...unwritten, came: true }))
}
