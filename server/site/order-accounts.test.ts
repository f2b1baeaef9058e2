// Proves which accounts the page of an order shows, and that their QR codes reach nobody but who has opened an order.
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'

import { orderPath, qrPathOf } from '../../contract/order-page/order-page.ts'
import { languages, publicAddress } from '../../contract/shared/languages.ts'
import { orderPageShop } from '../../tests/support/order-page.ts'
import { drawPicture } from '../../tests/support/pictures.ts'
import { payAccount } from '../db/schema/money.ts'
import { storePrivateFile } from '../files/private-files.ts'

const { db, pictureStore, staff, makeSale, makeLink, get, openBy } = await orderPageShop()
const { salesTransactionID: saleID } = await makeSale()
const picture = await drawPicture('white', { width: 300, height: 300 })
let withQr = 0

beforeEach(async () => {
  await db.delete(payAccount)
  const shared = { paymentTypeID: 2, holder: 'Amihan Jewelry' }
  const qrFile = await storePrivateFile(pictureStore, db, { ending: 'png', bytes: picture })
  const [gcash] = await db
    .insert(payAccount)
    .values([
      { ...shared, kind: 'GCash', number: '09175550186', position: 2, qrFile },
      {
        ...shared,
        kind: 'Bank transfer',
        bankOrWallet: 'BPI',
        number: '0055-5501 4207',
        position: 1,
        note: 'By InstaPay',
      },
      { ...shared, kind: 'Card link', bankOrWallet: 'Stripe', number: 'https://pay.example/x', position: 3 },
      { ...shared, kind: 'Maya', number: '09990000000', status: false },
    ])
    .returning()
  withQr = gcash!.payAccountID
})

const open = async (id: number) => ({ cookie: (await openBy(await makeLink(id))).cookie })
const mainOf = (body: string) => body.slice(body.indexOf('<main'), body.indexOf('</main>'))

test.each([
  ['en', 'How to pay', 'Pay into one of these 3 accounts only.', 'Bank transfer, pesos', 'Pay by card'],
  ['tl', 'Paano magbayad', 'Sa isa lamang sa 3 account', 'Padala sa bangko, piso', 'Magbayad gamit ang card'],
  ['ja', 'お支払い方法', '次の3つの口座', '銀行振込・ペソ', 'カードで支払う'],
] as const)(
  'shows in %s the active accounts in the shop’s order, with what a banking app takes',
  async (language, ...texts) => {
    const { body } = await get(publicAddress(language, orderPath), await open(saleID))
    const main = mainOf(body)
    for (const text of [...texts, 'By InstaPay', '0917 555 0186', '0055-5501 4207']) expect(main).toContain(text)
    expect(main).toContain('data-copy="09175550186"')
    expect(main).toContain('data-copy="005555014207"')
    expect(main).toMatch(/href="https:\/\/pay\.example\/x" rel="noreferrer"/)
    expect(main).not.toContain('0999')
    expect([...main.matchAll(/<h3>(BPI|GCash|Stripe)<\/h3>/g)].map(([, name]) => name)).toEqual([
      'BPI',
      'GCash',
      'Stripe',
    ])
    expect(main).toContain(`src="${publicAddress(language, qrPathOf(withQr))}"`)
    expect(main).toContain('download="GCash-QR.png"')
  },
)

test('shows no account when nothing is left to pay, or before an order is open', async () => {
  const { salesTransactionID: paid } = await makeSale({ payments: [{ paymentTypeID: 1, amount: 12_250 }] })
  for (const { body } of [await get(orderPath, await open(paid)), await get(orderPath)])
    for (const text of ['BPI', '0055', 'GCash', 'How to pay']) expect(body).not.toContain(text)
})

test('the QR code is for who has opened an order, and for no cache', async () => {
  const opened = await open(saleID)
  for (const language of languages) {
    const { statusCode, headers, rawPayload } = await get(publicAddress(language, qrPathOf(withQr)), opened)
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex',
    })
    expect(rawPayload.equals(picture)).toBe(true)
  }
  const refused = async (url: string, headers = opened) => {
    const { statusCode, body } = await get(url, headers)
    expect([url, statusCode, JSON.parse(body).success]).toEqual([url, 404, false])
  }
  await refused(qrPathOf(withQr), { cookie: '' })
  await refused(qrPathOf(withQr), { cookie: `order=${'x'.repeat(43)}` })
  await refused(qrPathOf(withQr + 1))
  for (const odd of ['0', '-1', '1.5', 'x', '99999999999999', '%00']) await refused(`${orderPath}/qr/${odd}`)
  await db.update(payAccount).set({ status: false, position: null }).where(eq(payAccount.payAccountID, withQr))
  await refused(qrPathOf(withQr))
})

test('a revoked link takes the QR code with it', async () => {
  const { salesTransactionID: id } = await makeSale()
  const link = await makeLink(id)
  const opened = { cookie: (await openBy(link)).cookie }
  expect((await get(qrPathOf(withQr), opened)).statusCode).toBe(200)
  await staff('DELETE', `/api/v2/sales/${id}/links/${link.linkID}`)
  expect((await get(qrPathOf(withQr), opened)).statusCode).toBe(404)
})
