// Proves that rows are cut into batches by their number and by their characters, and that none is lost.
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { charactersAtOnce, inChunks } from './chunks.ts'

test('cuts rows into batches of at most so many rows and characters, in their order', () => {
  const rows = fc.array(fc.integer({ min: 0, max: charactersAtOnce * 1.5 }), { maxLength: 40 })
  fc.assert(
    fc.property(rows, fc.integer({ min: 1, max: 9 }), (all, size) => {
      const chunks = [...inChunks(all, (characters) => characters, size)]
      expect(chunks.flat()).toEqual(all)
      for (const chunk of chunks) {
        expect(chunk.length).toBeLessThanOrEqual(size)
        const characters = chunk.reduce((sum, one) => sum + one, 0)
        expect(chunk.length === 1 || characters <= charactersAtOnce).toBe(true)
      }
    }),
  )
})
