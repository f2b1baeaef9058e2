import type { Placement } from './align-prints.ts'
import {
  blockHeight,
  blockWidth,
  differ,
  type Grid,
  resample,
  spread,
  sumBlock,
  sumPixels,
  type Sums,
} from './blocks.ts'
import { type Print, printWidth } from './picture-print.ts'

/** A block of the first print, at the index of its first pixel. */
export type Block = { x: number; y: number; difference: number }

/** The blocks of the part that two prints share. They overlap by half in both directions. */
export type Found = { b: Grid; written: Block[] }

/** Variance from which a block counts as written. */
const leastVariance = 40
/** Blocks that differ less are not looked for beside their place. */
const close = 6
/** The pixels of a cell, of which a block has two by two. */
const [cellWidth, cellHeight] = [blockWidth / 2, blockHeight / 2]

/** Measures the difference of all written blocks that lie on both prints. */
export function measureBlocks(a: Print, b: Print, placement: Placement): Found {
  const [gridA, gridB] = [
    { grey: a.grey, width: printWidth },
    { grey: resample(b, placement, printWidth, a.height), width: printWidth },
  ]
  const { scale, left, top } = placement
  // One pixel remains at each edge, for the search beside a block's place.
  const first = (offset: number) => Math.max(1, Math.ceil(-offset / scale))
  const last = (size: number, offset: number, most: number) =>
    Math.min(most - 1, Math.floor((size - 1 - offset) / scale))
  const [x0, y0] = [first(left), first(top)]
  const columns = Math.floor((last(printWidth, left, printWidth) - x0) / cellWidth)
  const rows = Math.floor((last(b.height, top, a.height) - y0) / cellHeight)
  const startOf = (column: number, row: number) => (y0 + row * cellHeight) * printWidth + x0 + column * cellWidth
  const cells: Sums[] = []
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const from = startOf(column, row)
      cells.push(sumPixels(gridA, from, gridB, from, cellWidth, cellHeight))
    }
  const written: Block[] = []
  for (let row = 0; row + 1 < rows; row++)
    for (let column = 0; column + 1 < columns; column++) {
      const at = row * columns + column
      const both = spread(addCells(cells[at]!, cells[at + 1]!, cells[at + columns]!, cells[at + columns + 1]!))
      if (both.a < leastVariance && both.b < leastVariance) continue
      written.push({ x: x0 + column * cellWidth, y: y0 + row * cellHeight, difference: differ(both) })
    }
  for (const block of written)
    if (block.difference > close)
      block.difference = searchAround(gridA, gridB, block.y * printWidth + block.x, block.difference)
  return { b: gridB, written }
}

const addCells = (one: Sums, two: Sums, three: Sums, four: Sums): Sums => ({
  a: one.a + two.a + three.a + four.a,
  b: one.b + two.b + three.b + four.b,
  aa: one.aa + two.aa + three.aa + four.aa,
  bb: one.bb + two.bb + three.bb + four.bb,
  ab: one.ab + two.ab + three.ab + four.ab,
})

/** Returns the least difference of a block within a pixel of its place. */
function searchAround(a: Grid, b: Grid, from: number, difference: number): number {
  let least = difference
  for (let dy = -1; dy <= 1; dy++)
    for (let dx = -1; dx <= 1; dx++)
      if (dx !== 0 || dy !== 0)
        least = Math.min(least, differ(spread(sumBlock(a, from, b, from + dy * printWidth + dx))))
  return least
}
