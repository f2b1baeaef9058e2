// Proves the administrators' view of the system: recorded runs, late backups and their messages, the database's growth,
// failures, signed-in users, and the changelog.
import { readFileSync } from 'node:fs'

import { eq, sql } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'

import type { SystemState } from '../../contract/system/system.ts'
import { testApp } from '../../tests/support/fixtures.ts'
import { shopSetting } from '../db/schema/company.ts'
import { notification } from '../db/schema/messages.ts'
import { session, user } from '../db/schema/people.ts'
import { databaseSize, operationRun } from '../db/schema/system.ts'
import { StartError } from '../kernel/config.ts'
import { version } from '../kernel/version.ts'
import { runScheduledWork } from '../scheduled-work.ts'
import { readReleases } from './changelog.ts'
import { recordRun, runRecorded } from './runs.ts'

const { app, as, db, users } = await testApp()
afterEach(async () => {
  // The table refuses changes, so a test removes its rows as the owner of the database may.
  await db.execute(sql`alter table operation_run disable trigger user; delete from operation_run;
    alter table operation_run enable trigger user`)
  await db.delete(notification)
  await db.update(shopSetting).set({ remindOfBackups: true, createdAt: new Date() })
})

const read = async (): Promise<SystemState> => {
  const { status, body } = await as(1)('GET', '/api/v1/system')
  expect(status).toBe(200)
  return body.data
}
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000)
const run = (kind: typeof operationRun.$inferInsert.kind, startedAt: Date, more: object = {}) =>
  db.insert(operationRun).values({ kind, startedAt, endedAt: startedAt, result: 'succeeded', detail: 'Done', ...more })

test('a new shop has no runs, and says which version runs and what changed', async () => {
  const state = await read()
  expect(state).toMatchObject({ version, backup: null, isBackupLate: true, restore: null, verify: null, failures: [] })
  expect(state.releases.map(({ title }) => title.split(' ')[0])).toContain(version)
  const changes = state.releases.flatMap(({ groups }) => groups.flatMap((group) => group.changes))
  expect(changes.length).toBeGreaterThan(5)
  expect(changes.filter((text) => text === '' || text.includes('\n') || text.includes('`'))).toEqual([])
})

test('shows the newest success of each kind, and every failure of the last 30 days', async () => {
  await run('backup', hoursAgo(40), { file: '/old.tar.gz', bytes: 10 })
  await run('backup', hoursAgo(3), { file: '/backups/shop.tar.gz', bytes: 5_000_000_000 })
  await run('backup', hoursAgo(2), { result: 'failed', detail: 'The disk is full' })
  await run('restore', hoursAgo(5))
  await run('check', hoursAgo(4), { file: '/backups/shop.tar.gz' })
  await run('verify', hoursAgo(9))
  await run('verify', hoursAgo(1), { result: 'failed', detail: '1 contradiction' })
  await run('mail', hoursAgo(31 * 24), { result: 'failed', detail: 'Too old' })
  const { backup, isBackupLate, restore, verify, failures } = await read()
  expect(backup).toMatchObject({ kind: 'backup', file: '/backups/shop.tar.gz', bytes: 5_000_000_000 })
  expect(isBackupLate).toBe(false)
  expect(restore).toMatchObject({ kind: 'check' })
  expect(verify).toMatchObject({ result: 'failed', detail: '1 contradiction' })
  expect(failures.map(({ detail }) => detail)).toEqual(['1 contradiction', 'The disk is full'])
})

test('recorded runs are never changed', async () => {
  await run('backup', hoursAgo(1))
  const refused = { cause: { code: '23001' } }
  await expect(db.update(operationRun).set({ detail: 'Better' })).rejects.toMatchObject(refused)
  await expect(db.delete(operationRun)).rejects.toMatchObject(refused)
  await expect(db.execute(sql`truncate operation_run`)).rejects.toMatchObject(refused)
})

test('a program’s run is recorded with its result, and its own outcome stays', async () => {
  const warnings: string[] = []
  const report = {
    record: (ended: Parameters<typeof recordRun>[1]) => recordRun(db, ended),
    describe: (rows: number) => ({ detail: `${rows} rows`, file: '/b.tar.gz', bytes: 12 }),
    warn: (line: string) => warnings.push(line),
  }
  expect(await runRecorded('backup', async () => 7, report)).toBe(7)
  const failure = new StartError('/b.tar.gz already exists')
  await expect(runRecorded('backup', () => Promise.reject(failure), report)).rejects.toBe(failure)
  // A database's message may quote a person's data, so the record has the code alone.
  const quoting = async () => Number(await db.execute(sql`select ${'ana@shop.example'}::int`))
  await expect(runRecorded('verify', quoting, report)).rejects.toThrow('Failed query')
  const lost = { ...report, record: () => Promise.reject(new Error('The connection is gone')) }
  expect(await runRecorded('backup', async () => 8, lost)).toBe(8)
  expect(warnings).toEqual(['This run could not be recorded in the shop: The connection is gone'])
  const rows = await db.select().from(operationRun).orderBy(operationRun.runID)
  expect(rows).toMatchObject([
    { kind: 'backup', result: 'succeeded', detail: '7 rows', file: '/b.tar.gz', bytes: 12 },
    { kind: 'backup', result: 'failed', detail: '/b.tar.gz already exists', file: null, bytes: null },
    { kind: 'verify', result: 'failed', detail: 'error 22P02' },
  ])
})

