// Proves that staff get their unread messages by mail when they chose it: at the chosen hour or at most every hour, once,
// with what their role may see, and nothing when nothing is new.
import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'

import { timeIn } from '../../../contract/shared/dates.ts'
import { testApp } from '../../../tests/support/fixtures.ts'
import { mailServer, mailWork } from '../../../tests/support/smtp.ts'
import { shopSetting } from '../../db/schema/company.ts'
import { mail } from '../../db/schema/mail.ts'
import { messageDigest, notification } from '../../db/schema/messages.ts'
import { user } from '../../db/schema/people.ts'
import { audit } from '../../db/schema/shared.ts'
import { shopContext } from '../../kernel/context.ts'
import { createSender } from '../../mail/transport.ts'
import { type Message, notify } from '../notify.ts'
import { composeDigest, mostNamed } from './digest-text.ts'
import { isDue } from './digest-times.ts'
import { queueDigests } from './digest.operations.ts'

const server = await mailServer()
const send = createSender(server.url, 'hello@amihan.example')
const { app, db, as, users } = await testApp({ links: { send, publicUrl: 'https://amihan.example' } })
const silent = await testApp()
const work = mailWork(db, server.url)
const [admin, manager, staff] = [as(1), as(2), as(3)]
const path = '/api/v1/message-digest'
const minutes = (count: number) => new Date(Date.now() + count * 60_000)
const timeZone = 'Asia/Manila'
const hourIn = (zone: string, at: Date) => Number(timeIn(zone, at).split(':')[0])
const emails = new Map<number, string>()
for (const { userID, email } of await db.select().from(user)) emails.set(userID, email)
const staffEmail = emails.get(users.get(3)!)!

beforeEach(async () => {
  server.mails.length = 0
  server.state.manner = 'takes'
  await db.delete(notification)
  await db.delete(mail)
  await db.delete(messageDigest)
  await db.update(shopSetting).set({ timeZone, hideCosts: false })
})

const low = (n: number): Message => ({ kind: 'lowStock', message: `Reorder ring ${n}`, entity: 'inventory', id: n })
const tell = (roleID: 1 | 2 | 3, ...messages: Message[]) =>
  notify(shopContext(db, new Date()), { userID: users.get(roleID)! }, messages)
const choose = async (call: typeof staff, body: object) => {
  const answer = await call('PUT', path, body)
  expect([answer.status, answer.body.message]).toEqual([200, undefined])
  return answer.body.data
}
const run = (now = new Date()) => queueDigests(shopContext(db, now))
const queued = () => db.select().from(mail).orderBy(mail.mailID)
async function deliver() {
  // The tests live ahead of the clock.
  await db.update(mail).set({ nextTryAt: minutes(-1) })
  for (const { mailID, state } of await queued()) if (state === 'queued') await work(mailID)
  return server.mails.splice(0)
}

test('nobody gets a mail before choosing it, and it needs a mail server, an address and a role', async () => {
  const { status, body } = await staff('GET', path)
  expect([status, body.data]).toEqual([200, { every: 'never', hour: 8, canMail: true, email: staffEmail, last: null }])
  await tell(3, low(1))
  await run(minutes(60 * 48))
  expect(await queued()).toEqual([])
  const refused = await silent.as(3)('PUT', path, { every: 'day', hour: 8 })
  expect(refused).toMatchObject({ status: 422, body: { code: 'message.no_mail', errors: [{ field: 'every' }] } })
  expect((await silent.as(3)('PUT', path, { every: 'never', hour: 8 })).status).toBe(200)
  for (const wrong of [{ every: 'day', hour: 24 }, { every: 'day', hour: 7.5 }, { every: 'week', hour: 7 }, {}])
    expect((await staff('PUT', path, wrong)).status).toBe(400)
  expect((await as(0)('PUT', path, { every: 'hour', hour: 8 })).status).toBe(403)
  expect((await as(null)('GET', path)).status).toBe(401)
})

test('the hourly mail names what is unread, once, at most once an hour, and is quiet without anything new', async () => {
  await tell(3, low(1), low(2))
  await tell(2, low(3))
  await choose(staff, { every: 'hour', hour: 8 })
  await Promise.all([run(), run(), run()])
  const [only, ...others] = await deliver()
  expect(others).toEqual([])
  expect(only!.to).toBe(staffEmail)
  expect(only!.text).toContain('2 messages wait for you at Alahas')
  expect(only!.text).toContain('- Reorder ring 2\r\n')
  expect(only!.text).toContain('https://amihan.example/inventory?id=1\r\n')
  expect(only!.text).not.toContain('ring 3')
  expect(only!.text).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
  expect((await staff('GET', path)).body.data.last).toMatchObject({ state: 'sent', reason: null })

  await tell(3, low(4))
  await run(minutes(59))
  expect(await deliver()).toEqual([])
  // Ending and choosing it again does not shorten the pause, and neither does a daily mail in between.
  await choose(staff, { every: 'day', hour: 8 })
  await choose(staff, { every: 'never', hour: 8 })
  await choose(staff, { every: 'hour', hour: 8 })
  await run(minutes(59))
  expect(await deliver()).toEqual([])
  await run(minutes(61))
  const [second] = await deliver()
  expect(second!.text).toContain('one message waits')
  expect(second!.text).toContain('Reorder ring 4')
  expect(second!.text).not.toContain('ring 2')
  await run(minutes(600))
  expect(await deliver()).toEqual([])
})

