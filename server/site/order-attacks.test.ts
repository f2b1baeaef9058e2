// Tries what the other files leave: learning from the work of the server whether a link existed, previews of messengers, a
// cookie beside another link, papers and pictures with a foreign cookie, and an upload that never ends.
import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'

import { eq, sql } from 'drizzle-orm'
import pg from 'pg'
import { afterEach, expect, test, vi } from 'vitest'

import { orderPaperPathOf, orderPath, proofPath, qrPathOf } from '../../contract/order-page/order-page.ts'
import { languages, publicAddress } from '../../contract/shared/languages.ts'
import { cookiesOf } from '../../tests/support/order-page.ts'
import { proofShop } from '../../tests/support/order-proofs.ts'
import { orderLink, orderVisit } from '../db/schema/order-links.ts'
import { attempt } from '../db/schema/people.ts'
import { paymentProof } from '../db/schema/proofs.ts'
import { sale } from '../db/schema/sales.ts'

const { app, db, staff, makeSale, makeLink, openSale, get, postToken, postCode } = await proofShop()
afterEach(() => vi.restoreAllMocks())

/** Returns the statements that the server sends to the database during `act`, without their values. */
async function statementsOf(act: () => Promise<unknown>): Promise<string[]> {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  await act()
  const texts = query.mock.calls.map(([asked]) =>
    typeof asked === 'string' ? asked : (asked as { text: string }).text,
  )
  query.mockRestore()
  return texts
}

test('the server does the same work for unknown, ended, revoked and malformed links and codes', async () => {
  const { salesTransactionID: id } = await makeSale()
  const revoked = await makeLink(id)
  await staff('DELETE', `/api/v2/sales/${id}/links/${revoked.linkID}`)
  const ended = await makeSale()
  const over = await makeLink(ended.salesTransactionID)
  await db
    .update(sale)
    .set({ status: 'Canceled', canceledAt: sql`now() - interval '20 days'` })
    .where(eq(sale.salesTransactionID, ended.salesTransactionID))
  const works = []
  for (const [post, secrets] of [
    [postToken, [revoked.token, over.token, 'x'.repeat(43), 'x', '<b>', `${revoked.token}x`]],
    [postCode, [revoked.code, over.code, '2222-2222-2222', '2', '<b>', `${revoked.code}2`]],
  ] as const) {
    const ofEach = []
    for (const secret of secrets) {
      await db.delete(attempt)
      const answers: Awaited<ReturnType<typeof post>>[] = []
      const statements = await statementsOf(async () => answers.push(await post(secret)))
      const [{ statusCode, body, headers } = answers[0]!] = answers
      expect([secret, statusCode]).toEqual([secret, 404])
      ofEach.push(JSON.stringify([statements, body.length, headers['content-length']]))
      expect(statements.filter((text) => text.includes('order_link'))).toHaveLength(1)
    }
    expect(new Set(ofEach).size).toBe(1)
    works.push(ofEach[0])
  }
  // A link that works does more, so the comparison sees a difference where there is one.
  await db.delete(attempt)
  const link = await makeLink(id)
  const statements = await statementsOf(() => postToken(link.token))
  expect(works[0]).not.toContain('insert into "order_visit"')
  expect(statements.join()).toContain('insert into "order_visit"')
})

test.each([
  ['facebookexternalhit/1.1', 'GET'],
  ['Mozilla/5.0 (compatible; Viber)', 'HEAD'],
  ['facebookexternalhit/1.1;line-poker/1.0', 'GET'],
  ['TelegramBot (like TwitterBot)', 'GET'],
] as const)('the preview of a messenger shows the shop alone, and opens nothing: %s', async (agent, method) => {
  const { salesTransactionID: id, transactionNumber } = await makeSale()
  const { token, code, linkID } = await makeLink(id)
  for (const language of languages) {
    // Programs that send the fragment against the rules get no more.
    for (const url of [publicAddress(language, orderPath), `${publicAddress(language, orderPath)}?x=%23${token}`]) {
      const answer = await app.inject({ method, url, headers: { 'user-agent': agent } })
      expect([answer.statusCode, cookiesOf(answer), answer.headers['x-robots-tag']]).toEqual([200, [], 'noindex'])
      for (const secret of [transactionNumber, token, code, 'Ana', '12,250', '10,000'])
        expect(answer.body).not.toContain(secret)
    }
  }
  const [link] = await db.select().from(orderLink).where(eq(orderLink.orderLinkID, linkID))
  expect([link!.firstSeenAt, await db.$count(orderVisit, eq(orderVisit.orderLinkID, linkID))]).toEqual([null, 0])
})

