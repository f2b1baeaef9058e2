import { and, eq, isNull } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { testApp } from '../../tests/support/fixtures.ts'
import { notification } from '../db/schema/messages.ts'
import { user } from '../db/schema/people.ts'
import { shopItself } from '../kernel/context.ts'
import { markDecided, type Message, notify } from './notify.ts'

const { db, as, users } = await testApp()
const [admin, manager, staff] = [as(1), as(2), as(3)]
const path = '/api/v1/notifications'
const context = { db, actor: shopItself, now: new Date('2026-11-20T01:42:00Z'), client: { address: '', agent: '' } }

const low: Message = {
  kind: 'lowStock',
  message: 'Reorder Jump rings: 38.5 g at Main',
  entity: 'inventory',
  id: 12,
}
const waiting: Message = {
  kind: 'adjustmentWaiting',
  message: 'Adjustment 31 waits for approval',
  entity: 'inventoryAdjustment',
  id: 31,
}
const inbox = async (call: typeof staff, query = '') => {
  const { status, body } = await call('GET', `${path}?${query}`)
  expect(status).toBe(200)
  return body as {
    data: (Record<string, unknown> & { notificationID: number; message: string })[]
    meta: Record<string, number>
  }
}
const messages = async (call: typeof staff, query: string) =>
  (await inbox(call, query)).data.map(({ message }) => message)

await notify(context, { access: 'messages.read' }, [low])
await notify(context, { access: 'adjustments.decide' }, [waiting])
await notify(context, { userID: users.get(3)! }, [
  { ...waiting, kind: 'adjustmentDecided', message: '31 was approved' },
])

test('shows each user their own inbox, newest first', async () => {
  const { data, meta } = await inbox(staff)
  expect(data).toEqual([
    expect.objectContaining({ message: '31 was approved' }),
    {
      notificationID: expect.any(Number),
      kind: 'lowStock',
      message: low.message,
      entity: 'inventory',
      entityID: 12,
      link: '/inventory?id=12',
      createdAt: '2026-11-20T01:42:00.000Z',
      readAt: null,
    },
  ])
  expect(meta).toEqual({ page: 1, pageSize: 10, total: 2, unread: 2 })
  expect(await messages(manager, '')).toEqual([low.message])
  expect(await messages(admin, '')).toEqual([waiting.message, low.message])
  expect((await as(0)('GET', path)).status).toBe(403)
})

test('keeps the first time at which a message was read', async () => {
  const [newest, oldest] = (await inbox(staff)).data
  const { status, body } = await staff('PUT', `${path}/${newest!.notificationID}/read`)
  expect([status, body.data]).toEqual([200, { ...newest, readAt: expect.stringMatching(/Z$/) }])
  const again = await staff('PUT', `${path}/${newest!.notificationID}/read`)
  expect(again.body.data.readAt).toBe(body.data.readAt)
  expect((await inbox(staff)).meta['unread']).toBe(1)
  expect(await messages(staff, 'unread=true')).toEqual([oldest!.message])
  expect(await messages(staff, 'unread=false')).toEqual([newest!.message])
  // `unread` counts the whole inbox, regardless of the list's filters.
  expect((await inbox(staff, 'unread=false&pageSize=1')).meta).toEqual({ page: 1, pageSize: 1, total: 1, unread: 1 })
})

test('marks a read message as unread, and as read again', async () => {
  const [newest] = (await inbox(staff)).data
  const address = `${path}/${newest!.notificationID}`
  expect((await staff('PUT', `${address}/unread`)).body.data).toEqual({ ...newest, readAt: null })
  expect((await staff('GET', address)).body.data).toEqual({ ...newest, readAt: null })
  expect((await inbox(staff)).meta['unread']).toBe(2)
  expect((await staff('PUT', `${address}/read`)).body.data.readAt).toMatch(/Z$/)
  expect((await inbox(staff)).meta['unread']).toBe(1)
})

