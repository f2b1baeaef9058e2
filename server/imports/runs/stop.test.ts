// Proves that a person can stop their own running check, import or undo, which then changes nothing.
import { expect, test } from 'vitest'

import { toCsv } from '../../../contract/shared/csv.ts'
import { testApp } from '../../../tests/support/fixtures.ts'
import { formOf } from '../../../tests/support/pictures.ts'
import { importProgress } from '../../db/schema/imports.ts'
import { supplier } from '../../db/schema/purchasing.ts'

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

test('the row of a killed server stops nothing', async () => {
  const left = { userID: users.get(3)!, doing: 'importing' as const, rows: 1, total: 2, stopped: true, at: new Date() }
  await db.insert(importProgress).values(left)
  const path = await draftPath()
  expect((await staff('POST', `${path}/check`, {})).status).toBe(200)
})
