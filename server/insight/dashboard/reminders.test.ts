import { desc } from 'drizzle-orm'
import { expect, test } from 'vitest'

import type { ReminderRow } from '../../../contract/insight/reminders.ts'
import { testApp } from '../../../tests/support/fixtures.ts'
import { reminder } from '../../db/schema/insight.ts'
import { audit } from '../../db/schema/shared.ts'

const { db, as, users } = await testApp()
const staff = as(3)
const path = '/api/v1/reminders'

const add = async (body: object) => {
  const { status, body: answer } = await staff('POST', path, body)
  expect(status, JSON.stringify(answer)).toBe(201)
  return answer.data as ReminderRow
}
const lastAudit = async () => (await db.select().from(audit).orderBy(desc(audit.auditID)).limit(1))[0]

test('records an audit row when a reminder is created, changed, done and deleted', async () => {
  const made = await add({ text: ' Call Maricel ', dueDate: '2026-11-21', dueTime: '20:00' })
  expect(made).toMatchObject({ text: 'Call Maricel', dueDate: '2026-11-21', dueTime: '20:00', done: false })
  expect(await lastAudit()).toMatchObject({ action: 'create', entity: 'reminder', entityID: made.reminderID })

  const at = `${path}/${made.reminderID}`
  const { body: ticked } = await as(2)('PUT', at, { text: 'Call Maricel', done: true, updatedAt: made.updatedAt })
  expect(ticked.data).toMatchObject({ dueDate: '2026-11-21', dueTime: '20:00', done: true, modifiedByID: users.get(2) })
  expect(await lastAudit()).toMatchObject({ action: 'update', before: { done: false }, after: { done: true } })

  const { body: stale } = await staff('PUT', at, { text: 'Mine', updatedAt: made.updatedAt })
  expect(stale.message).toBe('This record was changed by someone else. Reload and try again.')

  const { status, body } = await staff('DELETE', at)
  expect([status, body]).toEqual([200, { success: true, data: null }])
  expect(await lastAudit()).toMatchObject({ action: 'delete', before: { text: 'Call Maricel' }, after: null })
  expect((await staff('DELETE', at)).body).toEqual({
    success: false,
    code: 'record.not_found',
    message: 'Reminder not found',
  })
  expect((await staff('PUT', at, { text: 'x' })).status).toBe(404)
})

test('allows two users to complete and delete a reminder at the same time', async () => {
  const { reminderID } = await add({ text: 'Count loose stones' })
  const answers = await Promise.all(
    [1, 2, 3].map((roleID) => as(roleID as 1 | 2 | 3)('DELETE', `${path}/${reminderID}`)),
  )
  expect(answers.map(({ status }) => status).filter((status) => status === 404)).toHaveLength(2)
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  const rows = await db.select().from(audit)
  expect(rows.filter(({ action, entityID }) => action === 'delete' && entityID === reminderID)).toHaveLength(1)
})

test('accepts a moment as a day, and a time only with a day', async () => {
  const { reminderID, dueDate } = await add({ text: 'Ship', dueDate: '2026-11-21T16:00:00Z', dueTime: '09:30' })
  expect(dueDate).toBe('2026-11-22')
  const at = `${path}/${reminderID}`
  const change = async (body: object) => (await staff('PUT', at, { text: 'Ship', ...body })).body
  expect((await change({ dueTime: '' })).data).toMatchObject({ dueDate: '2026-11-22', dueTime: null })
  expect((await change({ dueTime: '10:00' })).data).toMatchObject({ dueDate: '2026-11-22', dueTime: '10:00' })
  expect((await change({ dueDate: null })).data).toMatchObject({ dueDate: null, dueTime: null })
  expect(await change({ dueTime: '10:00' })).toMatchObject({
    message: 'A time needs a date',
    errors: [{ field: 'dueTime' }],
  })
})

test.each([
  [{ text: ' ' }, 'Enter what is to be done'],
  [{ text: 'x'.repeat(201) }, 'Text must be at most 200 characters'],
  [{ dueDate: '2026-02-30' }, 'Enter a date like 2026-11-20'],
  [{ dueDate: '2026-11-21', dueTime: '24:00' }, 'Enter a time like 20:00'],
  [{ dueDate: '2026-11-21', dueTime: '8pm' }, 'Enter a time like 20:00'],
  [{ dueTime: '20:00' }, 'A time needs a date'],
  [{ dueDate: null, dueTime: '20:00' }, 'A time needs a date'],
])('refuses %j, and stores nothing', async (wrong, message) => {
  const before = await db.$count(reminder)
  const { status, body } = await staff('POST', path, { text: 'Ship', ...wrong })
  expect([status, body.message]).toEqual([400, message])
  expect(await db.$count(reminder)).toBe(before)
})

test('lists reminders by due date, with the done ones apart', async () => {
  await db.delete(reminder)
  const made = []
  for (const body of [
    { text: 'some day' },
    { text: 'all of the 22nd', dueDate: '2026-11-22' },
    { text: 'evening', dueDate: '2026-11-22', dueTime: '20:00' },
    { text: 'morning', dueDate: '2026-11-22', dueTime: '09:00' },
    { text: 'the 21st', dueDate: '2026-11-21' },
  ])
    made.push(await add(body))
  await staff('PUT', `${path}/${made[3]!.reminderID}`, { text: 'morning', done: true })
  const texts = async (query: string) => {
    const { body } = await staff('GET', `${path}?${query}`)
    return body.data.map(({ text }: ReminderRow) => text)
  }
  await staff('PUT', `${path}/${made[1]!.reminderID}`, { text: 'all of the 22nd', done: true })
  expect(await texts('sort=due')).toEqual(['the 21st', 'evening', 'some day', 'all of the 22nd', 'morning'])
  expect(await texts('sort=due&done=false')).toEqual(['the 21st', 'evening', 'some day'])
  expect(await texts('sort=due&done=true')).toEqual(['all of the 22nd', 'morning'])
  expect(await texts('search=NING')).toEqual(['morning', 'evening'])
  expect(await texts('sort=-reminderID&pageSize=1')).toEqual(['the 21st'])
})
