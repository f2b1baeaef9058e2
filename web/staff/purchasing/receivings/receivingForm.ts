import {
  computeAverageCost,
  convertCost,
  type CostPer,
  fromStock,
  computeLineCost,
  convertOrderedCost,
  computeStockUnitCost,
  toStock,
  describeExcess,
  unitsOf,
} from '../../../../contract/purchasing/receiving-units.ts'
import {
  type DraftLine,
  ReceivingCreation,
  type ReceivingDraftRow,
  ReceivingLineInput,
  type receivingUoms,
  type WholeReceivingRow,
} from '../../../../contract/purchasing/receivings.ts'
import { ReceivedQuantity } from '../../../../contract/shared/fields.ts'
import { z } from '../../../../contract/shared/zod.ts'
import { formatInUnit, formatPeso, formatQuantity } from '../../../lib/format.ts'
import {
  describePieces,
  enteredOfPiece,
  type EnteredPiece,
  findPiecesProblem,
  findTwice,
  listPiecesToSend,
} from './receivingPieces.ts'

// This file is the model of the receiving form. Its functions are pure, so that the components only render.

type ReceivingUom = (typeof receivingUoms)[number]
/** The data of a line's item, and of the order's line that this line fulfils. */
export type Fact = DraftLine & { poNumber: string | null }

/** A cost per unit. It is absent where costs are hidden from this person. */
type TypedCost = Pick<CostPer, 'uom'> & { unitCost?: number | undefined }

const { unitCost, uom } = ReceivingLineInput.shape
const FormLine = z.object({
  /** Unique within the form: derived from the ordered line, or from the item in a receipt without an order. */
  key: z.string(),
  fact: z.custom<Fact>(),
  poReceivingItemID: z.number().nullable(),
  uom,
  /** Null or 0 if nothing of this line has arrived. Such a line is not sent to the server. */
  receivedQty: ReceivedQuantity.min(0).nullable(),
  unitCost,
  /**
   * The cost that the user typed last. Costs in other units are computed from it, so that rounding errors do not add
   * up.
   */
  typed: z.custom<TypedCost>(),
  /** The pieces of an item that is kept by piece, as far as something is entered about them. */
  pieces: z.custom<EnteredPiece[]>(),
})
export type FormLine = z.input<typeof FormLine>

const { poID, referenceNumber, receivedDate, receivedByID, locationID } = ReceivingCreation.shape
/** The values of the form: the receiving's own fields, and a line for each item that may have arrived. */
export const ReceivingForm = z.object({
  poID,
  referenceNumber,
  receivedDate,
  receivedByID,
  locationID,
  items: z.array(FormLine).superRefine((lines, context) => {
    for (const [n, line] of lines.entries()) {
      const message = findProblem(line) ?? findProblemOfPieces(line)
      if (message !== null) context.addIssue({ code: 'custom', message, path: [n, 'receivedQty'] })
    }
    const twice = findTwice(lines)
    if (twice !== null) context.addIssue({ code: 'custom', message: twice, path: [] })
    if (!lines.some((line) => finiteOr0(line.receivedQty) > 0))
      context.addIssue({ code: 'custom', message: 'Enter what has arrived', path: [] })
  }),
})
export type ReceivingFormValues = z.input<typeof ReceivingForm>

/** Returns the line's figures with invalid or negative numbers replaced by 0. */
const enteredOf = ({ uom, receivedQty, unitCost }: FormLine) => ({
  uom,
  receivedQty: Math.max(0, finiteOr0(receivedQty)),
  unitCost: Math.max(0, finiteOr0(unitCost)),
})

/** Returns 0 for a number that is missing, NaN or too large. */
const finiteOr0 = (value: number | null | undefined) =>
  typeof value === 'number' && Math.abs(value) < 1e12 ? value : 0

const keyOf = ({ poItemID, itemID }: Pick<DraftLine, 'poItemID' | 'itemID'>) =>
  poItemID === null ? `item ${itemID}` : `line ${poItemID}`

const costOf = ({ uom, unitCost }: TypedCost) => ({ unitCost, typed: { uom, unitCost } })

/** Returns the line with a newly typed cost per unit. */
export const withCost = (line: FormLine, unitCost: number): FormLine => ({ ...line, ...costOf({ ...line, unitCost }) })

/** Returns the lines of a new receiving: all outstanding quantities, as if everything had arrived. */
export const linesOfDraft = ({ poNumber, items }: ReceivingDraftRow): FormLine[] =>
  items.map((line) => ({
    key: keyOf(line),
    fact: { ...line, poNumber },
    poReceivingItemID: null,
    uom: line.uom,
    receivedQty: line.receivedQty,
    ...costOf(line),
    pieces: [],
  }))

