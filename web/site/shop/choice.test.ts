import { expect, test } from 'vitest'

import { parseChoice, withoutFilters, filtersOf, isNarrowed, formatSearch, toggleValue } from './choice.ts'

const read = (query: string) => parseChoice(new URLSearchParams(query))

test('reads an address and writes the shortest equal one', () => {
  // A form without scripts sends every field, and one value for each ticked box.
  const choice = read(
    'search=+ruby++&categoryID=1&categoryID=3&karat=18K,22K&metal=Yellow+gold&stone=&minPrice=%E2%82%B1+20%2C000&maxPrice=&sort=price&page=2',
  )
  expect(choice).toEqual({
    search: 'ruby',
    categoryID: ['1', '3'],
    karat: ['18K', '22K'],
    metal: ['yellow gold'],
    stone: [],
    availability: [],
    minPrice: 20_000,
    maxPrice: null,
    sort: 'price',
    page: 2,
  })
  expect(formatSearch(choice)).toBe(
    '?search=ruby&categoryID=1&categoryID=3&karat=18K&karat=22K&metal=yellow+gold&minPrice=20000&sort=price&page=2',
  )
  expect(read(formatSearch(choice).slice(1))).toEqual(choice)
  expect(formatSearch(read(''))).toBe('')
})

test('ignores invalid parameters', () => {
  const hostile =
    'page=-1&page=x&sort=cost&karat=9K&karat=%00&categoryID=x&categoryID=99999999999&metal=%00%1f&availability=soon&minPrice=cheap&maxPrice=1e999'
  expect(read(hostile)).toEqual(read(''))
  expect(read(`search=${'x'.repeat(500)}`).search).toHaveLength(100)
  expect(read(`stone=${'x'.repeat(500)}`).stone[0]).toHaveLength(60)
})

test('swaps a minimum price above the maximum', () => {
  expect(read('minPrice=300&maxPrice=20')).toMatchObject({ minPrice: 20, maxPrice: 300 })
})

test('builds the query for the server', () => {
  expect(filtersOf(read('karat=18K&karat=22K&availability=inStock&minPrice=0&page=3&sort=price'))).toEqual({
    karat: '18K,22K',
    availability: 'inStock',
    minPrice: '0',
  })
  expect(filtersOf(read('availability=inStock&availability=soldOut&availability=gone'))).toEqual({
    availability: 'inStock,soldOut',
  })
})

test('adds and removes a value and returns to the first page', () => {
  const chosen = toggleValue(read('karat=18K&page=3&sort=price'), 'karat', '22K')
  expect(formatSearch(chosen)).toBe('?karat=18K&karat=22K&sort=price')
  expect(formatSearch(toggleValue(chosen, 'karat', '18K'))).toBe('?karat=22K&sort=price')
  expect(isNarrowed(chosen)).toBe(true)
  expect(isNarrowed(withoutFilters(chosen))).toBe(false)
  expect(formatSearch(withoutFilters(chosen))).toBe('?sort=price')
})
