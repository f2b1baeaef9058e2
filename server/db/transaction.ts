import { DrizzleQueryError, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'

import type { Db, Tx } from '../kernel/database.ts'
import { poolOf } from './client.ts'
import { databaseError } from './database-error.ts'

/**
 * Work that is done once for a whole transaction: `send` gets all notes of the transaction and sends a statement before
 * the commit; `committed` gets them after it.
 */
export type CommitPart<Note> = {
  send: (tx: Db | Tx, notes: readonly Note[]) => Promise<unknown>
  committed: (db: Db | Tx, notes: readonly Note[]) => void
}
type AnyPart = CommitPart<never>

/**
 * A running transaction or savepoint. `deferred` holds the statements that were sent but not awaited, `notes` what its
 * commit will do.
 */
type Running = {
  tx: Tx
  client: pg.PoolClient
  depth: number
  deferred: Promise<unknown>[]
  notes: Map<AnyPart, unknown[]>
}

const running = new WeakMap<Db | Tx, Running>()

/** One Drizzle handle per connection, so that the prepared statements of the connection are reused (`prepared.ts`). */
const handles = new WeakMap<pg.PoolClient, Tx>()

/**
 * Runs the work in a transaction, or in a savepoint when `db` is already a transaction. Commits when the work ends, and
 * rolls back when it throws. `begin` is sent but not awaited, so that it costs no extra round trip.
 */
export async function transact<T>(db: Db | Tx, work: (tx: Tx) => Promise<T>): Promise<T> {
  const outer = running.get(db)
  if (outer) {
    const name = `part_${outer.depth}`
    const part = { ...outer, depth: outer.depth + 1, deferred: [], notes: new Map<AnyPart, unknown[]>() }
    const commands = [`savepoint ${name}`, `release savepoint ${name}`, `rollback to savepoint ${name}`] as const
    const answer = await attempt(part, commands, work).finally(() => running.set(outer.tx, outer))
    for (const [one, notes] of part.notes) notesOf(outer, one).push(...notes)
    return answer
  }
  const client = await poolOf(db).connect()
  const tx = handles.get(client) ?? drizzle({ client, jit: true })
  handles.set(client, tx)
  const whole = { tx, client, depth: 0, deferred: [], notes: new Map<AnyPart, unknown[]>() }
  let isReadOnly = false
  const answer = await attempt(whole, ['begin', 'commit', 'rollback'], work)
    .catch((error: unknown) => {
      isReadOnly = databaseError(error)?.code === readOnlyTransaction
      throw error
    })
    .finally(() => {
      running.delete(tx)
      // The pool must not reuse a connection that is still inside a transaction, nor one to a standby. The next
      // connection reaches the primary server.
      client.release(isReadOnly || client.getTransactionStatus() !== 'I')
    })
  for (const [part, notes] of whole.notes) part.committed(db, notes as never[])
  return answer
}

/** PostgreSQL's code for a write on a server or in a transaction that only reads. */
const readOnlyTransaction = '25006'

/** Runs a write, and retries it up to four times after a deadlock (40P01) or a serialization failure (40001). */
export async function transactRetried<T>(db: Db | Tx, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let trial = 1; ; trial++) {
    try {
      return await transact(db, work)
    } catch (error) {
      const code = databaseError(error)?.code
      if (trial === 5 || (code !== '40P01' && code !== '40001')) throw error
    }
  }
}

/** Runs read-only work on one snapshot, so that its reads are consistent while others write. */
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
    // As a prepared statement, it goes out together with the first statement of the work (`GatheringSocket`).
    await deferStatement(tx, client.query({ name: begin, text: begin }))
    const answer = await work(tx)
    if (part.depth === 0) for (const [one, notes] of part.notes) deferred.push(one.send(tx, notes as never[]))
    await awaitStatements([...deferred, client.query(commit)])
    return answer
  } catch (error) {
    const answers = await Promise.allSettled([...deferred, client.query(rollback)])
    const first = answers.find((answer) => answer.status === 'rejected')
    throw first && isConsequence(error) ? first.reason : error
  }
}

/**
 * Lets the transaction await a statement that the caller has already sent, at the latest at the commit. If the
 * statement fails, the whole transaction fails, and the caller cannot catch the error. Use it only for writes that no
 * input can make fail. Outside `transact`, this function awaits the statement itself.
 */
export async function deferStatement(db: Db | Tx, statement: Promise<unknown>): Promise<void> {
  const part = running.get(db)
  if (!part) return void (await statement)
  part.deferred.push(statement)
  statement.catch(() => {}) // `attempt` reports the error.
}

/**
 * Adds a note to what the transaction's commit does. A savepoint that is rolled back takes its notes along. Outside
 * `transact` the part runs at once.
 */
export async function noteForCommit<Note>(db: Db | Tx, part: CommitPart<Note>, note: Note): Promise<void> {
  const now = running.get(db)
  if (now) return void notesOf(now, part).push(note)
  await part.send(db, [note])
  part.committed(db, [note])
}

/** Returns the notes that the transaction has made for this part so far. */
export const listNotes = <Note>(db: Db | Tx, part: CommitPart<Note>): readonly Note[] =>
  (running.get(db)?.notes.get(part) ?? []) as Note[]

function notesOf<Note>({ notes }: Running, part: CommitPart<Note>): unknown[] {
  const made = notes.get(part) ?? []
  notes.set(part, made)
  return made
}

/**
 * Awaits statements that were sent in this order in one transaction, and throws the first error. The errors after it
 * only say that PostgreSQL has aborted the transaction.
 */
export async function awaitStatements<const Sent extends readonly Promise<unknown>[]>(
  statements: Sent,
): Promise<{ -readonly [Place in keyof Sent]: Awaited<Sent[Place]> }> {
  for (const answer of await Promise.allSettled(statements)) if (answer.status === 'rejected') throw answer.reason
  return Promise.all(statements)
}

/** Whether PostgreSQL refused a statement because an earlier one of its transaction failed (25P02). */
const isConsequence = (error: unknown) =>
  error instanceof DrizzleQueryError && error.cause instanceof pg.DatabaseError && error.cause.code === '25P02'