/** Returns the stored lines, followed by the order's other outstanding lines with quantity 0. */
export function linesOfStored(receiving: WholeReceivingRow, draft: ReceivingDraftRow | null): FormLine[] {
  const poNumber = receiving.purchaseOrder?.poNumber ?? null
  const stored = receiving.items.map((line) => ({
    // A receiving from another client can contain an item more than once. The key of the stored line is always unique.
    key: `stored ${line.poReceivingItemID}`,
    fact: { ...line, poNumber },
    poReceivingItemID: line.poReceivingItemID,
    uom: line.uom,
    receivedQty: line.receivedQty,
    ...costOf(line),
    pieces: line.pieces.map(enteredOfPiece),
  }))
  const others = (draft ? linesOfDraft(draft) : []).filter(
    ({ fact }) => !receiving.items.some(({ poItemID }) => poItemID === fact.poItemID),
  )
  return [...stored, ...others.map((line) => ({ ...line, receivedQty: 0 }))]
}

const weightOf = ({ itemName, itemUom, grams }: Fact) => ({ itemName, uom: itemUom, grams })

/** Returns the line's quantity in units of stock: 0 if nothing arrived, an error message if it is invalid. */
export const stockOf = ({ fact, uom, receivedQty }: FormLine): number | string =>
  finiteOr0(receivedQty) > 0 ? toStock(weightOf(fact), { uom, receivedQty: receivedQty! }) : 0

/** Returns the line's quantity in units of stock; 0 if it is invalid. */
export const stockOr0 = (line: FormLine) => {
  const stock = stockOf(line)
  return typeof stock === 'number' ? stock : 0
}

/** Returns the error message for a line's quantity, in the same words as the server's; null if it is valid. */
export function findProblem(line: FormLine): string | null {
  const stock = stockOf(line)
  if (typeof stock === 'string') return stock
  const { fact } = line
  return fact.outstanding !== null && fact.poNumber !== null && stock > fact.outstanding
    ? describeExcess(weightOf(fact), fact.outstanding, fact.poNumber)
    : null
}

/** Returns the error message for a line's pieces; null if they are valid. */
export const findProblemOfPieces = (line: FormLine) => findPiecesProblem(line.fact, line.pieces, stockOr0(line))

/** Returns the ordered cost in the line's unit, or null without an order. */
export const orderedCostOf = ({ fact, uom }: FormLine) =>
  typeof fact.orderedCost !== 'number' ? null : convertOrderedCost(weightOf(fact), fact.orderedCost, uom)

/** Whether the line's cost differs from the ordered cost. Where costs are hidden, the stored line says so. */
export const isOtherCost = (line: FormLine) => {
  if (line.unitCost === undefined) return line.fact.isAtOrderedCost === false
  const ordered = orderedCostOf(line)
  return ordered !== null && ordered !== line.unitCost
}

/** Returns the units that a line accepts. Weights need the item's weight per piece. */
export const unitsOfLine = ({ itemUom, grams }: Fact) =>
  unitsOf(itemUom).filter((unit) => itemUom === 'BULK' || unit === itemUom || grams > 0)

/** Returns the line converted to another unit, at the same total cost. */
export function convertUnit(line: FormLine, uom: ReceivingUom): FormLine {
  const { fact, typed } = line
  const stock = stockOf(line)
  const asOrdered = typeof fact.orderedCost === 'number' && !isOtherCost(line)
  const converted = asOrdered
    ? orderedCostOf({ ...line, uom })
    : convertCost(weightOf(fact), { ...typed, unitCost: Math.max(0, finiteOr0(typed.unitCost)) }, uom)
  return {
    ...line,
    uom,
    // A quantity that cannot be converted stays as it is, because the unit may have been the mistake.
    receivedQty: typeof stock === 'number' && stock > 0 ? fromStock(weightOf(fact), uom, stock) : line.receivedQty,
    // An invalid cost also stays as it is, so that its error message stays visible.
    unitCost: finiteOr0(typed.unitCost) > 0 ? (converted ?? line.unitCost) : line.unitCost,
  }
}

/**
 * Counts a scanned item: adds one piece to its first line that has not reached the outstanding quantity. Returns null
 * if the item has no line.
 */
