// Proves what stops a message between its queueing and its sending: a customer's no, the quiet hours, a changed sale, and
// a kind that makes no sense. Also proves which address and figures a later try has.
import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'

import { dayIn } from '../../../contract/shared/dates.ts'
import { testApp } from '../../../tests/support/fixtures.ts'
import { mailServer, mailWork } from '../../../tests/support/smtp.ts'
import { stockItem } from '../../../tests/support/stocked.ts'
import { shopSetting } from '../../db/schema/company.ts'
import { mail } from '../../db/schema/mail.ts'
import { customer, sale, saleInstalment } from '../../db/schema/sales.ts'
import { shopContext } from '../../kernel/context.ts'
import { createSender } from '../../mail/transport.ts'
import { findRemindersDue } from '../messages/reminders.queries.ts'
import { tellOfInstalments } from './sale-messages.operations.ts'

const server = await mailServer()
const links = { send: createSender(server.url, 'hello@amihan.example'), publicUrl: 'https://amihan.example' }
const { db, as } = await testApp({ links })
const work = mailWork(db, server.url)
const staff = as(3)
const admin = as(1)
const timeZone = 'Asia/Manila'
const day = (days: number) => dayIn(timeZone, new Date(Date.now() + days * 86_400_000))
const ring = await stockItem(db, { itemName: 'Ring', quantity: 500, price: 1000 })
const all = ['orderConfirmation', 'paymentReceived', 'instalmentDue', 'instalmentOverdue']
let customerID = 0

const addCustomer = async (email: string): Promise<number> => {
  const person = { firstName: 'Ana', lastName: 'Reyes', contactNo: '0917', email, customerTypeID: 1 }
  return (await staff('POST', '/api/v2/customers', person)).body.data.customerID
}

beforeEach(async () => {
  server.mails.length = 0
  server.state.manner = 'takes'
  await db.delete(mail)
  await db.delete(saleInstalment)
  await db.update(shopSetting).set({ quietFrom: null, quietUntil: null, demo: false, timeZone })
  await db.update(shopSetting).set({ messageKinds: ['orderConfirmation'], remindersFrom: day(-400) })
  customerID = await addCustomer('ana@mail.example')
})

const turnOnAll = () => db.update(shopSetting).set({ messageKinds: all as ['orderConfirmation'] })
const order = async (more: object = {}): Promise<number> => {
  const items = [{ itemID: ring.itemID, orderQty: 3 }]
  const body = { customerID, locationID: 1, transactionTypeID: 1, items, ...more }
  const made = await staff('POST', '/api/v2/sales', body)
  expect([made.status, made.body.message]).toEqual([201, undefined])
  return made.body.data.salesTransactionID
}
const pay = (id: number, amount: number) => staff('POST', `/api/v2/sales/${id}/payments`, { paymentTypeID: 1, amount })
const cancel = async (id: number) =>
  expect((await staff('PUT', `/api/v2/sales/${id}/cancel`, { reason: 'Changed mind' })).status).toBe(200)
const choose = (refused: boolean) =>
  staff('PUT', `/api/v1/customers/${customerID}/messages`, { language: null, refused })
const rows = () => db.select().from(mail).orderBy(mail.mailID)
const outcomes = async () => (await rows()).map(({ kind, state, reason }) => [kind, state, reason])
const remind = () => tellOfInstalments(shopContext(db, new Date()))
/** Lets the pause until the next try pass, and tries every mail that waits. */
async function tryAll() {
  await db.update(mail).set({ nextTryAt: sql`now() - interval '1 minute'` })
  for (const { mailID } of await rows()) await work(mailID)
}
/** A time of the day in the shop, so many minutes from now. */
const clock = (minutes: number) => {
  const there = new Date(Date.now() + (8 * 60 + minutes) * 60_000)
  return there.toISOString().slice(11, 16)
}
const startQuiet = () => db.update(shopSetting).set({ quietFrom: clock(-60), quietUntil: clock(60) })

