import { asc, eq, type SQL, sql } from 'drizzle-orm'

import { pieceCover } from '../../db/covers.ts'
import { metal } from '../../db/metal.ts'
import { netGramsOfPiece } from '../../db/piece-weights.ts'
import { item } from '../../db/schema/catalogue.ts'
import { liveClaim, livePiece, liveShow } from '../../db/schema/live.ts'
import { piece, saleItemPiece } from '../../db/schema/pieces.ts'
import { inventory, inventoryType } from '../../db/schema/stock.ts'
import type { Db, Tx } from '../../kernel/database.ts'

const countClaims = (isOne: SQL) =>
  sql<number>`(select count(*)::int from ${liveClaim}
    where ${liveClaim.livePieceID} = ${livePiece.livePieceID} and ${liveClaim.status} ${isOne})`

const shown = (which: 'min' | 'max') =>
  sql`(select ${sql.raw(which)}(${liveShow.shownAt}) from ${liveShow}
    where ${liveShow.livePieceID} = ${livePiece.livePieceID})`.mapWith(liveShow.shownAt) as SQL<Date | null>

/** What a location can still sell: of the piece itself, or of its item. */
const availableAt = (locationID: number) =>
  sql<number>`(case when ${livePiece.pieceID} is null then (
      select coalesce(sum(${inventory.quantity} - ${inventory.reserved}), 0) from ${inventory}
      join ${inventoryType} using (inventory_type_id)
      where ${inventory.itemID} = ${livePiece.itemID} and ${inventory.locationID} = ${locationID}
        and ${inventoryType.sellable} and ${inventoryType.status})
    else (select count(*) from ${inventory} join ${inventoryType} using (inventory_type_id)
      where ${inventory.inventoryID} = ${piece.inventoryID} and ${inventory.locationID} = ${locationID}
        and ${inventoryType.sellable} and ${inventoryType.status}
        and not exists (select from ${saleItemPiece} where ${saleItemPiece.pieceID} = ${livePiece.pieceID}
          and ${saleItemPiece.taken})) end)::float8`

/** Returns pieces of lives at a location, in the order of showing. */
export const findLivePieces = (db: Db | Tx, locationID: number, which: SQL | undefined) =>
  db
    .select({
      livePieceID: livePiece.livePieceID,
      number: livePiece.number,
      itemID: livePiece.itemID,
      itemCode: item.itemCode,
      itemName: item.itemName,
      ...metal,
      grams: sql<number>`coalesce(${piece.grams}, ${item.grams})::float8`,
      netGrams: netGramsOfPiece,
      size: item.size,
      ...pieceCover,
      piece: { pieceID: piece.pieceID, number: piece.number },
      price: livePiece.price,
      itemPrice: item.price,
      quantity: livePiece.quantity,
      won: countClaims(sql`in ('won', 'invoiced')`),
      asked: countClaims(sql`= 'asked'`),
      waiting: countClaims(sql`= 'waiting'`),
      claims: countClaims(sql`is not null`),
      available: availableAt(locationID),
      firstShownAt: shown('min'),
      lastShownAt: shown('max'),
    })
    .from(livePiece)
    .innerJoin(item, eq(item.itemID, livePiece.itemID))
    .leftJoin(piece, eq(piece.pieceID, livePiece.pieceID))
    .where(which)
    .orderBy(asc(livePiece.position), asc(livePiece.number))
