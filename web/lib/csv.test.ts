import { expect, test } from 'vitest'

import { toCsv } from '../../contract/shared/csv.ts'
import { createRowCounter } from './csv.ts'

const line = (...row: Parameters<typeof toCsv>[0][number]) => toCsv([row]).slice(1, -2)

test('begins with a byte order mark and ends every row with CRLF', () => {
  expect(toCsv([['a', 'b'], [1]])).toBe('\uFEFFa,b\r\n1\r\n')
})

test('quotes the values that RFC 4180 requires to be quoted', () => {
  expect(line('plain', 'a,b', 'say "hi"', 'two\nlines', 'cr\rlf')).toBe(
    'plain,"a,b","say ""hi""","two\nlines","cr\rlf"',
  )
})

test.each(['=1+1', '+63 2 5555', '-x', '@cmd', '\tx', '\rx'])(
  'escapes a text that begins like a formula: %j',
  (text) => {
    expect(line(text)).toContain(`'${text}`)
  },
)

test('writes numbers as they are and empty values as empty', () => {
  expect(line(-5, 1234.5, null, undefined, true, '')).toBe('-5,1234.5,,,true,')
})

test('counts the rows wherever the bytes are split', () => {
  const bytes = new TextEncoder().encode(
    toCsv([
      ['a', 'b'],
      ['say "hi"\nand\r\nbye', 1],
      ['é', '"'],
      [2, 'x'],
    ]),
  )
  expect(createRowCounter()(bytes)).toBe(4)
  for (let cut = 0; cut <= bytes.length; cut++) {
    const count = createRowCounter()
    count(bytes.subarray(0, cut))
    expect(count(bytes.subarray(cut))).toBe(4)
  }
})
