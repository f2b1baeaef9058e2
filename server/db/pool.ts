import { Socket } from 'node:net'

import pg from 'pg'

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
  readonly #sockets = new Set<Socket>()
  readonly #mostWaiting: number

  constructor({ mostWaiting = Infinity, ...config }: pg.PoolConfig & { mostWaiting?: number | undefined }) {
    const stream = () => {
      const socket = new Socket()
      this.#sockets.add(socket)
      return socket.once('close', () => this.#sockets.delete(socket))
    }
    super({ ...config, stream, pipeline: true })
    this.#mostWaiting = mostWaiting
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
    if (silent) for (const socket of this.#sockets) cut(socket)
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
export const cut = (socket: Socket) => socket.destroy(new Error('Connection terminated: the database does not answer'))
