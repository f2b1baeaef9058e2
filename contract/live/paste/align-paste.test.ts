// Proves that pasting the same comments in overlapping pieces, in any order, gives each comment once, although people repeat
// themselves.
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { type Alignment, alignPaste } from './align-paste.ts'

/** Adds the new comments of a paste behind the comment that they follow. */
function merge(stored: readonly string[], pasted: readonly string[]): string[] {
  const alignment: Alignment = alignPaste(stored, pasted)
  const merged = [...stored]
  let added = 0
  const first = alignment.find((index) => index !== null)
  let place = first ?? stored.length
  for (const [n, index] of alignment.entries()) {
    if (index !== null) place = index + added + 1
    else {
      merged.splice(place, 0, pasted[n]!)
      place++
      added++
    }
  }
  return merged
}

const words = fc.constantFrom('ana: mine', 'bea: mine', 'ana: 12', 'cora: akin po', 'ana: mine po')

test.each([
  ['what follows', ['a', 'b', 'c'], ['b', 'c', 'd'], [1, 2, null]],
  ['what comes before', ['c', 'd'], ['a', 'b', 'c'], [null, null, 0]],
  ['the same again', ['a', 'b'], ['a', 'b'], [0, 1]],
  ['a part', ['a', 'b', 'c'], ['b'], [1]],
  ['more on both sides', ['b', 'c'], ['a', 'b', 'c', 'd'], [null, 0, 1, null]],
  ['mine twice', ['x', 'm'], ['m', 'm'], [1, null]],
  ['mine twice, again', ['x', 'm', 'm'], ['m', 'm'], [1, 2]],
  ['mine twice, and the one before', ['x', 'm', 'm'], ['x', 'm', 'm', 'm'], [0, 1, 2, null]],
  ['nothing that is here', ['a', 'b'], ['c', 'd'], [null, null]],
  ['the first paste', [], ['a', 'a'], [null, null]],
  ['a gap', ['a', 'b', 'e', 'f'], ['b', 'c', 'd', 'e'], [1, null, null, 2]],
  ['a comment that the platform lost', ['a', 'b', 'c', 'd'], ['a', 'c', 'd', 'e'], [0, 2, 3, null]],
  ['a comment that was lost before', ['a', 'c', 'd'], ['a', 'b', 'c', 'd', 'e'], [0, null, 1, 2, null]],
] as [string, string[], string[], Alignment][])('%s is found', (_, stored, pasted, expected) => {
  expect(alignPaste(stored, pasted)).toEqual(expected)
})

test('overlapping pieces in any order give each comment once', () => {
  const evening = fc.array(words, { minLength: 1, maxLength: 60 }).map((texts) =>
    // Every fifth comment is unlike all others, as in a real evening. Between them people repeat themselves.
    texts.map((text, n) => (n % 5 === 0 ? `${text} ${n}` : text)),
  )
  const pieces = fc.array(fc.tuple(fc.nat(100), fc.nat(40), fc.boolean()), { minLength: 1, maxLength: 25 })
  fc.assert(
    fc.property(evening, pieces, (all, drawn) => {
      let [from, to] = [0, Math.min(all.length, 8)]
      let stored = all.slice(from, to)
      for (const [back, ahead, isForward] of drawn) {
        // Each piece overlaps what is here by at least five comments, so that it repeats one that stands once.
        const start = isForward ? Math.max(from, to - 5 - (back % 20)) : Math.max(0, from - ahead)
        const end = isForward ? Math.min(all.length, to + ahead) : Math.min(to, from + 5 + (back % 20))
        stored = merge(stored, all.slice(start, end))
        ;[from, to] = [Math.min(from, start), Math.max(to, end)]
        expect(stored).toEqual(all.slice(from, to))
      }
    }),
    { numRuns: 500 },
  )
})

test('a piece between two others fills the gap', () => {
  const texts = Array.from({ length: 40 }, (_, n) => (n % 3 === 0 ? `ana: ${n}` : 'bea: mine'))
  const stored = merge(merge([], texts.slice(0, 15)), texts.slice(25))
  expect(merge(stored, texts.slice(8, 32))).toEqual(texts)
})

test('thousands of equal comments are aligned quickly enough to be pasted', () => {
  const stored = Array.from({ length: 50_000 }, () => 'ana: mine')
  expect(alignPaste(stored, stored.slice(0, 4000)).filter((index) => index === null)).toEqual([])
})
