import { type SQL, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'

import type { Db, Tx } from '../kernel/database.ts'
import { poolOf } from './client.ts'

/** The database as it stood at one moment: whatever is read of it agrees. Nothing can be written. */
export type Snapshot = {
  query: <Row extends Record<string, unknown>>(select: SQL) => Promise<Row[]>
  /** Reads rows a batch at a time; the next is read when it is asked for. An empty batch is the end. */
  batches: <Row extends Record<string, unknown>>(select: SQL, size: number) => Promise<() => Promise<Row[]>>
  /** Aborted when the database has ended the connection: whoever waits for a reader need wait no longer. */
  lost: AbortSignal
  /** Gives the connection back; ends what is still running on it. */
  close: () => Promise<void>
}

/**
 * Opens a snapshot on a connection of its own. `gone` closes it, at once, whatever it is doing: a reader that went away
 * leaves no statement behind. Whoever reads nothing for a minute loses the connection to the pool's own limit.
 */
export async function openSnapshot(db: Db | Tx, gone?: AbortSignal): Promise<Snapshot> {
  const client = await poolOf(db).connect()
  const lost = new AbortController()
  // The pool listens while it has the connection; an error that comes while we have it would end the process.
  const lose = (error: Error) => lost.abort(error)
  client.on('error', lose)
  const own = drizzle({ client })
  let running = 0
  let pid = 0
  let closed: Promise<void> | null = null

  async function query<Row extends Record<string, unknown>>(select: SQL): Promise<Row[]> {
    if (closed) throw new Error('The snapshot is closed')
    running++
    try {
      return (await own.execute<Record<string, unknown>>(select)).rows as Row[]
    } finally {
      running--
    }
  }

  async function end() {
    gone?.removeEventListener('abort', close)
    let clean = running === 0 && !lost.signal.aborted
    if (running > 0) await cancel(db, pid)
    // A cancel may yet arrive and strike the next statement: such a connection is not used again.
    else if (clean) clean = await own.execute(sql`rollback`).then(yes, no)
    // What is thrown away may still fail, and nobody else would hear of it.
    if (clean) client.off('error', lose)
    client.release(!clean)
  }
  const close = () => (closed ??= end())

  try {
    await query(sql`begin isolation level repeatable read read only`)
    // The first rows are wanted soon; sorts and joins of a long report get room in memory, though not much.
    const [settings] = await query<{ pid: number }>(sql`select pg_backend_pid() as pid,
      set_config('cursor_tuple_fraction', '0.01', true), set_config('work_mem', '32MB', true),
      set_config('statement_timeout', '5min', true)`)
    pid = settings!.pid
  } catch (error) {
    await close()
    throw error
  }
  if (gone?.aborted) await close()
  else gone?.addEventListener('abort', close)

  return {
    query,
    lost: lost.signal,
    async batches(select, size) {
      await query(sql`declare report no scroll cursor for ${select}`)
      const next = sql`fetch forward ${sql.raw(String(size))} from report`
      return () => query(next)
    },
    close,
  }
}

const ignore = () => {}
const yes = () => true
const no = () => false

/** Ends what a connection is running, by way of another one. */
async function cancel(db: Db | Tx, pid: number) {
  await db.execute(sql`select pg_cancel_backend(${pid})`).catch(ignore)
}