test('a customer who says no after a mail failed gets no further try, by staff or the operator', async () => {
  const id = await order()
  server.state.manner = 'refuses'
  await tryAll()
  // The try that runs during the refusal fails after it.
  await choose(true)
  expect(await outcomes()).toEqual([['orderConfirmation', 'canceled', 'The customer does not want messages']])
  await db.update(mail).set({ state: 'failed' })
  const [{ mailID } = { mailID: 0 }] = await rows()
  server.state.manner = 'takes'
  const refused = { status: 422, body: { code: 'message.refused', message: 'The customer does not want messages' } }
  expect(await staff('POST', `/api/v1/sales/${id}/messages/${mailID}/retry`)).toMatchObject(refused)
  const job = { queue: 'mail', key: String(mailID) }
  expect(await admin('POST', '/api/v1/system/jobs/retry', job)).toMatchObject(refused)
  expect((await rows())[0]!.state).toBe('failed')
  // An invoice is asked for at the counter.
  await staff('POST', `/api/v1/sales/${id}/messages`, { kind: 'invoice', channel: 'email' })
  await tryAll()
  expect(server.mails.map(({ text }) => text.includes('application/pdf'))).toEqual([true])
})

test('a mail whose try runs while the customer says no has no further try', async () => {
  await order()
  await db.update(mail).set({ claimedAt: new Date(), attempts: 1, uncertain: 1 })
  await choose(true)
  expect((await rows())[0]!.state).toBe('queued')
  await db.update(mail).set({ claimedAt: null, uncertain: 0 })
  await tryAll()
  expect(await outcomes()).toEqual([['orderConfirmation', 'canceled', 'The customer does not want messages']])
  expect(server.mails).toEqual([])
})

test('what a customer got stays with that customer when the sale goes to another one', async () => {
  const id = await order()
  await tryAll()
  const other = await addCustomer('bea@mail.example')
  await staff('POST', `/api/v1/sales/${id}/messages`, { kind: 'ready', channel: 'email' })
  await db.update(sale).set({ customerID: other }).where(eq(sale.salesTransactionID, id))
  const recipients = async (of: number) => {
    const { customerMessages } = (await admin('GET', `/api/v2/customers/${of}/data`)).body.data
    return customerMessages.messages.map(({ recipient }: { recipient: string }) => recipient)
  }
  expect(await recipients(other)).toEqual([])
  expect(await recipients(customerID)).toEqual(['ana@mail.example', 'ana@mail.example'])
  // The one that waits would tell of somebody else's sale.
  await tryAll()
  expect((await outcomes())[1]).toEqual(['ready', 'canceled', 'The sale has another customer now'])
  expect(server.mails).toHaveLength(1)
  await admin('PUT', `/api/v2/customers/${other}/anonymise`, { customerName: 'Ana Reyes' })
  expect(await recipients(customerID)).toEqual(['ana@mail.example', 'ana@mail.example'])
  await admin('PUT', `/api/v2/customers/${customerID}/anonymise`, { customerName: 'Ana Reyes' })
  expect((await rows()).map(({ recipient }) => recipient)).toEqual(['[removed]', '[removed]'])
})

test('a customer’s data has every message, and the page the last 200', async () => {
  const saleID = await order()
  const many = { kind: 'ready' as const, recipient: 'ana@mail.example', subject: 's', body: 'b', customerID, saleID }
  await db.insert(mail).values(Array.from({ length: 229 }, () => many))
  const data = (await admin('GET', `/api/v2/customers/${customerID}/data`)).body.data
  expect(data.customerMessages.messages).toHaveLength(230)
  const page = (await staff('GET', `/api/v1/customers/${customerID}/messages`)).body.data
  expect(page.messages).toHaveLength(200)
})

