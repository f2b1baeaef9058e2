import type { StockCountLine, StockCountSheet } from '../../../../contract/stock/stock-counts.ts'

/** What is done to a line: it is counted (null: not any more), one more is found, or it is counted again. */
export type Deed = { counted: number | null } | 'more' | 'again'

/** Which lines of a sheet are shown. */
export const shows = ['all', 'open', 'different', 'moved'] as const
export type Show = (typeof shows)[number]

const fits: Record<Show, (line: StockCountLine) => boolean> = {
  all: () => true,
  open: (line) => line.counted === null,
  different: (line) => line.difference !== null && line.difference !== 0,
  moved: (line) => line.moved,
}

/** How many lines each choice shows. */
export const tallies = (lines: readonly StockCountLine[]): Record<Show, number> => ({
  all: lines.length,
  open: lines.filter(fits.open).length,
  different: lines.filter(fits.different).length,
  moved: lines.filter(fits.moved).length,
})

/** The keys of the lines that fit now. They stay in sight until another choice is made, however they are counted. */
export const keysOf = (lines: readonly StockCountLine[], show: Show): ReadonlySet<number> =>
  new Set(lines.filter(fits[show]).map(({ countLineID }) => countLineID))

/** The lines that fit, or did when they were chosen (`kept`), and hold the text in their name, code or barcode. */
export function visibleLines(
  lines: readonly StockCountLine[],
  { show, kept, text }: { show: Show; kept: ReadonlySet<number>; text: string },
): StockCountLine[] {
  const wanted = text.trim().toLowerCase()
  return lines.filter(
    (line) =>
      (fits[show](line) || kept.has(line.countLineID)) &&
      [line.item.itemName, line.item.itemCode, line.item.barcode ?? ''].some((of) => of.toLowerCase().includes(wanted)),
  )
}

/** The line with exactly this barcode or item code, whatever its case; of several kinds of stock the first. */
export function lineWithCode(lines: readonly StockCountLine[], code: string): StockCountLine | undefined {
  const wanted = code.trim().toLowerCase()
  return lines
    .filter(({ item }) => item.itemCode.toLowerCase() === wanted || item.barcode?.toLowerCase() === wanted)
    .toSorted((a, b) => a.inventoryTypeID - b.inventoryTypeID)[0]
}

const linesOf = (n: number) => `${n} ${n === 1 ? 'line' : 'lines'}`

/** What finishing the sheet leads to, before it is done. */
export function beforeFinish({ totalLines, countedLines, differences }: StockCountSheet): string {
  const counted =
    differences === null
      ? `${linesOf(countedLines)} counted: each difference becomes an adjustment that waits for approval.`
      : `${linesOf(countedLines)} counted, ${differences} with a difference: ${
          differences === 1 ? 'it becomes an adjustment that waits' : 'they become adjustments that wait'
        } for approval.`
  return `${counted} ${linesOf(totalLines - countedLines)} not counted: their stock is left alone.`
}

/** Which lines keep the sheet from being finished, because what was done to them last is not saved. */
export const notSaved = (names: readonly string[]) =>
  `The ${names.length === 1 ? 'count' : 'counts'} of ${names.join(', ')} ${names.length === 1 ? 'is' : 'are'} not saved`
