// A paste: the comments that are sent, the ticks that add up, and the lines that are folded.
import { expect, test } from 'vitest'

import { countKinds, foldLines, kindOf, type PastedLine, readPasted } from './pasteRules.ts'

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