test('the daily mail goes out after the chosen hour of the shop, once a day', async () => {
  await tell(3, low(1))
  const here = hourIn(timeZone, new Date())
  await choose(staff, { every: 'day', hour: (here + 2) % 24 })
  await run(minutes(1))
  expect(await deliver()).toEqual([])
  await run(minutes(121))
  await run(minutes(125))
  expect(await deliver()).toHaveLength(1)
  // A quiet day counts as told, so that the next message waits for the next chosen hour.
  await run(minutes(121 + 24 * 60))
  await tell(3, low(2))
  await run(minutes(180 + 24 * 60))
  expect(await deliver()).toEqual([])
  await run(minutes(121 + 48 * 60))
  expect(await deliver()).toHaveLength(1)
})

test('a mail shows no total of an order to a user from whom costs are hidden, also when they are hidden later', async () => {
  const order: Message = {
    kind: 'purchaseDecided',
    message: 'Ana approved PO-2026-000001: Kofu Casting, ₱500.00',
    entity: 'purchaseOrder',
    id: 1,
  }
  await tell(3, order)
  await tell(2, order)
  for (const call of [staff, manager]) await choose(call, { every: 'hour', hour: 8 })
  await run()
  await db.update(shopSetting).set({ hideCosts: true })
  const mails = await deliver()
  const textTo = (roleID: 2 | 3) => mails.find(({ to }) => to === emails.get(users.get(roleID)!))!.text
  expect(textTo(3)).toContain('- Ana approved PO-2026-000001: Kofu Casting\r\n')
  expect(textTo(3)).not.toContain('500.00')
  expect(textTo(2)).toContain('Kofu Casting, ₱500.00')
  // The outbox, which administrators and backups see, holds no message.
  for (const { body } of await queued()) expect(body).toBe('The unread messages are added when the mail is sent.')
})

test('the link of the mail ends it, when its button is pressed and not when it is opened', async () => {
  await tell(3, low(1))
  await choose(staff, { every: 'hour', hour: 8 })
  await run()
  const [{ text } = { text: '' }] = await deliver()
  const url = /^https:\/\/amihan\.example(\/unsubscribe-staff\?key=[\w-]+)\s*$/m.exec(text)![1]!
  const page = await app.inject({ method: 'GET', url })
  expect([page.statusCode, page.headers['cache-control']]).toEqual([200, 'no-store'])
  expect(page.body).toContain('<button>No more mails</button>')
  expect((await staff('GET', path)).body.data.every).toBe('hour')
  await tell(3, low(2))
  await run(minutes(61))
  const click = () =>
    app.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    })
  expect((await Promise.all([click(), click()])).map(({ statusCode }) => statusCode)).toEqual([200, 200])
  expect((await staff('GET', path)).body.data.every).toBe('never')
  // The mail that waited is not sent any more.
  expect(await deliver()).toEqual([])
  expect((await queued()).at(-1)).toMatchObject({ state: 'canceled', reason: 'It was no longer needed' })
  const trail = await db
    .select()
    .from(audit)
    .where(eq(audit.entityID, users.get(3)!))
  expect(trail.at(-1)).toMatchObject({ userID: null, entity: 'user', after: { messagesByMail: 'never' } })
  for (const wrong of [
    '/unsubscribe-staff',
    '/unsubscribe-staff?key=1',
    `/unsubscribe-staff?key=${crypto.randomUUID()}`,
  ])
    for (const method of ['GET', 'POST'] as const)
      expect((await app.inject({ method, url: wrong, ...(method === 'POST' && { payload: {} }) })).statusCode).toBe(404)
})

