// A paste: the comments that are sent, the ticks that add up, and the lines that are folded.
import { expect, test } from 'vitest'

import {
  countKinds,
  describeSeam,
  foldLines,
  kindOf,
  moveSeam,
  type PastedLine,
  type Preview,
  readPasted,
} from './pasteRules.ts'

const line = (kind: PastedLine['kind'], over: Partial<PastedLine> = {}) =>
  ({ kind, name: 'Ana', text: 'mine', onShowID: 120, commentID: null, waitsForLine: null, ...over }) as PastedLine
const times = (count: number, kind: PastedLine['kind']) => Array.from({ length: count }, () => line(kind))

test('pasted text becomes comments with their moments', () => {
  const clock = { startedAt: new Date('2026-11-20T11:00:00Z'), timeZone: 'Asia/Tokyo' }
  expect(readPasted('20:14:07 Ana Reyes: mine po!!\nBea Lim: MINE', clock)).toEqual([
    { name: 'Ana Reyes', text: 'mine po!!', writtenAt: '2026-11-20T11:14:07.000Z' },
    { name: 'Bea Lim', text: 'MINE', writtenAt: null },
  ])
})

test('the legend adds up to the lines, and a line behind an unclear one waits', () => {
  const lines = [
    ...times(3, 'here'),
    line('certain'),
    line('undecided'),
    line('undecided', { waitsForLine: 5 }),
    line('none'),
  ]
  expect(kindOf(lines[5]!)).toBe('waits')
  const legend = countKinds(lines)
  expect(legend.map(({ kind, count }) => [kind, count])).toEqual([
    ['here', 3],
    ['certain', 1],
    ['undecided', 1],
    ['waits', 1],
    ['none', 1],
  ])
  expect(legend.reduce((sum, { count }) => sum + count, 0)).toBe(lines.length)
})

test('many lines that are here are folded up to the last, and those that need a person are not', () => {
  const open = line('here', { commentID: 7 })
  const rows = foldLines([...times(6, 'here'), open, ...times(2, 'here'), line('certain')], (one) => one === open)
  expect(rows.map(({ from, to, line: one }) => [from, to, one !== null])).toEqual([
    [1, 5, false],
    [6, 6, true],
    [7, 7, true],
    [8, 8, true],
    [9, 9, true],
    [10, 10, true],
  ])
  expect(foldLines([], () => false)).toEqual([])
})

const joined = (line: number, over: Partial<NonNullable<Preview['seam']>> = {}): Preview => ({
  sentence: '',
  isNewestFirst: false,
  lines: [...times(line, 'here'), ...times(3 - line, 'certain')],
  seam: {
    line,
    after: { commentID: 20, name: 'Bea', text: 'mine' },
    previousID: 10,
    nextID: null,
    storedCount: 7,
    isByHand: false,
    doubt: null,
    ...over,
  },
})

test('the seam moves line by line and comment by comment, not beyond the paste and the stored comments', () => {
  const seam = (line: number, afterID: number | null) => ({
    isNewestFirst: false,
    seam: { line, afterID, storedCount: 7 },
  })
  expect(moveSeam(joined(1), 'more')).toEqual(seam(2, 20))
  expect(moveSeam(joined(1), 'less')).toEqual(seam(0, 20))
  expect(moveSeam(joined(1), 'earlier')).toEqual(seam(1, 10))
  expect(moveSeam(joined(1, { nextID: 30 }), 'later')).toEqual(seam(1, 30))
  expect(moveSeam(joined(1, { previousID: null }), 'earlier')).toEqual(seam(1, null))
  expect(moveSeam(joined(1, { after: null, previousID: null, nextID: 20 }), 'more')).toEqual(seam(2, null))
  for (const [preview, move] of [
    [joined(3), 'more'],
    [joined(0), 'less'],
    [joined(1), 'later'],
    [joined(0, { after: null }), 'earlier'],
    [{ ...joined(1), seam: null }, 'more'],
  ] as const)
    expect(moveSeam(preview, move)).toBeNull()
})

test('the seam is said in words', () => {
  expect(describeSeam(joined(0))).toBe('All lines are new, after “mine” of Bea')
  expect(describeSeam(joined(0, { after: null }))).toBe('All lines are new, before everything that is stored')
  expect(describeSeam(joined(1))).toBe('Line 1 is here, up to “mine” of Bea; line 2 is the first new one')
  expect(describeSeam(joined(2))).toBe('Lines 1 to 2 are here, up to “mine” of Bea; line 3 is the first new one')
  expect(describeSeam(joined(3))).toBe('Lines 1 to 3 are here, up to “mine” of Bea; nothing is new')
})
