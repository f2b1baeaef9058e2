import {
  averageAfter,
  costIn,
  type CostPer,
  fromStock,
  lineCost,
  orderedCostIn,
  receivingTotals,
  stockUnitCost,
  toStock,
  tooMuch,
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
import { peso, quantity } from '../../../lib/format.ts'

// A receiving as it stands in its form, before it is sent. Pure, so that the screen only shows it.

type ReceivingUom = (typeof receivingUoms)[number]
/** What is known of a line's item and of the ordered line that it fulfils. */
export type Fact = DraftLine & { poNumber: string | null }

const { unitCost, uom } = ReceivingLineInput.shape
const FormLine = z.object({
  /** Of its ordered line, or of its item in a direct receipt: a receiving has each once in its form. */
  key: z.string(),
  fact: z.custom<Fact>(),
  poReceivingItemID: z.number().nullable(),
  uom,
  /** Nothing, or 0: it has not arrived, and is not sent. */
  receivedQty: ReceivedQuantity.min(0).nullable(),
  unitCost,
  /** The cost as it was last typed, from which it is told in every other unit. */
  typed: z.custom<CostPer>(),
})
export type FormLine = z.input<typeof FormLine>

const { poID, referenceNumber, receivedDate, receivedByID, locationID } = ReceivingCreation.shape
/** What the form collects: a receiving's own fields, and a line for everything that may have arrived. */
export const ReceivingForm = z.object({
  poID,
  referenceNumber,
  receivedDate,
  receivedByID,
  locationID,
  items: z.array(FormLine).superRefine((lines, context) => {
    for (const [n, line] of lines.entries()) {
      const message = problemOf(line)
      if (message !== null) context.addIssue({ code: 'custom', message, path: [n, 'receivedQty'] })
    }
    if (!lines.some((line) => or0(line.receivedQty) > 0))
      context.addIssue({ code: 'custom', message: 'Enter what has arrived', path: [] })
  }),
})
export type ReceivingFormValues = z.input<typeof ReceivingForm>

/** A line as far as it can be reckoned with. */
const enteredOf = ({ uom, receivedQty, unitCost }: FormLine) => ({
  uom,
  receivedQty: Math.max(0, or0(receivedQty)),
  unitCost: Math.max(0, or0(unitCost)),
})

/** A typed number to reckon with: nothing, no number and more than there can be are 0. */
const or0 = (value: number | null) => (value !== null && Math.abs(value) < 1e12 ? value : 0)

const keyOf = ({ poItemID, itemID }: Pick<DraftLine, 'poItemID' | 'itemID'>) =>
  poItemID === null ? `item ${itemID}` : `line ${poItemID}`

const costOf = ({ uom, unitCost }: CostPer) => ({ unitCost, typed: { uom, unitCost } })

/** The line at another cost per unit, as somebody types it. */
export const withCost = (line: FormLine, unitCost: number): FormLine => ({ ...line, ...costOf({ ...line, unitCost }) })

/** The lines that a new receiving starts with: everything outstanding, as if all of it had arrived. */
export const linesOfDraft = ({ poNumber, items }: ReceivingDraftRow): FormLine[] =>
  items.map((line) => ({
    key: keyOf(line),
    fact: { ...line, poNumber },
    poReceivingItemID: null,
    uom: line.uom,
    receivedQty: line.receivedQty,
    ...costOf(line),
  }))

/** A stored receiving's lines, and after them what its order still waits for beside these, as not arrived. */
export function linesOfStored(receiving: WholeReceivingRow, draft: ReceivingDraftRow | null): FormLine[] {
  const poNumber = receiving.purchaseOrder?.poNumber ?? null
  const stored = receiving.items.map((line) => ({
    // Entered by other means, an item may stand in it more than once.
    key: `stored ${line.poReceivingItemID}`,
    fact: { ...line, poNumber },
    poReceivingItemID: line.poReceivingItemID,
    uom: line.uom,
    receivedQty: line.receivedQty,
    ...costOf(line),
  }))
  const others = (draft ? linesOfDraft(draft) : []).filter(
    ({ fact }) => !receiving.items.some(({ poItemID }) => poItemID === fact.poItemID),
  )
  return [...stored, ...others.map((line) => ({ ...line, receivedQty: 0 }))]
}

const weighed = ({ itemName, itemUom, grams }: Fact) => ({ itemName, uom: itemUom, grams })

/** What a line brings, in units of stock; 0 where nothing arrived, a sentence where its quantity cannot be. */
export const stockOf = ({ fact, uom, receivedQty }: FormLine): number | string =>
  or0(receivedQty) > 0 ? toStock(weighed(fact), { uom, receivedQty: receivedQty! }) : 0

const stockOr0 = (line: FormLine) => {
  const stock = stockOf(line)
  return typeof stock === 'number' ? stock : 0
}

/** What is wrong with a line's quantity, as the server would say it. */
export function problemOf(line: FormLine): string | null {
  const stock = stockOf(line)
  if (typeof stock === 'string') return stock
  const { fact } = line
  return fact.outstanding !== null && fact.poNumber !== null && stock > fact.outstanding
    ? tooMuch(weighed(fact), fact.outstanding, fact.poNumber)
    : null
}

/** What the line would cost as ordered; null without an order. */
export const orderedCostOf = ({ fact, uom }: FormLine) =>
  fact.orderedCost === null ? null : orderedCostIn(weighed(fact), fact.orderedCost, uom)

/** Whether the line costs something else than was ordered. */
export const costDiffers = (line: FormLine) => {
  const ordered = orderedCostOf(line)
  return ordered !== null && ordered !== line.unitCost
}

/** The units a line can be entered in; a weight only where one piece's is known. */
export const unitsFor = ({ itemUom, grams }: Fact) =>
  unitsOf(itemUom).filter((unit) => itemUom === 'BULK' || unit === itemUom || grams > 0)

/** The same goods at the same cost in another unit. */
export function inUnit(line: FormLine, uom: ReceivingUom): FormLine {
  const { fact, typed } = line
  const stock = stockOf(line)
  const asOrdered = fact.orderedCost !== null && !costDiffers(line)
  const told = asOrdered
    ? orderedCostOf({ ...line, uom })
    : costIn(weighed(fact), { ...typed, unitCost: Math.max(0, or0(typed.unitCost)) }, uom)
  return {
    ...line,
    uom,
    // What cannot be turned into stock stays as it was typed: perhaps only the unit was wrong.
    receivedQty: typeof stock === 'number' && stock > 0 ? fromStock(weighed(fact), uom, stock) : line.receivedQty,
    // A cost that is none stays too, with what is said about it.
    unitCost: or0(typed.unitCost) > 0 ? (told ?? line.unitCost) : line.unitCost,
  }
}

/**
 * What a scan of this item does: one piece more, in the item's own unit, on the first of its lines that waits for one;
 * null without a line.
 */
export function withOneMore(lines: readonly FormLine[], itemID: number): { lines: FormLine[]; line: FormLine } | null {
  const ofItem = lines.filter(({ fact }) => fact.itemID === itemID)
  const waits = (line: FormLine) => line.fact.outstanding === null || stockOr0(line) < line.fact.outstanding
  const found = ofItem.find(waits) ?? ofItem[0]
  if (!found) return null
  // What is weighed has no next piece, and a weight that fits no number of them is to be seen to first.
  if (found.fact.itemUom === 'BULK' || typeof stockOf(found) === 'string') return { lines: [...lines], line: found }
  const line = { ...inUnit(found, found.fact.itemUom), receivedQty: stockOr0(found) + 1 }
  return { lines: lines.map((one) => (one.key === found.key ? line : one)), line }
}

/** The feedback on a line that was scanned, and whether it is wrong. */
export function scanFeedback(line: FormLine): { text: string; wrong: boolean } {
  const problem = problemOf(line)
  if (problem !== null) return { text: problem, wrong: true }
  const { itemName, itemUom } = line.fact
  if (itemUom === 'BULK') return { text: `${itemName} is weighed: enter its weight`, wrong: false }
  return { text: `${itemName}: ${quantity(line.receivedQty!)} ${line.uom}`, wrong: false }
}

/** The items of these lines whose code, barcode or name this is; none where it is none. */
export const exactly = (lines: readonly FormLine[], text: string) => fitting(lines, (name) => name === lower(text))

/** The items of these lines of whose code, barcode or name this is a part. */
export const partly = (lines: readonly FormLine[], text: string) => fitting(lines, (name) => name.includes(lower(text)))

const lower = (text: string) => text.toLowerCase()

function fitting(lines: readonly FormLine[], fits: (name: string) => boolean) {
  const found = lines.filter(({ fact: { itemCode, barcode, itemName } }) =>
    [itemCode, barcode ?? '', itemName].some((name) => fits(lower(name))),
  )
  return [...new Map(found.map(({ fact }) => [fact.itemID, fact])).values()]
}

/** Nothing has arrived yet: how counting begins. */
export const noneArrived = (lines: readonly FormLine[]): FormLine[] =>
  lines.map((line) => ({ ...line, receivedQty: 0 }))

/** Everything outstanding as if all of it had arrived, in the items' own units at the ordered cost. */
export const allOutstanding = (lines: readonly FormLine[]): FormLine[] =>
  lines.map((line) => {
    const { itemUom, outstanding, orderedCost } = line.fact
    const own = { ...line, uom: unitsOf(itemUom)[0]!, receivedQty: outstanding }
    return orderedCost === null ? own : withCost(own, orderedCost)
  })

/** The line as the server will store it; null where nothing has arrived, or what cannot be. */
function resolved(line: FormLine) {
  const stockQty = stockOr0(line)
  if (stockQty === 0) return null
  const { fact } = line
  const entered = enteredOf(line)
  const whole = {
    ...entered,
    stockQty,
    stockUnitCost: stockUnitCost(weighed(fact), entered, stockQty, fact.orderedCost),
  }
  return { ...whole, lineCost: lineCost(whole, fact.orderedCost) }
}

/** What stands in the form together; `arrived` and `ordered` count lines of the order. */
export function summaryOf(lines: readonly FormLine[]) {
  const ordered = lines.filter(({ fact }) => fact.outstanding !== null)
  return {
    ...receivingTotals(lines.flatMap((line) => resolved(line) ?? [])),
    ordered: ordered.length,
    arrived: ordered.filter((line) => stockOr0(line) === line.fact.outstanding).length,
  }
}

/** What a line comes to, in pesos; 0 where nothing has arrived, or what cannot be. */
export const lineCostOf = (line: FormLine) => resolved(line)?.lineCost ?? 0

/** The item's average cost once all of its lines have come; null while nothing of it has. */
export function averageOf(lines: readonly FormLine[], { itemID, onHand, averageCostNow }: Fact): number | null {
  const arriving = lines.filter((line) => line.fact.itemID === itemID).flatMap((line) => resolved(line) ?? [])
  return arriving.length === 0 ? null : averageAfter({ onHand, averageCost: averageCostNow }, arriving)
}

/** The lines to send: those of which something has arrived. */
export const itemsToSend = (lines: readonly FormLine[]): z.input<typeof ReceivingLineInput>[] =>
  lines
    .filter((line) => or0(line.receivedQty) > 0)
    .map(({ poReceivingItemID, fact: { poItemID, itemID }, uom, receivedQty, unitCost }) => ({
      poReceivingItemID,
      poItemID,
      itemID,
      uom,
      receivedQty: receivedQty!,
      unitCost,
    }))

/** An amount of stock in words: `12 pieces`, `1 pair`, `40.5 g`. */
export function stockInWords(value: number, itemUom: Fact['itemUom']) {
  if (itemUom === 'BULK') return `${quantity(value)} g`
  const word = itemUom === 'PAIR' ? 'pair' : 'piece'
  return `${quantity(value)} ${word}${value === 1 ? '' : 's'}`
}

/** Lines in one text, for telling two versions of a form apart. */
export const linesInWords = (lines: readonly FormLine[]) =>
  lines
    .filter((line) => or0(line.receivedQty) > 0)
    .map(
      ({ fact, uom, receivedQty, unitCost }) => `${quantity(receivedQty!)} ${uom} ${fact.itemName}, ${peso(unitCost)}`,
    )
    .join('; ')
