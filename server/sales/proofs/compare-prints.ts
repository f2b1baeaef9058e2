import { findPlacement, type Placement } from './align-prints.ts'
import { type Block, measureBlocks } from './find-changes.ts'
import { frameChanges, type Rectangle } from './frame-changes.ts'
import { type Print, printWidth } from './picture-print.ts'
import { refinePlacement } from './refine-placement.ts'

export type PrintComparison = {
  /** Both are the same pixels. */
  isSame: boolean
  /** Both are the same receipt, or one is the other with a few changes. A person decides what that means. */
  isAlike: boolean
  /** The rows of a print, of 270 columns, by which the text of the second lies below that of the first. */
  shift: number
  /** The largest difference of a block in grey levels, 0 to 255. */
  difference: number
  /** The part of the written blocks that differ, without the status bar: 0 to 1. */
  changed: number
  /** The lines of text in which they lie. */
  lines: number
  /** Whether the phone's status bars at the top are the same, other ones, or not both there. */
  statusBar: 'same' | 'other' | 'missing'
  /** The places that differ, in parts of the width and height of each picture. */
  blocks: { a: Rectangle; b: Rectangle }[]
}

/** The limits by which two prints are alike. `npm run bench:proofs` measures others beside them. */
export type PrintLimits = {
  /** A block that differs by more grey levels is changed. */
  difference: number
  /** The most that may be changed of one receipt. */
  changed: number
  /** The most changed lines of text, unless the status bars show that both are one screenshot. */
  lines: number
}

/**
 * Chosen on the first half of the receipts of `npm run bench:proofs` (docs/reference/proofs.md). Compression, cropping and
 * scaling make blocks differ by up to 10 grey levels, and one other digit by 12 or more in most pictures. An amount in
 * large digits that was changed, and so moved, is up to 15 % of all text. Another payment has at least two other lines, the
 * time and the reference, and a later clock in the status bar: with two lines, a third of them would be false alarms.
 */
export const printLimits: PrintLimits = { difference: 11, changed: 0.2, lines: 1 }
/** The rows of a status bar, and the least number of its written blocks. */
const [barRows, leastBarBlocks] = [20, 3]

const different: PrintComparison = {
  isSame: false,
  isAlike: false,
  shift: 0,
  difference: 255,
  changed: 1,
  lines: 0,
  statusBar: 'missing',
  blocks: [],
}
const same: PrintComparison = {
  ...different,
  isSame: true,
  isAlike: true,
  difference: 0,
  changed: 0,
  statusBar: 'same',
}

/**
 * Compares two pictures by their prints. It finds the same receipt after compression, scaling, cropping and in dark mode,
 * and the same screenshot with other facts. It cannot tell a screenshot without its status bar, in which two or more lines
 * were changed, from the next payment of the same person; such a pair is not alike. It warns, and never decides.
 */
export function comparePrints(a: Print, b: Print, limits = printLimits): PrintComparison {
  if (a.pixelHash === b.pixelHash) return same
  // The hashes give an order, so that the result does not depend on that of the arguments.
  return a.pixelHash < b.pixelHash ? compareInOrder(a, b, limits) : swapSides(compareInOrder(b, a, limits))
}

const swapSides = ({ shift, blocks, ...rest }: PrintComparison): PrintComparison => ({
  ...rest,
  shift: -shift,
  blocks: blocks.map(({ a, b }) => ({ a: b, b: a })),
})

function compareInOrder(a: Print, b: Print, limits: PrintLimits): PrintComparison {
  const found = findPlacement(a, b)
  if (!found) return different
  // The picture of fewer details comes first, because the other one can be drawn at its size without loss.
  return found.scale >= 1 ? compareAt(a, b, found, limits) : swapSides(compareAt(b, a, invert(found), limits))
}

const invert = ({ scale, left, top }: Placement): Placement => ({
  scale: 1 / scale,
  left: -left / scale,
  top: -top / scale,
})

function compareAt(a: Print, b: Print, rough: Placement, limits: PrintLimits): PrintComparison {
  const isChanged = ({ difference }: Block) => difference > limits.difference
  const placement = refinePlacement(a, b, rough)
  const { b: drawn, written } = measureBlocks(a, b, placement)
  const inBar = written.filter(({ y }) => y < barRows)
  const hasBar = Math.abs(placement.top) < 2 && inBar.length >= leastBarBlocks
  const text = hasBar ? written.filter(({ y }) => y >= barRows) : written
  if (text.length === 0) return different
  const statusBar = !hasBar ? 'missing' : inBar.some(isChanged) ? 'other' : 'same'
  const changed = text.filter(isChanged).length / text.length
  const measured = {
    ...different,
    shift: placement.top,
    difference: Math.max(...written.map(({ difference }) => difference)),
    changed,
    statusBar,
  } as const
  if (changed > limits.changed) return measured
  const grid = { grey: drawn.grey, width: printWidth }
  const places = frameChanges(a, grid, text.filter(isChanged))
  const lines = countLines(places)
  const all = [...(hasBar ? frameChanges(a, grid, inBar.filter(isChanged)) : []), ...places]
  return {
    ...measured,
    isAlike: statusBar === 'same' || lines <= limits.lines,
    lines,
    blocks: all.map((place) => ({ a: inParts(place, a.height), b: inParts(move(place, placement), b.height) })),
  }
}

/** Counts the lines of text that hold all places. */
function countLines(places: readonly Rectangle[]): number {
  let [lines, end] = [0, -Infinity]
  for (const { y, height } of places.toSorted((one, other) => one.y - other.y)) {
    if (y > end) lines++
    end = Math.max(end, y + height)
  }
  return lines
}

const move = ({ x, y, width, height }: Rectangle, { scale, left, top }: Placement): Rectangle => ({
  x: x * scale + left,
  y: y * scale + top,
  width: width * scale,
  height: height * scale,
})

function inParts({ x, y, width, height }: Rectangle, rows: number): Rectangle {
  const [left, top] = [Math.max(0, x), Math.max(0, y)]
  const [right, bottom] = [Math.min(printWidth, x + width), Math.min(rows, y + height)]
  return { x: left / printWidth, y: top / rows, width: (right - left) / printWidth, height: (bottom - top) / rows }
}