test('a later try waits for the end of the quiet hours, and counts as none', async () => {
  const id = await order()
  server.state.manner = 'defers'
  await tryAll()
  await startQuiet()
  server.state.manner = 'takes'
  await tryAll()
  expect(server.mails).toEqual([])
  const [waiting] = await rows()
  expect(waiting).toMatchObject({ state: 'queued', attempts: 1, uncertain: 0, claimedAt: null })
  const minutes = (waiting!.nextTryAt.getTime() - Date.now()) / 60_000
  expect(minutes).toBeGreaterThan(50)
  expect(minutes).toBeLessThanOrEqual(61)
  // A person decides about the hour.
  await staff('POST', `/api/v1/sales/${id}/messages`, { kind: 'ready', channel: 'email' })
  await tryAll()
  expect(server.mails).toHaveLength(1)
  await db.update(shopSetting).set({ quietFrom: null, quietUntil: null })
  await tryAll()
  expect((await outcomes()).map(([, state]) => state)).toEqual(['sent', 'sent'])
  expect((await rows())[0]!.attempts).toBe(2)
})

test('a message about a sale that was canceled meanwhile is not sent', async () => {
  await startQuiet()
  const id = await order()
  await cancel(id)
  await db.update(shopSetting).set({ quietFrom: null, quietUntil: null })
  await tryAll()
  expect(server.mails).toEqual([])
  const reason = 'This sale is Canceled: there is nothing to tell about it'
  expect(await outcomes()).toEqual([['orderConfirmation', 'canceled', reason]])
})

test('a reminder that waits is not sent after the payment, and has the figures of its try', async () => {
  await turnOnAll()
  const schedule = [{ dueDate: day(3), amount: 3000 }]
  const [paid, half] = [await order({ schedule }), await order({ schedule })]
  await db.delete(mail)
  await remind()
  server.state.manner = 'defers'
  await tryAll()
  server.state.manner = 'takes'
  expect((await pay(paid, 3000)).status).toBe(201)
  expect((await pay(half, 1200)).status).toBe(201)
  await db.delete(mail).where(eq(mail.kind, 'paymentReceived'))
  await tryAll()
  expect(await outcomes()).toEqual([
    ['instalmentDue', 'canceled', 'No instalment of this sale is left to pay'],
    ['instalmentDue', 'sent', null],
  ])
  expect(server.mails).toHaveLength(1)
  expect(server.mails[0]!.text).toContain('₱1,800.00')
  expect(server.mails[0]!.text).not.toContain('₱3,000.00 is due')
  expect((await rows())[1]!.body).toContain('₱1,800.00')
})

test('a reminder of a paid instalment is not sent although later ones are unpaid', async () => {
  await turnOnAll()
  const schedule = [
    { dueDate: day(3), amount: 1000 },
    { dueDate: day(40), amount: 2000 },
  ]
  const id = await order({ schedule })
  await db.delete(mail)
  await remind()
  await pay(id, 1000)
  await db.delete(mail).where(eq(mail.kind, 'paymentReceived'))
  await tryAll()
  expect(await outcomes()).toEqual([['instalmentDue', 'canceled', 'The instalment is paid']])
  expect(server.mails).toEqual([])
})

test('a customer who gets no reminders has none due, and later gets one for all that is overdue', async () => {
  await turnOnAll()
  const schedule = [3, 30, 60].map((days) => ({ dueDate: day(days), amount: 1000 }))
  const refusing = await order({ schedule })
  const without = await addCustomer('cy@mail.example')
  await order({ schedule, customerID: without })
  const gone = await addCustomer('gone@mail.example')
  await order({ schedule, customerID: gone })
  await admin('PUT', `/api/v2/customers/${gone}/anonymise`, { customerName: 'Ana Reyes' })
  await db.update(customer).set({ email: '' }).where(eq(customer.customerID, without))
  await choose(true)
  await db.delete(mail)
  expect(await findRemindersDue(db, 'instalmentDue')).toEqual([])
  await db.update(saleInstalment).set({ dueDate: sql`due_date - 70` })
  expect(await findRemindersDue(db, 'instalmentOverdue')).toEqual([])
  await choose(false)
  await remind()
  await remind()
  expect((await rows()).map(({ kind, saleID }) => [kind, saleID])).toEqual([['instalmentOverdue', refusing]])
  expect((await rows())[0]!.subject).toContain('₱3,000.00')
  expect(await findRemindersDue(db, 'instalmentOverdue')).toEqual([])
})