test('refuses the messages of another user', async () => {
  const [theirs] = (await inbox(admin)).data
  const refused = { status: 404, body: { success: false, code: 'record.not_found', message: 'Message not found' } }
  expect(await staff('PUT', `${path}/${theirs!.notificationID}/read`)).toMatchObject(refused)
  expect(await staff('PUT', `${path}/2147483647/read`)).toMatchObject(refused)
  expect(await staff('PUT', `${path}/${theirs!.notificationID}/unread`)).toMatchObject(refused)
  expect(await staff('GET', `${path}/${theirs!.notificationID}`)).toMatchObject(refused)
  expect((await inbox(admin)).meta['unread']).toBe(2)

  expect((await staff('PUT', `${path}/read-all`)).body).toEqual({ success: true, data: { unread: 0 } })
  expect((await inbox(staff)).meta['unread']).toBe(0)
  expect((await inbox(admin)).meta['unread']).toBe(2)
  expect((await inbox(manager)).meta['unread']).toBe(1)
})

test('keeps the reading time of earlier messages when all are marked as read', async () => {
  const own = eq(notification.userID, users.get(1)!)
  const earlier = new Date('2026-11-20T05:00:00Z')
  const [first] = (await inbox(admin)).data
  await db.update(notification).set({ readAt: earlier }).where(eq(notification.notificationID, first!.notificationID))
  await admin('PUT', `${path}/read-all`)
  expect(await db.$count(notification, and(own, isNull(notification.readAt)))).toBe(0)
  expect(await db.$count(notification, and(own, eq(notification.readAt, earlier)))).toBe(1)
})

test('loses no message that arrives while the same user marks all as read twice', async () => {
  const more = (n: number) => notify(context, { userID: users.get(2)! }, [{ ...low, message: `More ${n}` }])
  await Promise.all([more(1), manager('PUT', `${path}/read-all`), more(2), manager('PUT', `${path}/read-all`), more(3)])
  expect((await messages(manager, 'search=more')).toSorted()).toEqual(['More 1', 'More 2', 'More 3'])
  const unread = (await inbox(manager)).meta['unread']!
  expect(await messages(manager, 'unread=true')).toHaveLength(unread)
})

test('searches, filters by topic, sorts and pages the list', async () => {
  expect(await messages(admin, 'search=JUMP')).toEqual([low.message])
  expect(await messages(admin, 'topic=Stock')).toEqual([low.message])
  expect(await messages(admin, 'topic=Approvals')).toEqual([waiting.message])
  expect(await messages(admin, 'sort=notificationID')).toEqual([low.message, waiting.message])
  expect(await messages(admin, 'pageSize=1&page=2')).toEqual([low.message])
})

test.each([
  ['unread=perhaps', 'Unread must be one of: true, false'],
  ['topic=Weather', 'Topic must be one of: Questions, Approvals, Stock, Sales, Purchasing, People, System'],
  ['userID=1', 'Unknown parameter: userID'],
])('refuses an inbox with the query %s', async (query, message) => {
  const { status, body } = await staff('GET', `${path}?${query}`)
  expect([status, body.message]).toEqual([400, message])
})

test('notifies neither the actor nor an inactive user', async () => {
  await db
    .update(user)
    .set({ status: false })
    .where(eq(user.userID, users.get(3)!))
  const before = await db.$count(notification)
  await notify(context, { access: 'messages.read', except: users.get(1) }, [{ ...low, message: 'Only some' }])
  const told = await db
    .select({ userID: notification.userID })
    .from(notification)
    .where(eq(notification.message, 'Only some'))
  expect(told.map(({ userID }) => userID)).toContain(users.get(2))
  expect(told.map(({ userID }) => userID)).not.toContain(users.get(1))
  expect(told.map(({ userID }) => userID)).not.toContain(users.get(3))
  await notify(context, { userID: users.get(3)! }, [low])
  await notify(context, { access: 'messages.read' }, [])
  expect(await db.$count(notification)).toBe(before + told.length)
})

test('a decided purchase order is read in every inbox', async () => {
  const waiting = async (call: typeof staff) => messages(call, 'unread=true&topic=Approvals')
  await notify(context, { access: 'orders.decide' }, [
    { kind: 'purchaseWaiting', message: 'PO-1 waits for approval', entity: 'purchaseOrder', id: 71 },
    { kind: 'purchaseWaiting', message: 'PO-2 waits for approval', entity: 'purchaseOrder', id: 72 },
  ])
  await markDecided(context, { kind: 'purchaseWaiting', entity: 'purchaseOrder', ids: [71] })
  for (const call of [admin, manager]) {
    expect(await waiting(call)).toContain('PO-2 waits for approval')
    expect(await waiting(call)).not.toContain('PO-1 waits for approval')
  }
})
