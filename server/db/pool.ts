import type { Socket } from 'node:net'

import pg from 'pg'

import { Connection } from './connection.ts'

/** Why somebody who asked for a connection was sent away at once: nothing was sent to the database. */
export class NoConnection extends Error {
  readonly reason: 'silent' | 'crowded'
  constructor(reason: 'silent' | 'crowded') {
    super(reason === 'silent' ? 'The database does not answer' : 'Too many wait for a connection')
    this.reason = reason
  }
}

/**
 * A pool that sends people away at once rather than let them wait for what is not coming: while it is told that its
 * database is silent, and while `mostWaiting` wait already.
 */
export class Pool extends pg.Pool {
  #silent = false
  readonly #open = new Set<pg.Client>()
  readonly #mostWaiting: number

  constructor({ mostWaiting = Infinity, ...config }: pg.PoolConfig & { mostWaiting?: number | undefined }) {
    const pipelined = { pipeline: true } // not in the driver's types yet
    super({ ...config, ...pipelined, Client: Connection as never })
    this.#mostWaiting = mostWaiting
    this.on('connect', (client) => this.#open.add(client))
    this.on('remove', (client) => this.#open.delete(client))
  }

  /** Whether anybody has a connection or waits for one. */
  get inUse(): boolean {
    return this.totalCount > this.idleCount || this.waitingCount > 0
  }

  get silent(): boolean {
    return this.#silent
  }

  /** While true, asking for a connection fails at once. Every connection that is open is cut, and what it waits for fails. */
  set silent(silent: boolean) {
    this.#silent = silent
    if (silent) for (const client of this.#open) cut(client)
  }

  override connect(): Promise<pg.PoolClient>
  override connect(done: Done): void
  override connect(done?: Done): Promise<pg.PoolClient> | void {
    const reason = this.#silent ? 'silent' : this.waitingCount >= this.#mostWaiting ? 'crowded' : null
    if (!reason) return done ? super.connect(done) : super.connect()
    if (!done) return Promise.reject(new NoConnection(reason))
    done(new NoConnection(reason), undefined, () => {})
  }
}

type Done = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  release: (error?: Error | boolean) => void,
) => void

/** Ends a connection without a word to the other side, which may never answer it. */
export function cut(client: pg.ClientBase) {
  const { stream } = (client as pg.ClientBase & { connection: { stream: Socket } }).connection
  stream.destroy(new Error('Connection terminated: the database does not answer'))
}
