import { and, asc, eq, gte, lt, type SQL, sql } from 'drizzle-orm'

import { karats } from '../../../contract/catalogue/karats.ts'
import { mostOfDay } from '../../../contract/insight/shop-day.ts'
import { pieceCover } from '../../db/covers.ts'
import { item } from '../../db/schema/catalogue.ts'
import { piece, saleItemPiece } from '../../db/schema/pieces.ts'
import { sale, saleItem } from '../../db/schema/sales.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import { equalsCondition } from '../../resource/list.ts'

/** The moments of a day, from `from` to before `before`, and the location whose sales count; undefined for all. */
export type Span = { from: Date; before: Date; locationID: number | undefined }

const leftTheHouse = ({ from, before, locationID }: Span): SQL | undefined =>
  and(
    eq(sale.status, 'Completed'),
    gte(sale.completedAt, from),
    lt(sale.completedAt, before),
    equalsCondition(sale.locationID, locationID),
  )

/** Returns the lines whose goods left the house, in order, at most as many as a day shows. */
export const findLinesOfDay = (db: Db | Tx, span: Span) =>
  db
    .select({
      salesItemID: saleItem.salesItemID,
      salesTransactionID: sale.salesTransactionID,
      transactionNumber: sale.transactionNumber,
      itemName: item.itemName,
      ...pieceCover,
      orderQty: saleItem.orderQty,
      uom: item.uom,
      lineTotal: saleItem.lineTotal,
    })
    .from(saleItem)
    .innerJoin(sale, eq(sale.salesTransactionID, saleItem.salesTransactionID))
    .innerJoin(item, eq(item.itemID, saleItem.itemID))
    .leftJoin(saleItemPiece, eq(saleItemPiece.salesItemID, saleItem.salesItemID))
    .leftJoin(piece, eq(piece.pieceID, saleItemPiece.pieceID))
    .where(leftTheHouse(span))
    .orderBy(asc(sale.completedAt), asc(saleItem.salesItemID))
    .limit(mostOfDay)

const isWeighed = sql`${item.uom} = 'BULK'`
/** The grams of a line: its quantity if it is weighed, otherwise the weight of its pieces. */
const grams = sql`(case when ${isWeighed} then ${saleItem.orderQty}
  else coalesce(${piece.grams}, ${item.grams}) * ${saleItem.orderQty} end)`

/** Returns the number of lines and pieces, the grams of gold by karat, and the sum in pesos. A weighed line is one piece. */
export async function sumLinesOfDay(db: Db | Tx, span: Span) {
  const rows = await db
    .select({
      karat: item.karat,
      lines: sql<number>`count(*)::int`,
      pieces: sql<number>`sum(case when ${isWeighed} then 1 else ${saleItem.orderQty} end)::float8`,
      grams: sql<number>`sum(${grams})::float8`,
      centavos: sql<number>`(100 * sum(${saleItem.lineTotal}))::float8`,
    })
    .from(saleItem)
    .innerJoin(sale, eq(sale.salesTransactionID, saleItem.salesTransactionID))
    .innerJoin(item, eq(item.itemID, saleItem.itemID))
    .leftJoin(saleItemPiece, eq(saleItemPiece.salesItemID, saleItem.salesItemID))
    .leftJoin(piece, eq(piece.pieceID, saleItemPiece.pieceID))
    .where(leftTheHouse(span))
    .groupBy(item.karat)
  const sum = (field: 'lines' | 'pieces' | 'centavos') => rows.reduce((total, row) => total + row[field], 0)
  return {
    lineCount: sum('lines'),
    pieceCount: sum('pieces'),
    gold: karats.flatMap((karat) => {
      const found = rows.find((row) => row.karat === karat)
      return found && found.grams > 0 ? [{ karat, grams: found.grams }] : []
    }),
    total: sum('centavos') / 100,
  }
}
