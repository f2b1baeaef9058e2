import { expect, test } from 'vitest'

import { items } from '../../../contract/catalogue/items.ts'
import { hasChanged, savedQueryOf } from './views.ts'

test('a view saves the known parameters of its list except the page', () => {
  const search = new URLSearchParams('karat=18K&page=3&sort=-price&id=12&view=4&search=&pageSize=25')
  expect(savedQueryOf(items.list.query, search)).toEqual({ karat: '18K', sort: '-price', pageSize: '25' })
})

test('a list differs from its view by its query or its columns, in any order', () => {
  const view = { query: { karat: '18K', sort: '-price' }, hidden: ['Cost', 'ID'] }
  expect(hasChanged(view, { query: { sort: '-price', karat: '18K' }, hidden: ['ID', 'Cost'] })).toBe(false)
  expect(hasChanged(view, { ...view, query: { sort: '-price' } })).toBe(true)
  expect(hasChanged(view, { ...view, hidden: ['Cost'] })).toBe(true)
})
