// Proves messages to customers: who gets which, when, once, with the figures of the sale; consent, language, quiet hours,
// texts, and what a person sends by hand.
import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'

import { messageKindNames } from '../../../contract/sales/message-texts.ts'
import { dayIn } from '../../../contract/shared/dates.ts'
import { formatPeso } from '../../../contract/shared/money.ts'
import { testApp } from '../../../tests/support/fixtures.ts'
import { insertProof } from '../../../tests/support/proofs.ts'
import { mailServer, mailWork } from '../../../tests/support/smtp.ts'
import { stockItem } from '../../../tests/support/stocked.ts'
import { shopSetting } from '../../db/schema/company.ts'
import { mail, messageChoice, messageTemplate } from '../../db/schema/mail.ts'
import { saleInstalment } from '../../db/schema/sales.ts'
import { audit } from '../../db/schema/shared.ts'
import { shopContext } from '../../kernel/context.ts'
import { createSender } from '../../mail/transport.ts'
import { forgetTypedAddresses, tellOfInstalments } from './sale-messages.operations.ts'

const server = await mailServer()
const send = createSender(server.url, 'hello@amihan.example')
const { app, db, as } = await testApp({ links: { send, publicUrl: 'https://amihan.example' } })
const silent = await testApp()
const work = mailWork(db, server.url)
const staff = as(3)
const admin = as(1)
const cash = 1
const timeZone = 'Asia/Manila'
const day = (days: number) => dayIn(timeZone, new Date(Date.now() + days * 86_400_000))

const ring = await stockItem(db, { itemName: 'Ring', quantity: 500, price: 1000 })
let customerID = 0
const settings = '/api/v1/settings/messages'
const quiet = { quietFrom: null, quietUntil: null }
const all = ['orderConfirmation', 'paymentReceived', 'instalmentDue', 'instalmentOverdue']

beforeEach(async () => {
  server.mails.length = 0
  server.state.manner = 'takes'
  await db.delete(mail)
  await db.delete(messageTemplate)
  await db.delete(saleInstalment)
  await db.update(shopSetting).set({ messageKinds: [], ...quiet, customerLanguage: 'en', demo: false, timeZone })
  const made = await staff('POST', '/api/v2/customers', {
    firstName: 'Ana',
    lastName: 'Reyes',
    contactNo: '0917 000 0000',
    email: 'ana@mail.example',
    customerTypeID: 1,
  })
  customerID = made.body.data.customerID
})

const turnOn = async (changes: object = {}) => {
  const body = { customerLanguage: 'en', messageKinds: all, ...quiet, ...changes }
  const { status } = await admin('PUT', settings, body)
  expect(status).toBe(200)
}
const order = async (more: object = {}) => {
  const { status, body } = await staff('POST', '/api/v2/sales', {
    customerID,
    locationID: 1,
    transactionTypeID: 1,
    items: [{ itemID: ring.itemID, orderQty: 3 }],
    ...more,
  })
  expect([status, body.message]).toEqual([201, undefined])
  return body.data as { salesTransactionID: number; transactionNumber: string }
}
/** Orders in the shop that has no mail server, without a customer. Returns the sale's key. */
async function orderInSilentShop(): Promise<number> {
  const { itemID } = await stockItem(silent.db, { quantity: 1 })
  const { body } = await silent.as(3)('POST', '/api/v2/sales', {
    locationID: 1,
    transactionTypeID: 1,
    items: [{ itemID, orderQty: 1 }],
  })
  return body.data.salesTransactionID
}
const pay = async (id: number, amount: number) => {
  const { status } = await staff('POST', `/api/v2/sales/${id}/payments`, { paymentTypeID: cash, amount })
  expect(status).toBe(201)
}
const queued = () => db.select().from(mail).orderBy(mail.mailID)
const remind = () => tellOfInstalments(shopContext(db, new Date()))
async function deliver() {
  for (const { mailID, state } of await queued()) if (state === 'queued') await work(mailID)
  return server.mails.splice(0)
}

