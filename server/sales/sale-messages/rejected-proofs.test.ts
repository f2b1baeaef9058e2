// Proves that a customer is told once of a rejected payment proof, in their language and with the sentence of the page, who
// is told nothing, what stops the mail while it waits, and what people copy and send themselves.
import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'

import { describeRejection } from '../../../contract/proofs/proof-sentences.ts'
import { proofShop } from '../../../tests/support/proofs.ts'
import { mailServer, mailWork } from '../../../tests/support/smtp.ts'
import { shopSetting } from '../../db/schema/company.ts'
import { mail, messageChoice, messageTemplate } from '../../db/schema/mail.ts'
import { paymentProof } from '../../db/schema/proofs.ts'
import { customer, sale } from '../../db/schema/sales.ts'
import { createSender } from '../../mail/transport.ts'

const server = await mailServer()
const links = { send: createSender(server.url, 'hello@amihan.example'), publicUrl: 'https://amihan.example' }
const { db, staff, manager, admin, ana, sell, send, get, act } = await proofShop({ links })
const work = mailWork(db, server.url)

beforeEach(async () => {
  server.mails.length = 0
  await db.delete(mail)
  await db.delete(messageChoice)
  await db.delete(messageTemplate)
  await db.update(customer).set({ email: 'ana@mail.example' }).where(eq(customer.customerID, ana.customerID))
  await db.update(shopSetting).set({
    messageKinds: ['proofRejected'],
    customerLanguage: 'en',
    quietFrom: null,
    quietUntil: null,
    demo: false,
  })
})

const rows = () => db.select().from(mail).orderBy(mail.mailID)
const choose = (choice: object) =>
  staff('PUT', `/api/v1/customers/${ana.customerID}/messages`, { language: null, refused: false, ...choice })
/** Lets the quiet hours pass, and tries every mail that waits. */
async function deliver() {
  await db.update(mail).set({ nextTryAt: sql`now() - interval '1 minute'` })
  for (const { mailID, state } of await rows()) if (state === 'queued') await work(mailID)
  return server.mails.splice(0)
}
async function reject(id: number, body: object = { reason: 'amount_differs' }) {
  const { status, body: answer } = await act(id, 'reject', body)
  expect(status, answer.message).toBe(200)
}
/** A rejected proof of a new sale. */
async function rejected(values: Parameters<typeof send>[1] = {}, more: Parameters<typeof sell>[0] = {}, body?: object) {
  const { salesTransactionID: saleID, transactionNumber } = await sell(more)
  const proofID = await send(saleID, { amount: 1_234.5, sentAt: new Date(Date.now() - 60_000), ...values })
  await reject(proofID, body)
  return { saleID, proofID, transactionNumber }
}
const messagesOf = async (saleID: number) => (await staff('GET', `/api/v1/sales/${saleID}/messages`)).body.data.messages
const textOf = async (saleID: number) =>
  (await staff('GET', `/api/v1/sales/${saleID}/message-texts`)).body.data.find(
    ({ kind }: { kind: string }) => kind === 'proofRejected',
  )
const write = (saleID: number, channel: string) =>
  staff('POST', `/api/v1/sales/${saleID}/messages`, { kind: 'proofRejected', channel })

