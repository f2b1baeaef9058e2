// Proves that the page of an order shows what was agreed in the language of the page, without scripts.
import { expect, test } from 'vitest'

import { orderPath } from '../../contract/order-page/order-page.ts'
import { publicAddress } from '../../contract/shared/languages.ts'
import { orderPageShop } from '../../tests/support/order-page.ts'

const { as, makeSale, makeLink, get, openBy } = await orderPageShop()
const write = async (body: object) => {
  const { status, body: answer } = await as(2)('POST', '/api/v1/terms', body)
  expect(status, answer.message).toBe(201)
}
const pageOf = async (cookie: { cookie: string }, language: 'en' | 'tl' | 'ja' = 'en') =>
  (await get(publicAddress(language, orderPath), cookie)).body
const open = async (more: object = {}) => openBy(await makeLink((await makeSale(more)).salesTransactionID))

test('a sale older than the terms has no papers of them', async () => {
  const older = await open()
  await write({ kind: 'return', english: 'Within 7 <b>days</b>', tagalog: 'Sa loob ng 7 araw', readVersion: 0 })
  await write({ kind: 'layaway', english: 'We keep it', japanese: 'お取り置きします', readVersion: 0 })
  expect(await pageOf(older)).not.toContain('Return terms')
})

test.each([
  ['en', 'Return terms', 'Version 1', '<div class="order-terms">Within 7 &lt;b&gt;days&lt;/b&gt;</div>'],
  ['tl', 'Mga tuntunin sa pagsasauli', 'Ika-1 na bersiyon', '<div class="order-terms">Sa loob ng 7 araw</div>'],
  ['ja', '返品規約', '第1版', '<div class="order-terms" lang="en">Within 7 &lt;b&gt;days&lt;/b&gt;</div>'],
] as const)('shows the agreed terms in %s, or in English where they have no text', async (language, ...texts) => {
  const main = await pageOf(await open(), language)
  for (const text of texts) expect(main).toContain(text)
  expect(main).toMatch(/<details><summary>/)
  expect(main).not.toMatch(/お取り置きします|We keep it|分割お取り置き/)
})

test('a layaway shows the terms of layaways, and keeps its version', async () => {
  const { body: types } = await as(3)('GET', '/api/v3/transaction/transaction-types')
  const { transactionTypeID } = types.data.find(({ code }: { code: string }) => code === 'layaway')
  const kept = await open({ transactionTypeID })
  await write({ kind: 'layaway', english: 'We keep it longer', readVersion: 1 })
  expect(await pageOf(kept)).toMatch(/Layaway terms.*?Version 1.*?We keep it<.*?Return terms/s)
  expect(await pageOf(kept, 'ja')).toMatch(/分割お取り置き規約.*?第1版.*?<div class="order-terms">お取り置きします/s)
  expect(await pageOf(await open({ transactionTypeID }))).toMatch(/Layaway terms.*?Version 2.*?We keep it longer/s)
})
