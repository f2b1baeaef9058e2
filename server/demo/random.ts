/** A pseudo-random generator that gives the same numbers for the same seed on every machine. */
export type Random = ReturnType<typeof createRandom>

/**
 * Uses the generator mulberry32, which starts from a hash of the seed. It is small, fast, and uniform enough for a
 * demo.
 */
export function createRandom(seed: string) {
  let state = 2166136261
  for (const letter of seed) state = Math.imul(state ^ letter.charCodeAt(0), 16777619)
  /** Returns a number from 0 to below 1. */
  const fraction = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  /** Returns an integer from `least` to `most`, both included. */
  const whole = (least: number, most: number) => least + Math.floor(fraction() * (most - least + 1))
  return {
    fraction,
    whole,
    /** Returns true with this probability. */
    happens: (likelihood: number) => fraction() < likelihood,
    one: <T>(list: readonly T[]): T => list[whole(0, list.length - 1)]!,
    /** Returns a random entry of the list. An entry with a higher weight is more likely. */
    weighted: <T>(list: readonly (readonly [T, number])[]): T => {
      let left = fraction() * list.reduce((sum, [, weight]) => sum + weight, 0)
      for (const [value, weight] of list) if ((left -= weight) < 0) return value
      return list.at(-1)![0]
    },
  }
}

/**
 * Distributes an integer by weights, so that the parts add up exactly. Each part is rounded down, and those with the
 * largest remainders get one more.
 */
export function shareOut(total: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((one, other) => one + other, 0)
  const exact = weights.map((weight) => (total * weight) / sum)
  const parts = exact.map(Math.floor)
  const left = total - parts.reduce((one, other) => one + other, 0)
  const lost = exact.map((share, n) => [share - parts[n]!, n] as const).toSorted(([a, m], [b, n]) => b - a || m - n)
  for (const [, n] of lost.slice(0, left)) parts[n]! += 1
  return parts
}