test('a rejection is mailed once, with its sentence, the reported amount and a link to the page', async () => {
  const { saleID, proofID, transactionNumber } = await rejected()
  expect((await act(proofID, 'reject', { reason: 'unreadable' }, manager)).status).toBe(409)
  expect(await rows()).toHaveLength(1)
  const [sent, ...others] = await deliver()
  expect([sent!.to, others]).toEqual(['ana@mail.example', []])
  expect(await messagesOf(saleID)).toMatchObject([
    { kind: 'proofRejected', state: 'sent', recipient: 'ana@mail.example', askedByName: null, attempts: 1 },
  ])
  const [{ subject, body } = { subject: '', body: '' }] = await rows()
  expect(subject).toBe(`About your payment of ₱1,234.50 for ${transactionNumber}`)
  expect(body).toContain(`Hello Ana Reyes,\n\nyou told us about a payment of ₱1,234.50 for ${transactionNumber}.`)
  expect(body).toContain(describeRejection('amount_differs', null, 'en'))
  expect(sent!.text).toMatch(/https:\/\/amihan\.example\/order#[\w-]{43}/)
  expect(sent!.text).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
})

test('of rejections at the same moment one is told', async () => {
  const { salesTransactionID: saleID } = await sell()
  const proofID = await send(saleID)
  const answers = await Promise.all(
    [staff, manager, admin].map((who) => act(proofID, 'reject', { reason: 'unreadable' }, who)),
  )
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
  expect(await rows()).toHaveLength(1)
})

test('each of two rejected proofs of a sale is told', async () => {
  const { salesTransactionID: saleID } = await sell()
  const sentAt = new Date(Date.now() - 60_000)
  const [one, two] = [await send(saleID, { amount: 100, sentAt }), await send(saleID, { amount: 200, sentAt })]
  await reject(one)
  await reject(two)
  expect((await rows()).map(({ subject }) => /₱\d+/.exec(subject)?.[0])).toEqual(['₱100', '₱200'])
  expect(await deliver()).toHaveLength(2)
})

test.each(['en', 'tl', 'ja'] as const)('the mail is in the language of the customer: %s', async (language) => {
  await choose({ language })
  const { transactionNumber } = await rejected({ language: 'en' })
  const [row] = await rows()
  expect(row).toMatchObject({ language, kind: 'proofRejected' })
  expect(row!.body).toContain(describeRejection('amount_differs', null, language))
  expect(row!.subject).toContain(transactionNumber)
  expect(`${row!.subject}${row!.body}`).not.toMatch(/[{}]/)
})

test('own words are mailed as they were written, also with the signs of placeholders', async () => {
  await rejected({}, {}, { reason: 'own_words', words: 'Please call us about {balance} & $1.' })
  expect((await rows())[0]!.body).toContain('\n\nPlease call us about {balance} & $1.\n\n')
})

test.each([
  ['the shop does not send this kind', () => db.update(shopSetting).set({ messageKinds: ['paymentReceived'] })],
  ['the sample shop is loaded', () => db.update(shopSetting).set({ demo: true })],
  ['the customer said no', () => choose({ refused: true })],
  ['the customer has no address', () => db.update(customer).set({ email: '' })],
])('nothing is mailed when %s', async (_, prepare) => {
  await prepare()
  const { saleID, proofID } = await rejected()
  expect(await rows()).toEqual([])
  expect(await messagesOf(saleID)).toEqual([])
  expect((await get(proofID)).status).toBe('Rejected')
})

test('a sale without a customer has nobody to mail, and a message to copy', async () => {
  const { proofID } = await rejected({ language: 'tl' }, { customerID: undefined })
  expect(await rows()).toEqual([])
  expect((await get(proofID)).rejection?.message).toContain('Kumusta po, suki!')
})

test('a mail that waits is not sent once the buyer has answered, said no, or is another one', async () => {
  await db.update(shopSetting).set({ quietFrom: '00:00', quietUntil: '23:59' })
  const outcome = async (saleID: number) => {
    await db.update(shopSetting).set({ quietFrom: null, quietUntil: null })
    expect(await deliver()).toEqual([])
    return (await messagesOf(saleID)).map(({ state, reason }: { state: string; reason: string }) => [state, reason])
  }
  const answered = await rejected()
  expect((await rows())[0]!.state).toBe('queued')
  const again = await send(answered.saleID, { sentAt: new Date(Date.now() + 1000) })
  const reason = 'No rejected payment proof of this sale waits for an answer of the buyer'
  expect(await outcome(answered.saleID)).toEqual([['canceled', reason]])
  // A proof that the buyer has withdrawn is no answer.
  await db.update(mail).set({ state: 'failed' })
  await db
    .update(paymentProof)
    .set({ status: 'Withdrawn', decidedAt: new Date() })
    .where(eq(paymentProof.proofID, again))
  const [{ mailID } = { mailID: 0 }] = await rows()
  expect((await staff('POST', `/api/v1/sales/${answered.saleID}/messages/${mailID}/retry`)).status).toBe(201)
  expect(await deliver()).toHaveLength(1)

  await db.update(shopSetting).set({ quietFrom: '00:00', quietUntil: '23:59' })
  const refusing = await rejected()
  await choose({ refused: true })
  expect(await outcome(refusing.saleID)).toEqual([['canceled', 'The customer does not want messages']])
  await choose({ refused: false })
  const sold = await rejected()
  await db.update(sale).set({ customerID: null }).where(eq(sale.salesTransactionID, sold.saleID))
  expect(await outcome(sold.saleID)).toEqual([['canceled', 'The sale has another customer now']])
})

test('a rejection after the sale was canceled is told too: the buyer may have sent money', async () => {
  const { salesTransactionID: saleID } = await sell()
  const proofID = await send(saleID, { sentAt: new Date(Date.now() - 60_000) })
  expect((await manager('PUT', `/api/v2/sales/${saleID}/cancel`, { reason: 'Changed mind' })).status).toBe(200)
  await reject(proofID)
  expect(await deliver()).toHaveLength(1)
})

test('a person sends it on another channel while the buyer has not answered, and not otherwise', async () => {
  await db.update(shopSetting).set({ messageKinds: [] })
  const none = {
    status: 422,
    body: {
      code: 'message.does_not_apply',
      message: 'No rejected payment proof of this sale waits for an answer of the buyer',
    },
  }
  const { salesTransactionID: untouched } = await sell()
  await send(untouched)
  expect(await textOf(untouched)).toBeUndefined()
  expect(await write(untouched, 'LINE')).toMatchObject(none)
  await choose({ language: 'ja' })
  const { saleID } = await rejected()
  expect((await textOf(saleID)).body).toContain(describeRejection('amount_differs', null, 'ja'))
  expect((await write(saleID, 'LINE')).status).toBe(201)
  expect((await write(saleID, 'email')).status).toBe(201)
  expect(await deliver()).toHaveLength(1)
  expect(await messagesOf(saleID)).toMatchObject([
    { channel: 'email', state: 'sent' },
    { channel: 'LINE', state: 'sent', askedByName: 'Test Staff' },
  ])
  await send(saleID, { sentAt: new Date(Date.now() + 1000) })
  expect(await textOf(saleID)).toBeUndefined()
  for (const channel of ['LINE', 'email']) expect(await write(saleID, channel)).toMatchObject(none)
  expect(await rows()).toHaveLength(2)
})

test('the queue has the message to copy: the shop’s text with a greeting, in the language of the buyer', async () => {
  const path = '/api/v1/settings/message-templates'
  const text = { kind: 'proofRejected', language: 'tl', subject: 's', body: 'Uy {name}: {sentence} ({reported})' }
  expect((await admin('PUT', path, { ...text, body: 'Uy {name}: {due}' })).status).toBe(400)
  expect((await admin('PUT', path, text)).status).toBe(200)
  const { proofID, transactionNumber } = await rejected({ language: 'ja' })
  const japanese = (await get(proofID)).rejection!
  expect(japanese.message).toMatch(/^Ana Reyes 様\n/)
  expect(japanese.message).toContain(transactionNumber)
  expect(japanese.message).toContain(japanese.sentence)
  const tagalog = (await get((await rejected({ language: 'tl' })).proofID)).rejection!
  expect(tagalog.message).toBe(`Uy Ana Reyes: ${tagalog.sentence} (₱1,234.50)`)
})
