import { eq, like } from 'drizzle-orm'
import { expect, test } from 'vitest'

import type { Language } from '../../contract/shared/languages.ts'
import { testApp } from '../../tests/support/fixtures.ts'
import { stockItem } from '../../tests/support/stocked.ts'
import { itemTranslation } from '../db/schema/catalogue.ts'
import { notification, question } from '../db/schema/messages.ts'
import { user } from '../db/schema/people.ts'
import { audit } from '../db/schema/shared.ts'
import { shopItself } from '../kernel/context.ts'
import { askQuestion } from './questions.ts'

const { db, as, users } = await testApp()
const staff = as(3)
const path = '/api/v1/questions'
const now = new Date('2026-11-20T01:42:00Z')
const context = { db, actor: shopItself, now, client: { address: '', agent: '' } }

const asked = {
  itemID: null as number | null,
  name: 'Maricel Tanaka',
  email: 'maricel@mail.example',
  text: 'Can it be made in size 9?\n\nCould it reach Nagoya before 14 February?',
  language: 'en' as Language,
}
const ask = (over: Partial<typeof asked> = {}) =>
  db.transaction((tx) => askQuestion({ ...context, db: tx }, { ...asked, ...over }))
const told = (questionID: number) =>
  db
    .select()
    .from(notification)
    .where(eq(notification.link, `/messages?id=${questionID}`))
const read = async (id: number) => (await staff('GET', `${path}/${id}`)).body.data

const { itemID } = await stockItem(db, { itemCode: 'RG-0151', itemName: 'Emerald ring', price: 128_000, karat: '22K' })

test('stores a question and notifies the staff', async () => {
  const questionID = await ask({ itemID })
  expect(await read(questionID)).toEqual({
    ...asked,
    contact: null,
    questionID,
    itemID,
    item: {
      itemCode: 'RG-0151',
      itemName: 'Emerald ring',
      translatedName: null,
      price: 128_000,
      uom: 'PCS',
      grams: expect.any(Number),
      karat: '22K',
      stone: null,
      image_url: null,
      image_focus: null,
    },
    createdAt: '2026-11-20T01:42:00.000Z',
    answeredAt: null,
    answeredByID: null,
    answeredBy: null,
    notificationID: expect.any(Number),
    unread: true,
  })
  const messages = await told(questionID)
  expect(messages.map(({ userID }) => userID)).toEqual(
    expect.arrayContaining([users.get(1), users.get(2), users.get(3)]),
  )
  expect(messages.map(({ userID }) => userID)).not.toContain(users.get(0))
  expect(new Set(messages.map(({ message }) => message))).toEqual(
    new Set([
      'Maricel Tanaka asks about Emerald ring: Can it be made in size 9? Could it reach Nagoya before 14 February?',
    ]),
  )
  expect(messages[0]).toMatchObject({ kind: 'question', readAt: null, createdAt: now })
  const trail = await db.select().from(audit).where(eq(audit.entity, 'question'))
  expect(trail).toMatchObject([{ action: 'create', entityID: questionID, userID: null, before: null }])
})

test('accepts a question about the shop without an item, and quotes the start of a long question', async () => {
  const questionID = await ask({ text: '💍'.repeat(300) })
  expect(await read(questionID)).toMatchObject({ itemID: null, item: null, text: '💍'.repeat(300) })
  const [message] = await told(questionID)
  expect(message!.message).toBe(`Maricel Tanaka asks about the shop: ${'💍'.repeat(119)}…`)
})

test('names the item in the language of the question where a translation exists', async () => {
  await db.insert(itemTranslation).values({ itemID, language: 'ja', itemName: 'エメラルドの指輪', description: null })
  const [japanese, tagalog] = [await ask({ itemID, language: 'ja' }), await ask({ itemID, language: 'tl' })]
  expect((await read(japanese)).item).toMatchObject({ itemName: 'Emerald ring', translatedName: 'エメラルドの指輪' })
  expect((await read(tagalog)).item).toMatchObject({ itemName: 'Emerald ring', translatedName: null })
})

test('links a question to the user’s own message about it', async () => {
  const id = await ask()
  const own = async (call: typeof staff) => {
    const { notificationID, unread } = (await call('GET', `${path}/${id}`)).body.data
    return { notificationID, unread }
  }
  const { notificationID } = await own(staff)
  expect((await told(id)).find((one) => one.notificationID === notificationID)?.userID).toBe(users.get(3))
  await staff('PUT', `/api/v1/notifications/${notificationID}/read`)
  expect(await own(staff)).toEqual({ notificationID, unread: false })
  expect(await own(as(2))).toMatchObject({ unread: true })
  await db.delete(notification).where(eq(notification.notificationID, notificationID))
  expect(await own(staff)).toEqual({ notificationID: null, unread: false })
})

