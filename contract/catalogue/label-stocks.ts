/** A rectangle on a page or label, in millimetres from the upper left corner. */
export type Area = { x: number; y: number; width: number; height: number }

/** The label paper. All measures are in millimetres. */
export type LabelStock = {
  name: string
  page: { width: number; height: number }
  label: { width: number; height: number }
  /** The number of labels in one row and in one column, and the position of the first label's upper left corner. */
  across: number
  down: number
  left: number
  top: number
  /** The distance between the left edges of neighbouring labels, and between their upper edges. */
  stepX: number
  stepY: number
  /** The printable parts of a label. A folded tag has two, and the first holds the code. */
  parts: readonly Area[]
}

const a4 = { width: 210, height: 297 }

/** Returns a sheet of labels. The steps determine the gaps between labels. */
function createSheet(
  name: string,
  label: { width: number; height: number },
  grid: { across: number; down: number; left: number; top: number; stepX: number; stepY: number },
  edge: number,
): LabelStock {
  return { name, page: a4, label, ...grid, parts: [shrinkArea(label, edge)] }
}

/** Returns a roll for a label printer, where each page is one label. */
function createRoll(name: string, label: { width: number; height: number }, parts: readonly Area[]): LabelStock {
  const { width, height } = label
  return { name, page: label, label, across: 1, down: 1, left: 0, top: 0, stepX: width, stepY: height, parts }
}

const shrinkArea = ({ width, height }: { width: number; height: number }, edge: number): Area => ({
  x: edge,
  y: edge,
  width: width - 2 * edge,
  height: height - 2 * edge,
})

/** The common label papers that the shop can print on. */
export const labelStocks = {
  'sheet-65': createSheet(
    'A4 sheet, 65 labels of 38.1 × 21.2 mm',
    { width: 38.1, height: 21.2 },
    { across: 5, down: 13, left: 4.75, top: 10.7, stepX: 40.6, stepY: 21.2 },
    1.6,
  ),
  'sheet-24': createSheet(
    'A4 sheet, 24 labels of 70 × 37 mm',
    { width: 70, height: 37 },
    { across: 3, down: 8, left: 0, top: 0.5, stepX: 70, stepY: 37 },
    // These labels reach the paper's edge, where printers cannot print.
    5,
  ),
  'roll-50x30': createRoll('Label printer, 50 × 30 mm', { width: 50, height: 30 }, [
    shrinkArea({ width: 50, height: 30 }, 2),
  ]),
  'roll-40x20': createRoll('Label printer, 40 × 20 mm', { width: 40, height: 20 }, [
    shrinkArea({ width: 40, height: 20 }, 1.5),
  ]),
  'tag-rat-tail': createRoll('Jewelry tag, rat tail, 56 × 13 mm', { width: 56, height: 13 }, [
    // The tag is a flag of 32 mm, which is folded in the middle, and a tail, which goes around the piece.
    { x: 0.8, y: 0.8, width: 14.4, height: 11.4 },
    { x: 16.8, y: 0.8, width: 14.4, height: 11.4 },
  ]),
  'tag-barbell': createRoll('Jewelry tag, barbell, 68 × 10 mm', { width: 68, height: 10 }, [
    // The tag has a printed end of 26 mm on each side. The bridge between both ends goes around the piece.
    { x: 0.8, y: 0.8, width: 24.4, height: 8.4 },
    { x: 42.8, y: 0.8, width: 24.4, height: 8.4 },
  ]),
} as const satisfies Record<string, LabelStock>
export type LabelStockID = keyof typeof labelStocks
export const labelStockIDs = Object.keys(labelStocks) as [LabelStockID, ...LabelStockID[]]

export const countLabelsPerPage = (stock: LabelStockID) => labelStocks[stock].across * labelStocks[stock].down

/** Returns the position of the n-th label (from 0) on a page, counted row by row. */
export function locateLabel({ across, left, top, stepX, stepY }: LabelStock, n: number): { x: number; y: number } {
  return { x: left + (n % across) * stepX, y: top + Math.floor(n / across) * stepY }
}
