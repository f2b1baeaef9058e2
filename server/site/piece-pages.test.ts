// Proves that the page of a tag shows a visitor the facts of the piece in three languages, without scripts and cache, and
// leads staff to the piece.
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { languages, publicAddress } from '../../contract/shared/languages.ts'
import { testApp } from '../../tests/support/fixtures.ts'
import { stockItem } from '../../tests/support/stocked.ts'
import { item, itemTranslation } from '../db/schema/catalogue.ts'

const hostile = '</script><script>alert("1")</script>&<b>Ring'
const { app, db, as } = await testApp({ withPages: true })
const manager = as(2)
const { itemID, inventoryID } = await stockItem(db, {
  quantity: 1,
  itemName: hostile,
  karat: '18K',
  metal: 'Yellow gold',
  price: 48_650,
  cost: 33_333,
  grams: 3,
})
await db.insert(itemTranslation).values({ itemID, language: 'ja', itemName: '指輪、細身' })
await manager('PUT', `/api/v1/items/${itemID}/pieces`, {
  pieces: [{ inventoryID, grams: 3.25, netGrams: 2.1, laboratory: 'GIA', certificateNumber: '22', note: 'Secret' }],
})
const [piece] = (await manager('GET', `/api/v1/pieces?itemID=${itemID}`)).body.data
const get = (url: string, accepted = 'en-PH') => app.inject({ url, headers: { 'accept-language': accepted } })

test.each([
  ['en', 'Weight', '3.25 g, of which gold 2.10 g', 'Yellow gold', 'See it in the shop'],
  ['tl', 'Timbang', '3.25 g, ginto 2.10 g', 'Dilaw na ginto', 'Tingnan sa tindahan'],
  ['ja', '重量', '3.25 g（うち地金 2.10 g）', 'イエローゴールド', 'ショップで見る'],
] as const)('shows the facts of the piece in %s, without scripts and cache', async (language, ...facts) => {
  const { statusCode, body, headers } = await get(publicAddress(language, `/p/${piece.code}`))
  expect(statusCode).toBe(200)
  const main = body.slice(body.indexOf('<main'))
  for (const text of [piece.number, '18K', '750', 'GIA 22', '₱48,650.00', ...facts]) expect(main).toContain(text)
  expect(main).toContain(`href="${publicAddress(language, `/shop/${itemID}`)}"`)
  // Sign-in lives in the back-office, which is in one language.
  expect(main).toContain(`href="/piece?id=${piece.pieceID}"`)
  expect(body).not.toMatch(/33,?333|Secret|Test (?:Manager|Admin)/)
  expect(main).not.toContain('Main')
  expect(body).not.toMatch(/<script type="module"|modulepreload|id="state"|<script>alert/)
  expect(body).toContain('<meta name="robots" content="noindex"/>')
  expect([headers['cache-control'], headers['x-robots-tag']]).toEqual(['no-store', 'noindex'])
})

test('the tag’s address has one language, and offers the language of the browser', async () => {
  expect((await get(`/p/${piece.code}`)).body).not.toContain('scanned-language')
  const english = await get(`/p/${piece.code}`, 'ja-JP,ja;q=0.9')
  expect(english.body).toContain('<html lang="en">')
  expect(english.body).toContain(`href="/ja/p/${piece.code}">このページを日本語で読む</a>`)
  expect((await get(`/p/${piece.code}`, 'fil-PH')).body).toContain(`href="/tl/p/${piece.code}">Basahin ito sa Tagalog`)
  expect((await get(`/ja/p/${piece.code}`, 'de')).body).toContain(`href="/p/${piece.code}">Read this page in English`)
  // A name without a translation is marked as English.
  expect((await get(`/tl/p/${piece.code}`)).body).toContain('<h1 lang="en">')
  expect((await get(`/ja/p/${piece.code}`)).body).toContain('<h1>')
})

test('a code on no tag gets 404, in every language, and shows nothing of a piece', async () => {
  for (const language of languages)
    for (const code of [piece.number, 'NOTHING', '%00', "'", 'x'.repeat(190)]) {
      const page = await get(publicAddress(language, `/p/${code}`))
      expect([code, page.statusCode]).toEqual([code, 404])
      expect(page.body).not.toContain(`${piece.code}"`)
      expect(page.body).not.toContain('3.25')
    }
  expect((await get('/p/NOTHING')).body).toContain('No piece has this tag')
  // Without a code there is no tag, so the page of an unknown address comes, with its scripts.
  for (const path of ['/p', '/pictures-of-rings']) {
    const { statusCode, body } = await get(path)
    expect([statusCode, body.includes('<script type="module"')]).toEqual([404, true])
  }
})

test('leads to the check of the certificate, and to the shop only for an item on the site', async () => {
  expect((await get(`/p/${piece.code}`)).body).not.toContain('/c/')
  const { body } = await manager('POST', `/api/v1/pieces/${piece.pieceID}/certificates`, {})
  const { certificateNumber, code } = body.data
  const page = (await get(`/ja/p/${piece.code}`)).body
  expect(page).toContain(`href="/ja/c/${code.slice(0, 4)}-${code.slice(4)}"`)
  expect(page).toContain(certificateNumber)
  expect((await get(`/ja/c/${code.slice(0, 4)}-${code.slice(4)}`)).statusCode).toBe(200)
  await db.update(item).set({ onSite: false }).where(eq(item.itemID, itemID))
  const hidden = (await get(`/p/${piece.code}`)).body
  expect(hidden).toContain(piece.number)
  expect(hidden).not.toMatch(/₱|\/shop\/\d/)
})