test('nothing is sent before an administrator turns it on, which needs a mail server and an address', async () => {
  const { salesTransactionID: id } = await order()
  await pay(id, 500)
  expect(await queued()).toEqual([])
  const input = { customerLanguage: 'en', messageKinds: all, ...quiet }
  expect(await silent.as(1)('PUT', settings, input)).toMatchObject({ status: 422, body: { code: 'message.no_mail' } })
  expect((await silent.as(1)('PUT', settings, { ...input, messageKinds: [] })).status).toBe(200)
  for (const role of [0, 2, 3] as const) expect((await as(role)('PUT', settings, input)).status).toBe(403)
  expect((await admin('PUT', settings, { ...input, updatedAt: '2020-01-01T00:00:00Z' })).status).toBe(409)
  expect(await admin('PUT', settings, { ...input, quietFrom: '21:00' })).toMatchObject({
    status: 400,
    body: { code: 'message.quiet_half' },
  })
})

test('an order and a payment are told once with the figures of the sale; a counter sale is not', async () => {
  await turnOn()
  const { salesTransactionID: id, transactionNumber } = await order()
  await pay(id, 1200.5)
  await order({ payments: [{ paymentTypeID: cash, amount: 5000 }], complete: true })
  await order({ customerID: undefined })
  const rows = await queued()
  expect(rows.map(({ kind, recipient, saleID }) => [kind, recipient, saleID])).toEqual([
    ['orderConfirmation', 'ana@mail.example', id],
    ['paymentReceived', 'ana@mail.example', id],
  ])
  expect(rows[0]!.body).toContain('Total: ₱3,000.00\nPaid: ₱0.00\nBalance: ₱3,000.00')
  expect(rows[1]!.subject).toBe(`Payment received for ${transactionNumber}`)
  expect(rows[1]!.body).toContain('your payment of ₱1,200.50')
  // The paid amount is never mailed as owed.
  expect(rows[1]!.body).toContain('Paid so far: ₱1,200.50 of ₱3,000.00\nBalance: ₱1,799.50')
  const sent = await deliver()
  expect(sent).toHaveLength(2)
  expect(sent[0]!.text).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
  const { body } = await staff('GET', `/api/v1/sales/${id}/messages`)
  expect(body.data).toMatchObject({ email: 'ana@mail.example', canMail: true, refused: false, language: 'en' })
  expect(body.data.messages.map(({ state }: { state: string }) => state)).toEqual(['sent', 'sent'])
})

test('a paid sale is told no balance', async () => {
  const { salesTransactionID: id } = await order({ payments: [{ paymentTypeID: cash, amount: 5000 }] })
  const { data } = (await staff('GET', `/api/v1/sales/${id}/message-texts?language=en`)).body
  const ready = data.find((one: { kind: string }) => one.kind === 'ready').body
  expect(ready).toMatch(/is ready for you at our shop\.\n\n[^\n]+$/)
  const invoice = data.find((one: { kind: string }) => one.kind === 'invoice').body
  expect(invoice).toMatch(/\n\nTotal: ₱3,000\.00\n\n[^\n]+$/)
})

