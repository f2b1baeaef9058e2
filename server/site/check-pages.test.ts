// Proves that the page of a certificate's QR code says in its first line whether the certificate counts, in three languages
// and without scripts, that a revocation shows at once, and that it tells nothing of owner and price.
import { expect, test } from 'vitest'

import { formatCode } from '../../contract/shared/codes.ts'
import { languages, publicAddress } from '../../contract/shared/languages.ts'
import { testApp } from '../../tests/support/fixtures.ts'
import { readPdfTexts } from '../../tests/support/pdf-text.ts'
import { stockItem } from '../../tests/support/stocked.ts'
import { item } from '../db/schema/catalogue.ts'
import { attempt } from '../db/schema/people.ts'

const hostile = '</script><script>alert("1")</script>&<b>Ring'
const { app, db, as } = await testApp({ withPages: true, links: { publicUrl: 'https://amihan.example' } })
const [manager, staff] = [as(2), as(3)]

async function certify(more: Partial<typeof item.$inferInsert> = {}) {
  const { itemID } = await stockItem(db, {
    quantity: 1,
    price: 77_777,
    karat: '18K',
    metal: 'Yellow gold',
    grams: 4.85,
    netGrams: 4.486,
    ...more,
  })
  const { body: customer } = await staff('POST', '/api/v2/customers', {
    firstName: 'Hana',
    lastName: 'Sato',
    contactNo: '1',
    email: 'hana@buyer.example',
    customerTypeID: 1,
  })
  const { body: sale } = await staff('POST', '/api/v2/sales', {
    locationID: 1,
    transactionTypeID: 1,
    customerID: customer.data.customerID,
    complete: true,
    items: [{ itemID, orderQty: 1 }],
    payments: [{ paymentTypeID: 1, amount: 77_777 }],
  })
  const saleID: number = sale.data.salesTransactionID
  const { body } = await staff('POST', `/api/v2/sales/${saleID}/certificates`, {
    lines: [{ salesItemID: sale.data.items[0].salesItemID }],
  })
  const [made] = body.data
  return { saleID, id: made.certificateID, number: made.certificateNumber, code: formatCode(made.code) }
}
const get = (url: string, remoteAddress = '10.0.0.1') => app.inject({ method: 'GET', url, remoteAddress })
const own = await certify()

test.each([
  ['en', 'Issued by this shop', 'Yellow gold', '4.850 g, of which gold 4.486 g'],
  ['tl', 'Inilabas ng tindahang ito', 'Dilaw na ginto', '4.850 g, ginto 4.486 g'],
  ['ja', '当店が発行した証明書です', 'イエローゴールド', '4.850 g（うち地金 4.486 g）'],
] as const)('answers in %s, without scripts, cache, owner and price', async (language, answer, ...facts) => {
  const { statusCode, body, headers } = await get(publicAddress(language, `/c/${own.code}`))
  expect(statusCode).toBe(200)
  const main = body.slice(body.indexOf('<main'))
  expect(main.indexOf(answer)).toBeGreaterThan(0)
  expect(main.indexOf(answer)).toBeLessThan(main.indexOf('<h1'))
  for (const text of [own.number, '750', ...facts]) expect(main).toContain(text)
  expect(body).not.toMatch(/Sato|Hana|hana@|77,777|77777|Test Staff/)
  expect(body).not.toMatch(/<script type="module"|modulepreload|id="state"/)
  expect(body).toContain('<meta name="robots" content="noindex"/>')
  expect([headers['cache-control'], headers['x-robots-tag']]).toEqual(['no-store', 'noindex'])
})

test('a code is read in any case and with or without its dash', async () => {
  const plain = own.code.replace('-', '')
  for (const typed of [plain, plain.toLowerCase(), ` ${own.code} `, own.code.replace('-', '–')])
    expect((await get(`/c/${encodeURIComponent(typed)}`)).statusCode).toBe(200)
  const { statusCode, headers } = await get(`/ja/c?code=${plain.toLowerCase()}`)
  expect([statusCode, headers.location]).toEqual([302, `/ja/c/${own.code}`])
  const form = await get('/c')
  expect([form.statusCode, form.body]).toEqual([200, expect.stringContaining('name="code"')])
})

