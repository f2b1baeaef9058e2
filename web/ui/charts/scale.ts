/** Where an axis from 0 is marked: at most five round figures, the last at or above the largest value. */
export function ticksTo(largest: number): number[] {
  if (largest <= 0) return [0, 1]
  const rough = largest / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 2.5, 5, 10].map((digit) => digit * power).find((size) => size >= rough * (1 - 1e-9))!
  const marks = Math.ceil(largest / step - 1e-9)
  return Array.from({ length: marks + 1 }, (_, n) => n * step)
}

/** Which of so many points are named on an axis where only so many names have room: evenly, the first among them. */
export function namedPoints(points: number, room: number): number[] {
  const every = Math.max(1, Math.ceil(points / Math.max(1, room)))
  return Array.from({ length: Math.ceil(points / every) }, (_, n) => n * every)
}
