// Proves the scheduled work that no subject tests: what it sweeps, and that it merges row counts.
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { testApp } from '../tests/support/fixtures.ts'
import { attempt, session } from './db/schema/people.ts'
import { customer } from './db/schema/sales.ts'
import { idempotencyKey, rowCount } from './db/schema/shared.ts'
import { runScheduledWork } from './scheduled-work.ts'

const { app, as, db } = await testApp()

test('removes expired rows and nothing else', async () => {
  const supplier = { supplierName: 'Aurum', contactDetails: '1', email: 'a@x.example' }
  await as(3)('POST', '/api/v2/suppliers', supplier, { 'idempotency-key': 'kept' })
  await as(2)('POST', '/api/v2/suppliers', { ...supplier, supplierName: 'Old' }, { 'idempotency-key': 'old' })
  await db
    .update(idempotencyKey)
    .set({ createdAt: sql`now() - interval '25 hours'` })
    .where(sql`key = 'old'`)
  await db.insert(attempt).values([{ bucket: 'kept' }, { bucket: 'old', at: sql`now() - interval '2 days'` }])
  const [first] = await db.select().from(session).limit(1)
  await db
    .update(session)
    .set({ expiresAt: sql`now() - interval '1 minute'` })
    .where(sql`session_id = ${first!.sessionID}`)
  const sessions = await db.$count(session)

  await runScheduledWork(app)

  expect((await db.select().from(idempotencyKey)).map(({ key }) => key)).toEqual(['kept'])
  expect((await db.select().from(attempt)).map(({ bucket }) => bucket)).toEqual(['kept'])
  expect(await db.$count(session)).toBe(sessions - 1)
})

test('an idempotency key can be used again after 24 hours, even before the sweep removes it', async () => {
  const send = (supplierName: string) =>
    as(3)(
      'POST',
      '/api/v2/suppliers',
      { supplierName, contactDetails: '1', email: 'a@x.example' },
      { 'idempotency-key': 'x' },
    )
  expect((await send('First')).status).toBe(201)
  expect((await send('Second')).status).toBe(422)
  await db.update(idempotencyKey).set({ createdAt: sql`now() - interval '25 hours'` })
  expect((await send('Second')).status).toBe(201)
})

test('keeps the row counts right and merges them, on many servers at once', async () => {
  const total = async () => (await as(3)('GET', '/api/v2/customers')).body.meta.total
  const one = { firstName: 'A', lastName: 'B', contactNo: '1', email: 'a@x.example', customerTypeID: 1 }
  const made = await Promise.all(Array.from({ length: 20 }, () => as(3)('POST', '/api/v2/customers', one)))
  expect(made.map(({ status }) => status)).toEqual(made.map(() => 201))
  await db.insert(customer).values([one, one, one])
  await db.delete(customer).where(sql`customer_id in (1, 2)`)
  await db.delete(customer).where(sql`false`)
  await db
    .transaction(async (tx) => {
      await tx.insert(customer).values(one)
      tx.rollback()
    })
    .catch(() => null)
  expect(await total()).toBe(21)
  expect(await db.$count(customer)).toBe(21)

  await Promise.all([
    ...Array.from({ length: 4 }, () => runScheduledWork(app)),
    ...Array.from({ length: 5 }, () => as(3)('POST', '/api/v2/customers', one)),
  ])
  expect(await total()).toBe(26)
  await runScheduledWork(app)
  expect((await db.select().from(rowCount)).filter(({ tableName }) => tableName === 'customer')).toEqual([
    { tableName: 'customer', change: 26 },
  ])
  expect(await total()).toBe(26)

  await expect(db.execute(sql`truncate customer cascade`)).rejects.toMatchObject({ cause: { code: '23001' } })
  expect(await total()).toBe(26)
})
