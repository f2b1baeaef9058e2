import { expect, test } from 'vitest'

import { describeMetal } from './metal.ts'

test('the metal line has hallmark and grams, or the stone of a piece without gold', () => {
  const ring = { uom: 'PCS', grams: 2.1, karat: '18K', stone: 'diamond' } as const
  expect(describeMetal(ring)).toBe('18K 750 · 2.10 g')
  expect(describeMetal({ ...ring, karat: null })).toBe('diamond · 2.10 g')
  expect(describeMetal({ ...ring, uom: 'BULK' })).toBe('18K 750')
  expect(describeMetal({ uom: 'PCS', grams: 0, karat: null, stone: null })).toBe('')
})
