import type { ServerResponse } from 'node:http'

import { type EndReason, heartbeat, type LiveFrames } from '../../contract/events/events.ts'
import { may, type RoleID } from '../../contract/shared/permissions.ts'
import type { InSession } from '../kernel/context.ts'
import { AppError } from '../kernel/errors.ts'
import type { HeldEvent } from './feed.queries.ts'
import type { EventFeed } from './feed.ts'
import { dependsOnRole, receivedBy } from './receivers.rules.ts'
import type { Typed } from './typing.ts'

/** The most streams of one session, and of one server. */
export const streamLimits = { session: 20, server: 1000 }
/** Bytes that wait for a client. A client that reads so slowly is cut off, and resumes when it comes again. */
const mostWaiting = 64 * 1024

/** The sessions that are still valid, with the role of each. */
export type FindSessions = (sessionIDs: number[]) => Promise<ReadonlyMap<number, RoleID>>

type Stream = {
  connection: ServerResponse
  userID: number
  roleID: RoleID
  sessionID: number
  /** Whether it has received its first events. Before that it receives nothing else. */
  hasBegun: boolean
}

/** Counts what streams did, for the metrics. */
export type StreamCounts = { told: number; cutOff: number; refused: number }

/** The open streams of this server. */
export class EventStreams {
  readonly #feed: EventFeed
  readonly #findSessions: FindSessions
  readonly #open = new Set<Stream>()
  readonly #timer: NodeJS.Timeout
  #isStopping = false
  readonly counts: StreamCounts = { told: 0, cutOff: 0, refused: 0 }
  #lag = 0

  constructor(feed: EventFeed, findSessions: FindSessions) {
    this.#feed = feed
    this.#findSessions = findSessions
    this.#timer = setInterval(() => void this.beat(), heartbeat * 1000)
    this.#timer.unref()
  }

  get size() {
    return this.#open.size
  }

  /** Returns the longest time in seconds from the start of a transaction to its event, since the last question. */
  takeLag() {
    const lag = this.#lag
    this.#lag = 0
    return lag
  }

  /** Throws 503 when this session or this server has too many streams, or when the server stops. */
  assertRoom({ sessionID }: InSession) {
    const refusal = this.#refusalFor(sessionID)
    if (!refusal) return
    this.counts.refused++
    throw refusal
  }

  #refusalFor(sessionID: number): AppError | null {
    if (this.#isStopping)
      return new AppError('events.stopping', 'This server stops: connect again in a moment', { retryAfter: 2 })
    if (this.#open.size >= streamLimits.server)
      return new AppError('events.too_many', 'Too many pages are open at this server: changes show later', {
        retryAfter: 60,
      })
    const own = [...this.#open].filter((one) => one.sessionID === sessionID).length
    return own >= streamLimits.session
      ? new AppError('events.too_many_of_session', 'You have too many pages open: changes show later on this one', {
          retryAfter: 60,
        })
      : null
  }

  /** Tells a connection what happens from now on, after what happened since the place `from`, or `age` seconds ago. */
  async add(
    connection: ServerResponse,
    { userID, roleID, sessionID }: InSession,
    { from, age }: { from?: string | undefined; age: number },
  ) {
    const stream: Stream = { connection, userID, roleID, sessionID, hasBegun: false }
    this.#open.add(stream)
    connection.once('close', () => this.#open.delete(stream))
    connection.on('error', () => this.#open.delete(stream))
    await this.#feed.fresh()
    if (!this.#open.has(stream)) return
    stream.hasBegun = true
    write(stream, frame('hello', { beat: heartbeat }, this.#feed.place))
    const missed = from === undefined ? this.#feed.ofLast(age) : this.#feed.after(from)
    if (missed) this.#send(stream, missed)
    else write(stream, frame('refetch', null, this.#feed.place))
  }

  /** Tells all streams of new events; null tells them to fetch everything again. */
  tell(events: HeldEvent[] | null) {
    const begun = [...this.#open].filter(({ hasBegun }) => hasBegun)
    if (events === null) {
      const text = frame('refetch', null, this.#feed.place)
      for (const stream of begun) this.#write(stream, text)
      return
    }
    for (const { lag } of events) this.#lag = Math.max(this.#lag, lag)
    const byRole = new Map<RoleID, string | null>()
    for (const stream of begun) {
      if (!dependsOnRole(stream, events)) {
        this.#send(stream, events)
        continue
      }
      if (!byRole.has(stream.roleID)) byRole.set(stream.roleID, this.#textFor(stream, events))
      this.#write(stream, byRole.get(stream.roleID)!)
    }
    const users = new Set(events.flatMap(({ entity, id }) => (entity === 'user' ? [id] : [])))
    if (users.size > 0) void this.#checkSessions(begun.filter(({ userID }) => users.has(null) || users.has(userID)))
  }

  /** Tells those who may read lives what a person types. The session in which it is typed needs not hear it. */
  tellTyping({ sessionID, ...typing }: Typed) {
    const text = frame('typing', typing, null)
    for (const stream of this.#open)
      if (stream.hasBegun && stream.sessionID !== sessionID && may(stream.roleID, 'lives.read'))
        this.#write(stream, text)
  }

  #send(stream: Stream, events: readonly HeldEvent[]) {
    this.#write(stream, this.#textFor(stream, events))
  }

  /** Returns the frame with what a stream receives of these events; null when that is nothing. */
  #textFor(stream: Stream, events: readonly HeldEvent[]): string | null {
    const heard = receivedBy(stream, events)
    return heard.length === 0 ? null : frame('events', heard, this.#feed.place)
  }

  #write(stream: Stream, text: string | null) {
    if (text === null || !this.#open.has(stream)) return
    write(stream, text)
    this.counts.told++
    if (stream.connection.writableLength <= mostWaiting) return
    this.counts.cutOff++
    this.#cut(stream)
  }

  #cut(stream: Stream) {
    this.#open.delete(stream)
    stream.connection.destroy()
  }

  /** Sends a sign of life with the present place, and ends the streams whose sessions have ended. */
  async beat(): Promise<void> {
    const text = this.#feed.isReady ? `id: ${this.#feed.place}\n\n` : ':\n\n'
    for (const stream of this.#open) {
      if (stream.hasBegun) write(stream, text)
      else write(stream, ':\n\n')
      if (stream.connection.writableLength > mostWaiting) this.#cut(stream)
    }
    await this.#checkSessions([...this.#open])
  }

  async #checkSessions(streams: readonly Stream[]) {
    if (streams.length === 0) return
    // While the database cannot be read, no event is told either.
    const valid = await this.#findSessions([...new Set(streams.map(({ sessionID }) => sessionID))]).catch(() => null)
    if (!valid) return
    for (const stream of streams) if (valid.get(stream.sessionID) !== stream.roleID) this.#end(stream, 'session')
  }

  #end(stream: Stream, reason: EndReason) {
    if (!this.#open.delete(stream)) return
    write(stream, frame('end', { reason }, null))
    stream.connection.end()
    // A client that reads nothing would keep the connection.
    setTimeout(() => stream.connection.destroy(), 1000).unref()
  }

  /** Ends all streams and accepts no new ones, so that the clients connect to another server. */
  stop() {
    this.#isStopping = true
    clearInterval(this.#timer)
    for (const stream of this.#open) this.#end(stream, 'server')
  }
}

const write = ({ connection }: Stream, text: string) => void connection.write(text)

/** Writes one event of the stream. Without a place the client keeps its former one. */
const frame = <Name extends keyof LiveFrames>(name: Name, data: LiveFrames[Name], place: string | null) =>
  `${place === null ? '' : `id: ${place}\n`}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`
