// Proves that the page of an order shows what was agreed and what was sent, and that its papers are for who has opened it.
import { expect, test } from 'vitest'

import { orderPath } from '../../contract/order-page/order-page.ts'
import { publicAddress } from '../../contract/shared/languages.ts'
import { orderPageShop } from '../../tests/support/order-page.ts'
import { readPdfTexts } from '../../tests/support/pdf-text.ts'
import { attempt } from '../db/schema/people.ts'

const { app, db, as, tokens, makeSale, makeLink, get, openBy } = await orderPageShop()
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

const paperOf = (cookie: { cookie?: string }, kind: string, language: 'en' | 'tl' | 'ja' = 'en') =>
  get(publicAddress(language, `${orderPath}/papers/${kind}`), cookie)

test('the invoice is downloaded by who has opened the order, and tells nothing that its page does not', async () => {
  const { salesTransactionID: id, transactionNumber } = await makeSale({
    payments: [{ paymentTypeID: 1, amount: 2_250, reference: 'REF-4711' }],
  })
  const link = await makeLink(id)
  const cookie = await openBy(link)
  expect(await pageOf(cookie)).toMatch(/<a href="\/order\/papers\/invoice" hrefLang="en" download="">.*?Invoice/s)
  expect(await pageOf(cookie, 'ja')).toContain('href="/ja/order/papers/invoice"')
  for (const language of ['en', 'tl', 'ja'] as const) {
    const { statusCode, headers, rawPayload } = await paperOf(cookie, 'invoice', language)
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="${transactionNumber}.pdf"`,
      'cache-control': expect.stringContaining('no-store'),
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex',
      'referrer-policy': 'no-referrer',
    })
    const text = readPdfTexts(rawPayload).join('\n')
    for (const shown of [transactionNumber, 'Ana<b>', '₱12,250.00', '₱10,000.00', 'Paid by Cash'])
      expect(text).toContain(shown)
    expect(text).not.toMatch(/Reyes|0917|Mabini|ana@mail|haggles|7,?777|REF-4711|Main/)
  }
  // The paper that staff hand out names the customer.
  const { rawPayload } = await app.inject({
    url: `/api/v2/sales/${id}/pdf`,
    headers: { authorization: `Bearer ${tokens.get(3)!}` },
  })
  expect(readPdfTexts(rawPayload).join('\n')).toContain('Reyes-Villanueva')

  for (const other of [{}, { cookie: `order=${'x'.repeat(43)}` }]) {
    const refused = await paperOf(other, 'invoice')
    expect([refused.statusCode, refused.body]).toEqual([404, expect.not.stringContaining(transactionNumber)])
  }
  await as(3)('DELETE', `/api/v2/sales/${id}/links/${link.linkID}`)
  expect((await paperOf(cookie, 'invoice')).statusCode).toBe(404)
})

test('a canceled order has no invoice, and an unknown paper is not found', async () => {
  const { salesTransactionID: id } = await makeSale()
  const cookie = await openBy(await makeLink(id))
  await as(2)('PUT', `/api/v2/sales/${id}/cancel`, { deposit: 'refund', reason: 'She moved away' })
  expect(await pageOf(cookie)).not.toContain('papers/invoice')
  expect((await paperOf(cookie, 'invoice')).statusCode).toBe(404)
  expect((await paperOf(cookie, 'costs')).statusCode).toBe(404)
})

test('certificates that count are a paper in the language of the page', async () => {
  const { salesTransactionID: id, items } = await makeSale({
    payments: [{ paymentTypeID: 1, amount: 12_250 }],
    complete: true,
  })
  const cookie = await openBy(await makeLink(id))
  expect(await pageOf(cookie)).not.toContain('papers/certificates')
  expect((await paperOf(cookie, 'certificates')).statusCode).toBe(404)
  const lines = [{ salesItemID: items[0].salesItemID, count: 1 }]
  const { status, body } = await as(2)('POST', `/api/v2/sales/${id}/certificates`, { lines })
  expect(status, body.message).toBeLessThan(300)
  const [{ certificateID, certificateNumber }] = body.data
  expect(await pageOf(cookie)).toMatch(
    /papers\/certificates" hrefLang="en" download="">.*?Certificate of authenticity/s,
  )
  const paper = await paperOf(cookie, 'certificates', 'ja')
  expect(paper.headers['content-disposition']).toBe(`attachment; filename="${certificateNumber}.pdf"`)
  expect(readPdfTexts(paper.rawPayload).join('')).toContain('品質証明書')
  const revoked = await as(2)('PUT', `/api/v1/certificates/${certificateID}/revoke`, { reason: 'mistake' })
  expect(revoked.status, revoked.body.message).toBe(200)
  expect((await paperOf(cookie, 'certificates')).statusCode).toBe(404)
})

test('many downloads in an hour are too many', async () => {
  const { salesTransactionID: id } = await makeSale()
  const cookie = await openBy(await makeLink(id))
  await db.insert(attempt).values(Array.from({ length: 59 }, () => ({ bucket: `order papers ${id}` })))
  expect((await paperOf(cookie, 'invoice')).statusCode).toBe(200)
  const refused = await paperOf(cookie, 'invoice')
  expect([refused.statusCode, refused.json().code]).toEqual([429, 'attempts.too_many'])
})

test('shows the parcels, with their numbers to copy and the address of their carrier', async () => {
  const { salesTransactionID: id } = await makeSale()
  const cookie = await openBy(await makeLink(id))
  expect(await pageOf(cookie)).not.toContain('id="parcel"')
  const parcel = { carrier: 'Yamato <Transport>', trackingNumber: '4055-5501', sentOn: '2026-11-16' }
  const more = { trackingAddress: 'https://track.example/?a=1&b=2', note: 'Pearl drops.' }
  for (const body of [
    { ...parcel, ...more },
    { ...parcel, trackingNumber: '77' },
  ])
    expect((await as(3)('POST', `/api/v2/sales/${id}/parcels`, body)).status).toBe(201)
  const page = await pageOf(cookie)
  for (const text of [
    '<h2>Parcels</h2>',
    'Yamato &lt;Transport&gt;',
    'data-copy="4055-5501"',
    'href="https://track.example/?a=1&amp;b=2" rel="noreferrer"',
    '<p>Pearl drops.',
    'data-copy="77"',
  ])
    expect(page).toContain(text)
  expect(page).toMatch(/Sent on 16 November( 2026)?\./)
  expect(await pageOf(cookie, 'ja')).toMatch(/11月16日に発送しました。/)
})
