// Proves how the form of a payment proof is read: amounts, days and references as people type them, and files by their
// bytes.
import { expect, test } from 'vitest'

import { addDays } from '../../../contract/shared/dates.ts'
import { createSendKey } from './send-key.ts'
import {
  extendHold,
  findFilesProblem,
  findProofFormat,
  readAmount,
  readDay,
  readReference,
  readTypedProof,
} from './sending.rules.ts'

test.each([
  ['12,000.00', 12_000],
  ['12000', 12_000],
  [' ₱ 12,000.5 ', 12_000.5],
  ['PHP 1,234.56', 1234.56],
  ['P500', 500],
  ['１２，０００．５０', 12_000.5],
  ['0.01', 0.01],
  ['999,999,999,999.99', 999_999_999_999.99],
])('reads the amount %j', (typed, value) => {
  expect(readAmount(typed)).toEqual({ value })
})

test.each([
  ['', 'missing'],
  [' ₱ ', 'missing'],
  ['0', 'unreadable'],
  ['-5', 'unreadable'],
  ['12.345', 'unreadable'],
  ['12.000,00', 'unreadable'],
  ['1,2', 'unreadable'],
  ['12k', 'unreadable'],
  ['1e5', 'unreadable'],
  ['Infinity', 'unreadable'],
  ['0x10', 'unreadable'],
  ['1,000,000,000,000.00', 'too large'],
])('does not read the amount %j', (typed, is) => {
  expect(readAmount(typed)).toEqual({ problem: { field: 'amount', is } })
})

const today = '2026-11-27'
test.each([
  ['2026-11-27', '2026-11-27'],
  [' 2026/11/7 ', '2026-11-07'],
  ['２０２６．１１．２７', '2026-11-27'],
  [addDays(today, -180), addDays(today, -180)],
])('reads the day %j', (typed, value) => {
  expect(readDay(typed, today)).toEqual({ value })
})

test.each([
  ['', 'missing'],
  ['yesterday', 'unreadable'],
  ['11/27/2026', 'unreadable'],
  ['2026-02-31', 'unreadable'],
  ['2026-13-01', 'unreadable'],
  ['2026-11-28', 'ahead'],
  ['9999-12-31', 'ahead'],
  [addDays(today, -181), 'too old'],
  ['0001-01-01', 'too old'],
])('does not read the day %j', (typed, is) => {
  expect(readDay(typed, today)).toEqual({ problem: { field: 'day', is } })
})

test.each([
  ['  1001 5436 10110\t', { value: '1001 5436 10110' }],
  ['振込123', { value: '振込123' }],
  ['a\u0000b\nc', { value: 'a b c' }],
  ['a'.repeat(60), { value: 'a'.repeat(60) }],
  ['', { problem: { field: 'reference', is: 'missing' } }],
  ['--1-2--', { problem: { field: 'reference', is: 'too short' } }],
  ['a'.repeat(61), { problem: { field: 'reference', is: 'too long' } }],
] as const)('reads the reference %j', (typed, result) => {
  expect(readReference(typed)).toEqual(result)
})

test('an account may be missing only when there is no choice', () => {
  const typed = { amount: '5', day: today, reference: '1001', key: '' }
  const readAccount = (account: string, accountIDs: number[]) => {
    const reading = readTypedProof({ ...typed, account }, { today, accountIDs })
    return 'read' in reading ? reading.read.payAccountID : reading.problems
  }
  const missing = [{ field: 'account', is: 'missing' }]
  expect(readAccount('', [])).toBeNull()
  expect(readAccount('', [7])).toBe(7)
  expect(readAccount('8', [7, 8])).toBe(8)
  expect(readAccount('', [7, 8])).toEqual(missing)
  // An account that the shop has closed meanwhile, or a forged key.
  for (const forged of ['9', '7 or 1=1', '7.0', '-7']) expect(readAccount(forged, [7, 8])).toEqual(missing)
})

test('names every problem of a form in the order of its fields', () => {
  const typed = { amount: '', day: '', reference: '', account: '', key: '' }
  const reading = readTypedProof(typed, { today, accountIDs: [1, 2] })
  expect('problems' in reading && reading.problems.map(({ field }) => field)).toEqual([
    'amount',
    'day',
    'reference',
    'account',
  ])
})

const bytesOf = (hex: string) => Buffer.from(hex.padEnd(64, '0'), 'hex')
const ftyp = (brand: string) => Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from(`ftyp${brand}0000`)])

test('knows files by their bytes, never by their names', () => {
  expect(findProofFormat(bytesOf('ffd8ffe0'))).toBe('JPEG')
  expect(findProofFormat(bytesOf('89504e470d0a1a0a'))).toBe('PNG')
  expect(findProofFormat(Buffer.from('RIFF0000WEBPVP8 '))).toBe('WebP')
  expect(findProofFormat(Buffer.from('%PDF-1.7\n'))).toBe('PDF')
  for (const brand of ['heic', 'heix', 'heim', 'hevc', 'mif1', 'msf1'])
    expect(findProofFormat(ftyp(brand))).toBe('heic')
  for (const other of ['<svg xmlns="x">', '<!doctype html>', 'GIF89a', 'PK\u0003\u0004', 'x'])
    expect(findProofFormat(Buffer.from(other))).toBeNull()
  expect(findProofFormat(ftyp('avif'))).toBeNull()
})

test('names the first problem of the files', () => {
  const file = (bytes: Uint8Array) => ({ name: 'receipt.jpg', bytes })
  const good = file(bytesOf('ffd8ffe0'))
  const problemOf = (...files: { name: string; bytes: Uint8Array }[]) => findFilesProblem(files)?.is ?? null
  expect(problemOf(good, good, good, good, good)).toBeNull()
  expect(problemOf()).toBe('missing')
  expect(problemOf(good, good, good, good, good, good)).toBe('too many')
  expect(problemOf(good, file(new Uint8Array()))).toBe('empty')
  expect(problemOf(good, file(ftyp('heic')))).toBe('heic')
  expect(problemOf(good, file(Buffer.from('<svg>')))).toBe('other kind')
})

test('the same form with the same content has one key', () => {
  const read = { amount: 5, day: today, reference: '1001', payAccountID: 1 }
  const [one, other] = ['a', 'b'].map((text) => ({ name: 'x', bytes: Buffer.from(text) }))
  const key = createSendKey('form', read, [one!, other!])
  expect(createSendKey('form', { ...read }, [one!, other!])).toBe(key)
  expect(
    new Set([
      key,
      createSendKey('form 2', read, [one!, other!]),
      createSendKey('form', { ...read, amount: 6 }, [one!, other!]),
      createSendKey('form', { ...read, reference: '1002' }, [one!, other!]),
      createSendKey('form', read, [other!, one!]),
      createSendKey('form', read, [one!]),
    ]).size,
  ).toBe(6)
})

test('moves a hold only forward, and none that has lapsed or is kept', () => {
  const now = new Date('2026-11-27T00:00:00Z')
  const inHours = (n: number) => new Date(now.getTime() + n * 3_600_000)
  expect(extendHold(inHours(1), now, 12)).toEqual(inHours(12))
  for (const stays of [null, inHours(-1), now, inHours(12), inHours(48)]) expect(extendHold(stays, now, 12)).toBeNull()
})
