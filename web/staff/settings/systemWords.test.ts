import { expect, test } from 'vitest'

import { describeAge, formatBytes } from './systemWords.ts'

test('describes an age in the largest unit that fits', () => {
  const now = Date.parse('2026-11-24T12:00:00Z')
  const ago = (seconds: number) => describeAge(new Date(now - seconds * 1000).toISOString(), now)
  expect([-5, 0, 59, 60, 119, 3599, 3600, 47 * 3600, 48 * 3600, 400 * 86_400].map(ago)).toEqual([
    'just now',
    'just now',
    'just now',
    '1 minute ago',
    '1 minute ago',
    '59 minutes ago',
    '1 hour ago',
    '47 hours ago',
    '2 days ago',
    '400 days ago',
  ])
})

test('formats sizes in decimal units', () => {
  expect([0, 980, 999.6, 4100, 12_480_000, 999_600, 123_400_000, 1_200_000_000, 5e15, -4100].map(formatBytes)).toEqual([
    '0 B',
    '980 B',
    '1 kB',
    '4.1 kB',
    '12.5 MB',
    '1 MB',
    '123 MB',
    '1.2 GB',
    '5,000 TB',
    '-4.1 kB',
  ])
})
