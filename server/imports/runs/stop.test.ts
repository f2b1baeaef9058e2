// Proves that a person can stop their own running check, import or undo, which then changes nothing.
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { toCsv } from '../../../contract/shared/csv.ts'
import { testApp } from '../../../tests/support/fixtures.ts'
import { formOf } from '../../../tests/support/pictures.ts'
import { importProgress } from '../../db/schema/imports.ts'
import { supplier } from '../../db/schema/purchasing.ts'
import { inventory, stockMovement } from '../../db/schema/stock.ts'
import { stockValue } from '../../db/schema/valuation.ts'
import { withProgress } from './progress.ts'

const { as, db, users } = await testApp({ connections: 10 })
const [manager, staff] = [as(2), as(3)]
const rows = 20_000

const file = toCsv([
  ['Supplier name', 'Contact details', 'Email'],
  ...Array.from({ length: rows }, (_, n) => [`House ${n}`, `${n}`, 'a@b.example']),
])
const draftPath = async () => {
  const form = formOf({ kind: 'suppliers' }, { 'file.csv': new TextEncoder().encode(file) }, 'file')
  const { body } = await staff('POST', '/api/v1/imports/drafts', form)
  return `/api/v1/imports/drafts/${body.data.importDraftID}`
}
const stop = async (by = staff) => (await by('PUT', '/api/v1/imports/progress/stop', {})).body.data
const progress = async () => (await staff('GET', '/api/v1/imports/progress')).body.data

/** Stops work as soon as its progress shows that it runs, and returns the answer of the work. */
async function stopped(work: Promise<{ status: number; body: { code: string; message: string } }>, doing: string) {
  const over = new AbortController()
  void work.finally(() => over.abort())
  while (!over.signal.aborted && (await progress())?.doing !== doing);
  expect(await stop(manager)).toEqual({ stopping: false })
  expect(await stop()).toEqual({ stopping: true })
  const { status, body } = await work
  return [status, body.code, body.message]
}

test('stops a check, an import and an undo, and nothing of them stays', { timeout: 120_000 }, async () => {
  const path = await draftPath()
  expect(await stop()).toEqual({ stopping: false })
  expect(await stopped(staff('POST', `${path}/check`, {}), 'checking')).toEqual([
    409,
    'import.stopped',
    'Stopped: the file was not checked',
  ])
  expect((await staff('POST', `${path}/check`, {})).body.data.check).toMatchObject({ created: rows })
  expect(await stopped(staff('POST', `${path}/import`, {}), 'importing')).toEqual([
    409,
    'import.stopped',
    'Stopped: nothing was imported',
  ])
  expect(await db.$count(supplier)).toBe(0)
  expect(await progress()).toBeNull()

  // The draft is still there, and an earlier stop does not stop the next import.
  const done = await staff('POST', `${path}/import`, {})
  expect([done.status, done.body.data.rows]).toEqual([201, rows])
  expect(await stopped(staff('PUT', `/api/v1/imports/${done.body.data.importID}/undo`), 'undoing')).toEqual([
    409,
    'import.stopped',
    'Stopped: nothing was undone',
  ])
  expect(await db.$count(supplier)).toBe(rows)
})

test('stops opening stock while it is written, and nothing of it stays', { timeout: 120_000 }, async () => {
  await staff('POST', '/api/v1/categories', { categoryCode: 'RG', categoryName: 'Rings' })
  const count = 3000
  const items = toCsv([
    ['Item code', 'Item name', 'Category', 'Grams', 'UOM', 'Price', 'Cost'],
    ...Array.from({ length: count }, (_, n) => [`S-${n}`, `Ring ${n}`, 'Rings', '1', 'PCS', '2', '1']),
  ])
  const made = formOf({ kind: 'items' }, { 'items.csv': new TextEncoder().encode(items) }, 'file')
  expect((await staff('POST', '/api/v1/imports', made)).status).toBe(201)
  const stock = toCsv([
    ['Item', 'Location', 'Quantity'],
    ...Array.from({ length: count }, (_, n) => [`S-${n}`, 'Main', '5']),
  ])
  const form = formOf({ kind: 'stock' }, { 'stock.csv': new TextEncoder().encode(stock) }, 'file')
  const path = `/api/v1/imports/drafts/${(await staff('POST', '/api/v1/imports/drafts', form)).body.data.importDraftID}`
  expect((await staff('POST', `${path}/check`, {})).body.data.check).toMatchObject({ created: count })

  // Another transaction holds the value of one item: all rows are read then, and the first batch waits.
  const held = Promise.withResolvers<void>()
  const holds = Promise.withResolvers<void>()
  const other = db.transaction(async (tx) => {
    await tx.select().from(stockValue).limit(1).for('update')
    holds.resolve()
    await held.promise
  })
  await holds.promise
  const run = staff('POST', `${path}/import`, {})
  const waiting = async () =>
    (
      await db.execute<object>(
        sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
      )
    ).rows.length
  await expect.poll(waiting, { timeout: 60_000 }).toBe(1)
  expect(await progress()).toEqual({ doing: 'importing', rows: 0, of: count })
  expect(await stop()).toEqual({ stopping: true })
  held.resolve()
  await other
  const { status, body } = await run
  expect([status, body.code, body.message]).toEqual([409, 'import.stopped', 'Stopped: nothing was imported'])
  expect([await db.$count(inventory), await db.$count(stockMovement)]).toEqual([0, 0])

  // Its progress counts the rows that are written.
  const seen = new Set<number>()
  const over = new AbortController()
  const done = staff('POST', `${path}/import`, {}).finally(() => over.abort())
  while (!over.signal.aborted) seen.add((await progress())?.rows ?? 0)
  expect((await done).body.data.rows).toBe(count)
  expect([...seen]).toContain(1000)
})

test('a stop after the last report still stops the work', async () => {
  const userID = users.get(3)!
  const work = withProgress(db, userID, async (reporter) => {
    reporter('importing', 1)
    await expect.poll(progress).toEqual({ doing: 'importing', rows: 0, of: 1 })
    expect(await stop()).toEqual({ stopping: true })
    return 'done'
  })
  await expect(work).rejects.toMatchObject({ code: 'import.stopped', message: 'Stopped: nothing was imported' })
  expect(await progress()).toBeNull()
  expect(await stop()).toEqual({ stopping: false })
})

test('the row of a killed server stops nothing', async () => {
  const left = { userID: users.get(3)!, doing: 'importing' as const, rows: 1, total: 2, stopped: true, at: new Date() }
  await db.insert(importProgress).values(left)
  const path = await draftPath()
  expect((await staff('POST', `${path}/check`, {})).status).toBe(200)
})
