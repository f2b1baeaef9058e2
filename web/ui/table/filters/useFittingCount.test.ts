import { expect, test } from 'vitest'

import { countFitting } from './useFittingCount.ts'

test('counts the widths that fit, with their gaps', () => {
  expect(countFitting([], 8, 0)).toBe(0)
  expect(countFitting([100, 100, 100], 8, 316)).toBe(3)
  expect(countFitting([100, 100, 100], 8, 315)).toBe(2)
  expect(countFitting([100, 100, 100], 8, 99)).toBe(0)
})
