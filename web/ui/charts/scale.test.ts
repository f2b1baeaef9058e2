import { expect, test } from 'vitest'

import { choosePoints, computeTicks, computeTicksBetween } from './scale.ts'

test.each([
  [0, [0, 1]],
  [1, [0, 0.25, 0.5, 0.75, 1]],
  [4, [0, 1, 2, 3, 4]],
  [7, [0, 2, 4, 6, 8]],
  [1000, [0, 250, 500, 750, 1000]],
  [6_742_000, [0, 2_000_000, 4_000_000, 6_000_000, 8_000_000]],
  [0.03, [0, 0.01, 0.02, 0.03]],
])('marks an axis to %d at round numbers', (largest, marks) => {
  expect(computeTicks(largest).map((mark) => Number(mark.toPrecision(12)))).toEqual(marks)
})

test('an axis reaches its largest value with two to six marks', () => {
  for (let largest = 0.01; largest < 1e15; largest *= 1.37) {
    const marks = computeTicks(largest)
    expect(marks.at(-1)!).toBeGreaterThanOrEqual(largest * (1 - 1e-9))
    expect(marks.length).toBeGreaterThanOrEqual(2)
    expect(marks.length).toBeLessThanOrEqual(6)
  }
})

test.each([
  [5660, 6710, [5500, 6000, 6500, 7000]],
  [100, 100, [100, 102.5]],
  [0, 1, [0, 0.25, 0.5, 0.75, 1]],
  [-3, 5, [-4, -2, 0, 2, 4, 6]],
])('marks an axis from %d to %d around its values', (least, largest, marks) => {
  expect(computeTicksBetween(least, largest).map((mark) => Number(mark.toPrecision(12)))).toEqual(marks)
})

test('an axis reaches its least and largest value with two to seven marks', () => {
  for (let least = 0.01; least < 1e9; least *= 1.83)
    for (const share of [0, 0.001, 0.07, 0.5, 3]) {
      const largest = least * (1 + share)
      const marks = computeTicksBetween(least, largest)
      expect(marks[0]!).toBeLessThanOrEqual(least * (1 + 1e-9))
      expect(marks.at(-1)!).toBeGreaterThanOrEqual(largest * (1 - 1e-9))
      expect(marks.length).toBeGreaterThanOrEqual(2)
      expect(marks.length).toBeLessThanOrEqual(7)
    }
})

test('spreads labels evenly, as many as fit', () => {
  expect(choosePoints(7, 10)).toEqual([0, 1, 2, 3, 4, 5, 6])
  expect(choosePoints(30, 6)).toEqual([0, 5, 10, 15, 20, 25])
  expect(choosePoints(3, 0)).toEqual([0])
})