test('stores no question about an item that does not exist', async () => {
  const before = await db.$count(question)
  await expect(ask({ itemID: 2_147_483_647 })).rejects.toMatchObject({
    status: 422,
    message: 'This piece is not in the shop any more',
  })
  const stored = (await staff('GET', `/api/v1/items/${itemID}`)).body.data
  await staff('PUT', `/api/v1/items/${itemID}`, { ...stored, status: false })
  await expect(ask({ itemID })).rejects.toMatchObject({ status: 422 })
  await staff('PUT', `/api/v1/items/${itemID}`, { ...stored, status: true, updatedAt: undefined })
  expect(await db.$count(question)).toBe(before)
})

test('records the first user who answers a question, and opens it again', async () => {
  const id = await ask()
  const answered = (call: typeof staff, body: object) => call('PUT', `${path}/${id}/answered`, body)
  const { status, body } = await answered(staff, { answered: true })
  expect([status, body.data]).toEqual([
    200,
    expect.objectContaining({
      answeredAt: expect.stringMatching(/Z$/),
      answeredByID: users.get(3),
      answeredBy: 'Test Staff',
    }),
  ])
  const { answeredAt, answeredByID } = body.data
  expect((await answered(as(2), { answered: true })).body.data).toMatchObject({ answeredAt, answeredByID })
  expect((await answered(as(2), { answered: false })).body.data).toMatchObject({
    answeredAt: null,
    answeredByID: null,
    answeredBy: null,
  })
  const trail = await db.select().from(audit).where(eq(audit.entityID, id))
  expect(trail.filter(({ entity, action }) => entity === 'question' && action === 'update')).toHaveLength(2)
})

test('records one of two users who answer at the same time', async () => {
  const id = await ask()
  const [one, other] = await Promise.all([
    staff('PUT', `${path}/${id}/answered`, { answered: true }),
    as(2)('PUT', `${path}/${id}/answered`, { answered: true }),
  ])
  expect(one.body.data.answeredByID).toBe(other.body.data.answeredByID)
  expect(one.body.data.answeredAt).toBe(other.body.data.answeredAt)
})

test.each([
  [{}, 400, 'Answered is required'],
  [{ answered: 'yes' }, 400, 'Answered must be true or false'],
])('refuses the answered state %j', async (body, status, message) => {
  const id = await ask()
  const refused = await staff('PUT', `${path}/${id}/answered`, body)
  expect([refused.status, refused.body.message]).toEqual([status, message])
  expect((await read(id)).answeredAt).toBeNull()
})

test('responds 404 for a missing question', async () => {
  const missing = { status: 404, body: { success: false, code: 'record.not_found', message: 'Question not found' } }
  expect(await staff('GET', `${path}/2147483647`)).toMatchObject(missing)
  expect(await staff('PUT', `${path}/2147483647/answered`, { answered: true })).toMatchObject(missing)
})

test('searches, filters and pages the list, newest first', async () => {
  const [first, second] = [await ask({ name: 'Zenaida One' }), await ask({ name: 'Zenaida Two', itemID })]
  await staff('PUT', `${path}/${second}/answered`, { answered: true })
  const list = async (query: string) => {
    const { status, body } = await staff('GET', `${path}?${query}`)
    expect(status).toBe(200)
    return { ids: body.data.map((row: { questionID: number }) => row.questionID), meta: body.meta }
  }
  expect(await list('search=ZENAIDA')).toEqual({ ids: [second, first], meta: { page: 1, pageSize: 10, total: 2 } })
  expect((await list('search=zenaida&answered=false')).ids).toEqual([first])
  expect((await list('search=zenaida&answered=true')).ids).toEqual([second])
  expect((await list(`search=zenaida&itemID=${itemID}`)).ids).toEqual([second])
  expect((await list('search=zenaida&sort=questionID&pageSize=1')).ids).toEqual([first])
  expect((await list('search=rg-0151')).ids).toContain(second)
})

test('notifies no inactive user', async () => {
  await db.update(user).set({ status: false }).where(like(user.email, 'staff@%'))
  expect((await told(await ask())).map(({ userID }) => userID)).not.toContain(users.get(3))
})
