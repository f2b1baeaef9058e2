import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm'

import type { CertifiableLine } from '../../../contract/sales/certificates.ts'
import { netGramsOfPiece } from '../../db/piece-weights.ts'
import { item, itemTranslation } from '../../db/schema/catalogue.ts'
import { certificate, certificateRevocation } from '../../db/schema/certificates.ts'
import { piece, saleItemPiece } from '../../db/schema/pieces.ts'
import { saleRefundItem } from '../../db/schema/refunds.ts'
import { saleItem } from '../../db/schema/sales.ts'
import type { Db, Tx } from '../../kernel/database.ts'

const translated = (language: 'tl' | 'ja') =>
  sql<string | null>`(select ${itemTranslation.itemName} from ${itemTranslation}
    where ${itemTranslation.itemID} = ${item.itemID} and ${itemTranslation.language} = ${language})`

/** The facts of an item or of its piece that a certificate copies. */
const itemFacts = {
  itemID: item.itemID,
  pieceID: piece.pieceID,
  pieceNumber: sql<string>`coalesce(${piece.number}, ${item.itemCode})`,
  itemName: item.itemName,
  tagalogName: translated('tl'),
  japaneseName: translated('ja'),
  karat: item.karat,
  metal: item.metal,
  stone: item.stone,
  size: item.size,
  uom: item.uom,
  grams: sql<number | null>`nullif(coalesce(${piece.grams}, ${item.grams}), 0)::float8`,
  netGrams: netGramsOfPiece,
  laboratoryReport: sql<string | null>`coalesce(
    nullif(concat_ws(' ', ${piece.laboratory}, ${piece.certificateNumber}), ''), ${item.certificateNumber})`,
}
export type ItemFacts = Omit<
  Awaited<ReturnType<typeof selectLines>>[number],
  'salesItemID' | 'orderQty' | 'refundedQty'
>

const refundedQty = sql<number>`(select coalesce(sum(${saleRefundItem.qty}), 0) from ${saleRefundItem}
  where ${saleRefundItem.salesItemID} = ${saleItem.salesItemID})::float8`

const selectLines = (db: Db | Tx) =>
  db
    .select({ ...itemFacts, salesItemID: saleItem.salesItemID, orderQty: saleItem.orderQty, refundedQty })
    .from(saleItem)
    .innerJoin(item, eq(item.itemID, saleItem.itemID))
    .leftJoin(saleItemPiece, eq(saleItemPiece.salesItemID, saleItem.salesItemID))
    .leftJoin(piece, eq(piece.pieceID, saleItemPiece.pieceID))

/** A line of a sale with the last certificate of each of its pieces. */
export type SoldLine = Awaited<ReturnType<typeof selectLines>>[number] & { issued: LastCertificate[] }
/** The last certificate of a piece: the one that counts, or that a new one would replace. */
export type LastCertificate = { certificateID: number; unit: number | null; isRevoked: boolean }

/** Returns the lines of a sale with the last certificate of each of their pieces. */
export async function findSoldLines(db: Db | Tx, salesTransactionID: number): Promise<SoldLine[]> {
  const lines = await selectLines(db)
    .where(eq(saleItem.salesTransactionID, salesTransactionID))
    .orderBy(asc(saleItem.salesItemID))
  const found: SoldLine[] = []
  for (const line of lines)
    found.push({
      ...line,
      issued:
        line.pieceID === null ? await findLastOfLine(db, line.salesItemID) : await findLastOfPiece(db, line.pieceID),
    })
  return found
}

const lastColumns = {
  certificateID: certificate.certificateID,
  unit: certificate.unit,
  isRevoked: sql<boolean>`${certificateRevocation.certificateID} is not null`,
}
const selectLast = (db: Db | Tx) =>
  db
    .selectDistinctOn([certificate.unit], lastColumns)
    .from(certificate)
    .leftJoin(certificateRevocation, eq(certificateRevocation.certificateID, certificate.certificateID))
    .orderBy(asc(certificate.unit), desc(certificate.certificateID))

const findLastOfLine = (db: Db | Tx, salesItemID: number) =>
  selectLast(db).where(and(eq(certificate.salesItemID, salesItemID), isNull(certificate.pieceID)))

/** Returns the last certificate of a piece, in a list of one; an empty list when it has none. */
export const findLastOfPiece = (db: Db | Tx, pieceID: number) => selectLast(db).where(eq(certificate.pieceID, pieceID))

const selectPieceFacts = (db: Db | Tx) =>
  db
    .select({ ...itemFacts, inventoryID: piece.inventoryID, salesItemID: saleItemPiece.salesItemID })
    .from(piece)
    .innerJoin(item, eq(item.itemID, piece.itemID))
    .leftJoin(saleItemPiece, and(eq(saleItemPiece.pieceID, piece.pieceID), saleItemPiece.taken))

/** Returns the facts of a piece, where it is, and the line that has taken it; undefined for an unknown piece. */
export async function findPieceFacts(db: Db | Tx, pieceID: number) {
  const [found] = await selectPieceFacts(db).where(eq(piece.pieceID, pieceID))
  return found
}

/** Returns the facts of a line's item or piece; undefined for an unknown line. */
export async function findLineFacts(db: Db | Tx, salesItemID: number) {
  const [found] = await selectLines(db).where(eq(saleItem.salesItemID, salesItemID))
  return found
}

/** Returns the number of a line's pieces that are with the customer. */
const countWithCustomer = ({ orderQty, refundedQty, uom }: SoldLine) =>
  uom === 'BULK' ? 0 : Math.floor(orderQty - refundedQty)

/** Returns the number of a line's pieces that may get a certificate. */
export const countOpen = (line: SoldLine) =>
  Math.max(0, countWithCustomer(line) - line.issued.filter(({ isRevoked }) => !isRevoked).length)

/** Describes a line as the API returns it. */
export const describeLine = (line: SoldLine): CertifiableLine => {
  const { salesItemID, itemID, itemName, pieceNumber, pieceID, uom, grams, netGrams, size, laboratoryReport } = line
  return {
    salesItemID,
    itemID,
    itemName,
    pieceNumber,
    pieceID,
    uom,
    grams,
    netGrams,
    size,
    laboratoryReport,
    refundedQty: line.refundedQty,
    open: countOpen(line),
  }
}
