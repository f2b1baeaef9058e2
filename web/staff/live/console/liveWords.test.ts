// The words of a running live: names, states, sources, clocks and results.
import { expect, test } from 'vitest'

import type { LiveClaimRow } from '../../../../contract/live/live-claims.ts'
import {
  describeMinutes,
  describeRecord,
  describeResult,
  describeSource,
  describeUntil,
  firstNameOf,
  formatTimeLeft,
  shortenName,
  stateOf,
} from './liveWords.ts'

test.each([
  ['Ana Reyes', 'Ana', 'Ana R.'],
  ['@opal', 'opal', 'opal'],
  ['佐藤 由美', '由美', '由美'],
  ['Joan Dela Peña', 'Joan', 'Joan P.'],
])('%s is called %s and %s', (name, first, short) => {
  expect([firstNameOf(name), shortenName(name)]).toEqual([first, short])
})

test.each([
  [96_300_000, '26 h 45 min', false],
  [3_600_000, '1 h 0 min', false],
  [3_599_999, '59:59', true],
  [760_000, '12:40', true],
  [-5000, '0:00', true],
])('%i ms are %s', (milliseconds, text, isUrgent) => {
  expect(formatTimeLeft(milliseconds)).toEqual({ text, isUrgent })
})

test('an end on another day has its weekday', () => {
  const now = new Date('2026-11-20T11:14:00Z')
  expect(describeUntil('2026-11-20T14:00:00Z', 'Asia/Tokyo', now)).toBe('until 23:00')
  expect(describeUntil('2026-11-21T14:00:00Z', 'Asia/Tokyo', now)).toBe('until Sat 23:00')
})

test.each([
  [44, '44 min'],
  [180, '3 h'],
  [125, '2 h 5 min'],
])('%i minutes are %s', (minutes, text) => {
  expect(describeMinutes(minutes)).toBe(text)
})

test('the source of an order is named', () => {
  const of = (orderSource: LiveClaimRow['orderSource'], byName: string | null = 'Joy Abad') =>
    describeSource({ orderSource, platform: 'Facebook', byName })
  expect([of('platform'), of('paste'), of('entry'), of('entry', null)]).toEqual([
    'Facebook’s time',
    'place in the paste from Facebook',
    'typed by Joy',
    'typed',
  ])
})

test('a claim that waits is called by its place', () => {
  expect([1, 2, 3].map((place) => stateOf('waiting', place).word)).toEqual([
    'Next in line',
    'Second in line',
    'Third in line',
  ])
  expect(stateOf('asked', 0)).toEqual({ word: 'Asked', colour: 'orange' })
})

const claim = (over: object) =>
  ({
    number: 12,
    buyer: { buyerID: 1, handle: 'ana88', customerName: 'Ana Reyes' },
    status: 'won',
    orderAt: '2026-11-20T11:14:07Z',
    reason: null,
    ...over,
  }) as LiveClaimRow
test('the result of a claim is one sentence', () => {
  const words = (over: object, place = 0, next?: LiveClaimRow) =>
    describeResult(claim(over), { place, next, timeZone: 'Asia/Tokyo' })
  const bea = claim({ buyer: { buyerID: 2, handle: 'Bea Lim', customerName: null } })
  expect(words({}, 0, bea)).toBe('Piece 12 went to Ana R. at 20:14:07; Bea is next in line')
  expect(words({})).toBe('Piece 12 went to Ana R. at 20:14:07')
  expect(words({ status: 'waiting' }, 1)).toBe('Ana R. is next in line for piece 12')
  expect(words({ status: 'withdrawn' })).toBe('The claim of Ana R. on piece 12 is withdrawn')
  expect(words({ status: 'refused', reason: 'This buyer is not served' })).toBe(
    'Ana R. does not get piece 12: This buyer is not served',
  )
})

test('the record of a buyer leaves out what did not happen', () => {
  expect(describeRecord({ won: 4, paid: 4, lapsed: 0, withdrawn: 0 })).toBe('4 won, 4 paid')
  expect(describeRecord({ won: 0, paid: 0, lapsed: 0, withdrawn: 0 })).toBe('nothing won yet')
})
