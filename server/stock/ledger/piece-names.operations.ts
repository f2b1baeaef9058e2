import { randomInt } from 'node:crypto'

import { inArray, sql } from 'drizzle-orm'

import { formatWeight } from '../../../contract/shared/quantities.ts'
import { pieceNumberOf } from '../../../contract/stock/entered-pieces.ts'
import { item } from '../../db/schema/catalogue.ts'
import { piece, scanCode } from '../../db/schema/pieces.ts'
import type { Context } from '../../kernel/context.ts'
import { AppError } from '../../kernel/errors.ts'
import { recordAll, stampCreated } from '../../resource/records.ts'

// Gives pieces their numbers.

/** What is entered about a new piece. */
export type NewPiece = Partial<
  Pick<
    typeof piece.$inferInsert,
    'barcode' | 'grams' | 'netGrams' | 'certificateNumber' | 'laboratory' | 'note' | 'cost' | 'countedInID'
  >
>

type Item = Pick<typeof item.$inferSelect, 'itemID' | 'itemCode'>

/**
 * Makes a piece with a number of its own for each entry, and returns them in this order. The caller holds the lock of
 * the item's stock value, so that numbers are taken one after the other.
 */
export async function namePieces(context: Context, { itemID, itemCode }: Item, entered: readonly NewPiece[]) {
  if (entered.length === 0) return []
  const { db } = context
  // A barcode that looks like a number of this item keeps it from being given to another piece.
  const barcodes = new Set(entered.flatMap(({ barcode }) => barcode?.toLowerCase() ?? []))
  const serials = await takeSerials(context, { itemID, itemCode }, entered.length, barcodes)
  const rows = await db
    .insert(piece)
    .values(
      entered.map(({ countedInID = null, ...fields }, n) => ({
        ...fields,
        itemID,
        serial: serials[n]!,
        number: pieceNumberOf(itemCode, serials[n]!),
        code: generatePieceCode(),
        countedInID,
        inventoryID: countedInID,
        ...stampCreated(context),
      })),
    )
    .returning()
  const made = rows.toSorted((a, b) => a.serial - b.serial)
  await recordAll(
    context,
    made.map((after) => ({ action: 'create', entity: 'piece', entityID: after.pieceID, before: null, after })),
  )
  return made
}

/** Takes the next serials of an item. It skips a number that is the code of another item or piece. */
async function takeSerials(
  { db }: Context,
  { itemID, itemCode }: Item,
  count: number,
  barcodes: ReadonlySet<string>,
): Promise<number[]> {
  const [before] = await db
    .select({ last: item.piecesNamed })
    .from(item)
    .where(sql`${item.itemID} = ${itemID}`)
    .for('no key update')
  const serials: number[] = []
  let last = before!.last
  while (serials.length < count) {
    const next = Array.from({ length: count - serials.length }, (_, n) => last + 1 + n)
    const numbers = next.map((serial) => pieceNumberOf(itemCode, serial).toLowerCase())
    const rows = await db.select({ code: scanCode.code }).from(scanCode).where(inArray(scanCode.code, numbers))
    const taken = new Set([...rows.map(({ code }) => code), ...barcodes])
    serials.push(...next.filter((_, n) => !taken.has(numbers[n]!)))
    last += next.length
  }
  await db
    .update(item)
    .set({ piecesNamed: last })
    .where(sql`${item.itemID} = ${itemID}`)
  return serials
}

/** Letters and digits that people do not take for one another. */
const codeLetters = 'ABCDEFGHJKMNPQRSTVWXYZ23456789'

/** Generates the code of a tag. It is random, so that nobody finds a piece by counting. */
const generatePieceCode = () =>
  Array.from({ length: 10 }, () => codeLetters.charAt(randomInt(codeLetters.length))).join('')

/** Throws 422 when a piece would weigh more without its stones than with them. */
export function assertPieceWeights(
  { grams, netGrams }: { grams?: number | null | undefined; netGrams?: number | null | undefined },
  ofItem: { grams: number },
  field = 'netGrams',
) {
  // An item without a weight limits nothing.
  const gross = grams ?? (ofItem.grams > 0 ? ofItem.grams : null)
  if (netGrams && gross !== null && netGrams > gross)
    throw new AppError('piece.net_above_gross', `The piece weighs ${formatWeight(gross)} with its stones`, { field })
}
