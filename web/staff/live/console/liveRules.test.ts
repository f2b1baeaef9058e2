// The rules that the console knows before the server answers: who stands in line, what is typed, and what it would give.
import { expect, test } from 'vitest'

import type { LiveClaimRow } from '../../../../contract/live/live-claims.ts'
import {
  countFree,
  cutTray,
  findChoices,
  findNamed,
  foreseePlace,
  listBuyers,
  type LivePiece,
  placeInLine,
  readBox,
  stepFrom,
  type Undecided,
} from './liveRules.ts'

const piece = (number: number, over: Partial<LivePiece> = {}) =>
  ({
    livePieceID: number * 10,
    number,
    itemCode: `RG-${number}`,
    piece: null,
    grams: number,
    quantity: 1,
    available: over.quantity ?? 1,
    ...over,
  }) as LivePiece
const buyer = (buyerID: number, handle: string, customerName: string | null = null) => ({
  buyerID,
  handle,
  customerName,
})
const [ana, bea, rina, otherRina] = [
  buyer(1, 'ana88', 'Ana Reyes'),
  buyer(2, 'Bea Lim'),
  buyer(3, 'Rina Ocampo'),
  buyer(4, 'Rina Tan'),
]
const claim = (
  claimID: number,
  of: typeof ana,
  status: LiveClaimRow['status'],
  notedAt = `2026-11-20T11:14:0${claimID}Z`,
) => ({ claimID, livePieceID: 120, number: 12, buyer: of, status, rank: claimID, notedAt }) as LiveClaimRow
const live = (
  onShow: number | null,
  pieces = [piece(12), piece(13), piece(14, { grams: 2.5 }), piece(31, { grams: 2.5 })],
) => ({
  pieces,
  show:
    onShow === null
      ? null
      : { showID: 1, livePieceID: onShow * 10, shownAt: '2026-11-20T11:11:19Z', shownByName: null },
})

test.each([
  ['a free piece', [], 1, 'wins'],
  ['a piece that is won', [claim(1, ana, 'won')], 1, 'next in line'],
  ['a piece whose buyer is asked', [claim(1, ana, 'lapsed'), claim(2, bea, 'asked')], 1, 'next in line'],
  ['a full line', [claim(1, ana, 'won'), claim(2, bea, 'waiting')], 1, 'the line is full'],
  ['a longer line', [claim(1, ana, 'won'), claim(2, bea, 'waiting')], 2, 'second in line'],
  ['a live without a line', [claim(1, ana, 'won')], 0, 'gone, without a line'],
  ['a buyer who has it', [claim(1, rina, 'won')], 1, 'has it already'],
  ['a buyer who waits', [claim(1, ana, 'won'), claim(2, rina, 'waiting')], 1, 'is in line already'],
  ['a buyer who withdrew', [claim(1, rina, 'withdrawn')], 1, 'wins'],
] as const)('for %s, a claim is foreseen', (_, claims, lineLength, place) => {
  expect(foreseePlace(piece(12), claims, { lineLength, buyerID: rina.buyerID })).toBe(place)
})

test('several of a kind fill to the quantity', () => {
  const claims = [claim(1, ana, 'won'), claim(2, bea, 'refused'), claim(3, rina, 'asked')]
  expect(countFree(piece(16, { quantity: 3 }), claims)).toBe(1)
  expect(countFree(piece(16, { quantity: 1 }), claims)).toBe(0)
  expect(placeInLine([claim(1, ana, 'won'), claim(2, bea, 'waiting'), claim(3, rina, 'waiting')], 3)).toBe(2)
})

const known = { here: [ana, rina], others: [buyer(9, 'Rina')] }
test('a buyer of the live is meant by the beginning of a name, another one by the whole name alone', () => {
  expect(findNamed('rin', known)).toMatchObject({ meant: rina, isSeveral: false })
  expect(findNamed('@Rina', known)).toMatchObject({ meant: { buyerID: 9 } })
  expect(findNamed('ana reyes', known).meant).toBe(ana)
  expect(findNamed('re', { here: [], others: [ana] })).toMatchObject({ meant: null, offered: [ana], isSeveral: false })
  expect(findNamed('rina', { here: [rina, otherRina], others: [] })).toMatchObject({ meant: null, isSeveral: true })
  expect(findNamed('  ', known)).toMatchObject({ meant: null, offered: [] })
})

test('the box reads the piece, the buyer and the question before Enter', () => {
  const none = { here: [], others: [], turn: 0 }
  expect(readBox('   ', live(12), none)).toBeNull()
  expect(readBox('ana', live(12), none)).toMatchObject({
    name: 'ana',
    piece: { number: 12 },
    buyer: null,
    isSeveral: false,
  })
  expect(readBox('13 rin', live(12), { ...none, here: [rina] })).toMatchObject({ piece: { number: 13 }, buyer: rina })
  expect(readBox('cel 2.5g', live(12), none)).toMatchObject({
    piece: null,
    question: '2.50 g is pieces 14 and 31: choose one',
  })
  expect(readBox('ana', live(null), none)).toMatchObject({
    piece: null,
    question: 'Nothing was on show: choose the piece',
  })
})

test('Tab takes one buyer after another, and returns to what was read first', () => {
  const turned = (turn: number) => readBox('rina', live(12), { here: [rina, otherRina], others: [], turn })
  expect([0, 1, 2, 3].map((turn) => turned(turn)!.buyer)).toEqual([null, rina, otherRina, null])
  expect([0, 1].map((turn) => turned(turn)!.isSeveral)).toEqual([true, false])
})

test('an undecided comment offers the pieces that it may name, else the one that was on show', () => {
  const numbers = (livePieceIDs: number[], onShowID: number | null) =>
    findChoices({ comment: { onShowID }, livePieceIDs } as Undecided, live(13)).map(({ number }) => number)
  expect(numbers([140, 310], 120)).toEqual([14, 31])
  expect(numbers([], 120)).toEqual([12])
  expect(numbers([], null)).toEqual([])
})

test('buyers are listed once, the latest first', () => {
  const claims = [claim(1, ana, 'won'), claim(2, bea, 'won'), claim(3, ana, 'waiting')]
  expect(listBuyers(claims)).toEqual([ana, bea])
})

test('next and previous follow the order of showing, and stop at its ends', () => {
  const numberOf = (onShow: number | null, by: 1 | -1) => stepFrom(live(onShow), by)?.number ?? null
  expect([numberOf(null, 1), numberOf(null, -1), numberOf(12, 1), numberOf(12, -1), numberOf(31, 1)]).toEqual([
    12,
    null,
    13,
    null,
    null,
  ])
})

test('the tray shows three before the piece on show, and never past the end', () => {
  const pieces = Array.from({ length: 32 }, (_, n) => piece(n + 1))
  expect(cutTray(live(12, pieces), 9)).toMatchObject({ from: 8, at: 11, toCome: 20 })
  expect(cutTray(live(1, pieces), 9)).toMatchObject({ from: 0, toCome: 31 })
  expect(cutTray(live(32, pieces), 9)).toMatchObject({ from: 23, toCome: 0 })
  expect(cutTray(live(2, pieces.slice(0, 4)), 9)).toMatchObject({ from: 0, toCome: 2 })
})
