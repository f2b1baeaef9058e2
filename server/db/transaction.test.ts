import { eq, sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'

import { testApp } from '../../tests/support/fixtures.ts'
import type { Db, Tx } from '../kernel/database.ts'
import { connect } from './client.ts'
import { prepareStatement } from './prepared.ts'
import { location } from './schema/stock.ts'
import { deferStatement, readSnapshot, awaitStatements, transact } from './transaction.ts'

// With one connection, each transaction gets the connection state that the previous transaction left.
const { url } = await testApp()
const { db, pool } = connect(url, 1)
afterAll(() => pool.end())

const insert = prepareStatement('put_location', ['name'], (on, { name }) =>
  on.insert(location).values({ locationName: sql`${name}` }),
)
const insertDeferred = (on: Db | Tx, values: { name: string }) => deferStatement(on, insert(on, values))
const find = prepareStatement('find_location_by_name', ['name'], (on, { name }) =>
  on.select().from(location).where(eq(location.locationName, name)),
)
const divide = prepareStatement('divide', ['by'], (on, { by }) =>
  on.select({ result: sql`1 / ${by}::int` }).from(location),
)
const exists = async (name: string) => (await find(db, { name })).length === 1
const existsIn = async (tx: Tx) => (await find(tx, { name: 'one' })).length === 1

test('the next statement sees a deferred write, and the commit keeps it', async () => {
  await transact(db, async (tx) => {
    await insertDeferred(tx, { name: 'one' })
    await insertDeferred(tx, { name: 'two' })
    expect(await find(tx, { name: 'one' })).toHaveLength(1)
    await insertDeferred(tx, { name: 'three' })
  })
  expect(await Promise.all(['one', 'two', 'three'].map(exists))).toEqual([true, true, true])
})

test('awaits a deferred statement outside a transaction', async () => {
  await insertDeferred(db, { name: 'alone' })
  expect(await exists('alone')).toBe(true)
  await expect(insertDeferred(db, { name: 'alone' })).rejects.toMatchObject({ cause: { code: '23505' } })
})

test('a failed deferred statement rolls the transaction back and is the reported error', async () => {
  const spoilt = transact(db, async (tx) => {
    await tx.insert(location).values({ locationName: 'before' })
    await insertDeferred(tx, { name: 'one' })
    await tx.insert(location).values({ locationName: 'after' })
  })
  await expect(spoilt).rejects.toMatchObject({ cause: { code: '23505' } })
  expect(await Promise.all(['before', 'after'].map(exists))).toEqual([false, false])
})

test('a deferred statement that fails at the commit rolls the transaction back', async () => {
  const spoilt = transact(db, async (tx) => {
    await tx.insert(location).values({ locationName: 'before' })
    await insertDeferred(tx, { name: 'one' })
  })
  await expect(spoilt).rejects.toMatchObject({ cause: { code: '23505' } })
  expect(await exists('before')).toBe(false)
})

test('a failed first statement aborts the transaction, so that later statements fail too', async () => {
  const spoilt = transact(db, async (tx) => {
    await tx.execute(sql`select 1 / 0`).catch(() => null)
    await tx.insert(location).values({ locationName: 'after' })
  })
  await expect(spoilt).rejects.toMatchObject({ cause: { code: '25P02' } })
  expect(await exists('after')).toBe(false)
})

test('statements sent together throw the first failure, not the failures that follow from it', async () => {
  const codeOf = (error: unknown) => (error as { cause: { code: string } }).cause.code
  // The failing statement settles after the others, because more promises wrap it.
  const slowly = async (tx: Tx) => {
    const inner = async () => await divide(tx, { by: 0 })
    return await inner()
  }
  const codes: unknown[] = []
  await transact(db, async (tx) => {
    await awaitStatements([slowly(tx), find(tx, { name: 'one' }), existsIn(tx)]).catch((error) =>
      codes.push(codeOf(error)),
    )
    const [later] = await Promise.allSettled([find(tx, { name: 'one' })])
    codes.push(later.status === 'rejected' && codeOf(later.reason))
  })
  expect(codes).toEqual(['22012', '25P02'])
  await transact(db, async (tx) => expect(await existsIn(tx)).toBe(true))
})

test('statements sent together return their results in order', async () => {
  await transact(db, async (tx) => {
    const found = await awaitStatements([find(tx, { name: 'one' }), existsIn(tx), find(tx, { name: 'nowhere' })])
    expect(found).toMatchObject([[{ locationName: 'one' }], true, []])
  })
})

test('a transaction that throws leaves nothing, before or after its first statement', async () => {
  const giveUp = new Error('Given up')
  await expect(transact(db, () => Promise.reject(giveUp))).rejects.toBe(giveUp)
  const halfway = transact(db, async (tx) => {
    await insertDeferred(tx, { name: 'given up' })
    throw giveUp
  })
  await expect(halfway).rejects.toBe(giveUp)
  expect(await exists('given up')).toBe(false)
  await transact(db, async () => {})
  await insertDeferred(db, { name: 'later' })
  expect(await exists('later')).toBe(true)
})

test('a failed savepoint is rolled back alone', async () => {
  await transact(db, async (tx) => {
    await insertDeferred(tx, { name: 'outer' })
    const inner = transact(tx, async (part) => {
      await insertDeferred(part, { name: 'inner' })
      throw new Error('Given up')
    })
    await expect(inner).rejects.toThrow('Given up')
    await insertDeferred(tx, { name: 'outer again' })
  })
  expect(await Promise.all(['outer', 'inner', 'outer again'].map(exists))).toEqual([true, false, true])
})

test('a failed deferred statement rolls back its savepoint only and is the reported error', async () => {
  await transact(db, async (tx) => {
    await insertDeferred(tx, { name: 'kept' })
    const inner = transact(tx, async (part) => {
      await transact(part, (innermost) => insertDeferred(innermost, { name: 'innermost' }))
      await insertDeferred(part, { name: 'kept' })
      await existsIn(part)
    })
    await expect(inner).rejects.toMatchObject({ cause: { code: '23505' } })
    await insertDeferred(tx, { name: 'kept too' })
  })
  expect(await Promise.all(['kept', 'innermost', 'kept too'].map(exists))).toEqual([true, false, true])
})

test('the pool does not reuse a connection that the database closed', async () => {
  const lost = transact(db, async (tx) => {
    await tx.execute(sql`select pg_terminate_backend(pg_backend_pid())`)
  })
  await expect(lost).rejects.toMatchObject({ cause: { code: '57P01' } })
  await transact(db, async (tx) => expect(await existsIn(tx)).toBe(true))
})

test('refuses a transaction handle after its transaction has ended', async () => {
  const ended = await transact(db, async (tx) => tx)
  await expect(transact(ended, () => Promise.resolve())).rejects.toThrow('it has no pool')
})

test('a snapshot allows reads and refuses writes', async () => {
  const wrong = readSnapshot(db, async (tx) => {
    expect(await existsIn(tx)).toBe(true)
    await tx.insert(location).values({ locationName: 'read only' })
  })
  await expect(wrong).rejects.toMatchObject({ cause: { code: '25006' } })
})
