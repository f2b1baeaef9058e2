// Proves that the page of an order opens by a link's token or its code, for this browser alone, that nobody learns why a
// link does not work, that other websites cannot open one, and that no secret reaches the log.
import { eq, sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'

import { orderPath } from '../../contract/order-page/order-page.ts'
import { publicAddress } from '../../contract/shared/languages.ts'
import { cookiesOf, orderPageShop } from '../../tests/support/order-page.ts'
import { createApp } from '../app.ts'
import { event } from '../db/schema/events.ts'
import { orderLink, orderVisit } from '../db/schema/order-links.ts'
import { attempt } from '../db/schema/people.ts'
import { sale as saleTable } from '../db/schema/sales.ts'
import { audit } from '../db/schema/shared.ts'

type Headers = Record<string, string>

const { app, db, pictureStore, staff, makeSale, makeLink, get, postToken, postCode, openBy } = await orderPageShop()
const { salesTransactionID: saleID, transactionNumber } = await makeSale()

test('a token opens the order for this browser, with a cookie for each address of the page', async () => {
  const { token } = await makeLink(saleID)
  const opened = await postToken(token)
  expect([opened.statusCode, opened.body, opened.headers['cache-control']]).toEqual([204, '', 'no-store'])
  const cookies = cookiesOf(opened)
  expect(cookies.map((cookie) => /; Path=([^;]+);/.exec(cookie)![1])).toEqual(['/order', '/tl/order', '/ja/order'])
  const session = /^order=([\w-]{43});/.exec(cookies[0]!)![1]!
  for (const cookie of cookies) {
    expect(cookie).toContain(`order=${session};`)
    expect(cookie).toMatch(/; Max-Age=7200; HttpOnly; SameSite=Strict$/)
  }
  expect(session).not.toBe(token)
  const shown = await get(orderPath, { cookie: `other=1; order=${session}` })
  expect(shown.statusCode).toBe(200)
  expect(shown.body).toContain(transactionNumber)
  expect(shown.headers['cache-control']).toBe('no-store')
  // Another browser has no cookie, and neither the token nor a guess is one.
  for (const cookie of ['', `order=${token}`, `order=${'x'.repeat(43)}`, `order=${session}x`, `reorder=${session}`])
    expect((await get(orderPath, { cookie })).body).not.toContain(transactionNumber)
})

test('a code opens the order without scripts, however it is typed, and in its language', async () => {
  const { code } = await makeLink(saleID)
  for (const [typed, url] of [
    [code, '/order'],
    [` ${code.toLowerCase().replaceAll('-', ' ')} `, '/ja/order'],
  ] as const) {
    const opened = await postCode(typed, {}, url)
    expect([opened.statusCode, opened.headers.location]).toEqual([303, url])
    const cookie = cookiesOf(opened)[0]!.split(';')[0]!
    expect((await get(url, { cookie })).body).toContain(transactionNumber)
  }
  const blank = await postCode(' ')
  expect([blank.statusCode, blank.headers.location, cookiesOf(blank)]).toEqual([303, '/order', []])
})

test('the cookie is for https alone where the page is', async () => {
  const { token } = await makeLink(saleID)
  const host = 'shop.example'
  const secure = await postToken(token, { host, origin: `https://${host}` })
  expect([secure.statusCode, cookiesOf(secure).every((cookie) => cookie.endsWith('; Secure'))]).toEqual([204, true])
})

test('unknown, ended and revoked links and codes are alike to the byte', async () => {
  const revoked = await makeLink(saleID)
  const { cookie } = await openBy(revoked)
  expect((await staff('DELETE', `/api/v2/sales/${saleID}/links/${revoked.linkID}`)).status).toBe(200)
  const ended = await makeSale({ payments: [{ paymentTypeID: 1, amount: 12_250 }], complete: true })
  const over = await makeLink(ended.salesTransactionID)
  await db
    .update(saleTable)
    .set({ completedAt: sql`${saleTable.completedAt} - interval '61 days'` })
    .where(eq(saleTable.salesTransactionID, ended.salesTransactionID))
  for (const [language, sentence] of [
    ['en', 'This link no longer works.'],
    ['tl', 'Hindi na gumagana ang link na ito.'],
    ['ja', 'このリンクは使えなくなりました。'],
  ] as const) {
    const url = publicAddress(language, orderPath)
    const answers = [
      ...(await Promise.all([revoked.token, over.token, 'x'.repeat(43), '<b>'].map((one) => postToken(one, {}, url)))),
      ...(await Promise.all([revoked.code, over.code, '2222-2222-2222', '<b>'].map((one) => postCode(one, {}, url)))),
    ]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 404))
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
    expect(answers[0]!.body).toContain(sentence)
    expect(answers[0]!.headers['cache-control']).toBe('no-store')
    expect(answers.flatMap(cookiesOf)).toEqual([])
    const headers = answers.map((answer) => JSON.stringify({ ...answer.headers, date: '' }))
    const nonces = headers.map((text) => text.replaceAll(/nonce-[\w+/=]+/g, 'nonce'))
    expect(new Set(nonces).size).toBe(1)
    await db.delete(attempt)
  }
  // The browser that had opened the revoked link is asked for a code again.
  const asked = await get(orderPath, { cookie })
  expect([asked.statusCode, asked.body.includes('Open your order')]).toEqual([200, true])
})

