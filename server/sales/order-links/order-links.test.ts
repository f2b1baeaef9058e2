// Proves that a link opens one order and tells nothing else, that only hashes are stored, and that unknown, ended and
// revoked links are alike. People make and revoke links through HTTP; the page calls the functions of opening.
import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'

import { fillInstalments } from '../../../contract/sales/instalments.ts'
import { formatCode, readCode } from '../../../contract/shared/codes.ts'
import { testApp } from '../../../tests/support/fixtures.ts'
import { stockItem } from '../../../tests/support/stocked.ts'
import { event } from '../../db/schema/events.ts'
import { orderLink, orderVisit } from '../../db/schema/order-links.ts'
import { attempt } from '../../db/schema/people.ts'
import { customer, sale } from '../../db/schema/sales.ts'
import { audit } from '../../db/schema/shared.ts'
import { visitor } from '../../kernel/context.ts'
import { runScheduledWork } from '../../scheduled-work.ts'
import { openOrderLink, readOrder } from './opening.operations.ts'
import { findNextPayment } from './order-page.rules.ts'

const { db, as } = await testApp({ connections: 20 })
const [admin, manager, staff, stranger] = [as(1), as(2), as(3), as(0)]
const path = '/api/v2/sales'

beforeEach(async () => {
  await db.delete(attempt)
})

const [ana] = await db
  .insert(customer)
  .values({
    firstName: 'Ana',
    lastName: 'Reyes-Villanueva',
    contactNo: '0917 555 0186',
    address: '12 Mabini St, Cavite',
    email: 'ana@mail.example',
    customerTypeID: 1,
  })
  .returning()

async function order(more: object = {}) {
  const { itemID } = await stockItem(db, { quantity: 9, price: 12_000, cost: 7_777 })
  const { status, body } = await staff('POST', path, {
    locationID: 1,
    transactionTypeID: 1,
    customerID: ana!.customerID,
    items: [{ itemID, orderQty: 1 }],
    discount: 100,
    shippingFee: 350,
    remarks: 'She haggles',
    ...more,
  })
  expect(status, body.message).toBe(201)
  return body.data
}
async function makeLink(id: number, who = staff) {
  const { status, body } = await who('POST', `${path}/${id}/links`)
  expect(status, body.message).toBe(200)
  const { addresses, code, link, ...more } = body.data
  const token: string = addresses.en.split('#')[1]
  return { id: link.orderLinkID as number, token, code: code as string, addresses, ...more }
}
const linksOf = async (id: number) => (await staff('GET', `${path}/${id}/links`)).body.data
const open = (by: { token?: string; code?: string }, address = '203.0.113.7') =>
  openOrderLink({ db, actor: visitor, now: new Date(), client: { address, agent: '' } }, by)
/** Moves the end of a sale into the past, as if days had passed. */
const age = (id: number, days: number) =>
  db
    .update(sale)
    .set({
      completedAt: sql`${sale.completedAt} - make_interval(days => ${days})`,
      canceledAt: sql`${sale.canceledAt} - make_interval(days => ${days})`,
    })
    .where(eq(sale.salesTransactionID, id))

