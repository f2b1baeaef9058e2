// Proves that the buyer of an order downloads a receipt of each payment in the language of the page, that it tells nothing
// more than the page, and that no other browser gets it.
import { expect, test } from 'vitest'

import { orderPath, receiptPathOf } from '../../contract/order-page/order-page.ts'
import { publicAddress } from '../../contract/shared/languages.ts'
import { orderPageShop } from '../../tests/support/order-page.ts'
import { readPdfTexts } from '../../tests/support/pdf-text.ts'
import { attempt } from '../db/schema/people.ts'

const { db, as, staff, makeSale, makeLink, get, openBy } = await orderPageShop()
const open = async (more: object = {}) => {
  const sale = await makeSale(more)
  const link = await makeLink(sale.salesTransactionID)
  return {
    id: sale.salesTransactionID as number,
    number: sale.transactionNumber as string,
    link,
    ...(await openBy(link)),
  }
}
const receiptOf = (cookie: string, receipt: number | string, language: 'en' | 'tl' | 'ja' = 'en') =>
  get(publicAddress(language, receiptPathOf(receipt as number)), { cookie })
const textOf = (file: Buffer) => readPdfTexts(file).join('\n')

test.each([
  ['en', ['RECEIPT', 'Received from', 'Cash', 'Still to pay', 'It is not a tax invoice', 'Page 1 of 1']],
  ['tl', ['RESIBO', 'Natanggap mula kay', 'Cash', 'Babayaran pa', 'Hindi ito tax invoice', 'Pahina 1 ng 1']],
  ['ja', ['領収書', 'お支払い方法', '現金', '残額', '税務上の請求書', '1 / 1 ページ']],
] as const)('a receipt is a PDF in the language of the page: %s', async (language, words) => {
  const { id, number, cookie } = await open({ payments: [{ paymentTypeID: 1, amount: 2_250, reference: 'REF-4711' }] })
  await staff('POST', `/api/v2/sales/${id}/payments`, { paymentTypeID: 1, amount: 1_000.5 })
  const page = (await get(publicAddress(language, orderPath), { cookie })).body
  for (const receipt of [1, 2]) expect(page).toContain(`href="${publicAddress(language, receiptPathOf(receipt))}"`)
  expect(page).not.toContain(publicAddress(language, receiptPathOf(3)))
  const { statusCode, headers, rawPayload } = await receiptOf(cookie, 2, language)
  expect(statusCode).toBe(200)
  expect(headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': `attachment; filename="${number}-2.pdf"`,
    'cache-control': expect.stringContaining('no-store'),
    'x-content-type-options': 'nosniff',
    'x-robots-tag': 'noindex',
    'referrer-policy': 'no-referrer',
  })
  const text = textOf(rawPayload)
  for (const shown of [...words, number, 'Ana<b>', '₱1,000.50', '₱12,250.00', '₱3,250.50', '₱8,999.50'])
    expect(text).toContain(shown)
  expect(text).not.toMatch(/Reyes|0917|Mabini|ana@mail|haggles|7,?777|REF-4711|₱2,250/)
  expect(textOf((await receiptOf(cookie, 1, language)).rawPayload)).toContain('₱2,250.00')
})

test('a receipt has what the shop kept, without the change', async () => {
  const { cookie } = await open({ payments: [{ paymentTypeID: 1, amount: 13_000 }] })
  const text = textOf((await receiptOf(cookie, 1)).rawPayload)
  expect(text).toContain('₱12,250.00')
  expect(text).toContain('₱0.00')
  expect(text).not.toContain('₱13,000.00')
})

test('a browser gets the receipts of its own order alone, by numbers that count within it', async () => {
  const [mine, other] = [await open(), await open()]
  await staff('POST', `/api/v2/sales/${other.id}/payments`, { paymentTypeID: 1, amount: 777 })
  expect((await receiptOf(other.cookie, 2)).statusCode).toBe(200)
  const { body } = await staff('GET', `/api/v2/sales/${other.id}`)
  const [foreign] = body.data.payments
  for (const receipt of [2, foreign.paymentID, 9999, 0, -1, '01', '1e0', 'x', '%00']) {
    const refused = await receiptOf(mine.cookie, receipt)
    expect([receipt, refused.statusCode, refused.body]).toEqual([receipt, 404, expect.not.stringContaining('PDF')])
  }
  // The number of the own order with the cookie of the other one is the receipt of the other one.
  expect(textOf((await receiptOf(mine.cookie, 1)).rawPayload)).toContain(mine.number)
  expect(textOf((await receiptOf(other.cookie, 1)).rawPayload)).not.toContain(mine.number)
  for (const cookie of ['', `order=${'x'.repeat(43)}`, `order=${mine.link.token}`])
    expect((await receiptOf(cookie, 1)).statusCode).toBe(404)
  await staff('DELETE', `/api/v2/sales/${mine.id}/links/${mine.link.linkID}`)
  expect((await receiptOf(mine.cookie, 1)).statusCode).toBe(404)
})

test('a corrected payment has no receipt, and the others keep their numbers', async () => {
  const { id, cookie } = await open()
  await staff('POST', `/api/v2/sales/${id}/payments`, { paymentTypeID: 1, amount: 500 })
  const { body } = await staff('GET', `/api/v2/sales/${id}`)
  const [{ paymentID }] = body.data.payments
  const corrected = await as(2)('POST', `/api/v2/sales/${id}/payments/${paymentID}/corrections`, {
    paymentTypeID: 2,
    reason: 'It was by card',
  })
  expect(corrected.status, corrected.body.message).toBeLessThan(300)
  const page = (await get(orderPath, { cookie })).body
  expect([1, 2, 3].map((receipt) => page.includes(`href="${receiptPathOf(receipt)}"`))).toEqual([false, true, true])
  expect((await receiptOf(cookie, 1)).statusCode).toBe(404)
  expect(textOf((await receiptOf(cookie, 2)).rawPayload)).toContain('₱500.00')
})

test('receipts count among the papers of an hour', async () => {
  const { id, cookie } = await open()
  await db.insert(attempt).values(Array.from({ length: 59 }, () => ({ bucket: `order papers ${id}` })))
  expect((await receiptOf(cookie, 1)).statusCode).toBe(200)
  const refused = await receiptOf(cookie, 1)
  expect([refused.statusCode, refused.json().code]).toEqual([429, 'attempts.too_many'])
})
