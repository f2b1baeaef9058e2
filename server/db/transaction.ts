import { DrizzleQueryError, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'

import type { Db, Tx } from '../kernel/database.ts'
import { poolOf } from './client.ts'

/** A transaction or savepoint that runs: `deferred` are the statements that were sent and are not awaited yet. */
type Running = { tx: Tx; client: pg.PoolClient; depth: number; deferred: Promise<unknown>[] }

const running = new WeakMap<Db | Tx, Running>()

/** One handle for each connection, so that statements prepared on it stay prepared (`prepared.ts`). */
const handles = new WeakMap<pg.PoolClient, Tx>()

/**
 * Runs the work in one transaction, or in a savepoint where `db` is a transaction already. It commits when the work ends,
 * and rolls back when the work throws. `begin` is deferred, so that it costs no trip of its own.
 */
export async function transact<T>(db: Db | Tx, work: (tx: Tx) => Promise<T>): Promise<T> {
  const outer = running.get(db)
  if (outer) {
    const name = `part_${outer.depth}`
    const part = { ...outer, depth: outer.depth + 1, deferred: [] }
    const commands = [`savepoint ${name}`, `release savepoint ${name}`, `rollback to savepoint ${name}`] as const
    return attempt(part, commands, work).finally(() => running.set(outer.tx, outer))
  }
  const client = await poolOf(db).connect()
  const tx = handles.get(client) ?? drizzle({ client, jit: true })
  handles.set(client, tx)
  const whole = { tx, client, depth: 0, deferred: [] }
  return attempt(whole, ['begin', 'commit', 'rollback'], work).finally(() => {
    running.delete(tx)
    // The pool closes a broken connection; one that is still in a transaction must not be lent again either.
    client.release(client.getTransactionStatus() !== 'I')
  })
}

/** Reads everything as of one moment, so that the parts agree while others write. Nothing can be written. */
export const readSnapshot = <T>(db: Db | Tx, work: (tx: Tx) => Promise<T>): Promise<T> =>
  transact(db, async (tx) => {
    await tx.execute(sql`set transaction isolation level repeatable read, read only`)
    return work(tx)
  })

async function attempt<T>(
  part: Running,
  [begin, commit, rollback]: readonly [string, string, string],
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const { tx, client, deferred } = part
  running.set(tx, part)
  try {
    await defer(tx, client.query(begin))
    const answer = await work(tx)
    await together([...deferred, client.query(commit)])
    return answer
  } catch (error) {
    const answers = await Promise.allSettled([...deferred, client.query(rollback)])
    const first = answers.find((answer) => answer.status === 'rejected')
    throw first && isBehindFailure(error) ? first.reason : error
  }
}

/**
 * Lets a statement that was just sent travel without waiting for its answer. Where it fails, the transaction fails for its
 * reason, at the latest when it commits. Only for writes that no mistake of the caller can make fail, since the handler
 * cannot catch the error. Outside of `transact` this waits for the answer.
 */
export async function defer(db: Db | Tx, statement: Promise<unknown>): Promise<void> {
  const part = running.get(db)
  if (!part) return void (await statement)
  part.deferred.push(statement)
  statement.catch(() => {}) // `attempt` reports it
}

/**
 * Waits for statements that were sent one after the other in a transaction. The first failure in that order is thrown: those
 * behind it fail only because PostgreSQL has aborted the transaction.
 */
export async function together<const Sent extends readonly Promise<unknown>[]>(
  statements: Sent,
): Promise<{ -readonly [Place in keyof Sent]: Awaited<Sent[Place]> }> {
  for (const answer of await Promise.allSettled(statements)) if (answer.status === 'rejected') throw answer.reason
  return Promise.all(statements)
}

/** Whether PostgreSQL refused a statement because an earlier one of its transaction failed (25P02). */
const isBehindFailure = (error: unknown) =>
  error instanceof DrizzleQueryError && error.cause instanceof pg.DatabaseError && error.cause.code === '25P02'
