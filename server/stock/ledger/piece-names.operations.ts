import { asc, sql } from 'drizzle-orm'

import { findPieceWeightProblem, pieceNumberOf, type PieceWeights } from '../../../contract/stock/entered-pieces.ts'
import { item } from '../../db/schema/catalogue.ts'
import { piece, scanCode } from '../../db/schema/pieces.ts'
import type { Context } from '../../kernel/context.ts'
import { AppError } from '../../kernel/errors.ts'
import { createRandomCode } from '../../kernel/tokens.ts'
import { recordAll, stampCreated } from '../../resource/records.ts'

// Gives pieces their numbers.

/** What is entered about a new piece. An own number is not taken yet; the next one of the item is given without it. */
export type NewPiece = Partial<
  Pick<
    typeof piece.$inferInsert,
    'barcode' | 'grams' | 'netGrams' | 'certificateNumber' | 'laboratory' | 'note' | 'cost' | 'countedInID'
  >
> & { number?: string | null | undefined }

type Item = Pick<typeof item.$inferSelect, 'itemID' | 'itemCode'>

/** Maximum number of pieces in one statement. */
const atOnce = 1000

/**
 * Makes a piece with a number of its own for each entry, and returns them in this order. The caller holds the lock of
 * the item's stock value, so that numbers are taken one after the other.
 */
export const namePieces = (context: Context, of: Item, entered: readonly NewPiece[]) =>
  namePiecesOfItems(
    context,
    entered.map((one) => ({ ...one, of })),
  )

/** As `namePieces`, for pieces of several items whose stock values the caller has locked. */
export async function namePiecesOfItems(context: Context, entered: readonly (NewPiece & { of: Item })[]) {
  const { db } = context
  // A barcode or an own number that looks like a number of an item keeps it from being given to another piece.
  const reserved = new Set(entered.flatMap(({ barcode, number }) => [barcode, number]).map((one) => one?.toLowerCase()))
  const serials = await takeSerials(context, entered, reserved)
  const values = entered.map(({ of: { itemID, itemCode }, countedInID = null, number, ...fields }, n) => ({
    ...fields,
    itemID,
    serial: serials[n]!,
    number: number ?? pieceNumberOf(itemCode, serials[n]!),
    code: generatePieceCode(),
    countedInID,
    inventoryID: countedInID,
    ...stampCreated(context),
  }))
  const made = new Map<string, typeof piece.$inferSelect>()
  const placeOf = (one: { itemID: number; serial: number }) => `${one.itemID} ${one.serial}`
  for (let done = 0; done < values.length; done += atOnce) {
    const rows = await db
      .insert(piece)
      .values(values.slice(done, done + atOnce))
      .returning()
    for (const row of rows) made.set(placeOf(row), row)
    await recordAll(
      context,
      rows.map((after) => ({ action: 'create', entity: 'piece', entityID: after.pieceID, before: null, after })),
    )
  }
  return values.map((one) => made.get(placeOf(one))!)
}

/**
 * Takes the next serial of its item for each piece. A piece without an own number skips a number that is the code of
 * another item or piece.
 */
async function takeSerials(
  { db }: Context,
  entered: readonly (Pick<NewPiece, 'number'> & { of: Item })[],
  reserved: ReadonlySet<string | undefined>,
): Promise<number[]> {
  const items = new Map(entered.map(({ of }) => [of.itemID, of]))
  const isOne = sql`${item.itemID} = any(${sql.param([...items.keys()])}::int[])`
  const before = await db
    .select({ itemID: item.itemID, last: item.piecesNamed })
    .from(item)
    .where(isOne)
    .orderBy(asc(item.itemID))
    .for('no key update')
  const last = new Map(before.map((row) => [row.itemID, row.last]))
  const serials: number[] = []
  let waiting = entered.map((_, n) => n)
  while (waiting.length > 0) {
    const next = waiting.map((n) => {
      const { of, number } = entered[n]!
      const serial = last.get(of.itemID)! + 1
      last.set(of.itemID, serial)
      return { n, serial, code: number ? null : pieceNumberOf(of.itemCode, serial).toLowerCase() }
    })
    const codes = next.flatMap(({ code }) => code ?? [])
    const rows =
      codes.length === 0
        ? []
        : await db
            .select({ code: scanCode.code })
            .from(scanCode)
            .where(sql`${scanCode.code} = any(${sql.param(codes)}::text[])`)
    const taken = new Set(rows.map(({ code }) => code))
    const isTaken = ({ code }: (typeof next)[number]) => code !== null && (taken.has(code) || reserved.has(code))
    for (const one of next) if (!isTaken(one)) serials[one.n] = one.serial
    waiting = next.filter(isTaken).map(({ n }) => n)
  }
  await db.execute(sql`update ${item} set pieces_named = given.last
    from unnest(${sql.param([...last.keys()])}::int[], ${sql.param([...last.values()])}::int[]) as given (id, last)
    where item_id = given.id`)
  return serials
}

/** Letters and digits that people do not take for one another. */
const codeLetters = 'ABCDEFGHJKMNPQRSTVWXYZ23456789'

/** Generates the code of a tag. It is random, so that nobody finds a piece by counting. */
const generatePieceCode = () => createRandomCode(codeLetters, 10)

/** Throws 422 when a piece would weigh more without its stones than with them. */
export function assertPieceWeights(weights: PieceWeights, ofItem: { grams: number }, field = 'netGrams') {
  const problem = findPieceWeightProblem(weights, ofItem)
  if (problem !== null) throw new AppError('piece.net_above_gross', problem, { field })
}