test.each(messageKindNames)('the figures of %s are those of the sale, in every language', async (kind) => {
  const schedule = [
    { dueDate: day(3), amount: 1000.1 },
    { dueDate: day(30), amount: 1999.9 },
  ]
  const { salesTransactionID: id } = await order({ schedule })
  await pay(id, 400.05)
  if (kind === 'proofRejected') {
    const proofID = await insertProof(db, id, { amount: 400.05 })
    await staff('PUT', `/api/v1/proofs/${proofID}/reject`, { reason: 'unreadable' })
  }
  if (kind === 'instalmentOverdue') await db.update(saleInstalment).set({ dueDate: sql`due_date - 10` })
  const { data } = (await staff('GET', `/api/v2/sales/${id}`)).body
  expect([data.totalPurchase, data.balance]).toEqual([3000, 2599.95])
  for (const language of ['en', 'tl', 'ja']) {
    await staff('PUT', `/api/v1/customers/${customerID}/messages`, { language, refused: false })
    const texts = (await staff('GET', `/api/v1/sales/${id}/message-texts`)).body.data
    const { subject, body } = texts.find((one: { kind: string }) => one.kind === kind)
    const figures = [...`${subject}\n${body}`.matchAll(/₱[\d,.]+\d/g)].map(([figure]) => figure)
    const known = [data.totalPurchase, 400.05, data.balance, 600.05].map((figure) => formatPeso(figure))
    expect(figures.filter((figure) => !known.includes(figure))).toEqual([])
    const balanceLines = `${body}`.split('\n').filter((line) => /^(Balanc|Balans|残額|ご注文全体の残額)/.test(line))
    for (const line of balanceLines) expect(line).toContain('₱2,599.95')
    expect(`${subject}${body}`).not.toMatch(/[{}]/)
    expect(body).toContain('Ana')
  }
})

test('an instalment is announced three days before it is due and told the day after, each once', async () => {
  await turnOn()
  const schedule = [
    { dueDate: day(3), amount: 1000 },
    { dueDate: day(30), amount: 2000 },
  ]
  const { salesTransactionID: id } = await order({ schedule })
  await db.delete(mail)
  await Promise.all([remind(), remind(), remind()])
  await remind()
  const rows = await queued()
  expect(rows.map(({ kind }) => kind)).toEqual(['instalmentDue'])
  expect(rows[0]!.body).toContain('₱1,000.00')
  // Instalments that became due before reminders were turned on get none.
  await db
    .update(saleInstalment)
    .set({ dueDate: day(-5) })
    .where(sql`${saleInstalment.salesTransactionID} = ${id} and amount = 1000`)
  await remind()
  expect(await queued()).toHaveLength(1)
  await db
    .update(saleInstalment)
    .set({ dueDate: day(-1) })
    .where(sql`${saleInstalment.salesTransactionID} = ${id} and amount = 1000`)
  await pay(id, 250)
  await db.delete(mail).where(eq(mail.kind, 'paymentReceived'))
  await Promise.all([remind(), remind()])
  expect((await queued()).map(({ kind }) => kind)).toEqual(['instalmentDue', 'instalmentOverdue'])
  expect((await queued())[1]!.subject).toContain('₱750.00')
  // A paid instalment needs no reminder.
  const paid = await order({ schedule: [{ dueDate: day(3), amount: 3000 }] })
  await pay(paid.salesTransactionID, 3000)
  await db.delete(mail)
  await remind()
  expect((await queued()).filter(({ saleID }) => saleID === paid.salesTransactionID)).toEqual([])
})

test('the sample shop tells nobody', async () => {
  await turnOn()
  await db.update(shopSetting).set({ demo: true })
  const { salesTransactionID: id } = await order({ schedule: [{ dueDate: day(3), amount: 3000 }] })
  await pay(id, 100)
  await remind()
  expect(await queued()).toEqual([])
})

test('in the quiet hours a message waits for their end, and one that a person sends goes at once', async () => {
  const now = new Date()
  const clock = (minutes: number) =>
    new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(
      new Date(now.getTime() + minutes * 60_000),
    )
  await turnOn({ quietFrom: clock(-60), quietUntil: clock(60) })
  const { salesTransactionID: id } = await order({ schedule: [{ dueDate: day(3), amount: 3000 }] })
  await remind()
  const [waiting, ...others] = await queued()
  expect(others).toEqual([])
  const minutes = (waiting!.nextTryAt.getTime() - now.getTime()) / 60_000
  expect(minutes).toBeGreaterThan(50)
  expect(minutes).toBeLessThanOrEqual(61)
  expect(await deliver()).toEqual([])
  expect((await staff('POST', `/api/v1/sales/${id}/messages`, { kind: 'invoice', channel: 'email' })).status).toBe(201)
  const [invoice, ...rest] = await deliver()
  expect(rest).toEqual([])
  expect(invoice!.text).toContain('Content-Type: application/pdf')
  expect(invoice!.text).toMatch(/filename=.?S/)
})

