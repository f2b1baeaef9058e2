// Proves that the QR of a tag opens the page of its piece for anybody, with its facts and without its price, place or buyer.
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { labelStockIDs } from '../../../contract/catalogue/label-stocks.ts'
import { testApp } from '../../../tests/support/fixtures.ts'
import { stockItem } from '../../../tests/support/stocked.ts'
import { item, itemTranslation } from '../../db/schema/catalogue.ts'

const { app, db, as } = await testApp()
const manager = as(2)
const { itemID, inventoryID } = await stockItem(db, { quantity: 1, karat: '18K', price: 48_650, grams: 3 })
await db.update(item).set({ itemName: 'Ring <b>&</b>' }).where(eq(item.itemID, itemID))
await db.insert(itemTranslation).values({ itemID, language: 'ja', itemName: '指輪' })
await manager('PUT', `/api/v1/items/${itemID}/pieces`, {
  pieces: [
    {
      inventoryID,
      grams: 3.25,
      netGrams: 2.1,
      certificateNumber: 'GIA 22',
      laboratory: 'GIA',
      barcode: 'TAG-9',
      note: 'Secret',
    },
  ],
})
const [piece] = (await manager('GET', `/api/v1/pieces?itemID=${itemID}`)).body.data
const open = (code: string, language = 'en-PH') =>
  app.inject({ url: `/p/${code}`, headers: { 'accept-language': language } })

test('a visitor sees the facts of the piece, in three languages', async () => {
  const page = await open(piece.code)
  expect([page.statusCode, page.headers['x-robots-tag'], page.headers['cache-control']]).toEqual([
    200,
    'noindex',
    'no-store',
  ])
  for (const fact of ['Ring &lt;b&gt;&amp;&lt;/b&gt;', piece.number, '3.25 g', '2.10 g', 'GIA GIA 22', '18K 750'])
    expect(page.body).toContain(fact)
  for (const hidden of ['48,650', '48650', 'Main', 'Secret', 'TAG-9', '<script'])
    expect(page.body).not.toContain(hidden)
  expect(page.body).toContain(`href="/piece?id=${piece.pieceID}"`)
  expect(page.body).toContain(`href="/shop/${itemID}"`)
  expect((await open(piece.code.toLowerCase(), 'ja')).body).toContain('指輪')
  expect((await open(piece.code, 'fil-PH')).body).toContain('Timbang')
})

test('only the random code opens the page, and an item that is not on the site has no way to its page', async () => {
  for (const code of [piece.number, 'TAG-9', 'NOTHING', '%00', "'"]) {
    const page = await open(code)
    expect([code, page.statusCode]).toEqual([code, 404])
    expect(page.body).not.toContain(piece.number)
  }
  await db.update(item).set({ onSite: false }).where(eq(item.itemID, itemID))
  expect((await open(piece.code)).body).not.toContain(`/shop/${itemID}`)
})

test('the label of a piece has its number, its weight and the address of its page', async () => {
  const body = { labels: [{ itemID, pieceID: piece.pieceID, copies: 1 }], stock: labelStockIDs[0], code: 'best' }
  const preview = await manager('POST', '/api/v1/labels/preview', body)
  expect(preview.body.data.refused).toEqual([])
  const texts = preview.body.data.first.texts.map(({ text }: { text: string }) => text).join(' ')
  expect(texts).toContain(piece.number)
  expect(texts).toContain('3.25 g')
  const other = await manager('POST', '/api/v1/labels/preview', {
    ...body,
    labels: [{ itemID, pieceID: 9999, copies: 1 }],
  })
  expect(other.body).toMatchObject({ code: 'reference.missing', message: 'Piece 9999 does not exist' })
})
