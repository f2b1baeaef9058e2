// Proves that a day in a time zone is equal in every engine, and that no code parses the output of Intl.
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { describe, expect, test } from 'vitest'

import { dateOfParts, dayIn, timeIn } from '../../contract/shared/dates.ts'

const zones = fc.constantFrom('Asia/Tokyo', 'Asia/Manila', 'UTC', 'America/St_Johns', 'Pacific/Kiritimati')

test('the day and time in a time zone equal those of Temporal', () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date('1900-01-02'), max: new Date('2999-12-30'), noInvalidDate: true }),
      zones,
      (at, zone) => {
        const zoned = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone)
        expect(dayIn(zone, at)).toBe(zoned.toPlainDate().toString())
        expect(timeIn(zone, at)).toBe(zoned.toPlainTime().toString().slice(0, 5))
      },
    ),
  )
})

const part = (type: Intl.DateTimeFormatPartTypes, value: string) => ({ type, value })

test.each([
  [
    'month first, as in WebKit',
    [part('month', '11'), part('literal', '/'), part('day', '23'), part('literal', '/'), part('year', '2026')],
  ],
  [
    'year first, as in Chromium',
    [part('year', '2026'), part('literal', '-'), part('month', '11'), part('literal', '-'), part('day', '23')],
  ],
  [
    'day first',
    [part('day', '23'), part('literal', '. '), part('month', '11'), part('literal', '. '), part('year', '2026')],
  ],
  [
    'year with an era',
    [part('year', '2026'), part('literal', ' '), part('era', 'AD'), part('month', '11'), part('day', '23')],
  ],
])('reads the parts of a date by name in any order: %s', (_, parts) => {
  expect(dateOfParts(parts)).toBe('2026-11-23')
})

test('pads a part of one digit, and refuses a format that lacks a part', () => {
  expect(dateOfParts([part('day', '3'), part('month', '1'), part('year', '999')])).toBe('0999-01-03')
  expect(() => dateOfParts([part('day', '3'), part('month', '1')])).toThrow('The format has no year')
})

describe('the output of Intl is only shown', () => {
  const forbidden: [why: string, pattern: RegExp][] = [
    [
      'The code chooses a locale for its date format in one engine.',
      /['"`](en-CA|sv-SE|sv|fr-CA|lt-LT|lt|af-ZA|af|en-ZA)['"`]/,
    ],
    [
      'The code cuts a part out of a formatted text.',
      /\.(toLocale(Date|Time)?String|format)\([^()]*(\([^()]*\)[^()]*)*\)\s*\.(slice|substring|split|match|replace|replaceAll|at|indexOf)\(/,
    ],
    [
      'The code parses a formatted text.',
      /(Number|parseFloat|parseInt|Date\.parse|new Date)\([^()\n]*\.(toLocale(Date|Time)?String|format)\(/,
    ],
  ]
  const findings = (text: string) => forbidden.filter(([, pattern]) => pattern.test(text)).map(([why]) => why)

  test.each([
    "new Date().toLocaleDateString('en-CA', { timeZone })",
    'formats("sv-SE", { year: "numeric" })',
    'moments(zone).format(new Date(at)).slice(-5)',
    "at.toLocaleDateString('en-US').split('/')",
    "Number(value.toLocaleString('en-US'))",
    'new Date(days.format(at))',
  ])('the pattern finds %s', (planted) => expect(findings(planted)).not.toEqual([]))

  test('no file parses the output of Intl: use dayIn or timeIn of contract/shared/dates.ts', () => {
    const files = ['contract', 'server', 'web', 'tests', 'scripts'].flatMap((tree) =>
      readdirSync(tree, { recursive: true, encoding: 'utf8' })
        .filter((name) => /\.(tsx?|mjs|js)$/.test(name))
        .map((name) => join(tree, name)),
    )
    const found = files
      .filter((file) => file !== relative('.', import.meta.filename))
      .flatMap((file) => findings(readFileSync(file, 'utf8')).map((why) => `${file}: ${why}`))
    expect(files.length).toBeGreaterThan(500)
    expect(found).toEqual([])
  })
})