test('a customer says no by the link of a message, and gets nothing more but an invoice that is asked for', async () => {
  await turnOn()
  const { salesTransactionID: id } = await order()
  const [{ text } = { text: '' }] = await deliver()
  const link = /^https:\/\/amihan\.example(\/unsubscribe\?key=[\w-]+)\s*$/m.exec(text)![1]!
  await order()
  const page = await app.inject({ method: 'GET', url: link })
  expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  expect(page.body).toContain('<button>No more messages</button>')
  // Opening the link changes nothing: mail programs open links by themselves.
  expect((await staff('GET', `/api/v1/customers/${customerID}/messages`)).body.data.refused).toBe(false)
  const click = () =>
    app.inject({
      method: 'POST',
      url: link,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    })
  const done = await Promise.all([click(), click()])
  expect(done.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  expect((await staff('GET', `/api/v1/customers/${customerID}/messages`)).body.data.refused).toBe(true)
  // The message that waited is not sent any more.
  expect(await deliver()).toEqual([])
  await order()
  expect(await deliver()).toEqual([])
  const path = `/api/v1/sales/${id}/messages`
  expect(await staff('POST', path, { kind: 'ready', channel: 'email' })).toMatchObject({
    status: 422,
    body: { code: 'message.refused' },
  })
  expect((await staff('POST', path, { kind: 'invoice', channel: 'email' })).status).toBe(201)
  expect(await deliver()).toHaveLength(1)
  for (const wrong of ['/unsubscribe', '/unsubscribe?key=1', `/unsubscribe?key=${crypto.randomUUID()}`])
    for (const method of ['GET', 'POST'] as const)
      expect((await app.inject({ method, url: wrong, ...(method === 'POST' && { payload: {} }) })).statusCode).toBe(404)
  const [row] = await db
    .select()
    .from(audit)
    .where(sql`${audit.entity} = 'customer' and ${audit.entityID} = ${customerID} and ${audit.action} = 'update'`)
  expect(row).toMatchObject({ userID: null, after: { noMessages: true } })
})

test('texts are the customer’s language, may be changed and reset, and their placeholders are checked', async () => {
  await turnOn({ customerLanguage: 'tl' })
  await order()
  expect((await queued())[0]).toMatchObject({ language: 'tl', body: expect.stringContaining('Kumusta po, Ana Reyes!') })
  await staff('PUT', `/api/v1/customers/${customerID}/messages`, { language: 'ja', refused: false })
  await order()
  expect((await queued())[1]).toMatchObject({ language: 'ja', body: expect.stringContaining('Ana Reyes 様') })

  const texts = '/api/v1/settings/message-templates'
  const text = { kind: 'orderConfirmation', language: 'ja', subject: '{number}', body: 'Owed: {balnce}' }
  expect(await admin('PUT', texts, text)).toMatchObject({
    status: 400,
    body: {
      code: 'message.placeholder_unknown',
      message: '{balnce} is not a placeholder; use {name}, {shop}, {number}, {total}, {paid}, {balance}',
      errors: [{ field: 'body' }],
    },
  })
  for (const body of ['{payment}', 'An { open brace', '} closed'])
    expect((await admin('PUT', texts, { ...text, body })).status).toBe(400)
  for (const role of [2, 3] as const) expect((await as(role)('PUT', texts, { ...text, body: 'b' })).status).toBe(403)
  const saved = await admin('PUT', texts, { ...text, body: '残り {balance}' })
  const own = (body: { data: { templates: { kind: string; language: string; changed: boolean }[] } }) =>
    body.data.templates.find((one) => one.kind === 'orderConfirmation' && one.language === 'ja')
  expect(own(saved.body)).toMatchObject({ changed: true, body: '残り {balance}' })
  await order()
  expect((await queued())[2]!.body).toBe('残り ₱3,000.00')
  const reset = await admin('POST', `${texts}/reset`, { kind: 'orderConfirmation', language: 'ja' })
  expect(own(reset.body)).toMatchObject({ changed: false })
})

test('a text that was changed meanwhile is neither replaced nor reset', async () => {
  const texts = '/api/v1/settings/message-templates'
  const key = { kind: 'ready', language: 'en' }
  const read = async () =>
    (await admin('GET', settings)).body.data.templates.find(
      (one: { kind: string; language: string }) => one.kind === key.kind && one.language === key.language,
    )
  const save = (body: string, updatedAt: string | null) =>
    admin('PUT', texts, { ...key, subject: 'Ready', body, updatedAt })
  expect((await read()).updatedAt).toBe(null)
  // Both have read the text that the shop began with.
  const both = await Promise.all([save('first', null), save('second', null)])
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  const { body, updatedAt } = await read()
  expect(await save('third', null)).toMatchObject({ status: 409, body: { code: 'record.stale' } })
  expect((await save('third', updatedAt)).status).toBe(200)
  expect(['first', 'second']).toContain(body)
  expect((await admin('POST', `${texts}/reset`, { ...key, updatedAt })).status).toBe(409)
  expect((await read()).body).toBe('third')
  expect((await admin('POST', `${texts}/reset`, { ...key, updatedAt: (await read()).updatedAt })).status).toBe(200)
  expect(await read()).toMatchObject({ changed: false, updatedAt: null })
})

test('a message sent by hand is recorded as sent, and a failed mail is tried again', async () => {
  const { salesTransactionID: id } = await order()
  const path = `/api/v1/sales/${id}/messages`
  const byHand = await staff('POST', path, { kind: 'ready', channel: 'LINE' })
  expect(byHand).toMatchObject({
    status: 201,
    body: { data: { messages: [{ kind: 'ready', channel: 'LINE', state: 'sent', askedByName: 'Test Staff' }] } },
  })
  server.state.manner = 'refuses'
  await staff('POST', path, { kind: 'shipped', channel: 'email' })
  expect(await deliver()).toEqual([])
  const [failed] = (await staff('GET', path)).body.data.messages
  expect(failed).toMatchObject({ kind: 'shipped', state: 'failed', reason: expect.stringContaining('550') })
  server.state.manner = 'takes'
  const retry = `${path}/${failed.mailID}/retry`
  const both = await Promise.all([staff('POST', retry), staff('POST', retry)])
  expect(both.map(({ status }) => String(status)).toSorted()).toEqual(['201', '409'])
  expect(await deliver()).toHaveLength(1)
  expect((await staff('POST', `${path}/999999/retry`)).status).toBe(404)
  const alone = await order({ customerID: undefined })
  expect(
    await staff('POST', `/api/v1/sales/${alone.salesTransactionID}/messages`, { kind: 'ready', channel: 'LINE' }),
  ).toMatchObject({
    status: 422,
    body: { code: 'message.no_customer' },
  })
  const other = await orderInSilentShop()
  expect((await silent.as(3)('GET', `/api/v1/sales/${other}/messages`)).body.data.canMail).toBe(false)
})

test('what was sent is in the customer’s data, and goes with the customer’s anonymising', async () => {
  await turnOn()
  await order()
  await deliver()
  await order()
  const data = (await admin('GET', `/api/v2/customers/${customerID}/data`)).body.data
  expect(data.customerMessages.messages).toMatchObject([
    { recipient: 'ana@mail.example', state: 'queued' },
    { recipient: 'ana@mail.example', state: 'sent' },
  ])
  await admin('PUT', `/api/v2/customers/${customerID}/anonymise`, { customerName: 'Ana Reyes' })
  const rows = await queued()
  expect(rows.map(({ state, recipient, subject, body }) => [state, recipient, subject, body])).toEqual([
    ['sent', '[removed]', '[removed]', '[removed]'],
    ['canceled', '[removed]', '[removed]', '[removed]'],
  ])
  expect(await deliver()).toEqual([])
  expect(await db.select().from(messageChoice).where(eq(messageChoice.customerID, customerID))).toEqual([])
  // The address of an anonymised customer is none, also for what happens to an open sale later.
  const { salesTransactionID: id } = await order()
  await pay(id, 100)
  expect(await queued()).toHaveLength(2)
  const sent = await staff('POST', `/api/v1/sales/${id}/messages`, { kind: 'ready', channel: 'email' })
  expect(sent).toMatchObject({ status: 422, body: { code: 'message.no_address' } })
})

test('a test mail says what became of it', async () => {
  const mailed = async () => {
    const { status, body } = await admin('POST', '/api/v1/settings/test-mail', { email: 'liza@shop.example' })
    expect(status).toBe(201)
    await deliver()
    return (await admin('GET', `/api/v1/settings/test-mail/${body.data.mailID}`)).body.data
  }
  expect(await mailed()).toEqual({ state: 'sent', reason: null })
  server.state.manner = 'refuses'
  expect(await mailed()).toEqual({ state: 'failed', reason: 'The mail server answered: 550 Nobody is the address' })
  expect((await admin('POST', '/api/v1/settings/test-mail', { email: 'nobody' })).status).toBe(400)
  expect((await admin('GET', '/api/v1/settings/test-mail/999999')).status).toBe(404)
})

test('an invoice goes to a typed address, with and without a customer, and the customer keeps the own one', async () => {
  await turnOn()
  const { salesTransactionID: alone, transactionNumber } = await order({ customerID: undefined })
  const mailTo = (id: number, email: unknown, more: object = {}) =>
    staff('POST', `/api/v1/sales/${id}/messages`, { kind: 'invoice', channel: 'email', email, ...more })
  const sent = await mailTo(alone, ' Buyer@home.example ')
  expect(sent).toMatchObject({
    status: 201,
    body: { data: { email: null, canMail: false, hasMailServer: true, messages: [{ askedByName: 'Test Staff' }] } },
  })
  const [first, ...others] = await deliver()
  expect(others).toEqual([])
  expect(first!.to).toBe('Buyer@home.example')
  expect(first!.text).toContain('Hello customer,')
  expect(first!.text).toContain(`Your invoice ${transactionNumber} is attached`)
  expect(first!.text).toContain('Content-Type: application/pdf')
  expect(first!.text).not.toContain('unsubscribe')

  const { salesTransactionID: id } = await order()
  await staff('PUT', `/api/v1/customers/${customerID}/messages`, { language: 'ja', refused: true })
  expect((await mailTo(id, 'office@home.example')).status).toBe(201)
  // The link that says no is the customer's, and must not reach anybody else.
  const [second] = await deliver()
  expect([second!.to, second!.text.includes('unsubscribe')]).toEqual(['office@home.example', false])
  expect(second!.text).toContain('Ana Reyes 様')
  expect((await staff('GET', `/api/v2/customers/${customerID}`)).body.data.email).toBe('ana@mail.example')
  const rows = await db
    .select({ after: audit.after })
    .from(audit)
    .where(sql`${audit.entity} = 'sale' and ${audit.action} = 'send' and ${audit.entityID} in (${alone}, ${id})`)
  expect(rows.map(({ after }) => after)).toEqual(
    [alone, id].map(() => ({ kind: 'invoice', channel: 'email', toTypedAddress: true })),
  )
  for (const role of [0, null] as const)
    expect((await as(role)('POST', `/api/v1/sales/${id}/messages`, {})).status).toBe(role === null ? 401 : 403)
})

test('a typed address that is none, of another message, or of a canceled sale is refused and sends nothing', async () => {
  const { salesTransactionID: id } = await order({ customerID: undefined })
  const path = `/api/v1/sales/${id}/messages`
  const ask = (more: object) => staff('POST', path, { kind: 'invoice', channel: 'email', ...more })
  const wrong = [
    '',
    ' ',
    'nobody',
    'a@b',
    'a@b.example, c@d.example',
    'a@b.example\r\nBcc: c@d.example',
    7,
    null,
    ['a@b.example'],
  ]
  for (const email of [...wrong, `${'a'.repeat(250)}@b.example`, 'a\u0000@b.example'])
    expect(await ask({ email }), JSON.stringify(email)).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'email' }] },
    })
  for (const other of [{ kind: 'ready' }, { channel: 'LINE' }])
    expect(await ask({ email: 'a@b.example', ...other })).toMatchObject({
      status: 400,
      body: { message: 'Only an invoice by e-mail goes to a typed address' },
    })
  expect(await ask({})).toMatchObject({ status: 422, body: { code: 'message.no_customer' } })
  expect((await staff('POST', '/api/v1/sales/999999/messages', { kind: 'invoice', channel: 'email' })).status).toBe(404)
  const canceled = await staff('PUT', `/api/v2/sales/${id}/cancel`, { reason: 'Changed mind' })
  expect(canceled.status, JSON.stringify(canceled.body)).toBe(200)
  expect(await ask({ email: 'a@b.example' })).toMatchObject({ body: { code: 'sale.canceled' } })
  expect(await queued()).toEqual([])
  const other = await orderInSilentShop()
  const body = { kind: 'invoice', channel: 'email', email: 'a@b.example' }
  expect(await silent.as(3)('POST', `/api/v1/sales/${other}/messages`, body)).toMatchObject({
    status: 422,
    body: { code: 'message.no_mail' },
  })
})

