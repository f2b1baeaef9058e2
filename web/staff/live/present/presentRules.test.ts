// The card of the presenter: free, won with its clock, or asked with the time to answer.
import { expect, test } from 'vitest'

import type { LiveClaimRow } from '../../../../contract/live/live-claims.ts'
import type { LivePiece } from '../console/liveRules.ts'
import { chooseCard, findFollowing, findTaker, splitClock } from './presentRules.ts'

const piece = (quantity = 1) => ({ livePieceID: 120, number: 12, quantity, available: quantity }) as LivePiece
const claim = (rank: number, customerName: string, status: LiveClaimRow['status'], over: Partial<LiveClaimRow> = {}) =>
  ({
    claimID: rank,
    rank,
    status,
    buyer: { buyerID: rank, handle: customerName, customerName },
    holdUntil: '2026-11-21T14:00:00Z',
    askedUntil: null,
    decidedAt: '2026-11-20T11:14:07Z',
    ...over,
  }) as LiveClaimRow
const at = { now: new Date('2026-11-20T11:15:00Z'), timeZone: 'Asia/Tokyo' }

test('a piece that the counter sold is gone, and nobody of the live has it', () => {
  expect(chooseCard({ ...piece(), available: 0 }, [], at)).toEqual({ kind: 'gone' })
  expect(chooseCard({ ...piece(), available: 0 }, [claim(1, 'Ana Reyes', 'lapsed')], at)).toEqual({ kind: 'gone' })
})

test('a free piece says how many there are', () => {
  expect(chooseCard(piece(3), [claim(1, 'Ana Reyes', 'won')], at)).toEqual({ kind: 'free', left: 2 })
})

test('a piece that is won shows its winner, who is next, and the hold', () => {
  expect(chooseCard(piece(), [claim(1, 'Ana Reyes', 'won'), claim(2, 'Bea Lim', 'waiting')], at)).toEqual({
    kind: 'won',
    names: 'Ana R.',
    next: 'Bea',
    clock: '26 h 45 min',
    until: 'until Sat 23:00',
  })
})

test('several of a kind show first names without a clock, and so does a paid one', () => {
  const two = [claim(1, 'Ana Reyes', 'won'), claim(2, 'Bea Lim', 'won')]
  expect(chooseCard(piece(2), two, at)).toMatchObject({ kind: 'won', names: 'Ana, Bea', clock: null })
  expect(chooseCard(piece(), [claim(1, 'Ana Reyes', 'invoiced')], at)).toMatchObject({ names: 'Ana R.', clock: null })
})

test('an asked buyer has the time that is left, and no surname is shown', () => {
  const claims = [
    claim(1, 'Ana Reyes', 'withdrawn'),
    claim(2, 'Bea Lim', 'asked', { askedUntil: '2026-11-20T11:22:30Z' }),
  ]
  expect(chooseCard(piece(), claims, at)).toEqual({
    kind: 'asked',
    name: 'Bea',
    why: 'asked, Ana gave it back',
    clock: '7:30',
    share: 0.5,
  })
  expect(chooseCard(piece(), claims, { ...at, now: new Date('2026-11-20T12:00:00Z') })).toMatchObject({
    clock: '0:00',
    share: 0,
  })
})

test.each([
  ['withdrawn', 'asked, Ana gave it back'],
  ['lapsed', 'asked, the hold for Ana has ended'],
  ['passed', 'asked, Ana passed'],
  // A refused claim never had the piece, so nothing is said about it.
  ['refused', 'asked'],
] as const)('the next is asked after a claim that is %s: %s', (status, why) => {
  const claims = [
    claim(1, 'Ana Reyes', status),
    claim(2, 'Bea Lim', 'asked', { askedUntil: '2026-11-20T11:22:30Z' }),
    claim(3, 'Cora Uy', 'withdrawn'),
  ]
  expect(chooseCard(piece(), claims, at)).toMatchObject({ kind: 'asked', name: 'Bea', why })
})

test('of several claims that came to nothing the last one before the asked one is named', () => {
  const claims = [
    claim(1, 'Ana Reyes', 'withdrawn'),
    claim(2, '佐藤 由美', 'passed'),
    claim(3, 'Bea Lim', 'asked', { askedUntil: '2026-11-20T11:22:30Z' }),
  ]
  expect(chooseCard(piece(), claims, at)).toMatchObject({ name: 'Bea', why: 'asked, 由美 passed' })
})

test.each([
  // A handle may have the surname, or a number that is a telephone number.
  ['@maria.santos88', 'maria'],
  ['佐藤・由美', '由美'],
  ['Ana Reyes', 'Ana'],
  ['0917 555', '♥'],
])('of a buyer without a customer, %s, viewers read no more than the overlay shows', (handle, shown) => {
  const of = (rank: number, status: LiveClaimRow['status'], over: Partial<LiveClaimRow> = {}) => ({
    ...claim(rank, handle, status, over),
    buyer: { buyerID: rank, handle, customerName: null } as LiveClaimRow['buyer'],
  })
  const [won, waiting] = [of(1, 'won'), of(2, 'waiting')]
  expect(chooseCard(piece(), [won, waiting], at)).toMatchObject({ names: shown, next: shown })
  expect(chooseCard(piece(2), [won, of(2, 'won')], at)).toMatchObject({ names: `${shown}, ${shown}` })
  const asked = of(2, 'asked', { askedUntil: '2026-11-20T11:22:30Z' })
  expect(chooseCard(piece(), [of(1, 'passed'), asked], at)).toMatchObject({
    name: shown,
    why: `asked, ${shown} passed`,
  })
  expect(findTaker(piece(), [won])).toBe(shown)
})

test('a piece that follows names who has it once none is free', () => {
  const ana = claim(1, 'Ana Reyes', 'won')
  expect([findTaker(piece(), [ana]), findTaker(piece(2), [ana])]).toEqual(['Ana', null])
  expect(findTaker({ ...piece(), available: 0 }, [claim(1, 'Ana Reyes', 'lapsed')])).toBeNull()
})

test('what follows is cut at the end, and begins with the first piece while nothing is on show', () => {
  const pieces = [1, 2, 3].map((livePieceID) => ({ livePieceID }) as LivePiece)
  const ids = (onShow: number | null) => findFollowing(pieces, onShow, 2).map(({ livePieceID }) => livePieceID)
  expect([ids(null), ids(1), ids(3)]).toEqual([[1, 2], [2, 3], []])
})

test('the units of a clock are told from its figures', () => {
  expect(splitClock('26 h 45 min').map(({ isUnit }) => isUnit)).toEqual([false, true, false, true])
  expect(splitClock('12:40')).toEqual([{ text: '12:40', isUnit: false }])
})
