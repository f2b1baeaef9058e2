import { expect, test } from 'vitest'

import type { ProofListRow } from '../../../../contract/proofs/proofs.ts'
import {
  countMinutesLeft,
  describeFlag,
  describeFlags,
  nameSpokenTo,
  formatAge,
  nameAge,
  namePlace,
} from './proofWords.ts'

// The words of the queue: the ages and their groups, the colours of the flags, and the claim of another person.

const now = new Date('2026-11-20T09:00:00Z')
const before = (hours: number) => new Date(now.getTime() - hours * 3_600_000).toISOString()
const zone = 'Asia/Tokyo'

test('an age has at most two units, and the queue has a heading for each group of ages', () => {
  expect([0, 0.57, 1, 19, 24, 26, 48, 50, 300].map((hours) => formatAge(before(hours), now))).toEqual([
    '0 min',
    '34 min',
    '1 h',
    '19 h',
    '1 d',
    '1 d 2 h',
    '2 d',
    '2 d',
    '12 d',
  ])
  expect([1, 23.9, 24, 167, 168].map((hours) => nameAge(before(hours), now))).toEqual([
    'Last 24 hours',
    'Last 24 hours',
    'Over a day',
    'Over a day',
    'Over a week',
  ])
  // A clock that is behind the server's shows no negative age.
  expect(formatAge(before(-1), now)).toBe('0 min')
})

const other = {
  proofID: 88,
  status: 'Approved',
  salesTransactionID: 1,
  transactionNumber: 'SO-2026-000412',
  buyerName: 'Ana R.',
  day: '2026-11-03',
} as const

test('a picture with another reference is red, and one that only looks alike is orange', () => {
  const flag = (isSame: boolean, isAlarm: boolean) =>
    describeFlag({ kind: 'picture', other, isSame, isAlarm }, zone, now)
  expect(flag(true, true)).toEqual({ colour: 'red', text: 'Same picture as P-88' })
  expect(flag(false, true)).toEqual({ colour: 'red', text: 'Looks like P-88' })
  expect(flag(false, false)).toEqual({ colour: 'orange', text: 'Looks like P-88' })
})

test('the end of a hold is a time today and a day otherwise', () => {
  const flag = (at: string) => describeFlag({ kind: 'hold ending', at }, zone, now).text
  expect(flag('2026-11-20T09:30:00Z')).toBe('Hold ends at 18:30')
  expect(flag('2026-11-20T15:30:00Z')).toBe('Hold ends 21 Nov 2026, 00:30')
})

test('a proof is taken by another person alone, and only until the end of the claim', () => {
  const row = {
    status: 'Taken',
    takenBy: { userID: 7, name: 'Joy Reyes' },
    takenUntil: before(-0.1),
    flags: [{ kind: 'several', place: 1, count: 2 }],
    // The sentences of the row read nothing else.
  } as unknown as ProofListRow
  const texts = (proof: ProofListRow, userID: number) => describeFlags(proof, userID, zone, now).map(({ text }) => text)
  expect(texts(row, 8)).toEqual(['Taken by Joy Reyes, 6 min left', '1 of 2 transfers'])
  expect(texts(row, 7)).toEqual(['1 of 2 transfers'])
  expect(texts({ ...row, takenUntil: before(0) }, 8)).toEqual(['1 of 2 transfers'])
  expect(countMinutesLeft({ ...row, status: 'Approved' }, now)).toBeNull()
})

test('first names and places read as people write them', () => {
  expect(['Paolo Ramirez', '佐藤 由美', null].map(nameSpokenTo)).toEqual(['Paolo', '佐藤 由美', 'the buyer'])
  expect([1, 2, 3, 4, 11, 12, 13, 21].map((place) => namePlace(place, 24))).toEqual(
    ['1st', '2nd', '3rd', '4th', '11th', '12th', '13th', '21st'].map((name) => `${name} of 24`),
  )
})
