import type { ImportProblem } from '../../../contract/imports/imports.ts'
import { costFigure } from '../../../contract/shared/costs.ts'
import { Money, ID, optional } from '../../../contract/shared/fields.ts'
import { z } from '../../../contract/shared/zod.ts'
import { findPieceWeightProblem } from '../../../contract/stock/entered-pieces.ts'
import { PieceInput } from '../../../contract/stock/pieces.ts'
import type { item } from '../../db/schema/catalogue.ts'
import type { Named } from '../../imports/kinds/kind.ts'
import { type Context, mayAct } from '../../kernel/context.ts'
import { describeOpenSale, describeUncounted } from '../pieces/moved-pieces.rules.ts'

// The rules by which a row of a file becomes a piece, without database access.

const { grams, netGrams, barcode, laboratory, certificateNumber, note } = PieceInput.shape

/** One row of a file of pieces: the fields of a piece's form, with its item, number and place. */
export const PieceFileRow = z.object({
  item: ID,
  number: optional(80),
  location: ID,
  inventoryType: ID,
  grams,
  netGrams,
  cost: costFigure(Money.nullish()),
  laboratory,
  certificateNumber,
  barcode,
  note,
})
export type PieceFileRow = z.output<typeof PieceFileRow>

/**
 * The stock of an item at one place. `isUnused` says that it never had any, or only that of an import that was undone.
 */
export type ItemStock = {
  inventoryID: number
  locationID: number
  inventoryTypeID: number
  quantity: number
  isUnused: boolean
  movements: number
  /** 'Main, On hand' */
  place: string
}

/** An item as far as the import of its pieces needs it. */
export type PieceItem = Named &
  Pick<typeof item.$inferSelect, 'itemCode' | 'uom' | 'byPiece' | 'grams'> & {
    stock: ItemStock[]
    /** The oldest open sale that has the item; null without one. */
    openSale: string | null
    /** Whether the item is older than a day, after which a person needs the right to open stock. */
    isAfterFirstDay: boolean
  }

/** Whether the item has stock that is not in pieces. Its rows name that stock. */
export const namesStock = ({ byPiece, stock }: PieceItem) => !byPiece && stock.some(({ quantity }) => quantity > 0)

/** Finds the stock of an item at the place of a row. */
export const findStockOf = ({ stock }: PieceItem, row: Pick<PieceFileRow, 'location' | 'inventoryType'>) =>
  stock.find(({ locationID, inventoryTypeID }) => locationID === row.location && inventoryTypeID === row.inventoryType)

type Reader = Pick<Context, 'actor'>

/** Finds the problems of a row that makes a new piece. `place` is its place in words: 'Main, On hand'. */
export function findNewPieceProblems(
  row: PieceFileRow,
  one: PieceItem,
  place: string,
  { actor }: Reader,
): ImportProblem[] {
  const refuse = (column: string, message: string, reason: ImportProblem['reason'] = 'invalid') => [
    { column, message, reason },
  ]
  if (one.uom !== 'PCS') return refuse('item', describeUncounted(one))
  if (!one.byPiece && !mayAct(actor, 'stock.by_piece'))
    return refuse('item', `${one.itemCode} is not kept by piece, and only managers change that`, 'denied')
  if (!one.byPiece && one.openSale !== null) return refuse('item', describeOpenSale(one.itemCode, one.openSale))
  const weight = findPieceWeightProblem(row, one)
  return [
    ...(namesStock(one) ? findNamingProblems(row, one, place) : findOpeningProblems(row, one, { actor })),
    ...(weight === null ? [] : refuse('netGrams', weight)),
  ]
}

/** A row that names stock must be at a place where the item has any. */
function findNamingProblems(row: PieceFileRow, one: PieceItem, place: string): ImportProblem[] {
  if (findStockOf(one, row)?.quantity) return []
  const places = one.stock.filter(({ quantity }) => quantity > 0).map((stock) => `${stock.place} (${stock.quantity})`)
  const message = `${one.itemCode} has none at ${place}. It is on hand at ${places.join(' and ')}`
  return [{ column: 'location', message, reason: 'invalid' }]
}

/** A row that opens stock must be at a place where the item has had none, as a file of opening stock. */
function findOpeningProblems(row: PieceFileRow, one: PieceItem, { actor }: Reader): ImportProblem[] {
  const there = findStockOf(one, row)
  if (there && !there.isUnused)
    return [
      {
        column: 'item',
        message: `${one.itemCode} has had stock at ${there.place}, and an import only opens stock. Receive or adjust what is new, or give the number of a piece to change that piece`,
        reason: 'exists',
      },
    ]
  if (one.isAfterFirstDay && !mayAct(actor, 'stock.open'))
    return [
      {
        column: 'item',
        message: `Only managers bring ${one.itemCode} into stock after its first day`,
        reason: 'denied',
      },
    ]
  // What a piece costs when it comes moves the average cost of its item.
  if (typeof row.cost === 'number' && !mayAct(actor, 'catalogue.change_prices'))
    return [
      {
        column: 'cost',
        message: 'Only managers decide what a piece costs when it comes into stock. It costs what its item does',
        reason: 'denied',
      },
    ]
  return []
}

/** Counts the rows that name stock. A row beyond the quantity on hand is wrong. */
export function createPieceTally() {
  const named = new Map<number, number>()
  return {
    add(row: PieceFileRow, one: PieceItem): ImportProblem[] {
      const there = namesStock(one) ? findStockOf(one, row) : undefined
      if (!there) return []
      const count = (named.get(there.inventoryID) ?? 0) + 1
      named.set(there.inventoryID, count)
      if (count <= there.quantity) return []
      const message = `${there.place} has ${there.quantity} of ${one.itemCode} on hand, and earlier rows name them all. Count the stock first, or leave the row out`
      return [{ column: 'item', message, reason: 'too_many' }]
    },
  }
}

/** A stored piece as far as the rules of its change need it. */
export type StoredPiece = Partial<PieceFileRow> & {
  number: string
  itemCode: string
  ofItem: { grams: number }
  /** Where the piece is, as the rest of a sentence: 'is at Main, On hand' or 'is sold in SO-2026-000012'. */
  whereabouts: string
}

/** Finds the problems of a row that changes a piece. Its item and its place are not changed by a file. */
export function findPieceChangeProblems(stored: StoredPiece, changes: Partial<PieceFileRow>): ImportProblem[] {
  const refuse = (column: string, message: string): ImportProblem => ({ column, message, reason: 'cannot_change' })
  if (changes.item !== undefined) return [refuse('item', `${stored.number} is a piece of ${stored.itemCode}`)]
  const moved = (['location', 'inventoryType'] as const).find((column) => changes[column] !== undefined)
  if (moved) return [refuse(moved, `${stored.number} ${stored.whereabouts}. A file moves no piece`)]
  const weight = findPieceWeightProblem({ ...stored, ...changes }, stored.ofItem)
  if (weight === null) return []
  return [refuse(changes.netGrams === undefined ? 'grams' : 'netGrams', weight)]
}