test('one wish for an invoice that arrives twice is one mail', async () => {
  const { salesTransactionID: id } = await order({ customerID: undefined })
  const body = { kind: 'invoice', channel: 'email', email: 'buyer@home.example' }
  const ask = () => staff('POST', `/api/v1/sales/${id}/messages`, body, { 'idempotency-key': 'the-same-click-1' })
  const both = await Promise.all([ask(), ask()])
  expect(both.filter(({ status }) => status === 201).length).toBeGreaterThan(0)
  expect((await ask()).status).toBe(201)
  expect(await queued()).toHaveLength(1)
})

test('a typed address is in the customer’s data and goes with anonymising, and without a customer after 30 days', async () => {
  const { salesTransactionID: id } = await order()
  const { salesTransactionID: alone } = await order({ customerID: undefined })
  for (const sale of [id, alone]) {
    const body = { kind: 'invoice', channel: 'email', email: `typed-${sale}@home.example` }
    expect((await staff('POST', `/api/v1/sales/${sale}/messages`, body)).status).toBe(201)
  }
  const data = (await admin('GET', `/api/v2/customers/${customerID}/data`)).body.data
  expect(data.customerMessages.messages).toMatchObject([{ recipient: `typed-${id}@home.example` }])
  await deliver()
  await forgetTypedAddresses(db)
  const recipients = async () => (await queued()).map(({ recipient, state }) => [recipient, state])
  expect(await recipients()).toEqual([
    [`typed-${id}@home.example`, 'sent'],
    [`typed-${alone}@home.example`, 'sent'],
  ])
  await db.update(mail).set({ createdAt: sql`now() - interval '31 days'` })
  await forgetTypedAddresses(db)
  expect(await recipients()).toEqual([
    [`typed-${id}@home.example`, 'sent'],
    ['[removed]', 'sent'],
  ])
  await admin('PUT', `/api/v2/customers/${customerID}/anonymise`, { customerName: 'Ana Reyes' })
  expect((await recipients())[0]).toEqual(['[removed]', 'sent'])
  const { rows } = await db.execute<{ found: string }>(sql`select after::text as found from audit
    where after::text like '%typed-%' or before::text like '%typed-%'`)
  expect(rows).toEqual([])
})