test('a mail is not sent when all was read, or to somebody who left or has another address', async () => {
  await choose(staff, { every: 'hour', hour: 8 })
  const states = async () => (await queued()).map(({ state }) => state)
  await tell(3, low(1))
  await run()
  await staff('PUT', '/api/v1/notifications/read-all')
  expect(await deliver()).toEqual([])
  expect(await states()).toEqual(['canceled'])

  await tell(3, low(2))
  await run(minutes(61))
  await db
    .update(user)
    .set({ email: 'new@shop.example' })
    .where(eq(user.userID, users.get(3)!))
  expect(await deliver()).toEqual([])
  // The messages of the mail that was not sent are in the next one, which has the new address.
  await run(minutes(122))
  const [moved] = await deliver()
  expect([moved!.to, moved!.text.includes('Reorder ring 2')]).toEqual(['new@shop.example', true])

  await tell(3, low(3))
  await run(minutes(183))
  await db
    .update(user)
    .set({ status: false })
    .where(eq(user.userID, users.get(3)!))
  expect(await deliver()).toEqual([])
  await run(minutes(244))
  expect(await states()).toEqual(['canceled', 'canceled', 'sent', 'canceled'])
  await db
    .update(user)
    .set({ status: true, email: staffEmail })
    .where(eq(user.userID, users.get(3)!))
})

test('a mail that the mail server refuses shows its reason to the user and waits for an administrator', async () => {
  server.state.manner = 'refuses'
  await tell(3, low(1))
  await choose(staff, { every: 'hour', hour: 8 })
  await run()
  expect(await deliver()).toEqual([])
  const { last } = (await staff('GET', path)).body.data
  expect(last).toMatchObject({ state: 'failed', reason: 'The mail server answered: 550 Nobody is the address' })
  server.state.manner = 'takes'
  // The next mail does not repeat what may be sent by hand.
  await run(minutes(61))
  expect(await queued()).toHaveLength(1)
  const key = String((await queued())[0]!.mailID)
  expect((await admin('POST', '/api/v1/system/jobs/retry', { queue: 'mail', key })).status).toBe(200)
  expect(await deliver()).toHaveLength(1)
})

test('after a restore, only messages that came later are mailed', async () => {
  await tell(3, low(1))
  await choose(staff, { every: 'hour', hour: 8 })
  await db.update(messageDigest).set({ messagesFrom: minutes(1) })
  await run()
  expect(await queued()).toEqual([])
  await notify(shopContext(db, minutes(2)), { userID: users.get(3)! }, [low(2)])
  await run(minutes(3))
  const [only] = await deliver()
  expect([only!.text.includes('ring 2'), only!.text.includes('ring 1')]).toEqual([true, false])
})

test('many messages are counted, and the text keeps any message on its line', () => {
  const about = { name: 'Joy', shop: 'Amihan', origin: 'https://amihan.example', timeZone }
  const one = { message: 'Reorder {name} <b>', link: '/inventory?id=1', createdAt: new Date('2026-11-24T01:00:00Z') }
  const text = composeDigest(
    about,
    Array.from({ length: mostNamed + 3 }, () => one),
  )
  expect(text.match(/^- Reorder \{name\} <b>$/gm)).toHaveLength(mostNamed)
  expect(text).toContain('53 messages wait for you at Amihan')
  expect(text).toContain('\nand 3 more.\n')
  expect(text).toContain('  24 Nov 2026, 09:00\n  https://amihan.example/inventory?id=1\n')
})

test('a daily mail is due exactly once between two chosen hours, in every time zone', () => {
  const zones = ['Asia/Manila', 'Asia/Tokyo', 'America/New_York', 'Europe/Berlin', 'Australia/Lord_Howe', 'UTC']
  const start = Date.parse('2026-10-20T00:00:00Z')
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      fc.integer({ min: 0, max: 23 }),
      fc.integer({ min: 5, max: 50 }),
      (zone, hour, step) => {
        let lastAt = new Date(start)
        const sent: Date[] = []
        for (let at = start; at < start + 20 * 86_400_000; at += step * 60_000)
          if (isDue({ every: 'day', hour, lastAt }, zone, new Date(at))) sent.push((lastAt = new Date(at)))
        // Twenty days with their one change of the clock: each mail is within a step of the chosen hour.
        expect(sent.length).toBeGreaterThanOrEqual(19)
        expect(sent.length).toBeLessThanOrEqual(20)
        for (const at of sent) expect([hour, (hour + 1) % 24]).toContain(hourIn(zone, at))
      },
    ),
    { numRuns: 30 },
  )
})

test('while the mail server is away, one mail waits, and the next one has what came meanwhile', async () => {
  server.state.manner = 'defers'
  await tell(3, low(1))
  await choose(staff, { every: 'hour', hour: 8 })
  await run()
  await deliver()
  await tell(3, low(2))
  for (const hours of [1, 2, 3]) await run(minutes(hours * 61))
  expect((await queued()).map(({ state, reason }) => [state, reason])).toEqual([
    ['queued', expect.stringContaining('451')],
  ])
  server.state.manner = 'takes'
  expect(await deliver()).toHaveLength(1)
  await run(minutes(300))
  const [next] = await deliver()
  expect([next!.text.includes('ring 2'), next!.text.includes('ring 1')]).toEqual([true, false])
})
