// Tries to break the forms of payment proofs: other sales, other links, revoked and ended ones, other websites, caches, and
// floods. Each attempt is refused and stores nothing.
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { orderPath, proofPath } from '../../contract/order-page/order-page.ts'
import { languages, publicAddress } from '../../contract/shared/languages.ts'
import { proofShop } from '../../tests/support/order-proofs.ts'
import { orderVisit } from '../db/schema/order-links.ts'
import { attempt } from '../db/schema/people.ts'
import { paymentProof, proofFile } from '../db/schema/proofs.ts'
import { sale } from '../db/schema/sales.ts'

const { app, db, staff, makeSale, makeLink, openSale, openBy, get, send, withdraw, proofsOf, picture, mainOf } =
  await proofShop()

const counts = async () => [await db.$count(paymentProof), await db.$count(proofFile)]

test('a form reports to the order that its browser has opened, whatever it says', async () => {
  const [mine, other] = [await openSale(), await openSale()]
  const forged = {
    salesTransactionID: String(other.id),
    orderLinkID: String(other.link.linkID),
    status: 'Approved',
    seenAmount: '1000',
    heldUntil: '2999-01-01',
  }
  expect((await send(mine.cookie, forged)).statusCode).toBe(303)
  expect(await proofsOf(other.id)).toEqual([])
  expect(await proofsOf(mine.id)).toMatchObject([
    { status: 'Sent', orderLinkID: mine.link.linkID, seenAmount: null, heldUntil: null },
  ])
})

test('the proof of another order is unknown: nobody reads or withdraws it by guessing its key', async () => {
  const [mine, other] = [await openSale(), await openSale()]
  await send(other.cookie, { reference: 'secret-7788' })
  const [{ proofID } = { proofID: 0 }] = await proofsOf(other.id)
  const answers = await Promise.all(
    [proofID, 999_999, '0', '-1', '1e3', 'x', ''].map((id) => withdraw(mine.cookie, id)),
  )
  for (const { statusCode, body } of answers)
    expect([statusCode, JSON.parse(body).message]).toEqual([404, 'Proof not found'])
  expect(await proofsOf(other.id)).toMatchObject([{ status: 'Sent' }])
  expect((await get(orderPath, { cookie: mine.cookie })).body).not.toMatch(/secret-7788|Waiting to be checked/)
})

test('no cookie, a guessed one, and those of revoked, ended and older visits are alike', async () => {
  const revoked = await openSale()
  await staff('DELETE', `/api/v2/sales/${revoked.id}/links/${revoked.link.linkID}`)
  // A new link ends the visits of the one before it.
  const replaced = await openSale()
  await makeLink(replaced.id)
  const ended = await openSale()
  await db
    .update(sale)
    .set({ status: 'Canceled', canceledAt: sql`now() - interval '20 days'` })
    .where(eq(sale.salesTransactionID, ended.id))
  const old = await openSale()
  await db
    .update(orderVisit)
    .set({ expiresAt: sql`now()` })
    .where(eq(orderVisit.orderLinkID, old.link.linkID))
  const before = await counts()
  const cookies = ['', `order=${'x'.repeat(43)}`, ...[revoked, replaced, ended, old].map(({ cookie }) => cookie)]
  const answers = [
    ...(await Promise.all(cookies.map((cookie) => send(cookie, {})))),
    ...(await Promise.all(cookies.map((cookie) => withdraw(cookie, 1)))),
  ]
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 403))
  expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
  expect(answers[0]!.body).toContain('Open your order')
  const headers = answers.map((answer) => JSON.stringify({ ...answer.headers, date: '' }))
  expect(new Set(headers.map((text) => text.replaceAll(/nonce-[\w+/=]+/g, 'nonce'))).size).toBe(1)
  expect(await counts()).toEqual(before)
})

test('a cookie of one link opens no other order', async () => {
  const [mine, other] = [await openSale(), await openSale()]
  // Both cookies at once: the first one counts, and never a mixture.
  await send(`${mine.cookie}; ${other.cookie}`, {})
  expect([(await proofsOf(mine.id)).length, (await proofsOf(other.id)).length]).toEqual([1, 0])
})

test('a link that is revoked while files are read takes nothing', async () => {
  const { id, link, cookie } = await openSale()
  const before = await counts()
  const [sent] = await Promise.all([
    send(cookie, {}, { files: await Promise.all(['red', 'blue', 'green', 'grey', 'pink'].map((one) => picture(one))) }),
    staff('DELETE', `/api/v2/sales/${id}/links/${link.linkID}`),
  ])
  // Whichever came first, nothing is stored after the revocation.
  expect([303, 403]).toContain(sent.statusCode)
  const [proofs = 0, files = 0] = before
  expect(await counts()).toEqual(sent.statusCode === 303 ? [proofs + 1, files + 5] : before)
  expect((await send(cookie, {})).statusCode).toBe(403)
})

