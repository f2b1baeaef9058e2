/** Returns the marks of an axis from 0: at most five round numbers, the last one at or above the largest value. */
export function computeTicks(largest: number): number[] {
  if (largest <= 0) return [0, 1]
  const rough = largest / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 2.5, 5, 10].map((digit) => digit * power).find((size) => size >= rough * (1 - 1e-9))!
  const marks = Math.ceil(largest / step - 1e-9)
  return Array.from({ length: marks + 1 }, (_, n) => n * step)
}

/** Returns the marks of an axis around values: at most seven round numbers, from below the least to above the largest. */
export function computeTicksBetween(least: number, largest: number): number[] {
  // A line without a change lies between two marks.
  const span = largest > least ? largest - least : Math.max(Math.abs(largest), 1) / 10
  const step = computeTicks(span).at(1)!
  const first = Math.floor(least / step + 1e-9)
  const last = Math.max(first + 1, Math.ceil(largest / step - 1e-9))
  return Array.from({ length: last - first + 1 }, (_, n) => (first + n) * step)
}

/**
 * Returns the indexes of the points to label on an axis with space for `room` labels: evenly spaced, starting with the
 * first.
 */
export function choosePoints(points: number, room: number): number[] {
  const every = Math.max(1, Math.ceil(points / Math.max(1, room)))
  return Array.from({ length: Math.ceil(points / every) }, (_, n) => n * every)
}
