import { and, asc, eq, inArray } from 'drizzle-orm'

import type { z } from '../../../contract/shared/zod.ts'
import type { pieces as endpoints } from '../../../contract/stock/pieces.ts'
import { item } from '../../db/schema/catalogue.ts'
import { piece } from '../../db/schema/pieces.ts'
import { sale, saleItem } from '../../db/schema/sales.ts'
import { inventory, inventoryType, location } from '../../db/schema/stock.ts'
import { assertAccess, type Context } from '../../kernel/context.ts'
import { AppError, notFound } from '../../kernel/errors.ts'
import { assertUnchanged, lockUnchanged, record, stampModified } from '../../resource/records.ts'
import { lockItems } from '../ledger/arrivals.ts'
import { assertOwnCodes } from '../ledger/entered-codes.operations.ts'
import { assertPieceWeights, namePieces } from '../ledger/piece-names.operations.ts'
import { describeOpenSale, describeUncounted } from './moved-pieces.rules.ts'
import { findPiece } from './pieces.queries.ts'

type Item = typeof item.$inferSelect
type Kept = z.output<typeof endpoints.keep.body>

/**
 * Keeps an item by piece from now on. Each piece on hand gets a number, so the pieces are counted: their number must be
 * the quantity on hand of each stock row. Throws 409 while an open sale has the item, because its line names no piece.
 */
export async function keepByPiece(context: Context, itemID: number, { pieces, updatedAt }: Kept) {
  const { db } = context
  assertAccess(context.actor, 'stock.by_piece')
  const [stored] = await lockItems(context, [itemID])
  if (!stored) throw notFound('Item')
  assertUnchanged(stored, updatedAt)
  if (stored.byPiece) throw new AppError('piece.has_pieces', `${stored.itemCode} is kept by piece already`)
  if (stored.uom !== 'PCS') throw new AppError('piece.not_counted', describeUncounted(stored))
  await assertNotInOpenSale(context, stored)
  await assertAllNamed(context, stored, pieces)
  for (const [n, one] of pieces.entries()) assertPieceWeights(one, stored, `pieces.${n}.netGrams`)
  await assertOwnCodes(context, pieces, (n, field) => `pieces.${n}.${field}`)
  const named = await namePieces(
    context,
    stored,
    pieces.map(({ inventoryID, ...entered }) => ({ ...entered, countedInID: inventoryID })),
  )
  const [after] = await db
    .update(item)
    .set({ byPiece: true, ...stampModified(context, stored) })
    .where(eq(item.itemID, itemID))
    .returning()
  await record(context, { action: 'update', entity: 'item', entityID: itemID, before: stored, after: after! })
  return { itemID, pieces: named.map(({ pieceID, number }) => ({ pieceID, number })) }
}

async function assertNotInOpenSale({ db }: Context, { itemID, itemCode }: Item) {
  const [open] = await db
    .select({ transactionNumber: sale.transactionNumber })
    .from(saleItem)
    .innerJoin(sale, eq(sale.salesTransactionID, saleItem.salesTransactionID))
    .where(and(eq(saleItem.itemID, itemID), inArray(sale.status, ['Pending', 'Processing'])))
    .orderBy(asc(sale.salesTransactionID))
    .limit(1)
  if (open) throw new AppError('piece.held', describeOpenSale(itemCode, open.transactionNumber))
}

/** Locks the stock of an item. Throws 422 unless as many pieces are named in each row as it has on hand. */
async function assertAllNamed({ db }: Context, { itemID, itemName }: Item, pieces: Kept['pieces']) {
  const rows = await db
    .select({
      inventoryID: inventory.inventoryID,
      quantity: inventory.quantity,
      locationName: location.locationName,
      typeName: inventoryType.typeName,
    })
    .from(inventory)
    .innerJoin(location, eq(location.locationID, inventory.locationID))
    .innerJoin(inventoryType, eq(inventoryType.inventoryTypeID, inventory.inventoryTypeID))
    .where(eq(inventory.itemID, itemID))
    .orderBy(asc(inventory.inventoryID))
    .for('update', { of: inventory })
  const stray = pieces.findIndex(({ inventoryID }) => !rows.some((row) => row.inventoryID === inventoryID))
  if (stray >= 0)
    throw new AppError('reference.missing', `${itemName} has no stock ${pieces[stray]!.inventoryID}`, {
      field: `pieces.${stray}.inventoryID`,
    })
  for (const { inventoryID, quantity, locationName, typeName } of rows) {
    const count = pieces.filter((one) => one.inventoryID === inventoryID).length
    if (count !== quantity)
      throw new AppError(
        'piece.count_differs',
        `${locationName}, ${typeName} has ${quantity} of ${itemName} on hand, but ${count} ${count === 1 ? 'piece is' : 'pieces are'} named`,
        { field: 'pieces' },
      )
  }
}

/** Changes what was entered about a piece. Its number, its code and its place stay. */
export async function updatePiece(context: Context, id: number, input: z.output<typeof endpoints.update.body>) {
  assertAccess(context.actor, 'stock.write')
  const { item: of } = await findPiece(context.db, id)
  const { updatedAt, ...changes } = input
  const before = await lockUnchanged(context, 'Piece', piece, piece.pieceID, id, updatedAt)
  assertPieceWeights({ ...before, ...withoutOmitted(changes) }, of)
  const { barcode, certificateNumber, laboratory } = { ...before, ...withoutOmitted(changes) }
  await assertOwnCodes(context, [{ barcode, certificateNumber, laboratory }], undefined, [id])
  const [after] = await context.db
    .update(piece)
    .set({ ...changes, ...stampModified(context, before) })
    .where(eq(piece.pieceID, id))
    .returning()
  await record(context, { action: 'update', entity: 'piece', entityID: id, before, after: after! })
  return findPiece(context.db, id)
}

/** Returns the fields that a caller sent. An omitted field keeps its value. */
const withoutOmitted = <T extends object>(changes: T) =>
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as {
    [Field in keyof T]: Exclude<T[Field], undefined>
  }
