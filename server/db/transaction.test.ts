import { eq, sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'

import { testApp } from '../../tests/support/fixtures.ts'
import type { Db, Tx } from '../kernel/database.ts'
import { connect } from './client.ts'
import { prepared } from './prepared.ts'
import { location } from './schema/stock.ts'
import { defer, readSnapshot, together, transact } from './transaction.ts'

// One connection, so that what a transaction leaves behind is what the next one finds.
const { url } = await testApp()
const { db, pool } = connect(url, 1)
afterAll(() => pool.end())

const insert = prepared('put_location', ['name'], (on, { name }) =>
  on.insert(location).values({ locationName: sql`${name}` }),
)
const put = (on: Db | Tx, values: { name: string }) => defer(on, insert(on, values))
const find = prepared('find_location_by_name', ['name'], (on, { name }) =>
  on.select().from(location).where(eq(location.locationName, name)),
)
const divide = prepared('divide', ['by'], (on, { by }) => on.select({ result: sql`1 / ${by}::int` }).from(location))
const isThere = async (name: string) => (await find(db, { name })).length === 1
const isThereIn = async (tx: Tx) => (await find(tx, { name: 'one' })).length === 1

test('a deferred statement is there for the next statement, and after the end', async () => {
  await transact(db, async (tx) => {
    await put(tx, { name: 'one' })
    await put(tx, { name: 'two' })
    expect(await find(tx, { name: 'one' })).toHaveLength(1)
    await put(tx, { name: 'three' })
  })
  expect(await Promise.all(['one', 'two', 'three'].map(isThere))).toEqual([true, true, true])
})

test('it is awaited outside of a transaction', async () => {
  await put(db, { name: 'alone' })
  expect(await isThere('alone')).toBe(true)
  await expect(put(db, { name: 'alone' })).rejects.toMatchObject({ cause: { code: '23505' } })
})

test('where it fails, the transaction fails for its reason, and nothing of it stays', async () => {
  const spoilt = transact(db, async (tx) => {
    await tx.insert(location).values({ locationName: 'before' })
    await put(tx, { name: 'one' })
    await tx.insert(location).values({ locationName: 'after' })
  })
  await expect(spoilt).rejects.toMatchObject({ cause: { code: '23505' } })
  expect(await Promise.all(['before', 'after'].map(isThere))).toEqual([false, false])
})

test('where it fails at the very end, the transaction is not kept', async () => {
  const spoilt = transact(db, async (tx) => {
    await tx.insert(location).values({ locationName: 'before' })
    await put(tx, { name: 'one' })
  })
  await expect(spoilt).rejects.toMatchObject({ cause: { code: '23505' } })
  expect(await isThere('before')).toBe(false)
})

test('where the first statement fails, the transaction has begun, and is undone', async () => {
  const spoilt = transact(db, async (tx) => {
    await tx.execute(sql`select 1 / 0`).catch(() => null)
    await tx.insert(location).values({ locationName: 'after' })
  })
  await expect(spoilt).rejects.toMatchObject({ cause: { code: '25P02' } })
  expect(await isThere('after')).toBe(false)
})

test('of statements that are sent together the first failure is thrown, not that of those behind it', async () => {
  const codeOf = (error: unknown) => (error as { cause: { code: string } }).cause.code
  // The first is awaited through more promises than those behind it, which are refused in the same moment.
  const slowly = async (tx: Tx) => {
    const inner = async () => await divide(tx, { by: 0 })
    return await inner()
  }
  const codes: unknown[] = []
  await transact(db, async (tx) => {
    await together([slowly(tx), find(tx, { name: 'one' }), isThereIn(tx)]).catch((error) => codes.push(codeOf(error)))
    const [later] = await Promise.allSettled([find(tx, { name: 'one' })])
    codes.push(later.status === 'rejected' && codeOf(later.reason))
  })
  expect(codes).toEqual(['22012', '25P02'])
  await transact(db, async (tx) => expect(await isThereIn(tx)).toBe(true))
})

test('statements sent together answer in their order', async () => {
  await transact(db, async (tx) => {
    const found = await together([find(tx, { name: 'one' }), isThereIn(tx), find(tx, { name: 'nowhere' })])
    expect(found).toMatchObject([[{ locationName: 'one' }], true, []])
  })
})

test('what is given up leaves nothing, whether or not anything was sent', async () => {
  const giveUp = new Error('Given up')
  await expect(transact(db, () => Promise.reject(giveUp))).rejects.toBe(giveUp)
  const halfway = transact(db, async (tx) => {
    await put(tx, { name: 'given up' })
    throw giveUp
  })
  await expect(halfway).rejects.toBe(giveUp)
  expect(await isThere('given up')).toBe(false)
  await transact(db, async () => {})
  await put(db, { name: 'later' })
  expect(await isThere('later')).toBe(true)
})

test('a part of a transaction is undone by itself', async () => {
  await transact(db, async (tx) => {
    await put(tx, { name: 'outer' })
    const inner = transact(tx, async (part) => {
      await put(part, { name: 'inner' })
      throw new Error('Given up')
    })
    await expect(inner).rejects.toThrow('Given up')
    await put(tx, { name: 'outer again' })
  })
  expect(await Promise.all(['outer', 'inner', 'outer again'].map(isThere))).toEqual([true, false, true])
})

test('a part whose deferred statement fails is undone for its reason, and the rest stays', async () => {
  await transact(db, async (tx) => {
    await put(tx, { name: 'kept' })
    const inner = transact(tx, async (part) => {
      await transact(part, (innermost) => put(innermost, { name: 'innermost' }))
      await put(part, { name: 'kept' })
      await isThereIn(part)
    })
    await expect(inner).rejects.toMatchObject({ cause: { code: '23505' } })
    await put(tx, { name: 'kept too' })
  })
  expect(await Promise.all(['kept', 'innermost', 'kept too'].map(isThere))).toEqual([true, false, true])
})

test('a connection that is lost meanwhile is not lent again', async () => {
  const lost = transact(db, async (tx) => {
    await tx.execute(sql`select pg_terminate_backend(pg_backend_pid())`)
  })
  await expect(lost).rejects.toMatchObject({ cause: { code: '57P01' } })
  await transact(db, async (tx) => expect(await isThereIn(tx)).toBe(true))
})

test('a handle is of no use once its transaction has ended', async () => {
  const ended = await transact(db, async (tx) => tx)
  await expect(transact(ended, () => Promise.resolve())).rejects.toThrow('it has no pool')
})

test('a snapshot can be read, and not written', async () => {
  const wrong = readSnapshot(db, async (tx) => {
    expect(await isThereIn(tx)).toBe(true)
    await tx.insert(location).values({ locationName: 'read only' })
  })
  await expect(wrong).rejects.toMatchObject({ cause: { code: '25006' } })
})
