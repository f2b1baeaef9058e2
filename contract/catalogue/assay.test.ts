import { expect, test } from 'vitest'

import { computeMargin, computePesosPerGram, describeAssay, describePiece } from './assay.ts'

const ring = {
  uom: 'PCS',
  grams: 2.1,
  karat: '18K',
  stone: 'diamond',
  size: '11',
  certificateNumber: 'CGL 204801',
} as const
const plain = { ...ring, stone: null, size: null, certificateNumber: null }

test('describes a piece by what can be measured, and leaves out what is not known', () => {
  expect(describePiece(ring)).toBe('18K 750 · 2.10 g · diamond · size 11 · CGL 204801')
  expect(describePiece({ ...ring, size: 'Size 11' })).toContain(' · Size 11 · ')
  expect(describePiece(plain)).toBe('18K 750 · 2.10 g')
  // Customers see the price of a gram where the gold is the price.
  expect(describeAssay(ring, 24_150)).toBe('18K 750 · 2.10 g · ₱11,500/g')
  expect(describeAssay({ ...plain, karat: null, grams: 0 }, 24_150)).toBe('')
  expect(describePiece(plain, 24_150)).toBe('18K 750 · 2.10 g · ₱11,500/g')
  expect(describePiece(ring, 24_150)).not.toContain('/g')
  expect(describePiece({ ...plain, uom: 'BULK', grams: 1 }, 11_500)).toBe('18K 750')
  expect(describePiece({ ...plain, karat: null, grams: 0, stone: 'sapphire' })).toBe('sapphire')
  expect(describePiece({ ...plain, uom: 'BULK', grams: 1 })).toBe('18K 750')
  expect(describePiece({ ...plain, karat: null, grams: 0 })).toBe('')
})

test('prices a gram in whole pesos, and only of gold', () => {
  expect(computePesosPerGram({ ...ring, grams: 3.42 }, 86_500)).toBe(25_292)
  expect(computePesosPerGram({ ...plain, uom: 'BULK', grams: 1 }, 5200.4)).toBe(5200)
  expect(computePesosPerGram({ ...plain, grams: 0 }, 86_500)).toBeNull()
  expect(computePesosPerGram({ ...plain, karat: null }, 86_500)).toBeNull()
  expect(computePesosPerGram(ring, 0)).toBeNull()
})

test('states the margin in whole percent, if price and cost are known', () => {
  expect([computeMargin(1000, 710), computeMargin(1000, 1100), computeMargin(0, 10), computeMargin(1000, 0)]).toEqual([
    29,
    -10,
    null,
    null,
  ])
})
