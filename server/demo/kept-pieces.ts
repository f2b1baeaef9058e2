import { eq, sql } from 'drizzle-orm'

import { piece, pieceImage } from '../db/schema/pieces.ts'
import type { Context } from '../kernel/context.ts'
import type { Tx } from '../kernel/database.ts'
import { keepByPiece } from '../stock/pieces/pieces.operations.ts'
import type { StoredPicture } from './pictures.ts'
import { createRandom } from './random.ts'

/** The number of pieces that get a number of their own. */
const wanted = 20

/**
 * Keeps some rings and pendants by piece: those that no open document has. Each piece on hand gets a number and its own
 * weight, and one with a diamond a certificate. Quantities and values stay.
 */
export async function keepPieces(context: Context) {
  const { rows } = await context.db.execute<{
    item_id: number
    grams: string
    stone: string | null
    stock: number[]
  }>(sql`
    select i.item_id, i.grams, i.stone, json_agg(s.inventory_id order by s.inventory_id, n) as stock
    from item i join inventory s using (item_id), generate_series(1, s.quantity::int) n
    where i.uom = 'PCS' and i.item_code ~ '^(RG|PD)-'
      and not exists (select from sales_item l join sales_transaction using (sales_transaction_id)
        where l.item_id = i.item_id and status in ('Pending', 'Processing'))
      and not exists (select from inventory_adjustment a join inventory r using (inventory_id)
        where r.item_id = i.item_id and status = 'Pending')
      and not exists (select from stock_count_line l join stock_count using (count_id) join inventory r using (inventory_id)
        where r.item_id = i.item_id and status = 'Pending')
    group by i.item_id, i.grams, i.stone order by i.item_id`)
  const random = createRandom('pieces')
  const least = Math.min(...rows.map(({ stock }) => stock.length))
  let left = wanted
  for (const { item_id: itemID, grams, stone, stock } of rows) {
    const then = left - stock.length
    // An item is passed over when it would leave pieces, but too few for another item.
    if (then !== 0 && then < least) continue
    left = then
    const pieces = stock.map((inventoryID) => {
      const weight = (Math.round(Number(grams) * 100) + random.whole(-6, 9)) / 100
      const certificateNumber = stone === 'Diamond' ? String(random.whole(2_200_000_000, 2_299_999_999)) : null
      const laboratory = certificateNumber === null ? null : 'GIA'
      return { inventoryID, grams: weight, certificateNumber, laboratory, barcode: null, note: null }
    })
    await keepByPiece(context, itemID, { pieces })
    if (left === 0) return
  }
}

/** Gives the first piece of each item that is kept by piece a picture of its own: the last one of its item. */
export async function insertPiecePictures(tx: Tx, itemIDs: number[], pictures: StoredPicture[][]) {
  const firsts = await tx
    .select({ pieceID: piece.pieceID, itemID: piece.itemID })
    .from(piece)
    .where(eq(piece.serial, 1))
  const images = firsts.flatMap(({ pieceID, itemID }) => {
    const files = pictures[itemIDs.indexOf(itemID)]?.at(-1)
    return files ? [{ pieceID, position: 0, ...files }] : []
  })
  if (images.length > 0) await tx.insert(pieceImage).values(images)
}
