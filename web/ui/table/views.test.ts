import { expect, test } from 'vitest'

import { items } from '../../../contract/catalogue/items.ts'
import { differs, keptOf } from './views.ts'

test('a view keeps what the list knows, and no page', () => {
  const search = new URLSearchParams('karat=18K&page=3&sort=-price&id=12&view=4&search=&pageSize=25')
  expect(keptOf(items.list.query, search)).toEqual({ karat: '18K', sort: '-price', pageSize: '25' })
})

test('a list differs from its view by what it asks for or shows, in whatever order', () => {
  const view = { query: { karat: '18K', sort: '-price' }, hidden: ['Cost', 'ID'] }
  expect(differs(view, { query: { sort: '-price', karat: '18K' }, hidden: ['ID', 'Cost'] })).toBe(false)
  expect(differs(view, { ...view, query: { sort: '-price' } })).toBe(true)
  expect(differs(view, { ...view, hidden: ['Cost'] })).toBe(true)
})
