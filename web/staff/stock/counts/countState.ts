import type { StockCountLine, StockCountSheet } from '../../../../contract/stock/stock-counts.ts'

/**
 * A change of one line: a new quantity (null clears it), one more (`more`), a piece that was found or is taken back, or the
 * start of a recount (`again`).
 */
export type LineChange = { counted: number | null } | { found: number } | { takenBack: number } | 'more' | 'again'

/** The filters for the lines of a sheet. */
export const shows = ['all', 'open', 'different', 'moved'] as const
export type Show = (typeof shows)[number]

const matchers: Record<Show, (line: StockCountLine) => boolean> = {
  all: () => true,
  open: (line) => line.counted === null,
  different: (line) => line.difference !== null && line.difference !== 0,
  moved: (line) => line.moved,
}

/** Returns the number of lines that match each filter. */
export const countByFilter = (lines: readonly StockCountLine[]): Record<Show, number> => ({
  all: lines.length,
  open: lines.filter(matchers.open).length,
  different: lines.filter(matchers.different).length,
  moved: lines.filter(matchers.moved).length,
})

/** Returns the keys of the lines that match now. These lines stay visible until the user chooses another filter. */
export const keysOf = (lines: readonly StockCountLine[], show: Show): ReadonlySet<number> =>
  new Set(lines.filter(matchers[show]).map(({ countLineID }) => countLineID))

/**
 * Returns the lines that match the filter now or matched it when it was chosen (`kept`). The text is searched in the
 * item's name, code and barcode.
 */
export function filterLines(
  lines: readonly StockCountLine[],
  { show, kept, text }: { show: Show; kept: ReadonlySet<number>; text: string },
): StockCountLine[] {
  const wanted = text.trim().toLowerCase()
  return lines.filter(
    (line) =>
      (matchers[show](line) || kept.has(line.countLineID)) &&
      [line.item.itemName, line.item.itemCode, line.item.barcode ?? ''].some((of) => of.toLowerCase().includes(wanted)),
  )
}

/**
 * Returns the line with exactly this barcode or item code, ignoring case. If an item has several types of stock,
 * returns the first line.
 */
export function findLineByCode(lines: readonly StockCountLine[], code: string): StockCountLine | undefined {
  const wanted = code.trim().toLowerCase()
  return lines
    .filter(({ item }) => item.itemCode.toLowerCase() === wanted || item.barcode?.toLowerCase() === wanted)
    .toSorted((a, b) => a.inventoryTypeID - b.inventoryTypeID)[0]
}

const formatLineCount = (n: number) => `${n} ${n === 1 ? 'line' : 'lines'}`

/** Describes the effect of finishing the sheet. */
export function describeFinish({ totalLines, countedLines, differences }: StockCountSheet): string {
  const counted =
    differences === null
      ? `${formatLineCount(countedLines)} counted: each difference becomes an adjustment that waits for approval.`
      : `${formatLineCount(countedLines)} counted, ${differences} with a difference: ${
          differences === 1 ? 'it becomes an adjustment that waits' : 'they become adjustments that wait'
        } for approval.`
  return `${counted} ${formatLineCount(totalLines - countedLines)} not counted: their stock is left alone.`
}

/** Returns the message that names the lines with unsaved changes, which prevent finishing. */
export const describeUnsaved = (names: readonly string[]) =>
  `The ${names.length === 1 ? 'count' : 'counts'} of ${names.join(', ')} ${names.length === 1 ? 'is' : 'are'} not saved`