test.each([
  ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
  ['another site without an origin', { 'sec-fetch-site': 'cross-site', origin: 'null' }],
  ['another host of the same site', { 'sec-fetch-site': 'same-site', origin: 'https://evil.shop.example' }],
  ['an older browser on another site', { origin: 'https://evil.example' }],
])('a form of %s is refused', async (_, headers) => {
  const { id, cookie } = await openSale()
  await send(cookie, {})
  const [{ proofID } = { proofID: 0 }] = await proofsOf(id)
  for (const { statusCode, body } of [await send(cookie, {}, { headers }), await withdraw(cookie, proofID, headers)])
    expect([statusCode, JSON.parse(body).code]).toEqual([403, 'request.foreign'])
  expect(await proofsOf(id)).toMatchObject([{ status: 'Sent' }])
})

test('forms of other kinds, cut off ones and forged names are refused with a sentence', async () => {
  const { id, cookie } = await openSale()
  const post = (payload: string, type: string) =>
    app.inject({ method: 'POST', url: proofPath, payload, headers: { cookie, 'content-type': type } })
  for (const [payload, type] of [
    ['{"amount":1}', 'application/json'],
    ['amount=1', 'application/x-www-form-urlencoded'],
    ['--x\r\nContent-Disposition: form-data; name="amount"\r\n\r\n5', 'multipart/form-data; boundary=x'],
    ['--x\r\nContent-Disposition: form-data; name="__proto__"\r\n\r\n5\r\n--x--', 'multipart/form-data; boundary=x'],
  ] as const) {
    const refused = await post(payload, type)
    expect([payload, refused.statusCode]).toEqual([payload, expect.toSatisfy((code) => code === 400 || code === 422)])
    expect(mainOf(refused.body)).toMatch(/role="alert"/)
  }
  expect(await proofsOf(id)).toEqual([])
})

test('no cache keeps a page, so that no language or buyer meets another’s', async () => {
  const { cookie } = await openSale()
  await send(cookie, {})
  for (const language of languages) {
    const url = publicAddress(language, orderPath)
    const { headers, body } = await get(url, { cookie, 'accept-language': 'ja', 'x-forwarded-host': 'evil.example' })
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
    expect(body).toContain(`<html lang="${language}"`)
    expect(body).not.toContain('evil.example')
    const refused = await send(cookie, { amount: '' }, { language, headers: { 'accept-language': 'en' } })
    expect(refused.headers['cache-control']).toBe('no-store')
    expect(refused.body).toContain(`<html lang="${language}"`)
  }
})

test('the page allows no frame, and its own forms alone', async () => {
  const { cookie } = await openSale()
  for (const { headers } of [await get(orderPath, { cookie }), await send(cookie, { amount: '' })]) {
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toContain("form-action 'self'")
    expect(policy).not.toContain('unsafe')
  }
})

test('a flood of uploads meets its limit before anything is decoded', async () => {
  const { id, cookie } = await openSale()
  const codes: number[] = []
  // What they send is no picture, so that none becomes a proof.
  for (let n = 0; n < 1000; n += 100) {
    const sent = Array.from({ length: 100 }, () => send(cookie, {}, { files: [Buffer.from('no picture')] }))
    codes.push(...(await Promise.all(sent)).map(({ statusCode }) => statusCode))
  }
  expect(codes.filter((code) => code === 422).length).toBeLessThanOrEqual(30)
  expect(codes.filter((code) => code !== 422 && code !== 429)).toEqual([])
  // Those that were refused at once left no trace, so that some more may be taken.
  let refused = await send(cookie, {}, { files: [] })
  for (let n = 0; refused.statusCode === 422 && n < 30; n++) refused = await send(cookie, {}, { files: [] })
  expect([refused.statusCode, mainOf(refused.body).includes('That was too often.')]).toEqual([429, true])
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(60)
  expect(await proofsOf(id)).toEqual([])
  // Another order is not slowed down from another address.
  const other = await openSale()
  await db.delete(attempt).where(sql`${attempt.bucket} not like 'proof of sale%'`)
  expect((await send(other.cookie, {})).statusCode).toBe(303)
}, 240_000)

test('a proof of a closed page is not sent by its code alone', async () => {
  const { salesTransactionID } = await makeSale()
  const link = await makeLink(salesTransactionID)
  for (const cookie of [`order=${link.token}`, `order=${link.code}`])
    expect((await send(cookie, {})).statusCode).toBe(403)
  const { cookie } = await openBy(link)
  expect((await send(cookie, {})).statusCode).toBe(303)
})
