import type { Socket } from 'node:net'

import pg from 'pg'

/** What whoever asks for a connection is told while the database says nothing; nothing was sent. */
export class DatabaseSilent extends Error {
  constructor() {
    super('The database does not answer')
  }
}

/** A pool that can be told that its database is silent: then nobody waits for what is not coming. */
export class Pool extends pg.Pool {
  #silent = false
  readonly #open = new Set<pg.Client>()

  constructor(config: pg.PoolConfig) {
    super(config)
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
    if (!this.#silent) return done ? super.connect(done) : super.connect()
    if (!done) return Promise.reject(new DatabaseSilent())
    done(new DatabaseSilent(), undefined, () => {})
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
