import { expect, onTestFinished, test, vi } from 'vitest'

import { shopDay, shopDayBounds } from './shop-days.ts'

test.each([
  ['2026-11-20', '2026-11-20'],
  ['2026-11-20T14:59:59Z', '2026-11-20'],
  ['2026-11-20T15:00:00Z', '2026-11-21'],
  ['2026-11-20T20:00:00-05:00', '2026-11-21'],
  ['2026-11-20T23:30:00', '2026-11-20'],
  ['2026-11-20T00:30', '2026-11-20'],
])('%s falls on %s in Tokyo, in any time zone of the server', (given, day) => {
  onTestFinished(() => void vi.unstubAllEnvs())
  for (const zone of ['UTC', 'Asia/Tokyo', 'America/New_York']) {
    vi.stubEnv('TZ', zone)
    expect(shopDay('Asia/Tokyo', given)).toBe(day)
  }
})

test('a day begins at midnight in the shop, even on a day when clocks change', () => {
  expect(shopDayBounds('Asia/Tokyo', '2026-11-20')).toEqual({
    from: new Date('2026-11-19T15:00:00Z'),
    before: new Date('2026-11-20T15:00:00Z'),
  })
  const { from, before } = shopDayBounds('America/New_York', '2026-03-08')
  expect(before.getTime() - from.getTime()).toBe(23 * 3_600_000)
})
