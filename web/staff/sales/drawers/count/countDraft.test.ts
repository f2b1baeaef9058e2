import { expect, test } from 'vitest'

import { cleanQuantity, isCountDraft, listRows, sumOf, toCountInput } from './countDraft.ts'

test('rows go from the largest note to the smallest coin, pesos before yen', () => {
  expect(listRows(false).map(({ what }) => what)).toEqual([
    '₱1,000 notes',
    '₱500 notes',
    '₱200 notes',
    '₱100 notes',
    '₱50 notes',
    '₱20 notes',
    '₱20 coins',
    '₱10 coins',
    '₱5 coins',
    '₱1 coins',
    '25¢ coins',
  ])
  const yen = listRows(true).slice(11)
  expect(yen.map(({ label }) => label)).toEqual([
    '¥10,000',
    '¥5,000',
    '¥2,000',
    '¥1,000',
    '¥500',
    '¥100',
    '¥50',
    '¥10',
    '¥5',
    '¥1',
  ])
})

test('the sum and the body of a count are those of its rows', () => {
  const draft = {
    'PHP note 1000': '41',
    'PHP note 20': '3',
    'PHP coin 20': '2',
    'PHP coin 0.25': '3',
    'JPY note 5000': '2',
  }
  const rows = listRows(true)
  expect([sumOf(draft, rows, 'PHP'), sumOf(draft, rows, 'JPY')]).toEqual([41_100.75, 10_000])
  expect(toCountInput(draft, false)).toEqual({
    counts: [
      {
        currency: 'PHP',
        cash: [
          { form: 'note', value: 1000, quantity: 41 },
          { form: 'note', value: 20, quantity: 3 },
          { form: 'coin', value: 20, quantity: 2 },
          { form: 'coin', value: 0.25, quantity: 3 },
        ],
      },
    ],
  })
  expect(toCountInput({}, true)).toEqual({
    counts: [
      { currency: 'PHP', cash: [] },
      { currency: 'JPY', cash: [] },
    ],
  })
})

test('a typed quantity keeps its digits, and a stored draft that is none is ignored', () => {
  expect(['12', '012', '0', '', '1a2', '1234567', '-3'].map(cleanQuantity)).toEqual([
    '12',
    '12',
    '0',
    '',
    '12',
    '12345',
    '3',
  ])
  expect([
    isCountDraft({}),
    isCountDraft({ a: '12' }),
    isCountDraft(null),
    isCountDraft({ a: 12 }),
    isCountDraft({ a: 'x' }),
  ]).toEqual([true, true, false, false, false])
})
