// Proves the parts of `serveCrud` that no resource uses yet: document numbers, joined names and refused tables.
import { sql } from 'drizzle-orm'
import { boolean, date, integer, pgTable, text as textColumn } from 'drizzle-orm/pg-core'
import Fastify from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { afterAll, expect, test } from 'vitest'

import {
  readOnly,
  crud,
  day,
  defineFields,
  documentNumber,
  optionalText,
  reference,
  text,
} from '../../contract/shared/resource.ts'
import { z } from '../../contract/shared/zod.ts'
import { testApp } from '../../tests/support/fixtures.ts'
import { key } from '../db/schema/columns.ts'
import { stamps } from '../db/schema/people.ts'
import { supplier } from '../db/schema/purchasing.ts'
import { changesOf } from '../events/publish.ts'
import { registerErrorHandler } from '../http/errors.ts'
import { registerSessions } from '../http/session.ts'
import { serveCrud } from './crud.ts'

const { db, tokens } = await testApp()

const fields = defineFields('jobID', {
  jobNumber: documentNumber('SC'),
  supplierID: reference,
  supplierName: readOnly(z.string().nullable()),
  work: text(40),
  due: day,
  notes: optionalText(40),
})
const jobs = crud('/api/v1/jobs', fields, {
  schema: 'CrudTestJob',
  all: 'Jobs',
  one: 'job',
  about: ['reminder'],
  read: 'purchasing.read',
  write: 'purchasing.write',
})
const columns = {
  jobID: key('job_id'),
  jobNumber: textColumn('job_number').notNull(),
  supplierID: integer('supplier_id').notNull(),
  work: textColumn('work').notNull(),
  due: date('due').notNull(),
  notes: textColumn('notes'),
  ...stamps,
}
const job = pgTable('job', columns)
await db.execute(sql`create table job (job_id int primary key generated always as identity, job_number text not null,
  supplier_id int not null, work text not null, due date not null, notes text, created_by_id int, modified_by_id int,
  created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now())`)
await db
  .insert(supplier)
  .values(['Aurum', 'Bulawan'].map((supplierName) => ({ supplierName, contactDetails: '1', email: 'a@x.example' })))

const supplierName = {
  from: supplier,
  key: supplier.supplierID,
  by: job.supplierID,
  name: sql<string>`${supplier.supplierName}`,
}
const stored = { fields, entity: 'supplier', searched: [job.work, supplier.supplierName] } as const

const app = Fastify()
afterAll(() => app.close())
app.decorate('db', db)
app.decorate('changesOf', changesOf)
// 2027 begins earlier in the shop's time zone, Asia/Tokyo.
app.decorate('clock', () => new Date('2026-12-31T16:00:00Z'))
app.setValidatorCompiler(validatorCompiler)
app.setSerializerCompiler(serializerCompiler)
registerErrorHandler(app)
registerSessions(app)
serveCrud(app, jobs, { ...stored, table: job, names: { supplierName } })

async function send(method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) {
  const headers = { authorization: `Bearer ${tokens.get(3)}` }
  return (await app.inject({ method, url, headers, ...(payload && { payload }) })).json()
}
const body = { supplierID: 1, work: 'Cast', due: '2027-01-10' }

test('a new record takes the next number of the shop’s year and returns the joined name', async () => {
  expect((await send('POST', '/api/v1/jobs', { ...body, jobNumber: 'SC-1' })).data).toMatchObject({
    ...body,
    jobNumber: 'SC-2027-000001',
    supplierName: 'Aurum',
  })
  const changed = await send('PUT', '/api/v1/jobs/1', { ...body, supplierID: 2 })
  expect(changed.data).toMatchObject({ jobNumber: 'SC-2027-000001', supplierName: 'Bulawan' })
  expect((await send('GET', '/api/v1/jobs/1')).data).toEqual(changed.data)
  expect((await send('GET', '/api/v1/jobs/2')).message).toBe('Supplier not found')
})

test('the list sorts, filters and searches by the joined name', async () => {
  await send('POST', '/api/v1/jobs', body)
  const names = async (query: string) =>
    (await send('GET', `/api/v1/jobs?${query}`)).data.map((row: { supplierName: string }) => row.supplierName)
  expect(await names('sort=-supplierName')).toEqual(['Bulawan', 'Aurum'])
  expect(await names('search=bula')).toEqual(['Bulawan'])
  expect(await names('supplierID=1')).toEqual(['Aurum'])
})

test('a table that does not fit the fields does not compile', () => {
  const { notes: _, ...fewer } = columns
  const noNotes = pgTable('a', fewer)
  const dueAsNumber = pgTable('b', { ...columns, due: integer('due').notNull() })
  const moreNeeded = pgTable('c', { ...columns, urgent: boolean('urgent').notNull() })
  const names = { supplierName }
  const plants = [
    // The compiler must refuse the next line.
    // @ts-expect-error The field notes has no column
    () => serveCrud(app, jobs, { ...stored, table: noNotes, names }),
    // The compiler must refuse the next line.
    // @ts-expect-error The column of the field due has another type
    () => serveCrud(app, jobs, { ...stored, table: dueAsNumber, names }),
    // The compiler must refuse the next line.
    // @ts-expect-error No field fills the column urgent
    () => serveCrud(app, jobs, { ...stored, table: moreNeeded, names }),
    // The compiler must refuse the next line.
    // @ts-expect-error The field supplierName has neither a column nor a joined name
    () => serveCrud(app, jobs, { ...stored, table: job }),
  ]
  expect(plants).toHaveLength(4)
})
