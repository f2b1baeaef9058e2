import { eq, sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'

import { testApp } from '../../tests/support/fixtures.ts'
import type { Tx } from '../kernel/database.ts'
import { connect } from './client.ts'
import { prepared, preparedUnanswered } from './prepared.ts'
import { location } from './schema/stock.ts'

// One connection, so that what a transaction leaves behind is what the next one finds.
const { url } = await testApp()
const { db, pool } = connect(url, 1)
afterAll(() => pool.end())

const put = preparedUnanswered('put_location', ['name'], (on, { name }) =>
  on.insert(location).values({ locationName: sql`${name}` }),
)
const find = prepared('find_location_by_name', ['name'], (on, { name }) =>
  on.select().from(location).where(eq(location.locationName, name)),
)
const divide = prepared('divide', ['by'], (on, { by }) => on.select({ result: sql`1 / ${by}::int` }).from(location))
const isThere = async (name: string) => (await find(db, { name })).length === 1
const isThereIn = async (tx: Tx) => (await find(tx, { name: 'one' })).length === 1

test('what nobody waits for is there for the next statement, and after the end', async () => {
  await db.transaction(async (tx) => {
    await put(tx, { name: 'one' })
    await put(tx, { name: 'two' })
    expect(await find(tx, { name: 'one' })).toHaveLength(1)
    await put(tx, { name: 'three' })
  })
  expect(await Promise.all(['one', 'two', 'three'].map(isThere))).toEqual([true, true, true])
})

test('it is written at once outside of a transaction', async () => {
  await put(db, { name: 'alone' })
  expect(await isThere('alone')).toBe(true)
})

test('where it fails, the next statement says so, and nothing of the transaction stays', async () => {
  const spoilt = db.transaction(async (tx) => {
    await tx.insert(location).values({ locationName: 'before' })
    await put(tx, { name: 'one' })
    await tx.insert(location).values({ locationName: 'after' })
  })
  await expect(spoilt).rejects.toMatchObject({ cause: { code: '23505' } })
  expect(await Promise.all(['before', 'after'].map(isThere))).toEqual([false, false])
})

test('where it fails at the very end, the transaction is not kept', async () => {
  const spoilt = db.transaction(async (tx) => {
    await tx.insert(location).values({ locationName: 'before' })
    await put(tx, { name: 'one' })
  })
  await expect(spoilt).rejects.toMatchObject({ cause: { code: '23505' } })
  expect(await isThere('before')).toBe(false)
})

test('where the first statement fails, the transaction has begun, and is undone', async () => {
  const spoilt = db.transaction(async (tx) => {
    await tx.execute(sql`select 1 / 0`).catch(() => null)
    await tx.insert(location).values({ locationName: 'after' })
  })
  await expect(spoilt).rejects.toMatchObject({ cause: { code: '25P02' } })
  expect(await isThere('after')).toBe(false)
})

test('what was on its way behind a statement that fails is told why, and what is sent later is not', async () => {
  const codeOf = (found: PromiseSettledResult<unknown>) =>
    found.status === 'rejected' && (found.reason as { cause: { code: string } }).cause.code
  const codes: unknown[] = []
  await db.transaction(async (tx) => {
    const asked = await Promise.allSettled([divide(tx, { by: 0 }), find(tx, { name: 'one' }), isThereIn(tx)])
    codes.push(...asked.map(codeOf))
    const [later] = await Promise.allSettled([find(tx, { name: 'one' })])
    codes.push(codeOf(later))
  })
  expect(codes).toEqual(['22012', '22012', '22012', '25P02'])
  await db.transaction(async (tx) => expect(await isThereIn(tx)).toBe(true))
})

test('what is given up leaves nothing, whether or not anything was sent', async () => {
  const giveUp = new Error('Given up')
  await expect(db.transaction(() => Promise.reject(giveUp))).rejects.toBe(giveUp)
  const halfway = db.transaction(async (tx) => {
    await put(tx, { name: 'never sent' })
    throw giveUp
  })
  await expect(halfway).rejects.toBe(giveUp)
  expect(await isThere('never sent')).toBe(false)
  await db.transaction(async () => {})
  await put(db, { name: 'later' })
  expect(await isThere('later')).toBe(true)
})

test('a part of a transaction is undone by itself', async () => {
  await db.transaction(async (tx) => {
    await put(tx, { name: 'outer' })
    const inner = tx.transaction(async (part) => {
      await put(part, { name: 'inner' })
      throw new Error('Given up')
    })
    await expect(inner).rejects.toThrow('Given up')
    await put(tx, { name: 'outer again' })
  })
  expect(await Promise.all(['outer', 'inner', 'outer again'].map(isThere))).toEqual([true, false, true])
})