export function withOneMore(lines: readonly FormLine[], itemID: number): { lines: FormLine[]; line: FormLine } | null {
  const ofItem = lines.filter(({ fact }) => fact.itemID === itemID)
  const isWaiting = (line: FormLine) => line.fact.outstanding === null || stockOr0(line) < line.fact.outstanding
  const found = ofItem.find(isWaiting) ?? ofItem[0]
  if (!found) return null
  // A scan cannot add one to an item that is sold by weight, or to a line with an invalid quantity.
  if (found.fact.itemUom === 'BULK' || typeof stockOf(found) === 'string') return { lines: [...lines], line: found }
  const line = { ...convertUnit(found, found.fact.itemUom), receivedQty: stockOr0(found) + 1 }
  return { lines: lines.map((one) => (one.key === found.key ? line : one)), line }
}

/** Returns the feedback on a line that was scanned. `wrong` marks an error. */
export function describeScan(line: FormLine): { text: string; wrong: boolean } {
  const problem = findProblem(line)
  if (problem !== null) return { text: problem, wrong: true }
  const { itemName, itemUom } = line.fact
  if (itemUom === 'BULK') return { text: `${itemName} is weighed: enter its weight`, wrong: false }
  return { text: `${itemName}: ${formatQuantity(line.receivedQty!)} ${line.uom}`, wrong: false }
}

/** Returns the lines with quantity 0, so that a person can count from the start. */
export const clearQuantities = (lines: readonly FormLine[]): FormLine[] =>
  lines.map((line) => ({ ...line, receivedQty: 0 }))

/** Returns the lines with their full outstanding quantities, in the item's unit at the ordered cost. */
export const fillOutstanding = (lines: readonly FormLine[]): FormLine[] =>
  lines.map((line) => {
    const { itemUom, outstanding, orderedCost } = line.fact
    const own = { ...line, uom: unitsOf(itemUom)[0]!, receivedQty: outstanding }
    return typeof orderedCost === 'number' ? withCost(own, orderedCost) : own
  })

/** Returns the line as the server will store it, or null if nothing arrived or the quantity is invalid. */
export function resolveLine(line: FormLine) {
  const stockQty = stockOr0(line)
  if (stockQty === 0) return null
  const { fact } = line
  const orderedCost = fact.orderedCost ?? null
  const entered = enteredOf(line)
  const resolved = {
    ...entered,
    stockQty,
    stockUnitCost: computeStockUnitCost(weightOf(fact), entered, stockQty, orderedCost),
  }
  return { ...resolved, lineCost: computeLineCost(resolved, orderedCost) }
}

/** Returns the cost of a line in pesos; 0 if nothing arrived or the quantity is invalid. */
export const lineCostOf = (line: FormLine) => resolveLine(line)?.lineCost ?? 0

/**
 * Returns the item's average cost after this receiving. It is null if none of its lines arrived, and where costs are
 * hidden.
 */
export function computeAverage(lines: readonly FormLine[], fact: Fact): number | null {
  const { onHand, stockValue, averageCostNow } = fact
  if (stockValue === undefined || averageCostNow === undefined) return null
  const arriving = lines.filter((line) => line.fact.itemID === fact.itemID).flatMap((line) => resolveLine(line) ?? [])
  return arriving.length === 0 ? null : computeAverageCost({ onHand, stockValue, averageCostNow }, arriving)
}

/** Returns the lines to send: those with a quantity above 0. */
export const listItemsToSend = (lines: readonly FormLine[]): z.input<typeof ReceivingLineInput>[] =>
  lines
    .filter((line) => finiteOr0(line.receivedQty) > 0)
    .map((line) => ({
      poReceivingItemID: line.poReceivingItemID,
      poItemID: line.fact.poItemID,
      itemID: line.fact.itemID,
      uom: line.uom,
      receivedQty: line.receivedQty!,
      unitCost: line.unitCost,
      ...(line.fact.byPiece && { pieces: listPiecesToSend(line.pieces, stockOr0(line)) }),
    }))

/** Formats an amount of stock: `12 pieces`, `1 pair`, `40.5 g`. */
export function formatStock(value: number, itemUom: Fact['itemUom']) {
  if (itemUom === 'BULK') return formatInUnit(value, itemUom)
  const word = itemUom === 'PAIR' ? 'pair' : 'piece'
  return `${formatQuantity(value)} ${word}${value === 1 ? '' : 's'}`
}

/** Describes the lines in text, to compare two versions of a form. */
export const describeLines = (lines: readonly FormLine[]) =>
  lines
    .filter((line) => finiteOr0(line.receivedQty) > 0)
    .map(({ fact, uom, receivedQty, unitCost, pieces }) =>
      [
        `${formatQuantity(receivedQty!)} ${uom} ${fact.itemName}`,
        unitCost !== undefined && formatPeso(unitCost),
        describePieces(pieces),
      ]
        .filter(Boolean)
        .join(', '),
    )
    .join('; ')
