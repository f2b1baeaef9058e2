import { blockHeight, blockWidth, type Grid, spread, sumBlock } from './blocks.ts'
import type { Block } from './find-changes.ts'
import { type Print, printWidth } from './picture-print.ts'

export type Rectangle = { x: number; y: number; width: number; height: number }

/**
 * Pixels mark their cell that differ by at least this part of their block's largest difference, and by these grey levels.
 * In a block that only touches a changed line, the rest of its pixels differ a little too.
 */
const [leastPart, leastResidue] = [0.5, 24]
/** The size of a cell in pixels, and the gap of cells across which two are of one place: a space between groups of digits. */
const [cell, gapAcross] = [3, 3]
const columns = printWidth / cell
/** The pixels around a place that its rectangle leaves free. */
const margin = 2

/** Returns a rectangle around each place of the first print whose pixels differ: a word, or a line of a receipt. */
export function frameChanges(a: Print, b: Grid, changes: readonly Block[]): Rectangle[] {
  const marks = new Set<number>()
  for (const { x, y } of changes) markPixels({ grey: a.grey, width: printWidth }, b, x, y, marks)
  const places: Rectangle[] = []
  for (const start of [...marks].toSorted((one, other) => one - other)) {
    if (!marks.delete(start)) continue
    places.push(enclose(takeNeighbours(start, marks)))
  }
  return places
}

/** Marks the cells of a block whose pixels the other block does not explain. */
function markPixels(a: Grid, b: Grid, x: number, y: number, marks: Set<number>) {
  const from = y * printWidth + x
  const sums = sumBlock(a, from, b, from)
  const both = spread(sums)
  const gain = both.b > 1 ? both.ab / both.b : 0
  const offset = (sums.a - gain * sums.b) / (blockWidth * blockHeight)
  const residueAt = (at: number) => Math.abs(a.grey[at]! - gain * b.grey[at]! - offset)
  let least = leastResidue
  for (let row = 0; row < blockHeight; row++)
    for (let at = from + row * printWidth, end = at + blockWidth; at < end; at++)
      least = Math.max(least, leastPart * residueAt(at))
  for (let row = 0; row < blockHeight; row++)
    for (let at = from + row * printWidth, end = at + blockWidth; at < end; at++)
      if (residueAt(at) >= least)
        marks.add(Math.floor((y + row) / cell) * columns + Math.floor((at % printWidth) / cell))
}

/** Takes all marked cells that are connected with the first one. */
function takeNeighbours(start: number, marks: Set<number>): number[] {
  const taken = [start]
  for (const at of taken)
    for (let down = -1; down <= 1; down++)
      for (let across = -gapAcross; across <= gapAcross; across++) {
        const column = (at % columns) + across
        const next = at + down * columns + across
        if (column >= 0 && column < columns && marks.delete(next)) taken.push(next)
      }
  return taken
}

function enclose(cells: readonly number[]): Rectangle {
  const [xs, ys] = [cells.map((at) => at % columns), cells.map((at) => Math.floor(at / columns))]
  const [left, top] = [Math.min(...xs) * cell - margin, Math.min(...ys) * cell - margin]
  return {
    x: left,
    y: top,
    width: (Math.max(...xs) + 1) * cell + margin - left,
    height: (Math.max(...ys) + 1) * cell + margin - top,
  }
}
