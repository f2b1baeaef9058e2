import { describe, expect, test } from 'vitest'

import {
  formatDay,
  formatFieldText,
  initialsOf,
  formatMoment,
  formatNearDay,
  formatNearMoment,
  parseNumber,
  formatPeso,
  formatQuantity,
  formatRecent,
  today,
} from './format.ts'

test('formats pesos with sign, separators and centavos', () => {
  expect(formatPeso(86_500)).toBe('₱86,500.00')
  expect(formatPeso(0.5)).toBe('₱0.50')
  expect(formatPeso(-1234.5)).toBe('-₱1,234.50')
  expect(formatPeso(999_999_999_999.99)).toBe('₱999,999,999,999.99')
})

test('formats a quantity with exactly its own decimals', () => {
  expect(formatQuantity(1074)).toBe('1,074')
  expect(formatQuantity(12.345)).toBe('12.345')
  expect(formatQuantity(3.4)).toBe('3.4')
})

test('formats a calendar date without a time zone', () => {
  expect(formatDay('2026-11-20')).toBe('20 Nov 2026')
  expect(formatDay('2026-01-01')).toBe('1 Jan 2026')
})

test('leaves the current year out of a near day and a near moment', () => {
  const now = new Date('2026-11-20T09:05:00Z')
  expect(formatNearDay('2026-12-25', now)).toBe('25 Dec')
  expect(formatNearDay('2027-01-25', now)).toBe('25 Jan 2027')
  expect(formatNearMoment('2026-11-19T11:12:00Z', 'Asia/Tokyo', now)).toBe('19 Nov, 20:12')
  expect(formatNearMoment('2025-11-19T11:12:00Z', 'Asia/Tokyo', now)).toBe('19 Nov 2025, 20:12')
})

test('formats a moment in the shop’s time zone', () => {
  expect(formatMoment('2026-11-20T16:30:00Z', 'Asia/Tokyo')).toBe('21 Nov 2026, 01:30')
  expect(formatMoment('2026-11-20T16:30:00Z', 'Asia/Manila')).toBe('21 Nov 2026, 00:30')
  expect(formatMoment('2026-11-20T16:30:00Z', 'America/New_York')).toBe('20 Nov 2026, 11:30')
})

test('formats a recent moment shortly, as a time or a weekday', () => {
  const now = new Date('2026-11-20T02:00:00Z') // Friday 11:00 in Tokyo
  expect(formatRecent('2026-11-20T01:42:00Z', 'Asia/Tokyo', now)).toBe('10:42')
  expect(formatRecent('2026-11-19T15:00:00Z', 'Asia/Tokyo', now)).toBe('00:00')
  expect(formatRecent('2026-11-19T14:59:00Z', 'Asia/Tokyo', now)).toBe('Thu')
  expect(formatRecent('2026-11-13T15:00:00Z', 'Asia/Tokyo', now)).toBe('Sat')
  expect(formatRecent('2026-11-13T14:59:00Z', 'Asia/Tokyo', now)).toBe('13 Nov 2026')
  expect(formatRecent('2026-11-20T02:00:01Z', 'Asia/Tokyo', now)).toBe('11:00') // this machine's clock is a little behind
})

test('returns today’s date in the shop’s time zone', () => {
  const now = new Date('2026-11-20T15:30:00Z')
  expect(today('Asia/Tokyo', now)).toBe('2026-11-21')
  expect(today('Asia/Manila', now)).toBe('2026-11-20')
})

describe('typed numbers', () => {
  test.each([
    ['1234.5', 1234.5],
    ['1,234.50', 1234.5],
    ['₱ 12,345,678', 12_345_678],
    [' 7 ', 7],
    ['１２３', 123],
    ['-3', -3],
    ['.5', 0.5],
    ['5.', 5],
  ])('reads %s as a number', (text, value) => expect(parseNumber(text)).toBe(value))

  test.each(['1,2', '12,34', 'abc', '12abc', '.', '-', ',', '1,2345', '1.2.3'])('reads %s as no number', (text) =>
    expect(parseNumber(text)).toBeNaN(),
  )

  test('reads an empty field as null', () => expect(parseNumber('  ')).toBeNull())

  test('formats a number for an input field', () => {
    expect(formatFieldText(1234.5, 2)).toBe('1,234.50')
    expect(formatFieldText(1234)).toBe('1,234')
    expect(formatFieldText(null)).toBe('')
  })
})

test('takes the initials of the first and the last word of a name', () => {
  expect(initialsOf('Liza Reyes')).toBe('LR')
  expect(initialsOf('maricel dela cruz')).toBe('MC')
  expect(initialsOf('佐藤 由美')).toBe('佐')
  expect(initialsOf('18K Rope chain')).toBe('RC')
  expect(initialsOf('24')).toBe('2')
  expect(initialsOf('')).toBe('')
})
