import { type SQL, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'

import type { Db, Tx } from '../kernel/database.ts'
import { poolOf } from './client.ts'

/** A read-only view of the database at one moment, so that all its reads are consistent. */
export type Snapshot = {
  query: <Row extends Record<string, unknown>>(select: SQL) => Promise<Row[]>
  /**
   * Reads rows in batches. Each call of the returned function reads the next batch, which is empty when no rows are
   * left.
   */
  batches: <Row extends Record<string, unknown>>(select: SQL, size: number) => Promise<() => Promise<Row[]>>
  /** This signal aborts when the database closes the connection, so that a waiting stream can fail. */
  lost: AbortSignal
  /** Cancels a running statement and returns the connection to the pool. */
  close: () => Promise<void>
}

/**
 * Opens a snapshot on its own connection. The signal `gone` closes it immediately, so that no statement keeps running
 * for a disconnected client. PostgreSQL closes the connection when nothing is read for a minute.
 */
export async function openSnapshot(db: Db | Tx, gone?: AbortSignal): Promise<Snapshot> {
  const client = await poolOf(db).connect()
  const lost = new AbortController()
  // The pool handles errors of idle connections only. An unhandled error event on this one would end the process.
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
    // A cancel request can arrive late and stop the next statement, so the pool discards a cancelled connection.
    else if (clean) clean = await own.execute(sql`rollback`).then(yes, no)
    // A discarded connection keeps its listener, because it may still emit an error.
    if (clean) client.off('error', lose)
    client.release(!clean)
  }
  const close = () => (closed ??= end())

  try {
    await query(sql`begin isolation level repeatable read read only`)
    // These settings choose plans that return the first rows early, and give sorts and joins more memory.
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

/** Cancels the running statement of a connection, through another connection. */
async function cancel(db: Db | Tx, pid: number) {
  await db.execute(sql`select pg_cancel_backend(${pid})`).catch(ignore)
}
