// Proves where a paste joins what is stored when a person says it, and when the program asks a person to look.
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { alignPaste } from './align-paste.ts'
import { findDoubt, findSeam, joinPaste } from './join-paste.ts'

test.each([
  ['what follows', ['a', 'b', 'c'], ['b', 'c', 'd'], { line: 2, after: 2 }],
  ['what comes before', ['c', 'd'], ['a', 'b', 'c'], { line: 0, after: -1 }],
  ['nothing that is here', ['a', 'b'], ['c', 'd'], { line: 0, after: 1 }],
  ['the same again', ['a', 'b'], ['a', 'b'], { line: 2, after: 1 }],
  ['a gap', ['a', 'b', 'e', 'f'], ['b', 'c', 'd', 'e'], { line: 1, after: 1 }],
])('the seam of %s is found', (_, stored, pasted, expected) => {
  expect(findSeam(alignPaste(stored, pasted), stored.length)).toEqual(expected)
})

test.each([
  // The overlap says that both are here; a person knows that the second "mine" is new.
  ['a comment said again', ['x', 'm', 'm'], ['m', 'm'], { line: 1, after: 2 }, [2, null]],
  ['nothing is here', ['m', 'm'], ['m', 'm'], { line: 0, after: 1 }, [null, null]],
  ['everything before all', ['m'], ['m'], { line: 0, after: -1 }, [null]],
  ['lines that differ', ['a', 'b', 'c'], ['b!', 'c!', 'd'], { line: 2, after: 2 }, [1, 2, null]],
  ['one comment was lost', ['a', 'b', 'c'], ['a', 'c', 'd'], { line: 2, after: 2 }, [0, 2, null]],
  ['in the middle', ['a', 'b', 'c'], ['a', 'n'], { line: 1, after: 0 }, [0, null]],
  ['more lines than comments', ['a'], ['x', 'a', 'b'], { line: 2, after: 0 }, null],
])('by hand, %s', (_, stored, pasted, seam, expected) => {
  expect(joinPaste(stored, pasted, seam)).toEqual(expected)
})

test('by hand, the lines before the seam are all here in their order, and the others are all new', () => {
  const texts = fc.array(fc.constantFrom('m', 'a', 'b', '12'), { maxLength: 12 })
  fc.assert(
    fc.property(texts, texts, fc.nat(12), fc.integer({ min: -1, max: 12 }), (stored, pasted, line, after) => {
      fc.pre(line <= pasted.length && after < stored.length)
      const joined = joinPaste(stored, pasted, { line, after })
      expect(joined === null).toBe(line > after + 1)
      if (joined === null) return
      expect(joined.slice(line).every((index) => index === null)).toBe(true)
      const known = joined.slice(0, line) as number[]
      expect(known.every((index, n) => index >= 0 && index <= after && (n === 0 || index > known[n - 1]!))).toBe(true)
      expect(known.at(-1) ?? after).toBe(after)
    }),
  )
})

test('the seam of the program, chosen by hand, gives the same new lines', () => {
  const texts = fc.array(fc.constantFrom('m', 'a', 'b', 'c', 'd', 'e'), { minLength: 1, maxLength: 20 })
  fc.assert(
    fc.property(texts, fc.nat(19), fc.nat(6), (all, drawn, back) => {
      const cut = Math.min(drawn, all.length)
      const stored = all.slice(0, cut)
      const pasted = all.slice(Math.max(0, cut - back))
      const seam = { line: Math.min(back, cut), after: stored.length - 1 }
      expect(joinPaste(stored, pasted, seam)).toEqual(
        pasted.map((_, n) => (n < seam.line ? cut - seam.line + n : null)),
      )
    }),
  )
})

test.each([
  ['the first paste', [], ['a', 'b'], null],
  ['what follows a line that stands once', ['a', 'b'], ['b', 'c'], null],
  ['nothing that is here', ['a', 'b'], ['c'], 'None of these lines is here already'],
  ['a repeated line alone', ['m', 'x', 'm'], ['m', 'n'], 'Only lines that people repeat are here already'],
  ['a lost comment', ['a', 'b', 'c'], ['a', 'c', 'd'], 'Some lines differ from those that are here'],
  ['nothing new', ['m', 'm'], ['m', 'm'], null],
])('a person looks at %s', (_, stored, pasted, expected) => {
  expect(findDoubt(stored, pasted, alignPaste(stored, pasted))).toBe(expected)
})
