import { expect, test } from 'vitest'

import { suppliers } from '../../../contract/purchasing/suppliers.ts'
import { listPageNumbers, readListQuery } from './listState.ts'

const defaults = { pageSize: '10' }
const of = (address: string) => readListQuery(suppliers.list.query, new URLSearchParams(address), defaults)

test('takes the parameters that the endpoint accepts', () => {
  expect(of('page=2&pageSize=25&search=gold&sort=-supplierName&status=true')).toEqual({
    page: '2',
    pageSize: '25',
    search: 'gold',
    sort: '-supplierName',
    status: 'true',
  })
})

test('replaces only an invalid parameter with its default', () => {
  expect(of('page=0&search=gold')).toEqual({ ...defaults, search: 'gold' })
  expect(of('page=abc&sort=password&status=maybe&search=gold')).toEqual({ ...defaults, search: 'gold' })
  expect(of('pageSize=5000')).toEqual(defaults)
})

test('ignores parameters that do not belong to the list', () => {
  expect(of('id=12&utm_source=x&search=')).toEqual(defaults)
})

test.each([
  [1, 1, '1'],
  [1, 3, '1 2 3'],
  [1, 15, '1 2 3 … 15'],
  [3, 15, '1 2 3 4 … 15'],
  [8, 15, '1 … 7 8 9 … 15'],
  [15, 15, '1 … 14 15'],
  [5, 7, '1 … 4 5 6 7'],
])('page %i of %i offers %s', (page, pages, expected) => {
  expect(
    listPageNumbers(page, pages)
      .map((n) => n ?? '…')
      .join(' '),
  ).toBe(expected)
})
