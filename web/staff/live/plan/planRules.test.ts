// The plan of a live: the evening that is suggested, its times in words, and the order of its pieces.
import { expect, test } from 'vitest'

import {
  addPiece,
  changePiece,
  describeOpen,
  describeTimes,
  movePiece,
  removePiece,
  suggestTimes,
} from './planRules.ts'

test('the next evening is suggested: today before 20:00, else tomorrow', () => {
  // 19:59 and 20:00 in Tokyo.
  expect(suggestTimes(new Date('2026-12-04T10:59:00Z'), 'Asia/Tokyo')).toEqual({
    plannedStart: '2026-12-04T11:00:00.000Z',
    expectedEnd: '2026-12-04T14:00:00.000Z',
  })
  expect(suggestTimes(new Date('2026-12-04T11:00:00Z'), 'Asia/Tokyo').plannedStart).toBe('2026-12-05T11:00:00.000Z')
})

test('an end on another day is written with its date', () => {
  const start = '2026-12-04T11:00:00Z'
  expect(describeTimes(start, '2026-12-04T14:00:00Z', 'Asia/Tokyo')).toBe('4 Dec 2026, 20:00 to 23:00')
  expect(describeTimes(start, '2026-12-04T15:30:00Z', 'Asia/Tokyo')).toBe('4 Dec 2026, 20:00 to 5 Dec 2026, 00:30')
})

const pieces = [1, 2, 3].map((livePieceID) => ({ livePieceID, itemID: livePieceID * 10, price: 900, quantity: 1 }))
const idsOf = (list: readonly { livePieceID?: number }[]) => list.map(({ livePieceID }) => livePieceID)

test.each([
  [1, 1, [2, 1, 3]],
  [3, -1, [1, 3, 2]],
  [1, -1, [1, 2, 3]],
  [3, 1, [1, 2, 3]],
  [9, 1, [1, 2, 3]],
] as const)('piece %i moves by %i: %j', (id, by, order) => {
  expect(idsOf(movePiece(id, by)(pieces))).toEqual(order)
  expect(idsOf(pieces)).toEqual([1, 2, 3])
})

test('a piece is added at the end, changed in its place, and removed', () => {
  expect(addPiece({ itemID: 70, number: 30 })(pieces).at(-1)).toEqual({ itemID: 70, number: 30 })
  expect(changePiece(2, { price: 1200 })(pieces).map(({ price }) => price)).toEqual([900, 1200, 900])
  expect(idsOf(removePiece(2)(pieces))).toEqual([1, 3])
})

test.each([
  [0, 0, ''],
  [1, 0, '1 comment is undecided. '],
  [2, 1, '2 comments are undecided and 1 buyer is asked. '],
])('%i undecided and %i asked are %j', (undecided, asked, words) => {
  expect(describeOpen({ undecided, asked })).toBe(words)
})
