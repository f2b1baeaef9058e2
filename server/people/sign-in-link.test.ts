import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { testApp } from '../../tests/support/fixtures.ts'
import { mailServer, mailWork } from '../../tests/support/smtp.ts'
import { mail } from '../db/schema/mail.ts'
import { audit } from '../db/schema/shared.ts'
import { createSender } from '../mail/transport.ts'

const server = await mailServer()
const send = createSender(server.url, 'hello@amihan.example')
const { app, db, as, users } = await testApp({ links: { send } })
const work = mailWork(db, server.url)
const withoutMail = await testApp()
const published = await testApp({ links: { publicUrl: 'https://amihan.example', send } })

/** Sends the mails that wait, as their jobs do. */
async function deliver() {
  for (const { mailID } of await db.select().from(mail).where(eq(mail.state, 'queued'))) await work(mailID)
  return server.mails.splice(0)
}

const call = `/api/v1/users/${users.get(3)}/sign-in-link`
const use = async (link: string) => {
  const token = link.split('#link=')[1]
  return (await app.inject({ method: 'POST', url: '/api/v1/sign-in-link', payload: { token } })).json()
}

test('mails a link of its own to the user, who signs in with it; the other link then ends', async () => {
  const made = await as(1)('POST', call)
  expect(made).toMatchObject({ status: 201, body: { data: { mail: 'queued' } } })
  // The outbox holds no link.
  const stored = await db.select().from(mail)
  expect(JSON.stringify(stored)).not.toContain('#link=')
  const [{ to, text }] = (await deliver()) as [{ to: string; text: string }]
  expect(to).toBe('staff@alahas.test')
  expect(text).toContain('From: Alahas <hello@amihan.example>')
  expect(text).toContain('Subject: Your sign-in link for Alahas')
  expect(text).toContain('Hello Test Staff,')
  const [link] = /^http:.*$/m.exec(text)!
  expect(link.trim()).not.toBe(made.body.data.link)
  expect(await use(link.trim())).toMatchObject({ success: true, email: 'staff@alahas.test' })
  expect(await use(made.body.data.link)).toMatchObject({ success: false, code: 'auth.link_ended' })
  expect(JSON.stringify(await db.select().from(audit))).not.toContain(link.split('=')[1]!.trim())
})

test('creates a working link even where the mail server fails, and mails another later', async () => {
  server.state.manner = 'defers'
  const { link, mail: state } = (await as(1)('POST', call)).body.data
  expect(await deliver()).toEqual([])
  server.state.manner = 'takes'
  expect(state).toBe('queued')
  expect(await use(link)).toMatchObject({ success: true })
  await db.update(mail).set({ nextTryAt: new Date(0) })
  expect(await deliver()).toHaveLength(1)
})

test('a mail that waits for a day, or for a user who may not sign in any more, is not sent', async () => {
  await as(1)('POST', call)
  await db
    .update(mail)
    .set({ createdAt: new Date(Date.now() - 25 * 3_600_000) })
    .where(eq(mail.state, 'queued'))
  expect(await deliver()).toEqual([])
  const states = await db.select({ state: mail.state }).from(mail).orderBy(mail.mailID)
  expect(states.at(-1)).toEqual({ state: 'canceled' })
})

test('returns the link without mailing it where no mail server is set', async () => {
  const { body } = await withoutMail.as(1)('POST', `/api/v1/users/${withoutMail.users.get(3)}/sign-in-link`)
  expect(body.data).toMatchObject({ mail: 'off', link: expect.stringMatching(/#link=[\w-]{43}$/) })
})

test('starts the link with PUBLIC_URL, or else with the administrator’s own address', async () => {
  const begin = async (shop: typeof withoutMail, headers: Record<string, string>) => {
    const { body } = await shop.as(1)('POST', `/api/v1/users/${shop.users.get(3)}/sign-in-link`, null, headers)
    return body.success ? body.data.link.split('/login#')[0] : body.message
  }
  expect(await begin(withoutMail, { host: '192.168.0.7:3000' })).toBe('http://192.168.0.7:3000')
  expect(await begin(withoutMail, { host: 'inside:3000', origin: 'https://shop.example' })).toBe('https://shop.example')
  expect(await begin(withoutMail, { host: 'inside:3000', origin: 'null' })).toBe('http://inside:3000')
  // Only a trusted proxy may set the shop's host.
  expect(await begin(withoutMail, { host: 'inside', 'x-forwarded-host': 'evil.example' })).toBe('http://inside')
  expect(await begin(withoutMail, { host: 'a/b@c' })).toBe('This address is not valid')
  expect(await begin(published, { host: 'inside', origin: 'https://shop.example' })).toBe('https://amihan.example')
})

test('lets only an administrator create a link, and only for an active user', async () => {
  for (const role of [0, 2, 3] as const) expect((await as(role)('POST', call)).status).toBe(403)
  expect((await as(1)('POST', '/api/v1/users/999999/sign-in-link')).body.message).toBe('User not found')
  const { updatedAt: _, ...staff } = (await as(1)('GET', `/api/v1/users/${users.get(3)}`)).body.data
  await as(1)('PUT', `/api/v1/users/${users.get(3)}`, { ...staff, status: false })
  expect(await as(1)('POST', call)).toMatchObject({ status: 422, body: { message: 'This account is inactive' } })
  expect(await deliver()).toEqual([])
})
