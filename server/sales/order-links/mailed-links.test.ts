// Proves that a mail about a sale gets a link when it is sent, that nothing keeps the link, what a failed, an uncertain and
// a later mail leave of the links before, and who gets no link.
import { asc, eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'

import { readCode } from '../../../contract/shared/codes.ts'
import { testApp } from '../../../tests/support/fixtures.ts'
import { mailServer, mailWork } from '../../../tests/support/smtp.ts'
import { stockItem } from '../../../tests/support/stocked.ts'
import { shopSetting } from '../../db/schema/company.ts'
import { mail } from '../../db/schema/mail.ts'
import { orderLink } from '../../db/schema/order-links.ts'
import { attempt } from '../../db/schema/people.ts'
import { customer, sale } from '../../db/schema/sales.ts'
import { visitor } from '../../kernel/context.ts'
import { hashToken } from '../../kernel/tokens.ts'
import { createSender } from '../../mail/transport.ts'
import { openOrderLink, readOrder } from './opening.operations.ts'

const server = await mailServer()
const links = { send: createSender(server.url, 'hello@amihan.example'), publicUrl: 'https://amihan.example' }
const { db, as } = await testApp({ links })
const work = mailWork(db, server.url)
const [admin, staff] = [as(1), as(3)]
const ring = await stockItem(db, { itemName: 'Ring', quantity: 500, price: 1000 })
const automatic = ['orderConfirmation', 'paymentReceived', 'instalmentDue', 'instalmentOverdue'] as const

beforeEach(async () => {
  server.mails.length = 0
  server.state.manner = 'takes'
  await db.delete(mail)
  await db.delete(attempt)
  await db
    .update(shopSetting)
    .set({ messageKinds: [], quietFrom: null, quietUntil: null, demo: false, customerLanguage: 'en' })
})

const addCustomer = async (email = 'ana@mail.example'): Promise<number> => {
  const person = {
    firstName: 'Ana',
    lastName: 'Reyes',
    contactNo: '0917',
    email: 'ana@mail.example',
    customerTypeID: 1,
  }
  const { customerID } = (await staff('POST', '/api/v2/customers', person)).body.data
  // An imported customer may have no address.
  await db.update(customer).set({ email }).where(eq(customer.customerID, customerID))
  return customerID
}
const order = async (customerID: number | undefined, more: object = {}): Promise<number> => {
  const items = [{ itemID: ring.itemID, orderQty: 1 }]
  const body = { customerID, locationID: 1, transactionTypeID: 1, items, ...more }
  const made = await staff('POST', '/api/v2/sales', body)
  expect([made.status, made.body.message]).toEqual([201, undefined])
  return made.body.data.salesTransactionID
}
const pay = (id: number, amount: number) => staff('POST', `/api/v2/sales/${id}/payments`, { paymentTypeID: 1, amount })
const mailLink = (id: number, more: object = {}) =>
  staff('POST', `/api/v1/sales/${id}/messages`, { kind: 'orderLink', channel: 'email', ...more })
const choose = (customerID: number, choice: object) =>
  staff('PUT', `/api/v1/customers/${customerID}/messages`, { language: null, refused: false, ...choice })
const rows = () => db.select().from(mail).orderBy(mail.mailID)
const linksOf = async (id: number): Promise<{ orderLinkID: number; state: string; isMailed: boolean }[]> =>
  (await staff('GET', `/api/v2/sales/${id}/links`)).body.data
const statesOf = async (id: number) => (await linksOf(id)).map(({ state }) => state)
/** Lets the pause until the next try pass, and tries every mail that waits. Returns the delivered mails. */
async function deliver() {
  await db.update(mail).set({ nextTryAt: sql`now() - interval '1 minute'` })
  for (const { mailID, state } of await rows()) if (state === 'queued') await work(mailID)
  return server.mails.splice(0)
}
/** Reads the link and the code of a mail. */
function read({ text }: { text: string }) {
  const [address, token] = /https:\/\/amihan\.example\S*\/order#([\w-]{43})/.exec(text) ?? []
  return { address, token, code: /[A-Z2-9]{4}-[A-Z2-9]{4}-[A-Z2-9]{4}/.exec(text)?.[0] }
}
const open = (by: { token?: string | undefined; code?: string | undefined }) =>
  openOrderLink(
    { db, actor: visitor, now: new Date(), client: { address: '203.0.113.7', agent: '' } },
    { token: by.token ?? '', code: by.code ?? '' },
  )
const opens = async (token: string | undefined) => (await open({ token })) !== null

/** Returns every row of every table of the database as text. */
async function readWholeDatabase(): Promise<string> {
  const { rows: tables } = await db.execute<{ name: string }>(sql`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`)
  expect(tables.length).toBeGreaterThan(80)
  const texts = []
  for (const { name } of tables)
    texts.push(
      (await db.execute<{ rows: string }>(sql.raw(`select json_agg(t)::text as rows from ${name} t`))).rows[0]!.rows,
    )
  return texts.join('\n')
}

test('a person mails a link, which is made when the mail is sent and stands nowhere else', async () => {
  const customerID = await addCustomer()
  const id = await order(customerID)
  expect(await mailLink(id)).toMatchObject({ status: 201 })
  expect([await statesOf(id), (await rows())[0]!.state]).toEqual([[], 'queued'])
  const [sent] = await deliver()
  const { token, code } = read(sent!)
  expect(sent!.to).toBe('ana@mail.example')
  expect(sent!.text).toContain('Subject: The page of your order')
  for (const by of [{ token }, { code }])
    expect(await readOrder(db, (await open(by))!.session, 'en')).toMatchObject({ total: 1000, balance: 1000 })
  expect(await linksOf(id)).toMatchObject([{ state: 'Works', isMailed: true, createdByName: 'Test Staff' }])
  const [stored] = await db.select().from(orderLink).where(eq(orderLink.salesTransactionID, id))
  expect([stored!.tokenHash, stored!.codeHash]).toEqual([hashToken(token!), hashToken(readCode(code!))])
  // The history of the sale and of the customer tell of the mail, and not the link.
  const told = [
    await staff('GET', `/api/v1/sales/${id}/messages`),
    await staff('GET', `/api/v1/customers/${customerID}/messages`),
    await admin('GET', `/api/v1/sales/${id}/audit`),
  ]
  expect(JSON.stringify(told[0])).toContain('"kind":"orderLink"')
  for (const kept of [await readWholeDatabase(), JSON.stringify(told)])
    for (const secret of [token!, code!, readCode(code!), 'order#']) expect(kept).not.toContain(secret)
})

test.each([
  ['tl', 'https://amihan.example/tl/order#', 'Huwag po sanang ipasa ang link.'],
  ['ja', 'https://amihan.example/ja/order#', 'リンクを他の方に送らないでください。'],
  ['en', 'https://amihan.example/order#', 'Please do not pass the link on.'],
] as const)(
  'each message that the shop sends about a sale has a link in its language: %s',
  async (language, start, words) => {
    await db.update(shopSetting).set({ messageKinds: [...automatic] })
    const customerID = await addCustomer()
    await choose(customerID, { language })
    const id = await order(customerID)
    await pay(id, 400)
    expect(JSON.stringify(await rows())).not.toContain('order#')
    const mails = await deliver()
    expect(mails).toHaveLength(2)
    for (const one of mails) expect(one.text).toContain(words)
    expect(read(mails[1]!).address!.startsWith(start)).toBe(true)
    expect(await readOrder(db, (await open(read(mails[1]!)))!.session, 'en')).toMatchObject({ paid: 400 })
  },
)

test('an invoice, a message to another address, and what is sent by hand have no link', async () => {
  const id = await order(await addCustomer())
  for (const more of [{}, { email: 'other@mail.example' }])
    await staff('POST', `/api/v1/sales/${id}/messages`, { kind: 'invoice', channel: 'email', ...more })
  const mails = await deliver()
  expect(mails.map((one) => [one.to, read(one).token])).toEqual([
    ['ana@mail.example', undefined],
    ['other@mail.example', undefined],
  ])
  await staff('POST', `/api/v1/sales/${id}/messages`, { kind: 'ready', channel: 'LINE' })
  const texts = (await staff('GET', `/api/v1/sales/${id}/message-texts`)).body.data
  expect(JSON.stringify([texts, await rows()])).not.toMatch(/order#|\{link\}/)
})

test('a mail replaces the link of an earlier mail, and neither a link by hand nor the page that is open', async () => {
  const id = await order(await addCustomer())
  const byHand = (await staff('POST', `/api/v2/sales/${id}/links`)).body.data.addresses.en.split('#')[1]
  await mailLink(id)
  const first = read((await deliver())[0]!)
  const visit = (await open(first))!.session
  await mailLink(id)
  const second = read((await deliver())[0]!)
  expect([await opens(byHand), await opens(first.token), await opens(second.token)]).toEqual([true, false, true])
  expect(await readOrder(db, visit, 'en')).toMatchObject({ total: 1000 })
  expect(await statesOf(id)).toEqual(['Works', 'Revoked', 'Works'])
  // A person who makes a link by hand ends all of them.
  await staff('POST', `/api/v2/sales/${id}/links`)
  expect([await opens(byHand), await opens(second.token), await readOrder(db, visit, 'en')]).toEqual([
    false,
    false,
    null,
  ])
})

test('a mail that failed takes no link away, and leaves none', async () => {
  const id = await order(await addCustomer())
  await mailLink(id)
  const first = read((await deliver())[0]!)
  for (const manner of ['refuses', 'defers', 'drops-unread'] as const) {
    server.state.manner = manner
    await mailLink(id)
    expect([manner, await deliver()]).toEqual([manner, []])
    expect([manner, await statesOf(id), await opens(first.token)]).toEqual([manner, ['Works'], true])
  }
  server.state.manner = 'takes'
  // The mails that were deferred are tried again, each with a link of its own.
  const later = await deliver()
  expect(later).toHaveLength(2)
  const tokens = later.map((one) => read(one).token)
  expect([await opens(tokens[0]), await opens(tokens[1]), await opens(first.token)]).toEqual([false, true, false])
  const failed = (await rows()).find(({ state }) => state === 'failed')!
  expect(await staff('POST', `/api/v1/sales/${id}/messages/${failed.mailID}/retry`)).toMatchObject({ status: 201 })
  expect(await opens(read((await deliver())[0]!).token)).toBe(true)
})

test('of a mail that may have arrived twice, both links open the order', async () => {
  const id = await order(await addCustomer())
  await mailLink(id)
  server.state.manner = 'drops'
  const [first] = await deliver()
  expect((await rows())[0]).toMatchObject({ state: 'queued', uncertain: 1 })
  server.state.manner = 'takes'
  const [second] = await deliver()
  expect(read(second!).token).not.toBe(read(first!).token)
  expect([await opens(read(first!).token), await opens(read(second!).token)]).toEqual([true, true])
})

test('a server that stops between the link and the sending leaves a mail that is tried with a new link', async () => {
  const id = await order(await addCustomer())
  await mailLink(id)
  const [row] = await rows()
  // The try has begun and has made its link; nobody knows its token any more.
  await db.update(mail).set({ claimedAt: new Date(Date.now() - 3_600_000), attempts: 1, uncertain: 1 })
  await db.insert(orderLink).values({
    salesTransactionID: id,
    tokenHash: hashToken('lost'),
    codeHash: hashToken('LOST'),
    mailID: row!.mailID,
    createdAt: new Date(),
  })
  const [sent] = await deliver()
  expect([await opens(read(sent!).token), (await rows())[0]!.state]).toEqual([true, 'sent'])
})

test('a mail server that quotes the link in its refusal does not put it into the outbox', async () => {
  const id = await order(await addCustomer())
  await mailLink(id)
  server.state.manner = 'quotes'
  await deliver()
  const [{ state, reason } = { state: '', reason: '' }] = await rows()
  const start = 'The mail server answered: 554 Blocked for https://amihan.example/'
  expect([state, reason!.slice(0, start.length)]).toEqual(['failed', start])
  expect(reason).toContain('https://amihan.example/order#…')
  expect(reason).not.toMatch(/#[\w-]{9}|key=\w/)
})

test('a person who revokes the link also stops the one that waits, until somebody sends a new one', async () => {
  await db.update(shopSetting).set({ messageKinds: [...automatic] })
  const customerID = await addCustomer()
  const id = await order(customerID)
  const first = read((await deliver())[0]!)
  await mailLink(id)
  await pay(id, 100)
  const [link] = await linksOf(id)
  expect((await staff('DELETE', `/api/v2/sales/${id}/links/${link!.orderLinkID}`)).status).toBe(200)
  expect(await opens(first.token)).toBe(false)
  const mails = await deliver()
  // The receipt of the payment is sent without a link.
  expect(mails.map((one) => [/Subject: (\S+)/.exec(one.text)![1], read(one).token])).toEqual([['Payment', undefined]])
  const waiting = (await rows()).find(({ kind }) => kind === 'orderLink')!
  expect([waiting.state, waiting.reason]).toEqual([
    'canceled',
    'The link was revoked after somebody had asked for this mail',
  ])
  await mailLink(id)
  expect(await opens(read((await deliver())[0]!).token)).toBe(true)
  // The page is open again, so the next message has a link too.
  await pay(id, 100)
  expect(await opens(read((await deliver())[0]!).token)).toBe(true)
})

test('a canceled sale is mailed its page while that works, and later nothing', async () => {
  const id = await order(await addCustomer())
  expect((await staff('PUT', `/api/v2/sales/${id}/cancel`, { reason: 'Changed mind' })).status).toBe(200)
  await mailLink(id)
  expect(await opens(read((await deliver())[0]!).token)).toBe(true)
  await mailLink(id)
  await db
    .update(sale)
    .set({ canceledAt: sql`${sale.canceledAt} - interval '15 days'` })
    .where(eq(sale.salesTransactionID, id))
  expect(await deliver()).toEqual([])
  expect((await rows()).at(-1)).toMatchObject({ state: 'canceled', reason: 'Links to this sale do not work any more' })
  const before = (await rows()).length
  expect(await mailLink(id)).toMatchObject({
    status: 409,
    body: { code: 'order_link.over', message: 'Links to this sale do not work any more: its time is over' },
  })
  expect((await rows()).length).toBe(before)
})

test.each([
  [
    'a customer who said no',
    async () => {
      const customerID = await addCustomer()
      await choose(customerID, { refused: true })
      return order(customerID)
    },
    {},
    422,
    'message.refused',
    'This customer does not want messages',
  ],
  [
    'a customer without an e-mail address',
    async () => order(await addCustomer('')),
    {},
    422,
    'message.no_address',
    'This customer has no e-mail address. Enter one, or choose another way',
  ],
  [
    'a sale without a customer',
    async () => order(undefined),
    {},
    422,
    'message.no_customer',
    'This sale has no customer to write to',
  ],
  [
    'a typed address',
    async () => order(await addCustomer()),
    { email: 'x@mail.example' },
    400,
    'input.invalid',
    'Only an invoice by e-mail goes to a typed address',
  ],
  [
    'another way than e-mail',
    async () => order(await addCustomer()),
    { channel: 'LINE' },
    422,
    'message.by_mail_only',
    'A link by another way is made by hand: use Make a link',
  ],
] as const)('%s gets no link by mail', async (_, make, more, status, code, message) => {
  const id = await make()
  const { status: got, body } = await mailLink(id, more)
  expect([got, body.code, body.message]).toEqual([status, code, message])
  expect([await rows(), await statesOf(id)]).toEqual([[], []])
})

test('a customer who says no while the mail waits gets neither mail nor link', async () => {
  const customerID = await addCustomer()
  const id = await order(customerID)
  await mailLink(id)
  await choose(customerID, { refused: true })
  expect([await deliver(), await statesOf(id)]).toEqual([[], []])
})

test('only people who may sell mail a link', async () => {
  const id = await order(await addCustomer())
  const path = `/api/v1/sales/${id}/messages`
  expect((await as(0)('POST', path, { kind: 'orderLink', channel: 'email' })).status).toBe(403)
  expect(await rows()).toEqual([])
})

test('of two mails that are sent at once, one link works', async () => {
  const id = await order(await addCustomer())
  await mailLink(id)
  await mailLink(id)
  await Promise.all((await rows()).map(({ mailID }) => work(mailID)))
  const tokens = server.mails.splice(0).map((one) => read(one).token)
  const works = []
  for (const token of tokens) works.push(await opens(token))
  expect(works.filter(Boolean)).toHaveLength(1)
  const stored = await db
    .select()
    .from(orderLink)
    .where(eq(orderLink.salesTransactionID, id))
    .orderBy(asc(orderLink.orderLinkID))
  expect(stored.map(({ revokedAt }) => revokedAt === null)).toEqual([false, true])
})
