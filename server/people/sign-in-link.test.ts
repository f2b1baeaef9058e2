import { expect, test } from 'vitest'

import { testApp } from '../../tests/support/fixtures.ts'
import { mailServer } from '../../tests/support/smtp.ts'
import { audit } from '../db/schema/shared.ts'
import { createMailer } from './mail.ts'

const mail = await mailServer()
const sendMail = createMailer(mail.url, 'hello@amihan.example')
const { app, db, as, users } = await testApp({ links: { sendMail } })
const withoutMail = await testApp()
const published = await testApp({
  links: { publicUrl: 'https://amihan.example', sendMail: createMailer('smtp://127.0.0.1:1', 'hello@amihan.example') },
})

const call = `/api/v1/users/${users.get(3)}/sign-in-link`
const use = async (link: string) => {
  const token = link.split('#link=')[1]
  return (await app.inject({ method: 'POST', url: '/api/v1/sign-in-link', payload: { token } })).json()
}

test('mails the link to the user, who signs in with it', async () => {
  const made = await as(1)('POST', call)
  expect(made).toMatchObject({ status: 201, body: { data: { mail: 'sent' } } })
  expect(mail.mails).toHaveLength(1)
  const [{ to, text }] = mail.mails as [{ to: string; text: string }]
  expect(to).toBe('staff@alahas.test')
  expect(text).toContain('From: Alahas <hello@amihan.example>')
  expect(text).toContain('Subject: Your sign-in link for Alahas')
  expect(text).toContain('Hello Test Staff,')
  const [link] = /^http:.*$/m.exec(text)!
  expect(link.trim()).toBe(made.body.data.link)
  expect(await use(link.trim())).toMatchObject({ success: true, email: 'staff@alahas.test' })
  expect(JSON.stringify(await db.select().from(audit))).not.toContain(link.split('=')[1]!.trim())
})

test('creates a working link even where the mail server fails', async () => {
  mail.state.refuses = true
  const refused = (await as(1)('POST', call)).body.data
  mail.state.refuses = false
  expect(refused.mail).toBe('failed')
  expect(await use(refused.link)).toMatchObject({ success: true })
  const away = (await published.as(1)('POST', `/api/v1/users/${published.users.get(3)}/sign-in-link`)).body.data
  expect(away.mail).toBe('failed')
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
  const before = mail.mails.length
  expect(await as(1)('POST', call)).toMatchObject({ status: 422, body: { message: 'This account is inactive' } })
  expect(mail.mails).toHaveLength(before)
})