test('a stolen cookie beside another link reads its own order, and the link makes a cookie of its own', async () => {
  const [stolen, other] = [await openSale(), await openSale()]
  const numberOf = async (cookie: string) => /[A-Z]+-\d{4}-\d{6}/.exec((await get(orderPath, { cookie })).body)?.[0]
  const [mine, theirs] = [await numberOf(stolen.cookie), await numberOf(other.cookie)]
  expect(new Set([mine, theirs]).size).toBe(2)
  const opened = await postToken(other.link.token, { cookie: stolen.cookie })
  const fresh = cookiesOf(opened)[0]!.split(';')[0]!
  expect([stolen.cookie, other.cookie]).not.toContain(fresh)
  expect([await numberOf(stolen.cookie), await numberOf(fresh)]).toEqual([mine, theirs])
  // A failed link neither ends nor moves the visit.
  await postToken('x'.repeat(43), { cookie: stolen.cookie })
  expect(await numberOf(stolen.cookie)).toBe(mine)
  // The visit ends with its link, whatever else the thief opens.
  await staff('DELETE', `/api/v2/sales/${stolen.id}/links/${stolen.link.linkID}`)
  expect([await numberOf(stolen.cookie), await numberOf(fresh)]).toEqual([undefined, theirs])
})

test('an address with a stolen cookie gets papers and pictures of its own order alone, in each language', async () => {
  const { cookie, id, link } = await openSale()
  for (const language of languages)
    for (const path of [orderPaperPathOf('invoice'), orderPaperPathOf('certificates'), qrPathOf(1)]) {
      const url = publicAddress(language, path)
      expect([url, (await get(url)).statusCode]).toEqual([url, 404])
      expect([url, (await get(url, { cookie: `order=${link.token}` })).statusCode]).toEqual([url, 404])
    }
  await staff('DELETE', `/api/v2/sales/${id}/links/${link.linkID}`)
  expect((await get(orderPaperPathOf('invoice'), { cookie })).statusCode).toBe(404)
})

test('an upload that trickles for ever loses its connection, and stores nothing', async () => {
  // The limits of the running server: nobody keeps a connection by a byte now and then.
  expect([app.server.requestTimeout, app.server.headersTimeout]).toEqual([300_000, 20_000])
  // Node takes the longer one as the limit of a whole request.
  app.server.headersTimeout = 400
  app.server.requestTimeout = 500
  const { cookie } = await openSale()
  const before = await db.$count(paymentProof)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  const closed = new Promise<string>((done) => {
    let heard = ''
    socket.on('data', (bytes) => void (heard += bytes.toString()))
    socket.on('error', () => {})
    socket.on('close', () => done(heard))
  })
  socket.write(
    `POST ${proofPath} HTTP/1.1\r\nHost: shop.example\r\nCookie: ${cookie}\r\nContent-Length: 1000000\r\n` +
      'Content-Type: multipart/form-data; boundary=x\r\n\r\n--x\r\nContent-Disposition: form-data; name="pictures"; filename="a.png"\r\n\r\n',
  )
  const trickle = setInterval(() => socket.writable && socket.write('a'), 50)
  // Without the limit, this never ends.
  const heard = await closed
  clearInterval(trickle)
  expect(heard.slice(0, 12)).toMatch(/^(HTTP\/1\.1 4|$)/)
  expect(await db.$count(paymentProof)).toBe(before)
  // The server serves others as before.
  expect((await get(orderPath, { cookie })).statusCode).toBe(200)
}, 60_000)