test('a link opens one order by its token or its code, for two hours', async () => {
  const { salesTransactionID: id, transactionNumber } = await order()
  const { token, code, addresses, messages, codes, language } = await makeLink(id)
  expect(token).toMatch(/^[\w-]{43}$/)
  expect(addresses).toMatchObject({
    tl: expect.stringMatching(/^https?:\/\/[^/]+\/tl\/order#/),
    ja: expect.stringContaining(`/ja/order#${token}`),
  })
  expect(language).toBe('en')
  for (const one of ['en', 'tl', 'ja'] as const) {
    for (const part of [addresses[one], code, transactionNumber]) expect(messages[one]).toContain(part)
    expect(codes[one].path).toMatch(/^M/)
  }
  const typed = `  ${code.toLowerCase().replaceAll('-', ' ')} `
  for (const by of [{ token }, { code }, { code: typed }]) {
    const { session } = (await open(by))!
    expect(await readOrder(db, session, 'en')).toMatchObject({ transactionNumber, total: 12_250, balance: 12_250 })
  }
  const { session } = (await open({ token }))!
  await db.update(orderVisit).set({ expiresAt: sql`now() - interval '1 second'` })
  expect(await readOrder(db, session, 'en')).toBe(null)
  await runScheduledWork({ db })
  expect(await db.$count(orderVisit)).toBe(0)
})

test('the page tells what is the buyer’s, and nothing else of the sale', async () => {
  const { salesTransactionID: id } = await order()
  await staff('POST', `${path}/${id}/payments`, { paymentTypeID: 1, amount: 5000, reference: 'REF-4711' })
  const { session } = (await open(await makeLink(id)))!
  const shown = (await readOrder(db, session, 'ja'))!
  const fields =
    'accounts balance canceledDay completedDay discount endsOn entries expectedDeliverDate firstName heldUntil next orderDate paid ' +
    'papers parcels pieces priceKeptUntil refunded schedule shippingFee status subtotal terms today total transactionNumber waiting'
  expect(Object.keys(shown).toSorted()).toEqual(fields.split(' '))
  expect(shown).toMatchObject({ firstName: 'Ana', paid: 5000, balance: 7250, next: { amount: 7250, dueDate: null } })
  expect(shown.entries).toEqual([{ day: shown.today, amount: 5000, is: 'money', paymentName: 'Cash', receipt: 1 }])
  expect(shown.pieces).toHaveLength(1)
  const told = JSON.stringify(shown)
  for (const secret of ['Reyes', '0917', 'Mabini', 'ana@', 'haggles', '7777', 'REF-4711', 'Main'])
    expect(told).not.toContain(secret)
})

test('only hashes are stored, and no trail, event or list has the token or the code', async () => {
  const { salesTransactionID: id } = await order()
  const { token, code, id: linkID } = await makeLink(id)
  await open({ token })
  await open({ token: 'x'.repeat(43) })
  const { rows } = await db.execute<{ text: string }>(sql`
    select (select json_agg(l) from order_link l)::text || (select coalesce(json_agg(v), '[]') from order_visit v)::text
      || (select json_agg(a) from audit a)::text || (select json_agg(e) from event e)::text
      || (select coalesce(json_agg(t), '[]') from attempt t)::text
      || (select coalesce(json_agg(k), '[]') from idempotency_key k)::text as text`)
  for (const secret of [token, code, readCode(code)]) expect(rows[0]!.text).not.toContain(secret)
  expect(JSON.stringify(await linksOf(id))).not.toContain(token)
  const [link] = await linksOf(id)
  expect(link).toMatchObject({ orderLinkID: linkID, state: 'Works', createdByName: 'Test Staff', endsOn: null })
  const acts = await db.select().from(audit).where(eq(audit.action, 'make order link'))
  expect(acts.map(({ entity, entityID, before, after }) => [entity, entityID, before, after])).toContainEqual([
    'sale',
    id,
    null,
    null,
  ])
})

test('staff see when a link was first and last opened, and are told of it once a minute', async () => {
  const { salesTransactionID: id } = await order()
  const { token } = await makeLink(id)
  const openAt = (time: string) =>
    openOrderLink(
      { db, actor: visitor, now: new Date(`2026-11-20T${time}Z`), client: { address: '203.0.113.7', agent: '' } },
      { token },
    )
  const seen = () => db.$count(event, sql`type = 'sale.link_seen' and ${event.entityID} = ${id}`)
  expect(await linksOf(id)).toMatchObject([{ firstSeenAt: null, lastSeenAt: null }])
  await openAt('12:00:10')
  const [first] = await linksOf(id)
  expect(first.firstSeenAt).toBe(first.lastSeenAt)
  expect(await seen()).toBe(1)
  await openAt('12:00:50')
  const [second] = await linksOf(id)
  expect(second.firstSeenAt).toBe(first.firstSeenAt)
  expect(Date.parse(second.lastSeenAt) - Date.parse(first.lastSeenAt)).toBe(40_000)
  expect(await seen()).toBe(1)
  // The screens that show the minute of the last visit follow.
  await openAt('12:01:05')
  expect(await seen()).toBe(2)
})

test('to send again is to rotate: the former link, its code and its visits end at once', async () => {
  const { salesTransactionID: id } = await order()
  const former = await makeLink(id)
  const { session } = (await open(former))!
  const next = await makeLink(id, manager)
  for (const by of [{ token: former.token }, { code: former.code }]) expect(await open(by)).toBe(null)
  expect(await readOrder(db, session, 'en')).toBe(null)
  expect(await open({ code: next.code })).not.toBe(null)
  expect((await linksOf(id)).map(({ state }: { state: string }) => state)).toEqual(['Works', 'Revoked'])
})

test('a revoked link ends its visits; revoking twice changes nothing', async () => {
  const { salesTransactionID: id } = await order()
  const link = await makeLink(id)
  const { session } = (await open(link))!
  for (let n = 0; n < 2; n++) {
    const { status, body } = await staff('DELETE', `${path}/${id}/links/${link.id}`)
    expect([status, body.data]).toMatchObject([200, [{ state: 'Revoked', revokedByName: 'Test Staff' }]])
  }
  expect(await readOrder(db, session, 'en')).toBe(null)
  expect(await open(link)).toBe(null)
  const revoked = sql`action = 'revoke order link' and ${audit.entityID} = ${id}`
  expect(await db.$count(audit, revoked)).toBe(1)
  const { salesTransactionID: other } = await order()
  const wrong = await staff('DELETE', `${path}/${other}/links/${link.id}`)
  expect([wrong.status, wrong.body.code]).toEqual([404, 'record.not_found'])
})

test('a link ends 60 days after completion and 14 after cancellation, and then none can be made', async () => {
  const completed = await order({ payments: [{ paymentTypeID: 1, amount: 12_250 }], complete: true })
  const canceled = await order()
  await manager('PUT', `${path}/${canceled.salesTransactionID}/cancel`)
  for (const [{ salesTransactionID: id }, days] of [
    [completed, 60],
    [canceled, 14],
  ] as const) {
    const link = await makeLink(id)
    const { session } = (await open(link))!
    await age(id, days)
    const [stored] = await linksOf(id)
    expect(stored).toMatchObject({ state: 'Works', endsOn: (await readOrder(db, session, 'en'))!.today })
    await age(id, 1)
    expect(await linksOf(id)).toMatchObject([{ state: 'Ended' }])
    expect([await readOrder(db, session, 'en'), await open(link)]).toEqual([null, null])
    const { status, body } = await staff('POST', `${path}/${id}/links`)
    expect([status, body.code]).toEqual([409, 'order_link.over'])
    expect(body.message).toMatch(/^Links to this sale worked until \d+ \w+ \d{4}: a new one would not work either$/)
  }
})

test('unknown, ended and revoked are alike, and guesses from one address are stopped', async () => {
  const { salesTransactionID: id } = await order()
  const link = await makeLink(id)
  await staff('DELETE', `${path}/${id}/links/${link.id}`)
  const wrong = [{ token: link.token }, { code: link.code }, { token: 'a' }, { code: '' }, {}, { token: '\u0000' }]
  for (const by of wrong) expect(await open(by, '198.51.100.1')).toBe(null)
  const guess = () => open({ code: 'AAAA-AAAA-AAAA' }, '198.51.100.1')
  for (let n = wrong.length; n < 20; n++) expect(await guess()).toBe(null)
  await expect(guess()).rejects.toMatchObject({ code: 'attempts.too_many' })
  // Concurrent guesses count too, also with a right link; another address is free.
  const right = await makeLink(id)
  await expect(open(right, '198.51.100.1')).rejects.toMatchObject({ code: 'attempts.too_many' })
  expect(await open(right, '198.51.100.2')).not.toBe(null)
  const tries = await Promise.allSettled(
    Array.from({ length: 60 }, () => open({ code: 'BBBB-BBBB-BBBB' }, '198.51.100.3')),
  )
  expect(tries.filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(20)
})

test('opening often with a right link is no guess', async () => {
  const { salesTransactionID: id } = await order()
  const link = await makeLink(id)
  for (let n = 0; n < 30; n++) expect(await open(link)).not.toBe(null)
})

test('a visit reads its own order alone, also when both links are open in one browser', async () => {
  const [one, two] = [await order(), await order()]
  const sessions = await Promise.all(
    [one, two].map(async ({ salesTransactionID }) => (await open(await makeLink(salesTransactionID)))!.session),
  )
  for (const [n, { transactionNumber }] of [one, two].entries())
    expect(await readOrder(db, sessions[n]!, 'en')).toMatchObject({ transactionNumber })
  const [{ visitHash } = { visitHash: '' }] = await db.select().from(orderVisit).limit(1)
  expect(visitHash).toHaveLength(64)
  for (const wrong of [visitHash, '', 'x']) expect(await readOrder(db, wrong, 'en')).toBe(null)
})

test('of links made at once, one works', async () => {
  const { salesTransactionID: id } = await order()
  const made = await Promise.all(Array.from({ length: 8 }, () => makeLink(id)))
  const opened = await Promise.all(made.map(({ token }) => open({ token })))
  expect(opened.filter((one) => one !== null)).toHaveLength(1)
  expect(await db.$count(orderLink, sql`${orderLink.salesTransactionID} = ${id} and revoked_at is null`)).toBe(1)
})

test('links are for people who sell; nobody else makes, reads or revokes one', async () => {
  const { salesTransactionID: id } = await order()
  const { id: linkID } = await makeLink(id, admin)
  for (const who of [stranger, as(null)])
    for (const [method, address] of [
      ['GET', `${path}/${id}/links`],
      ['POST', `${path}/${id}/links`],
      ['DELETE', `${path}/${id}/links/${linkID}`],
    ] as const)
      expect([401, 403]).toContain((await who(method, address)).status)
  for (const method of ['GET', 'POST'] as const) {
    const { status, body } = await staff(method, `${path}/999999/links`)
    expect([method, status, body.message]).toEqual([method, 404, 'Sale not found'])
  }
})

test('a refund and a returned deposit stand in the history with a minus', async () => {
  const { salesTransactionID: id } = await order({ payments: [{ paymentTypeID: 1, amount: 13_000 }], complete: true })
  const { session } = (await open(await makeLink(id)))!
  expect(await readOrder(db, session, 'en')).toMatchObject({ paid: 12_250, balance: 0, next: null })
  const refunded = await manager('POST', `${path}/${id}/refunds`, { reason: 'Too small' })
  expect(refunded.status, refunded.body.message).toBeLessThan(300)
  const shown = (await readOrder(db, session, 'en'))!
  expect(shown.entries.map(({ amount }) => amount)).toEqual([-shown.refunded, 12_250])
  expect(shown.refunded).toBeGreaterThan(0)

  const { salesTransactionID: canceledID } = await order({ payments: [{ paymentTypeID: 1, amount: 5000 }] })
  const { session: other } = (await open(await makeLink(canceledID)))!
  await manager('PUT', `${path}/${canceledID}/cancel`, { deposit: 'refund', reason: 'The wedding was put off' })
  const canceled = (await readOrder(db, other, 'en'))!
  expect(canceled.entries.map(({ amount }) => amount)).toEqual([-5000, 5000])
  expect(canceled).toMatchObject({ status: 'Canceled', refunded: 5000, next: null })
})

test('the next payment is the rest of what is overdue, or else of the first instalment', () => {
  const instalment = fc.record({ amount: fc.integer({ min: 1, max: 90_000 }), past: fc.boolean() })
  fc.assert(
    fc.property(
      fc.array(instalment, { minLength: 1, maxLength: 8 }),
      fc.integer({ min: 0, max: 100 }),
      (parts, percent) => {
        // Instalments are in date order: the past ones come first.
        const inOrder = parts
          .toSorted((a, b) => Number(b.past) - Number(a.past))
          .map((one, n) => ({ ...one, dueDate: `2026-01-0${n + 1}` }))
        const total = inOrder.reduce((sum, { amount }) => sum + amount, 0)
        const paid = Math.floor((total * percent) / 100)
        const next = findNextPayment({
          status: 'Processing',
          balance: total - paid,
          schedule: fillInstalments(inOrder, paid),
        })
        // The model fills one peso after the other.
        let left = paid
        const rests = inOrder.map(({ amount, ...one }) => {
          const filled = Math.min(left, amount)
          left -= filled
          return { ...one, rest: amount - filled }
        })
        const open = rests.filter(({ rest }) => rest > 0)
        const late = open.filter(({ past }) => past)
        const [first] = open
        const due = late.length > 0 ? late : open.slice(0, 1)
        const amount = due.reduce((sum, { rest }) => sum + rest, 0)
        expect(next).toEqual(first ? { amount, dueDate: first.dueDate, isOverdue: late.length > 0 } : null)
      },
    ),
  )
})

test('a code is written in three groups and read however it is typed', () => {
  expect(formatCode('7KQM2XPAWR4T')).toBe('7KQM-2XPA-WR4T')
  for (const typed of ['7kqm-2xpa-wr4t', ' 7KQM 2XPA WR4T', '7kqm—2xpa_wr4t'])
    expect(readCode(typed)).toBe('7KQM2XPAWR4T')
})
