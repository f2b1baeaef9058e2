// Proves which sources a person can choose, why they were proposed, and which files need no look at their columns.
import { expect, test } from 'vitest'

import type { ImportDraftRow } from '../../../../contract/imports/drafts.ts'
import { importColumns } from '../../../../contract/imports/import-columns.ts'
import { type Mapping, noMapping } from '../../../../contract/imports/mapping.ts'
import { chooseMapping } from '../../../../contract/imports/proposal-rules.ts'
import {
  explainSource,
  listIgnored,
  listSpare,
  needsColumns,
  sourceOf,
  withAppended,
  withReading,
  withSource,
} from './sources.ts'

/** A draft as the server proposes it for a file of items. */
function draftOf(header: string[], row: string[], choices: ImportDraftRow['choices'] = []) {
  const { mapping, name } = chooseMapping('items', importColumns.items, header, [row], [])
  const unmapped = importColumns.items.filter(
    ({ key, required }) => required && !mapping.columns.some((one) => one.key === key),
  )
  return {
    kind: 'items',
    header,
    examples: row.map((cell) => [cell]),
    mapping,
    mappingName: name,
    choices,
    unmapped: unmapped.map(({ key }) => key),
    preview: [{ row: 2, cells: {}, problems: unmapped.map(({ key }) => ({ column: key })) }],
  } as unknown as ImportDraftRow & { mapping: Mapping } // The rules read no other part of a draft.
}
const columnOf = (key: string) => importColumns.items.find((one) => one.key === key)!

const ours = ['Item code', 'Item name', 'Category', 'Grams', 'UOM', 'Price', 'Cost', 'Colour']
const ourRow = ['A', 'Ring', 'Rings', '3', 'PCS', '10', '5', 'red']

test('a file with our own names needs no look at its columns, and one of another program does', () => {
  expect(needsColumns(draftOf(ours, ourRow))).toBe(false)
  expect(needsColumns(draftOf(ours.with(0, 'SKU'), ourRow))).toBe(true)
  const withoutCost = draftOf(ours.with(6, 'Colour 2'), ourRow)
  expect(needsColumns(withoutCost)).toBe(true)
  // A list of records that exist needs no cost.
  expect(needsColumns({ ...withoutCost, preview: [{ row: 2, cells: {}, problems: [] }] })).toBe(false)
  const saved = { preset: null, importMappingID: 1, mappingName: 'Till', missing: [] }
  expect(needsColumns({ ...draftOf(ours.with(0, 'SKU'), ourRow, [saved]), mappingName: 'Till' })).toBe(false)
})

test('explains a proposal, and not the choice of a person', () => {
  const draft = draftOf(['Title', 'Grams', 'metal name', 'price'], ['Ring', '3', '18K gold', '10'])
  const explained = (key: string) => explainSource(draft, columnOf(key))
  expect(['itemName', 'grams', 'karat', 'itemCode', 'cost'].map(explained)).toEqual([
    'A usual name for it',
    'The same name',
    'Its cells name karats',
    'The file has no such column',
    null,
  ])
  const mapping = withSource(draft.mapping, 'itemName', sourceOf('column 2', columnOf('itemName'), undefined))
  expect(explainSource({ ...draft, mapping }, columnOf('itemName'))).toBeNull()
  expect(explainSource({ ...draft, mappingName: 'Till' }, columnOf('itemName'))).toBeNull()
})

test('a share of the price ends with the price, and an added column is read no other way', () => {
  const share = sourceOf('share', columnOf('cost'), undefined)
  const price = sourceOf('column 1', columnOf('price'), undefined)
  const mapping = withSource(withSource(noMapping, 'price', price), 'cost', share)
  expect(mapping.columns.map(({ key }) => key)).toEqual(['price', 'cost'])
  expect(withSource(mapping, 'price', undefined).columns).toEqual([])
  const appended = withAppended(withAppended(mapping, 2, true), 0, true)
  expect(appended.appended).toEqual([0, 2])
  // The rows of a product inherit b, which nothing reads, and the last column says what is wrong with a row.
  const file = {
    header: ['a', 'b', 'c', '', 'd', 'What is wrong'],
    mapping: { ...appended, columns: [], groups: { by: 1, columns: [1] } },
    ignored: ['d'],
  }
  expect(listSpare(file)).toEqual([0, 1, 2, 4])
  expect(listIgnored(file)).toEqual(['b', 'd'])
  expect(withAppended(appended, 2, false).appended).toEqual([0])
})

test('a column is read in the way of ours', () => {
  const grams = sourceOf('column 0', columnOf('grams'), undefined)
  expect(grams).toEqual({ from: 'column', column: 0, reads: 'weight' })
  if (grams?.from !== 'column') throw new Error('no column')
  expect(withReading(grams, 'weight kg')).toEqual({ ...grams, unit: 'kg' })
  expect(withReading({ ...grams, unit: 'kg' }, 'weight g')).toEqual(grams)
  expect(withReading({ ...grams, unit: 'kg' }, 'text')).toEqual({ from: 'column', column: 0, reads: 'text' })
})
