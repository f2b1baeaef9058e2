import { asc } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'

import { testApp } from '../../tests/support/fixtures.ts'
import { stockItem } from '../../tests/support/stocked.ts'
import { notification, question } from '../db/schema/messages.ts'
import { attempt } from '../db/schema/people.ts'

const { app, db, as } = await testApp({ connections: 10 })
const { itemID } = await stockItem(db, { itemName: 'Araw pendant' })
const inactive = await stockItem(db, { status: false })

const asked = {
  itemID,
  name: 'Maricel Tanaka',
  email: 'maricel@mail.example',
  text: 'Can it be made in size 9?\n<script>alert(1)</script>',
  language: 'tl',
}
const ask = (over: object = {}, remoteAddress = '198.51.100.1') =>
  app.inject({ method: 'POST', url: '/api/shop/questions', payload: { ...asked, ...over }, remoteAddress })
const stored = () => db.select().from(question).orderBy(asc(question.questionID))

beforeEach(async () => {
  await db.delete(attempt)
})

test('sends a question to the staff’s messages unchanged', async () => {
  const answer = await ask()
  expect([answer.statusCode, answer.json()]).toEqual([
    201,
    { success: true, data: null, message: 'Thank you. Your question has reached the shop' },
  ])
  const [row] = await stored()
  expect(row).toMatchObject({ ...asked, answeredAt: null })
  const { body } = await as(3)('GET', '/api/v1/notifications')
  expect(body.data[0]).toMatchObject({
    kind: 'question',
    message: expect.stringContaining('Maricel Tanaka asks about Araw pendant'),
    link: `/messages?id=${row!.questionID}`,
  })
})

test('accepts a question about the shop itself', async () => {
  const { itemID: _, ...rest } = asked
  const answer = await app.inject({ method: 'POST', url: '/api/shop/questions', payload: rest })
  expect(answer.statusCode).toBe(201)
  expect((await stored()).at(-1)).toMatchObject({ itemID: null })
})

test('a question without a name shows the e-mail in its place', async () => {
  const { itemID: _, name: __, ...rest } = asked
  const answer = await app.inject({
    method: 'POST',
    url: '/api/shop/questions',
    payload: { ...rest, email: 'two@x.example' },
  })
  expect(answer.statusCode).toBe(201)
  expect((await stored()).at(-1)).toMatchObject({ name: 'two@x.example', email: 'two@x.example', itemID: null })
})

const writeWith = (contact: unknown, over: object = {}) =>
  app.inject({ method: 'POST', url: '/api/shop/questions', payload: { contact, text: 'Open on Sunday?', ...over } })

test.each(['+63 917 555 0142', 'LINE: aiko27', 'https://line.me/ti/p/~aiko27', 'm.me/maricel.t', '@maricel.tanaka'])(
  'accepts %s as the contact of a question, and shows it in place of a name',
  async (contact) => {
    expect((await writeWith(` ${contact} `)).statusCode).toBe(201)
    expect((await stored()).at(-1)).toMatchObject({ name: contact, email: null, contact })
  },
)

test('stores an e-mail that was typed as a contact as an e-mail', async () => {
  expect((await writeWith('aiko@mail.example')).statusCode).toBe(201)
  expect((await stored()).at(-1)).toMatchObject({ email: 'aiko@mail.example', contact: null })
})

const noContact = 'Enter an email, a phone number, or a name on LINE or Messenger'
test.each([
  ['', 'contact', 'Contact is required'],
  ['12345', 'contact', noContact],
  ['maricel@', 'contact', noContact],
  ['call me\nsoon', 'contact', noContact],
  ['x'.repeat(255), 'contact', 'Contact must be at most 254 characters'],
  [undefined, 'email', 'Email is required'],
])('refuses the contact %j', async (contact, field, message) => {
  const before = await stored()
  const answer = await writeWith(contact)
  expect([answer.statusCode, answer.json().errors]).toEqual([400, [expect.objectContaining({ field, message })]])
  expect(await stored()).toEqual(before)
})

test('refuses an e-mail together with another contact', async () => {
  const answer = await writeWith('@aiko', { email: 'aiko@mail.example' })
  expect(answer.json().errors).toEqual([{ field: 'contact', message: 'Enter an email or a contact, not both' }])
})

test.each([
  [{ name: ' ' }, 'name', 'Name is required'],
  [{ email: 'maricel' }, 'email', 'Enter a valid email'],
  [{ text: '' }, 'text', 'Enter a question'],
  [{ text: 'x'.repeat(2001) }, 'text', 'Text must be at most 2000 characters'],
  [{ language: 'fr' }, 'language', 'Language must be one of: English, Tagalog, Japanese'],
  [{ itemID: 'x' }, 'itemID', 'Item must be a number'],
])('refuses %j', async (over, field, message) => {
  const before = await stored()
  const answer = await ask(over)
  expect([answer.statusCode, answer.json()]).toEqual([
    400,
    { success: false, code: 'input.invalid', message, errors: [{ field, message }] },
  ])
  expect(await stored()).toEqual(before)
})

test.each([inactive.itemID, 2_147_483_647])('refuses a question about a hidden item (%i)', async (itemID) => {
  const before = await stored()
  const answer = await ask({ itemID })
  expect([answer.statusCode, answer.json().message]).toEqual([422, 'This piece is not in the shop any more'])
  expect(await stored()).toEqual(before)
})

test('thanks a robot that fills in the hidden field, and stores nothing', async () => {
  const before = [await stored(), await db.select().from(notification)]
  const answer = await ask({ website: 'https://spam.example' })
  expect([answer.statusCode, answer.json()]).toEqual([(await ask()).statusCode, (await ask()).json()])
  expect((await stored()).length).toBe(before[0]!.length + 2)
})

test('accepts five questions an hour from one address, even when sent at once', async () => {
  const before = (await stored()).length
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) => ask({ email: `visitor${n}@mail.example` }, '198.51.100.2')),
  )
  const refused = answers.filter(({ statusCode }) => statusCode === 429)
  expect(answers.filter(({ statusCode }) => statusCode === 201).length).toBeLessThanOrEqual(5)
  expect(refused[0]!.json().message).toBe('Too many attempts. Please wait a while and try again')
  expect(Number(refused[0]!.headers['retry-after'])).toBeGreaterThan(0)
  expect((await stored()).length).toBe(before + 20 - refused.length)
  // Another address may still ask.
  expect((await ask({ email: 'somebody@mail.example' }, '198.51.100.3')).statusCode).toBe(201)
})

test('accepts five questions an hour for one e-mail from any address', async () => {
  for (let n = 0; n < 5; n++) expect((await ask({}, `198.51.100.${10 + n}`)).statusCode).toBe(201)
  expect((await ask({ email: 'MARICEL@mail.example' }, '198.51.100.20')).statusCode).toBe(429)
  expect((await ask({ email: 'other@mail.example' }, '198.51.100.20')).statusCode).toBe(201)
  for (let n = 0; n < 5; n++) expect((await writeWith('+63 917 555 0142')).statusCode).toBe(201)
  expect((await writeWith('+63 917 555 0142')).statusCode).toBe(429)
  // The table of attempts holds no contact.
  expect((await db.select().from(attempt)).every(({ bucket }) => !/@|917/.test(bucket))).toBe(true)
})
