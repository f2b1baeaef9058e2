// Proves that the rows of a Shopify product give its pictures to each of its items, also those that hold only a picture.
import { asc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { picturesPerItem } from '../../contract/catalogue/items.ts'
import type { ImportDraftRow } from '../../contract/imports/drafts.ts'
import { testApp } from '../../tests/support/fixtures.ts'
import { shopifyFile, shopifyProducts } from '../../tests/support/import-files.ts'
import { formOf } from '../../tests/support/pictures.ts'
import { item } from '../db/schema/catalogue.ts'
import { importPicture } from '../db/schema/imports.ts'

const { as, db } = await testApp()
const staff = as(3)
await staff('POST', '/api/v1/categories', { categoryCode: 'RG', categoryName: 'Rings' })

/** Imports a file, and returns the draft before it and the pictures of each item by its code. */
async function importFile(text: string) {
  const file = { 'products.csv': new TextEncoder().encode(text) }
  const made = await staff('POST', '/api/v1/imports/drafts', formOf({ kind: 'items' }, file, 'file'))
  const draft = made.body.data as ImportDraftRow
  const path = `/api/v1/imports/drafts/${draft.importDraftID}`
  const { check } = (await staff('POST', `${path}/check`, {})).body.data
  expect(check.reasons).toEqual([])
  const done = await staff('POST', `${path}/import`, {})
  expect([done.status, done.body.message]).toEqual([201, undefined])
  const rows = await db
    .select({ code: item.itemCode, source: importPicture.source })
    .from(importPicture)
    .innerJoin(item, eq(item.itemID, importPicture.itemID))
    .where(eq(importPicture.importID, done.body.data.importID))
    .orderBy(asc(importPicture.importPictureID))
  const pictures = Map.groupBy(rows, ({ code }) => code)
  return {
    draft,
    check,
    of: (code: string) => (pictures.get(code) ?? []).map(({ source }) => source),
    count: rows.length,
  }
}
const address = (n: number | string) => `https://192.0.2.1/${n}.jpg`
/** A product of one variant, without a picture. */
const plain = (handle: string) => ({
  Handle: handle,
  Title: `Ring ${handle}`,
  Type: 'Rings',
  'Option1 Value': 'Default Title',
  'Variant Grams': '3',
  'Variant Price': '100.00',
  'Cost per item': '60.00',
})

test('each variant of a product gets the pictures of all its rows', async () => {
  const { draft, check, of } = await importFile(shopifyProducts('SP', 'Rings'))
  expect([draft.mappingName, check.created]).toEqual(['Shopify products', 4])
  expect(draft.preview.map(({ cells }) => cells['pictures'])).toEqual([
    `${address(1)} | ${address(2)}`,
    `${address(1)} | ${address(2)}`,
    '',
    '',
  ])
  expect([of('SP-6'), of('SP-7'), of('sp-pin')]).toEqual([[address(1), address(2)], [address(1), address(2)], []])
})

test('the picture of a variant comes first, and a repeated one counts once', async () => {
  const { of } = await importFile(
    shopifyFile([
      { ...plain('own'), 'Variant SKU': 'OWN-1', 'Image Src': address('main') },
      {
        Handle: 'own',
        'Variant SKU': 'OWN-2',
        'Variant Grams': '3',
        'Variant Price': '90',
        'Cost per item': '60',
        'Option1 Value': 'Rose',
        'Variant Image': address('rose'),
        'Image Src': address('rose'),
      },
      { Handle: 'own', 'Image Src': address('back') },
      { Handle: 'own', 'Image Src': address('main') },
    ]),
  )
  expect(of('OWN-1')).toEqual(['main', 'rose', 'back'].map(address))
  expect(of('OWN-2')).toEqual(['rose', 'main', 'back'].map(address))
})

test('a product keeps its pictures where a batch of rows ends, and an item has at most as many as it may hold', async () => {
  const pictures = (handle: string, count: number) =>
    Array.from({ length: count }, (_, n) => ({ Handle: handle, 'Image Src': address(`${handle}-${n}`) }))
  const { check, of, count } = await importFile(
    shopifyFile([
      ...Array.from({ length: 998 }, (_, n) => plain(`one-${n}`)),
      plain('across'),
      ...pictures('across', 5),
      plain('many'),
      ...pictures('many', picturesPerItem + 3),
    ]),
  )
  expect(check).toMatchObject({ wrong: 0, created: 1000 })
  expect(of('across')).toEqual([0, 1, 2, 3, 4].map((n) => address(`across-${n}`)))
  expect(of('many')).toHaveLength(picturesPerItem)
  expect(count).toBe(picturesPerItem + 5)
})