test('a message that makes no sense for the sale is neither offered nor sent', async () => {
  await db.update(shopSetting).set({ messageKinds: [] })
  let id = await order()
  const offered = async () =>
    (await staff('GET', `/api/v1/sales/${id}/message-texts`)).body.data.map(({ kind }: { kind: string }) => kind)
  const ask = async (kind: string, channel = 'LINE') => {
    const { status, body } = await staff('POST', `/api/v1/sales/${id}/messages`, { kind, channel })
    return [status, body.code, body.message]
  }
  expect(await offered()).toEqual(['orderConfirmation', 'ready', 'shipped', 'invoice', 'orderLink'])
  const no = (message: string) => [422, 'message.does_not_apply', message]
  expect(await ask('paymentReceived')).toEqual(no('No payment of this sale was received'))
  expect(await ask('instalmentDue')).toEqual(no('No instalment of this sale is left to pay'))
  expect(await ask('instalmentOverdue')).toEqual(no('No instalment of this sale is overdue'))
  const attached = [422, 'message.by_mail_only', 'An invoice goes by e-mail, which attaches it']
  expect(await ask('invoice')).toEqual(attached)
  await pay(id, 500)
  expect(await offered()).toContain('paymentReceived')
  id = await order()
  await cancel(id)
  expect(await offered()).toEqual([])
  const canceled = [409, 'sale.canceled', 'This sale is Canceled: there is nothing to tell about it']
  for (const kind of ['ready', 'shipped', 'orderConfirmation', 'paymentReceived'])
    for (const channel of ['email', 'LINE']) expect(await ask(kind, channel)).toEqual(canceled)
  expect(await rows()).toEqual([])
})

test('an overdue message by hand names everything overdue', async () => {
  const schedule = [3, 30, 60].map((days) => ({ dueDate: day(days), amount: 1000 }))
  const id = await order({ schedule })
  await db.update(saleInstalment).set({ dueDate: sql`due_date - 35` })
  const texts = (await staff('GET', `/api/v1/sales/${id}/message-texts`)).body.data
  const subjectOf = (kind: string) => texts.find((one: { kind: string }) => one.kind === kind).subject
  expect(subjectOf('instalmentOverdue')).toContain('₱2,000.00')
})

test('a later try goes to the customer’s present address, and a typed one stays', async () => {
  const id = await order()
  server.state.manner = 'refuses'
  const typed = { kind: 'invoice', channel: 'email', email: 'office@home.example' }
  await staff('POST', `/api/v1/sales/${id}/messages`, typed)
  await staff('POST', `/api/v1/sales/${id}/messages`, { kind: 'invoice', channel: 'email' })
  await tryAll()
  server.state.manner = 'takes'
  await db.update(customer).set({ email: 'right@mail.example' }).where(eq(customer.customerID, customerID))
  for (const { mailID, state } of await rows()) {
    expect(state).toBe('failed')
    expect((await staff('POST', `/api/v1/sales/${id}/messages/${mailID}/retry`)).status).toBe(201)
  }
  await tryAll()
  const expected = ['right@mail.example', 'office@home.example', 'right@mail.example']
  expect(server.mails.map(({ to }) => to)).toEqual(expected)
  expect((await rows()).map(({ recipient }) => recipient)).toEqual(expected)
  // Without an address, it waits for nobody.
  await db.update(customer).set({ email: '' }).where(eq(customer.customerID, customerID))
  await db.update(mail).set({ state: 'failed', sentAt: null })
  const [first] = await rows()
  expect(await staff('POST', `/api/v1/sales/${id}/messages/${first!.mailID}/retry`)).toMatchObject({
    status: 422,
    body: { code: 'message.no_address', message: 'The customer has no e-mail address' },
  })
})
