// Proves the outbox against a real mail server, which also refuses, defers, stalls and drops the connection: a mail is
// sent once in the record and at most twice on the wire, and says why it was not sent.
import { and, eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'

import { testApp } from '../../tests/support/fixtures.ts'
import { mailServer, mailWork } from '../../tests/support/smtp.ts'
import { event } from '../db/schema/events.ts'
import { mail } from '../db/schema/mail.ts'
import { transact } from '../db/transaction.ts'
import { bossIn } from '../jobs/boss.ts'
import { shopContext } from '../kernel/context.ts'
import type { Db, Tx } from '../kernel/database.ts'
import { giveUpMail, queueMail, requeueMail, wakeLostMails } from './outbox.ts'

const { db, as } = await testApp()
const server = await mailServer()
const send = mailWork(db, server.url)
const minute = 60_000
const context = (of: Db | Tx = db) => shopContext(of, new Date())

beforeEach(async () => {
  server.mails.length = 0
  server.state.manner = 'takes'
  await db.delete(mail)
})

const queued = async (more: Partial<Parameters<typeof queueMail>[1]> = {}) =>
  (await queueMail(context(), {
    kind: 'test',
    recipient: 'ana@shop.example',
    subject: 'Grüße, ñandú 様',
    body: 'A text with = and ₱1,000.00\n.\nand a line with a dot',
    ...more,
  }))!
const rowOf = async (mailID: number) => (await db.select().from(mail).where(eq(mail.mailID, mailID)))[0]!
/** Lets the pause until the next try and the lease of a killed server pass. */
const pass = (mailID: number) =>
  db
    .update(mail)
    .set({ nextTryAt: new Date(Date.now() - minute), claimedAt: null })
    .where(eq(mail.mailID, mailID))

test('a mail is sent once, with its text, also when many servers try', async () => {
  const id = await queued()
  await Promise.all([send(id), send(id), send(id), send(id)])
  await send(id)
  expect(server.mails).toHaveLength(1)
  expect(server.mails[0]!.to).toBe('ana@shop.example')
  expect(server.mails[0]!.text).toContain('From: Alahas <hello@amihan.example>')
  expect(server.mails[0]!.text).toContain('₱1,000.00')
  const row = await rowOf(id)
  expect(row).toMatchObject({ state: 'sent', reason: null, attempts: 1, sentAt: expect.any(Date) })
  expect(server.mails[0]!.text).toContain(`<${row.messageID}@amihan.example>`)
})

test('a mail and its job exist exactly if the transaction commits, and one event is told once', async () => {
  const jobs = async () => (await bossIn(db).findJobs('mail', { queued: true })).length
  const before = await jobs()
  await transact(db, async (tx) => {
    await queueMail(context(tx), { kind: 'test', recipient: 'a@x.example', subject: 's', body: 'b' })
    throw new Error('Never mind')
  }).catch(() => {})
  expect([await db.$count(mail), await jobs()]).toEqual([0, before])
  const both = await Promise.all([queued({ dedupeKey: 'one' }), queued({ dedupeKey: 'one' })])
  expect(both.filter((id) => id !== null)).toHaveLength(1)
  expect([await db.$count(mail), await jobs()]).toEqual([1, before + 1])
})

test('an address that the mail server refuses fails at once, without the address in the reason', async () => {
  server.state.manner = 'refuses'
  const id = await queued()
  await send(id)
  const row = await rowOf(id)
  expect(row).toMatchObject({
    state: 'failed',
    uncertain: 0,
    reason: 'The mail server answered: 550 Nobody is the address',
  })
  server.state.manner = 'takes'
  expect(await requeueMail(context(), id)).toBe(true)
  expect(await requeueMail(context(), id)).toBe(false)
  await send(id)
  expect(await rowOf(id)).toMatchObject({ state: 'sent', attempts: 1 })
})

test.each(['defers', 'stalls', 'drops-unread'] as const)(
  'a mail server that %s gets the mail later, and once',
  async (manner) => {
    server.state.manner = manner
    const id = await queued()
    await send(id)
    await send(id) // It is not due yet.
    const waiting = await rowOf(id)
    expect(waiting).toMatchObject({
      state: 'queued',
      attempts: 1,
      uncertain: 0,
      reason: expect.stringMatching(/^The mail server/),
    })
    expect(waiting.nextTryAt.getTime()).toBeGreaterThan(Date.now() + minute / 2)
    await pass(id)
    server.state.manner = 'takes'
    await send(id)
    expect(await rowOf(id)).toMatchObject({ state: 'sent', attempts: 2, reason: null })
    expect(server.mails).toHaveLength(1)
  },
)

test('a mail server that keeps a delivery alive without an answer is left after the deadline', async () => {
  server.state.manner = 'drips'
  const id = await queued()
  await mailWork(db, server.url, undefined, 500, 1000)(id)
  expect(await rowOf(id)).toMatchObject({
    state: 'queued',
    attempts: 1,
    uncertain: 0,
    claimedAt: null,
    reason: 'The mail server did not answer in time (ETIMEDOUT)',
  })
})

test('a mail that stays deferred fails after its last try', async () => {
  server.state.manner = 'defers'
  const id = await queued()
  for (let tries = 0; tries < 7; tries++) {
    expect((await rowOf(id)).state).toBe('queued')
    await pass(id)
    await send(id)
  }
  expect(await rowOf(id)).toMatchObject({
    state: 'failed',
    attempts: 7,
    reason: 'The mail server answered: 451 Try again later',
  })
  expect(server.mails).toEqual([])
})

test('a mail whose handing over was not confirmed goes over the wire at most twice, with one Message-ID', async () => {
  server.state.manner = 'drops'
  const id = await queued()
  for (let tries = 0; tries < 5; tries++) {
    await send(id)
    await pass(id)
  }
  const row = await rowOf(id)
  expect(row).toMatchObject({
    state: 'failed',
    uncertain: 2,
    reason: 'The mail server did not confirm the mail, and may have sent it',
  })
  expect(server.mails).toHaveLength(2)
  for (const { text } of server.mails) expect(text).toContain(row.messageID)
})

test('a server that dies during two tries leaves a mail that a person decides about', async () => {
  const id = await queued()
  // A killed server leaves its claim. Another one takes the mail only after the lease.
  await db.update(mail).set({ claimedAt: new Date(), attempts: 1, uncertain: 1 }).where(eq(mail.mailID, id))
  await send(id)
  expect(server.mails).toEqual([])
  await db
    .update(mail)
    .set({ claimedAt: new Date(Date.now() - 6 * minute), attempts: 2, uncertain: 2 })
    .where(eq(mail.mailID, id))
  await send(id)
  expect(server.mails).toEqual([])
  expect(await rowOf(id)).toMatchObject({
    state: 'failed',
    reason: 'It may have been sent: two tries ended without an answer',
  })
  const listed = (await as(1)('GET', '/api/v1/system')).body.data.failedJobs
  expect(listed).toMatchObject([{ queue: 'mail', key: String(id), what: 'Mail “Grüße, ñandú 様”' }])
  const again = await as(1)('POST', '/api/v1/system/jobs/retry', { queue: 'mail', key: String(id) })
  expect([again.status, again.body.data]).toEqual([200, []])
  await send(id)
  expect(server.mails).toHaveLength(1)
})

test('an administrator gives a failed mail up, and nothing sends it any more', async () => {
  server.state.manner = 'refuses'
  const id = await queued()
  await send(id)
  server.state.manner = 'takes'
  expect((await as(1)('POST', '/api/v1/system/jobs/give-up', { queue: 'mail', key: String(id) })).status).toBe(200)
  expect((await as(1)('POST', '/api/v1/system/jobs/give-up', { queue: 'mail', key: String(id) })).status).toBe(409)
  await send(id)
  expect(await giveUpMail(context(), id)).toBe(false)
  expect([(await rowOf(id)).state, server.mails.length]).toEqual(['canceled', 0])
})

test('a queued mail that lost its job gets another one', async () => {
  const id = await queued()
  await bossIn(db).deleteAllJobs('mail')
  await wakeLostMails(db, new Date())
  const keys = async () => (await bossIn(db).findJobs('mail', { key: String(id), queued: true })).length
  expect(await keys()).toBe(0)
  await db
    .update(mail)
    .set({ nextTryAt: new Date(Date.now() - 11 * minute) })
    .where(eq(mail.mailID, id))
  await Promise.all([wakeLostMails(db, new Date()), wakeLostMails(db, new Date())])
  expect(await keys()).toBe(1)
})

test('each change of state is an event, so that open screens follow a mail', async () => {
  const typesOf = async (id: number) =>
    (
      await db
        .select()
        .from(event)
        .where(and(eq(event.entity, 'mail'), eq(event.entityID, id)))
        .orderBy(event.eventID)
    )
      .map(({ type }) => type)
      .join()
  server.state.manner = 'defers'
  const id = await queued()
  await send(id)
  server.state.manner = 'refuses'
  await pass(id)
  await send(id)
  expect(await typesOf(id)).toBe('mail.queued,mail.deferred,mail.failed')
  server.state.manner = 'takes'
  await requeueMail(context(), id)
  await Promise.all([send(id), send(id)])
  // A mail that has ended changes no more.
  await send(id)
  await giveUpMail(context(), id)
  expect(await typesOf(id)).toBe('mail.queued,mail.deferred,mail.failed,mail.queued,mail.sent')
  const other = await queued()
  await giveUpMail(context(), other)
  expect(await typesOf(other)).toBe('mail.queued,mail.canceled')
})