test('many links that do not work are too many, also for one that does', async () => {
  const link = await makeLink(saleID)
  for (let n = 0; n < 20; n++) expect((await postCode(`2222-2222-22${n}`)).statusCode).toBe(404)
  for (const answer of [await postCode(link.code), await postToken(link.token)]) {
    expect(answer.statusCode).toBe(429)
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(3000)
    expect(answer.body).toContain('Too many tries')
    expect(cookiesOf(answer)).toEqual([])
  }
})

test.each<[string, Headers]>([
  ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
  ['another site without an origin', { 'sec-fetch-site': 'cross-site', origin: 'null' }],
  ['another host of the same site', { 'sec-fetch-site': 'same-site', origin: 'https://evil.shop.example' }],
  ['an older browser on another site', { origin: 'https://evil.example' }],
])('a form of %s is refused', async (_, headers) => {
  const { code, token } = await makeLink(saleID)
  for (const answer of [await postCode(code, headers), await postToken(token, headers)]) {
    expect(answer.statusCode).toBe(403)
    expect(answer.json()).toEqual({
      success: false,
      code: 'request.foreign',
      message: 'This was sent from another website. Open the order on its own page',
    })
    expect(cookiesOf(answer)).toEqual([])
  }
})

test.each<[string, Headers]>([
  ['the page', { 'sec-fetch-site': 'same-origin', origin: 'null' }],
  ['the page behind an unknown proxy', { 'sec-fetch-site': 'same-origin', origin: 'https://shop.example' }],
  ['an older browser', { origin: 'http://localhost', host: 'localhost' }],
  // Our page sends no referrer, so that browsers write `null` for its form.
  ['an older browser without a referrer', { origin: 'null' }],
])('a form of %s is taken', async (_, headers) => {
  const { code } = await makeLink(saleID)
  expect((await postCode(code, headers)).statusCode).toBe(303)
})

test('other bodies are refused with a sentence', async () => {
  const long = await postCode('2'.repeat(2100))
  expect([long.statusCode, long.json().code]).toEqual([413, 'input.too_large'])
  expect(long.json().message).toBe('This is too much for a link or a code')
  expect((await postToken('x'.repeat(2100))).statusCode).toBe(413)
  for (const token of [undefined, null, 7, '', ['x'], { token: 'x' }])
    expect([token, (await postToken(token)).json().code]).toEqual([token, 'input.invalid'])
  const broken = await app.inject({
    method: 'POST',
    url: orderPath,
    payload: '{"token":',
    headers: { 'content-type': 'application/json' },
  })
  expect(broken.statusCode).toBe(400)
  const plain = await app.inject({
    method: 'POST',
    url: orderPath,
    payload: 'code=2',
    headers: { 'content-type': 'text/plain' },
  })
  expect(plain.statusCode).toBe(400)
})

const lines: string[] = []
const logging = await createApp({
  db,
  pictureStore,
  withPages: true,
  logLevel: 'trace',
  logStream: { write: (line: string) => void lines.push(line) },
})
afterAll(() => logging.close())

test('no token, code or cookie reaches the log, an audit row or an event', async () => {
  const { token, code, linkID } = await makeLink(saleID)
  const post = (payload: object | string, headers: Headers = {}) =>
    logging.inject({ method: 'POST', url: orderPath, payload, headers })
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const opened = await post({ token })
  const cookie = cookiesOf(opened)[0]!.split(';')[0]!
  await post(`code=${code}`, form)
  await logging.inject({ url: orderPath, headers: { cookie } })
  await post({ token }, { 'sec-fetch-site': 'cross-site' })
  await post(`{"token":"${token}`, { 'content-type': 'application/json' })
  await post(`code=${code}${'2'.repeat(2100)}`, form)
  for (let n = 0; n < 21; n++) await post(`code=2222-2222-22${n}`, form)
  expect((await post({ token })).statusCode).toBe(429)
  // A database that fails while a link is opened.
  await db.execute(sql`alter table order_visit rename to order_visit_gone`)
  await db.delete(attempt)
  const failed = await post({ token })
  await db.execute(sql`alter table order_visit_gone rename to order_visit`)
  expect(failed.statusCode).toBe(500)
  const refused = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'refused')
  expect(refused.map((line) => line.code)).toEqual(['request.foreign', 'attempts.too_many', 'attempts.too_many'])
  const rows = JSON.stringify([
    await db.select().from(audit),
    await db.select().from(event),
    await db.select().from(attempt),
    await db.select().from(orderLink).where(eq(orderLink.orderLinkID, linkID)),
    await db.select().from(orderVisit),
  ])
  for (const secret of [token, code, code.replaceAll('-', ''), cookie.slice('order='.length)])
    for (const kept of [lines.join(''), rows, failed.body]) expect(kept).not.toContain(secret)
})
