// Proves what the page of an order shows, in three languages: nothing but the shop's name before it is opened, then the
// buyer's order and nothing else, with no scripts but its own.
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { orderPath } from '../../contract/order-page/order-page.ts'
import { addDays } from '../../contract/shared/dates.ts'
import { languages, publicAddress } from '../../contract/shared/languages.ts'
import { cookiesOf, orderPageShop } from '../../tests/support/order-page.ts'
import { readSettings } from '../company/settings.ts'
import { orderVisit } from '../db/schema/order-links.ts'
import { shopDay } from '../kernel/shop-days.ts'

const { db, as, makeSale, makeLink, get, openBy } = await orderPageShop()
const { salesTransactionID: saleID, transactionNumber } = await makeSale()

test.each([
  ['en', 'Open your order', 'Code from the message'],
  ['tl', 'Buksan ang inyong order', 'Code mula sa mensahe'],
  ['ja', 'ご注文を開く', 'メッセージにあるコード'],
] as const)('asks for the code in %s and names only the shop', async (language, ...texts) => {
  const { statusCode, body, headers } = await get(publicAddress(language, orderPath))
  expect(statusCode).toBe(200)
  for (const text of texts) expect(body).toContain(text)
  expect(body).toContain(`<html lang="${language}">`)
  const head = body.slice(0, body.indexOf('<body'))
  expect(head).toContain('<title>Alahas</title>')
  expect(head).toContain('<meta name="robots" content="noindex"/>')
  expect(head).toContain('<meta name="referrer" content="no-referrer"/>')
  expect(head).not.toMatch(/og:|name="description"|canonical|alternate/)
  expect(body).toContain(`action="${publicAddress(language, orderPath)}" method="post"`)
  expect(headers).toMatchObject({
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex',
    'referrer-policy': 'no-referrer',
    'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
  })
  expect(cookiesOf({ headers })).toEqual([])
})

test('loads one script and two styles of its own origin, and nothing inline but the choice of light and dark', async () => {
  const { body, headers } = await get(orderPath)
  const sources = [...body.matchAll(/(?:src|href)="([^"#]+)"/g)].map(([, address]) => address!)
  expect(sources.filter((address) => !address.startsWith('/'))).toEqual([])
  const scripts = [...body.matchAll(/<script[^>]*src="([^"]+)"/g)].map(([, address]) => address)
  expect(scripts).toEqual([expect.stringMatching(/^\/assets\/openOrder-[\w-]+\.js$/)])
  expect(body).not.toMatch(/modulepreload|id="state"| style="/)
  const served = await get(scripts[0]!)
  expect([served.statusCode, served.headers['content-type']]).toEqual([200, 'application/javascript; charset=utf-8'])
  expect(String(headers['content-security-policy'])).not.toContain('unsafe')
})

test.each([
  ['en', 'Hello, Ana&lt;b&gt;.', 'Still to pay', 'Payment received', 'Cash', 'Shipping and insurance'],
  ['tl', 'Kumusta po, Ana&lt;b&gt;.', 'Natitirang babayaran', 'Natanggap ang bayad', 'Cash', 'Padala at insurance'],
  ['ja', 'Ana&lt;b&gt; さま、', '残りのお支払い', 'ご入金を確認', '現金', '送料・保険料', '指輪、'],
] as const)('shows the order in %s, and nothing that is not the buyer’s', async (language, ...texts) => {
  const { cookie } = await openBy(await makeLink(saleID))
  const { body } = await get(publicAddress(language, orderPath), { cookie })
  const main = body.slice(body.indexOf('<main'), body.indexOf('</main>'))
  const amounts = ['₱10,000.00', '₱2,250.00', '₱12,250.00', '₱12,000.00', '−₱100.00', '₱350.00']
  for (const text of [transactionNumber, '18K', '750', '3.00 g', ...amounts, ...texts]) expect(main).toContain(text)
  expect(main).toContain('data-copy="10000.00"')
  expect(main).toContain(`data-copy="${transactionNumber}"`)
  expect(main).not.toContain('<script>alert')
  expect(body).not.toMatch(/Reyes|0917|Mabini|ana@mail|haggles|7,?777|Test Staff/)
  // The switch keeps the page, and the cookie is for every language.
  for (const other of languages) expect(body).toContain(`href="${publicAddress(other, orderPath)}"`)
  expect(body).toContain('<title>Alahas</title>')
})

test('shows the schedule with what is paid, next and late', async () => {
  const { timeZone } = await readSettings(db)
  const days = [-40, -1, 30].map((n) => addDays(shopDay(timeZone, new Date()), n))
  const schedule = days.map((dueDate, n) => ({ dueDate, amount: [2_000, 5_000, 5_250][n]! }))
  const { salesTransactionID } = await makeSale({ schedule, orderDate: days[0] })
  const { cookie } = await openBy(await makeLink(salesTransactionID))
  const { body } = await get(orderPath, { cookie })
  expect(body).toMatch(/<li class="paid">.*?1st payment.*?Paid.*?₱2,000\.00/s)
  expect(body).toMatch(/<li class="next">.*?2nd payment.*?Late.*?₱250\.00 paid.*?₱5,000\.00/s)
  expect(body).toMatch(/<li class="later">.*?3rd payment.*?₱5,250\.00/s)
  expect(body).toMatch(/Your next payment.*?1 day late.*?₱4,750\.00/s)
})

test.each([
  ['paid', { payments: [{ paymentTypeID: 1, amount: 12_250 }] }, 'Paid in full'],
  ['completed', { payments: [{ paymentTypeID: 1, amount: 12_250 }], complete: true }, 'Your order was completed on'],
] as const)('says that an order is %s, with nothing to copy', async (_, more, sentence) => {
  const { salesTransactionID } = await makeSale(more)
  const { cookie } = await openBy(await makeLink(salesTransactionID))
  const { body } = await get(orderPath, { cookie })
  expect(body).toContain(sentence)
  expect(body).not.toMatch(/data-copy|order-amount/)
})

test('says that an order is canceled, and what went back to the buyer', async () => {
  const { salesTransactionID: id } = await makeSale({ customerID: undefined })
  const canceled = await as(2)('PUT', `/api/v2/sales/${id}/cancel`, { deposit: 'refund', reason: 'She moved away' })
  expect(canceled.status, canceled.body.message).toBe(200)
  const { cookie } = await openBy(await makeLink(id))
  const { body } = await get(orderPath, { cookie })
  for (const text of ['Hello.', 'Canceled', 'This order was canceled on', '₱2,250.00 went back to you.'])
    expect(body).toContain(text)
  expect(body).toMatch(/Money returned to you.*?₱2,250\.00/s)
  expect(body).toContain('The link works until')
  expect(body).not.toMatch(/She moved away|data-copy|Still to pay|Paid in full/)
})

test('after two hours, the page asks again', async () => {
  const link = await makeLink(saleID)
  const { cookie } = await openBy(link)
  await db
    .update(orderVisit)
    .set({ expiresAt: sql`now()` })
    .where(eq(orderVisit.orderLinkID, link.linkID))
  expect((await get(orderPath, { cookie })).body).toContain('Open your order')
})

test('the language of the query leads to its address', async () => {
  const { statusCode, headers } = await get('/order?lang=ja')
  expect([statusCode, headers.location]).toEqual([302, '/ja/order'])
})
