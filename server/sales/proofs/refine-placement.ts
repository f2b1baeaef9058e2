import type { Placement } from './align-prints.ts'
import { blockHeight, blockWidth, correlate, resample, spread, sumBlock } from './blocks.ts'
import { type Print, printWidth } from './picture-print.ts'

/** How far a block is searched from its expected place, in pixels. */
const reach = 3
/** Maximum number of blocks that are searched. More would make the place no more exact. */
const mostBlocks = 32
/** The variance of a block with writing, and how well a block must be explained to count as found. */
const [written, found] = [300, 0.7]
/** A found block further than this from where the others say is another text. */
const astray = 0.8

/** A block at its middle, and by how much it lies beside its expected place. */
type Sighting = { x: number; y: number; dx: number; dy: number }

/** Corrects a placement to a fraction of a pixel, by searching the blocks with the most writing. */
export function refinePlacement(a: Print, b: Print, rough: Placement): Placement {
  const starts = chooseBlocks(a, b, rough)
  let placement = rough
  for (let round = 0; round < 3; round++) {
    const sightings = starts.map((start) => searchBlock(a, b, placement, start)).filter((seen) => seen !== null)
    const fit = fitSightings(sightings)
    if (!fit) return placement
    const { scale, left, top } = placement
    placement = { scale: scale * (1 + fit.growth), left: left + scale * fit.dx, top: top + scale * fit.dy }
    const change = Math.abs(fit.growth) * b.height + Math.abs(fit.dx) + Math.abs(fit.dy)
    if (change < 0.2) break
  }
  return placement
}

/** Returns the first pixels of blocks with writing that lie on both prints, evenly taken from all of them. */
function chooseBlocks(a: Print, b: Print, { scale, left, top }: Placement): number[] {
  const grid = { grey: a.grey, width: printWidth }
  const starts: number[] = []
  for (let y = reach; y + blockHeight + reach <= a.height; y += blockHeight) {
    const middle = (y + blockHeight / 2) * scale + top
    if (middle < 0 || middle > b.height) continue
    for (let x = reach; x + blockWidth + reach <= printWidth; x += blockWidth) {
      const across = (x + blockWidth / 2) * scale + left
      const from = y * printWidth + x
      if (across > 0 && across < printWidth && spread(sumBlock(grid, from, grid, from)).a > written) starts.push(from)
    }
  }
  const each = Math.max(1, starts.length / mostBlocks)
  return Array.from({ length: Math.min(mostBlocks, starts.length) }, (_, n) => starts[Math.floor(n * each)]!)
}

/** Searches a block of `a` around its expected place in `b`, always towards the better neighbour. */
function searchBlock(a: Print, b: Print, { scale, left, top }: Placement, start: number): Sighting | null {
  const [x, y] = [start % printWidth, Math.floor(start / printWidth)]
  const width = blockWidth + 2 * reach
  const origin = { scale, left: (x - reach) * scale + left, top: (y - reach) * scale + top }
  const around = { grey: resample(b, origin, width, blockHeight + 2 * reach), width }
  const grid = { grey: a.grey, width: printWidth }
  const known = new Map<number, number>()
  const look = (dx: number, dy: number): number => {
    if (Math.abs(dx) > reach || Math.abs(dy) > reach) return 0
    const from = (dy + reach) * width + dx + reach
    const before = known.get(from)
    if (before !== undefined) return before
    const explained = correlate(spread(sumBlock(grid, start, around, from)))
    known.set(from, explained)
    return explained
  }
  let [dx, dy] = [0, 0]
  for (let step = 0; step < 2 * reach; step++) {
    const steps = [
      [0, 0],
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
    ] as const
    const [right, down] = steps.reduce((best, to) =>
      look(dx + to[0], dy + to[1]) > look(dx + best[0], dy + best[1]) ? to : best,
    )
    if (right === 0 && down === 0) break
    dx += right
    dy += down
  }
  if (look(dx, dy) < found) return null
  return {
    x: x + blockWidth / 2,
    y: y + blockHeight / 2,
    dx: dx + findPeak(look(dx - 1, dy), look(dx, dy), look(dx + 1, dy)),
    dy: dy + findPeak(look(dx, dy - 1), look(dx, dy), look(dx, dy + 1)),
  }
}

/** Returns where between three neighbours a parabola through them is highest, from the middle one. */
function findPeak(before: number, at: number, after: number): number {
  const bend = before - 2 * at + after
  return bend < 0 ? Math.max(-0.5, Math.min(0.5, (before - after) / (2 * bend))) : 0
}

/** Finds the shift and the growth that most sightings agree on. Returns null for too few of them. */
function fitSightings(all: readonly Sighting[]) {
  let fit: { growth: number; dx: number; dy: number } | null = null
  let kept = all
  for (let round = 0; round < 3 && kept.length >= 4; round++) {
    const mean = (of: (seen: Sighting) => number) => kept.reduce((sum, seen) => sum + of(seen), 0) / kept.length
    const middle = { x: mean(({ x }) => x), y: mean(({ y }) => y), dx: mean(({ dx }) => dx), dy: mean(({ dy }) => dy) }
    const apart = mean(({ x, y }) => (x - middle.x) ** 2 + (y - middle.y) ** 2)
    const grown = mean(({ x, y, dx, dy }) => (x - middle.x) * (dx - middle.dx) + (y - middle.y) * (dy - middle.dy))
    const growth = apart > 0 ? grown / apart : 0
    const agreed = { growth, dx: middle.dx - growth * middle.x, dy: middle.dy - growth * middle.y }
    kept = all.filter(
      ({ x, y, dx, dy }) =>
        Math.abs(dx - growth * x - agreed.dx) < astray && Math.abs(dy - growth * y - agreed.dy) < astray,
    )
    fit = agreed
  }
  return fit
}