test('nothing is recorded in a shop of a version without the table', async () => {
  await db.execute(sql`alter table operation_run rename to later`)
  try {
    await recordRun(db, { kind: 'backup', startedAt: new Date(), result: 'succeeded', detail: 'Done' })
  } finally {
    await db.execute(sql`alter table later rename to operation_run`)
  }
  expect(await db.$count(operationRun)).toBe(0)
})

const messages = () =>
  db
    .select({ userID: notification.userID, message: notification.message, link: notification.link })
    .from(notification)
    .where(eq(notification.kind, 'backupLate'))
    .orderBy(notification.notificationID)

test('administrators alone get one message a day while no backup is younger than a day', async () => {
  await run('backup', hoursAgo(25))
  await runScheduledWork(app)
  expect(await messages()).toEqual([])
  await db.execute(sql`alter table operation_run disable trigger user; delete from operation_run;
    alter table operation_run enable trigger user`)
  await run('backup', hoursAgo(27))
  await run('backup', hoursAgo(1), { result: 'failed', detail: 'The disk is full' })
  await Promise.all([runScheduledWork(app), runScheduledWork(app), runScheduledWork(app)])
  await runScheduledWork(app)
  const sent = await messages()
  const admins = await db.select({ userID: user.userID }).from(user).where(eq(user.roleID, 1)).orderBy(user.userID)
  expect(sent.map(({ userID }) => userID)).toEqual(admins.map(({ userID }) => userID))
  expect(sent[0]).toMatchObject({ link: '/system', message: expect.stringMatching(/^The newest backup is of \d/) })
  // The next day brings the next message.
  await db.update(notification).set({ dedupeKey: sql`${notification.dedupeKey} || ' earlier'` })
  await runScheduledWork(app)
  expect(await messages()).toHaveLength(2 * admins.length)
})

test('a new shop has a week to make its first backup, and then is reminded', async () => {
  await db.update(shopSetting).set({ createdAt: hoursAgo(6 * 24) })
  await runScheduledWork(app)
  expect(await messages()).toEqual([])
  await db.update(shopSetting).set({ createdAt: hoursAgo(8 * 24) })
  await runScheduledWork(app)
  const [first] = await messages()
  expect(first?.message).toBe('This shop has no backup on record: make one, and one every night')
})

test('an administrator turns the messages off, with an audit row', async () => {
  const path = '/api/v1/settings/backup-reminder'
  await run('backup', hoursAgo(48))
  const { body: before } = await as(1)('GET', '/api/v1/settings')
  expect(before.data.remindOfBackups).toBe(true)
  expect((await as(2)('PUT', path, { remindOfBackups: false })).status).toBe(403)
  expect((await as(1)('PUT', path, { remindOfBackups: 'no' })).status).toBe(400)
  expect((await as(1)('PUT', path, { remindOfBackups: false, updatedAt: '2020-01-01T00:00:00Z' })).status).toBe(409)
  const off = await as(1)('PUT', path, { remindOfBackups: false, updatedAt: before.data.updatedAt })
  expect(off).toMatchObject({ status: 200, body: { data: { remindOfBackups: false } } })
  await runScheduledWork(app)
  expect(await messages()).toEqual([])
  const { body: trail } = await as(1)('GET', '/api/v1/audit?entity=shopSetting')
  const { body: change } = await as(1)('GET', `/api/v1/audit/${trail.data[0].auditID}`)
  expect(change.data).toMatchObject({
    userID: users.get(1),
    before: { remindOfBackups: true },
    after: { remindOfBackups: false },
  })
})

test('records the size of the database once a day', async () => {
  await db.delete(databaseSize)
  const day = (days: number) => sql`(now() at time zone 'Asia/Tokyo')::date - ${days}::int`
  await db.execute(sql`insert into database_size values (${day(1)}, 1000), (${day(91)}, 1)`)
  await Promise.all([runScheduledWork(app), runScheduledWork(app)])
  await runScheduledWork(app)
  const { database } = await read()
  expect(database.bytes).toBeGreaterThan(1_000_000)
  expect(database.days).toHaveLength(2)
  expect(database.days[0]!.bytes).toBe(1000)
  expect(database.days[1]!.bytes).toBeGreaterThan(1_000_000)
})

test('shows who is signed in', async () => {
  await db.update(session).set({ lastUsedAt: hoursAgo(2) })
  await db
    .update(session)
    .set({ expiresAt: hoursAgo(1) })
    .where(eq(session.userID, users.get(3)!))
  await db
    .update(session)
    .set({ lastUsedAt: hoursAgo(1) })
    .where(eq(session.userID, users.get(2)!))
  const { people } = await read()
  // The administrator's own call has just used their session.
  expect(people.map(({ userID }) => userID)).toEqual([users.get(1), users.get(2), users.get(0)])
  expect(people[1]).toMatchObject({ name: 'Test Manager', roleID: 2, sessions: 1 })
})

test('reads a changelog by its headings, as plain text', () => {
  const text = `# Changelog

## Unreleased

## 1.2.0 (2026-11-23)

Words before the first group.

### For users

- _New_: a **bold** thing
  over two lines, see [the page](docs/x.md).
- Run \`npm run x_y_z\`.

### For nobody

## 1.1.0

- Old
`
  expect(readReleases(text, '1.2.0')).toEqual([
    {
      title: '1.2.0 (2026-11-23)',
      groups: [
        { title: 'For users', changes: ['New: a bold thing over two lines, see the page.', 'Run npm run x_y_z.'] },
      ],
    },
  ])
  expect(readReleases(text, '9.9.9')).toEqual([])
  const own = readFileSync(new URL('../../CHANGELOG.md', import.meta.url), 'utf8')
  expect(readReleases(own, version).length).toBeGreaterThan(0)
})
