// Proves that a new fix never overlaps the fixes that a draft has, and that it decides its own cells and rows.
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { createFixFinder, findFixProblem } from '../../../../contract/imports/fix-rules.ts'
import type { Fix } from '../../../../contract/imports/fixes.ts'
import { addFix, describeFix } from './fixState.ts'

const place = fc.constantFrom(
  { reason: 'unknown_name', column: 'category' } as const,
  { reason: 'missing', column: 'category' } as const,
  { reason: 'missing', column: 'grams' } as const,
)
const scope = fc.oneof(
  fc.constant({}),
  fc.record({ cells: fc.uniqueArray(fc.constantFrom('Rings', 'rings', 'Pins', 'Chains'), { minLength: 1 }) }),
  fc.record({ rows: fc.uniqueArray(fc.integer({ min: 2, max: 6 }), { minLength: 1 }) }),
)
const way = fc.constantFrom(
  { does: 'leave_out' } as const,
  { does: 'fill', value: 'x' } as const,
  { does: 'fill', value: 'y' } as const,
)
const steps = fc.array(fc.record({ place, scope, way }), { minLength: 1, maxLength: 8 })

test('fixes added one after the other never overlap, and the last one decides', () => {
  fc.assert(
    fc.property(steps, (given) => {
      const distinct = given.map((one) => ({ ...one, scope: withoutDoubles(one.scope) }))
      let fixes: Fix[] = []
      for (const one of distinct) fixes = addFix(fixes, one.place, one.scope, one.way)
      expect(findFixProblem(fixes)).toBeNull()
      const last = distinct.at(-1)!
      const find = createFixFinder(fixes)
      const { rows = [99], cells = ['no such cell'] } = last.scope
      const decided = rows.flatMap((row) => cells.map((cell) => find(last.place, row, cell)?.way))
      expect(decided).toEqual(decided.map(() => last.way))
    }),
    { numRuns: 1000 },
  )
})

/** A list of cells names each text once, in any case. */
function withoutDoubles({ cells, rows }: { cells?: string[]; rows?: number[] }) {
  if (rows) return { rows }
  if (!cells) return {}
  return { cells: cells.filter((cell, n) => cells.findIndex((one) => one.toLowerCase() === cell.toLowerCase()) === n) }
}

test('describes a fix with its rows and its cells', () => {
  const cells = ['A', 'B', 'C', 'D', 'E', 'F']
  expect(describeFix('items', { reason: 'unknown_name', column: 'category', cells, way: { does: 'make' } }, 1200)).toBe(
    'Category is new in 1,200 rows (A, B, C, D, E, and 1 more): made',
  )
  expect(
    describeFix('items', { reason: 'too_many_decimals', column: 'price', way: { does: 'round', way: 'up' } }, 1),
  ).toBe('Price has too many decimals in 1 row: rounded up')
})

test('more rows join a fix whose pattern the server let start elsewhere', () => {
  const place = { reason: 'missing', column: 'itemCode' } as const
  const stored: Fix[] = [{ ...place, rows: [2], way: { does: 'fill', value: 'R-{n:4}', start: 7 } }]
  const added = addFix(stored, place, { rows: [5] }, { does: 'fill', value: 'R-{n:4}' })
  expect(added).toEqual([{ ...place, rows: [2, 5], way: { does: 'fill', value: 'R-{n:4}', start: 7 } }])
})
