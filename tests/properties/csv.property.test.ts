import fc from 'fast-check'
import { expect, test } from 'vitest'

import { parseCsv as readOurs, toCsv } from '../../contract/shared/csv.ts'
import { readCsv } from '../support/csv-reader.ts'

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({
    unit: fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', '"', ',', "'", 'a', '₱', '指輪', ' ', '\uFEFF'),
  }),
)
const cell = fc.oneof(text, fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.constant(null))
const rows = fc
  .integer({ min: 1, max: 6 })
  .chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 8 }))

const dangerous = /^[=+\-@\t\r]/

test('an independent parser reads back every written value', () => {
  fc.assert(
    fc.property(rows, (written) => {
      const csv = toCsv(written)
      expect(csv.startsWith('\uFEFF')).toBe(true)
      const read = readCsv(csv)
      expect(read).toEqual(
        written.map((row) =>
          row.map((value) => {
            if (value === null) return ''
            if (typeof value === 'number') return String(value)
            return /^'*[=+\-@\t\r]/.test(value) ? `'${value}` : value
          }),
        ),
      )
      // A spreadsheet must not run any text; numbers are exempt.
      const texts = read.flatMap((row, n) => row.filter((_, m) => typeof written[n]![m] === 'string'))
      expect(texts.filter((value) => dangerous.test(value))).toEqual([])
    }),
    { numRuns: 500 },
  )
})

test.each([',', ';', '\t'] as const)(
  'our own reader reads back every written value, with separator %j',
  (separator) => {
    fc.assert(
      fc.property(rows, (written) => {
        // Spreadsheets of other regions write another separator. Everything is quoted, so that a cell may contain it.
        const csv =
          separator === ','
            ? toCsv(written)
            : written
                .map((row) => row.map((value) => `"${guarded(value).replaceAll('"', '""')}"`).join(separator) + '\n')
                .join('')
        expect(readOurs(csv, separator)).toEqual(written.map((row) => row.map((value) => String(value ?? ''))))
      }),
      { numRuns: 300 },
    )
  },
)

const guarded = (value: string | number | null) =>
  typeof value === 'string' && /^'*[=+\-@\t\r]/.test(value) ? `'${value}` : String(value ?? '')

test('our reader accepts the CSV files of spreadsheets and people', () => {
  expect(readOurs('a,"b ""c"", d"\n,\r\n\rx"y",z')).toEqual([['a', 'b "c", d'], ['', ''], [''], ['x"y"', 'z']])
  expect(readOurs('a;b;\n"1;5";')).toEqual([['a;b;'], ['1;5;']])
  expect(readOurs('a;b;\n"1;5";', ';')).toEqual([
    ['a', 'b', ''],
    ['1;5', ''],
  ])
  expect(readOurs('')).toEqual([])
  expect(() => readOurs('a\nb\n"c')).toThrow('Row 3 opens a quote that nothing closes')
})

test('the reader refuses malformed files', () => {
  expect(readCsv('a,"b ""c"", d"\r\n,\r\n')).toEqual([
    ['a', 'b "c", d'],
    ['', ''],
  ])
  for (const wrong of ['a,b', 'a"b\r\n', '"a\r\n', '"a"b\r\n', 'a\nb\r\n', 'a\r\nb,'])
    expect(() => readCsv(wrong)).toThrow('Not what a CSV file has')
})
