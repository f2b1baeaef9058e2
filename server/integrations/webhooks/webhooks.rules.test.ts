// Proves the rules of webhooks: the schedule of tries, rests, and the end of patience.
import { expect, test } from 'vitest'

import { afterFailure, hasFailedForDays, nextTry, pauses, wasResting } from './webhooks.rules.ts'

const now = new Date('2026-11-24T10:00:00Z')
const minutes = (count: number) => new Date(now.getTime() + count * 60_000)

test('a delivery is tried eight times within two days', () => {
  expect(nextTry(1, now)).toEqual(minutes(1))
  expect(nextTry(7, now)).toEqual(minutes(1440))
  expect(nextTry(8, now)).toBeNull()
  expect(pauses.reduce((sum, pause) => sum + pause)).toBeLessThan(48 * 60)
})

test('a webhook rests after three failures in a row, longer each time, at most a quarter of an hour', () => {
  let health = { failures: 0, failingSince: null as Date | null, restsUntil: null as Date | null }
  const rests = Array.from({ length: 12 }, () => {
    health = afterFailure(health, now)
    return health.restsUntil && (health.restsUntil.getTime() - now.getTime()) / 60_000
  })
  expect(rests).toEqual([null, null, 0.5, 1, 2, 4, 8, 15, 15, 15, 15, 15])
  expect(health).toMatchObject({ failures: 12, failingSince: now })
  expect([2, 3].map((failures) => wasResting({ failures }))).toEqual([false, true])
})

test.each([
  [8, 3 * 24 * 60, true],
  [7, 3 * 24 * 60, false],
  [8, 3 * 24 * 60 - 1, false],
])('after %i failures within %i minutes, a webhook is turned off: %s', (failures, since, isOff) => {
  expect(hasFailedForDays({ failures, failingSince: minutes(-since) }, now)).toBe(isOff)
})
