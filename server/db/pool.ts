import { Socket } from 'node:net'

import pg from 'pg'

type UnavailableReason = 'database-silent' | 'queue-full'

/** The pool refused to give a connection. It did not wait, and sent nothing to the database. */
export class PoolUnavailable extends Error {
  readonly reason: UnavailableReason
  constructor(reason: UnavailableReason) {
    super(reason === 'database-silent' ? 'The database does not answer' : 'Too many wait for a connection')
    this.reason = reason
  }
}

/**
 * A socket that sends what is written in one turn of the event loop together. So statements that the app sends without
 * awaiting the one before reach the database in one packet and wake it once.
 */
class GatheringSocket extends Socket {
  #gathers = false

  /** The driver corks the socket for each statement. The first of a turn keeps it corked until the turn ends. */
  override cork() {
    super.cork()
    if (this.#gathers) return
    this.#gathers = true
    super.cork()
    process.nextTick(() => {
      this.#gathers = false
      this.uncork()
    })
  }
}

/**
 * A connection pool that fails immediately when waiting is pointless: while the database does not respond (`silent`),
 * and while `mostWaiting` requests already wait for a connection.
 */
export class Pool extends pg.Pool {
  #silent = false
  readonly #sockets = new Set<Socket>()
  readonly #mostWaiting: number

  constructor({ mostWaiting = Infinity, ...config }: pg.PoolConfig & { mostWaiting?: number | undefined }) {
    const stream = () => {
      const socket = new GatheringSocket()
      this.#sockets.add(socket)
      return socket.once('close', () => this.#sockets.delete(socket))
    }
    super({ ...config, stream, pipeline: true })
    this.#mostWaiting = mostWaiting
  }

  /** Whether some caller holds a connection or waits for one. */
  get isInUse(): boolean {
    return this.totalCount > this.idleCount || this.waitingCount > 0
  }

  /** Whether the database has stopped responding. */
  get silent(): boolean {
    return this.#silent
  }

  /**
   * While true, the pool gives no connections. Setting true also destroys the open connections, so that their queries
   * fail.
   */
  set silent(silent: boolean) {
    this.#silent = silent
    if (silent) for (const socket of this.#sockets) destroySocket(socket)
  }

  override connect(): Promise<pg.PoolClient>
  override connect(done: Done): void
  override connect(done?: Done): Promise<pg.PoolClient> | void {
    const reason = this.#refusalReason()
    if (!reason) return done ? super.connect(done) : super.connect()
    if (!done) return Promise.reject(new PoolUnavailable(reason))
    done(new PoolUnavailable(reason), undefined, () => {})
  }

  #refusalReason(): UnavailableReason | null {
    if (this.#silent) return 'database-silent'
    return this.waitingCount >= this.#mostWaiting ? 'queue-full' : null
  }
}

type Done = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  release: (error?: Error | boolean) => void,
) => void

/** Destroys a connection without sending a closing message, because the database may never reply. */
export const destroySocket = (socket: Socket) =>
  socket.destroy(new Error('Connection terminated: the database does not answer'))