test('a code that is none of ours gets 404 and a form, in every language', async () => {
  const last = own.code.at(-1)
  const wrong = own.code.slice(0, -1) + (last === 'A' ? 'B' : 'A')
  for (const language of languages) {
    const { statusCode, body } = await get(publicAddress(language, `/c/${wrong}`))
    expect([statusCode, body]).toEqual([404, expect.stringContaining('name="code"')])
    expect(body).toContain(wrong)
    expect(body).not.toContain(own.number)
  }
  // The number is no code, so nobody walks through the numbers.
  for (const typed of [
    own.number,
    "'; drop table certificate; --",
    '%3Cscript%3Ealert(1)%3C%2Fscript%3E',
    'x'.repeat(900),
  ])
    expect((await get(`/c/${typed.includes('%') ? typed : encodeURIComponent(typed)}`)).statusCode).toBe(404)
  const { body } = await get('/c/%3Cscript%3Ealert(1)%3C%2Fscript%3E')
  expect(body).not.toContain('<script>alert')
})

test('a hostile name stays text', async () => {
  const made = await certify({ itemName: hostile })
  const { statusCode, body } = await get(`/c/${made.code}`)
  expect([statusCode, body.includes('<script>alert')]).toEqual([200, false])
  expect(body).toContain('&lt;/script&gt;')
})

test('a revocation shows at once, with its reason and the replacement but without the note', async () => {
  const made = await certify()
  expect((await get(`/c/${made.code}`)).body).toContain('Issued by this shop')
  const revoked = await manager('PUT', `/api/v1/certificates/${made.id}/revoke`, {
    reason: 'changed',
    note: 'Sized for Hana Sato',
  })
  expect(revoked.status).toBe(200)
  const { statusCode, body } = await get(`/c/${made.code}`)
  expect(statusCode).toBe(200)
  expect(body).toContain('This certificate no longer counts')
  expect(body).toContain('the piece was changed since')
  expect(body).not.toMatch(/Issued by this shop|Sized|Sato|4\.850|A new certificate/)
  await manager('POST', `/api/v1/certificates/${made.id}/reissue`, {})
  expect((await get(`/c/${made.code}`)).body).toContain('A new certificate took its place.')
})

test('a refunded piece’s certificate is still one of this shop', async () => {
  const made = await certify()
  const { body: sale } = await staff('GET', `/api/v2/sales/${made.saleID}`)
  await manager('POST', `/api/v2/sales/${made.saleID}/refunds`, {
    reason: 'Too small',
    items: [{ salesItemID: sale.data.items[0].salesItemID, qty: 1, disposition: 'restock' }],
  })
  expect((await get(`/c/${made.code}`)).body).toContain('Issued by this shop')
})

test('an address that tries many unknown codes waits, and others do not', async () => {
  await db.delete(attempt)
  const codes = Array.from({ length: 32 }, (_, n) => `2222-22${String(n).padStart(2, '2')}`)
  const statuses = []
  for (const code of codes) statuses.push((await get(`/c/${code}`, '10.9.9.9')).statusCode)
  expect([statuses.filter((status) => status === 404).length, statuses.at(-1)]).toEqual([30, 429])
  const waiting = await get(`/c/${own.code}`, '10.9.9.9')
  expect([waiting.statusCode, waiting.body]).toEqual([429, expect.stringContaining('Too many tries')])
  expect((await get(`/c/${own.code}`, '10.8.8.8')).statusCode).toBe(200)
  // What is found does not count.
  for (let n = 0; n < 35; n++) expect((await get(`/c/${own.code}`, '10.7.7.7')).statusCode).toBe(200)
})

test('the invoice as PDF has the check of each certificate that counts', async () => {
  const made = await certify()
  const pdf = async () => readPdfTexts((await staff('GET', `/api/v2/sales/${made.saleID}/pdf`)).body as Buffer)
  expect(await pdf()).toContain(`Certificate ${made.number}`)
  expect(await pdf()).toContain(`amihan.example/c/${made.code}`)
  const { body } = await staff('GET', `/api/v2/sales/${made.saleID}/certificates`)
  expect(body.data.checks).toMatchObject([
    { certificateNumber: made.number, address: `https://amihan.example/c/${made.code}` },
  ])
  await manager('PUT', `/api/v1/certificates/${made.id}/revoke`, { reason: 'lost' })
  expect(await pdf()).not.toContain(`Certificate ${made.number}`)
})
