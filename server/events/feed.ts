import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import pg from 'pg'

import { type HeldEvent, held, hold, identity, newest, type Row, since, sinceBreak } from './feed.queries.ts'
import { isNotBefore, isUnheard, parsePlace, type Place, type Snapshot } from './place.rules.ts'
import { type Typed, typingChannel } from './typing.ts'

/** Receives new events, or null when some may be missing. */
export type Tell = (events: HeldEvent[] | null) => void
/** Receives what people type. */
export type Hear = (typed: Typed) => void

/** The channel by which servers wake each other. */
const channel = 'alahas_event'
/** Milliseconds between two reads without any sign: a server may have died between its commit and its sign. */
const catchUp = 2000
/** Shortest time between two reads in milliseconds, so that many commits cause one read and one sign. */
const shortest = 20
/** Milliseconds after which a client fetches everything again instead of resuming. Rows are deleted after a day. */
const longest = 3_600_000
/** Seconds for which an event may have been on its way when a client began to fetch. */
const margin = 2

/**
 * Reads the events of the database by a connection of its own, as they are committed. The connection listens for signs
 * of other servers, and is opened again when it breaks: the place then tells what was missed meanwhile.
 */
export class EventFeed {
  readonly #url: string
  readonly #tell: Tell
  readonly #hear: Hear
  readonly #failed: (error: unknown) => void
  readonly #id = randomUUID()
  readonly #ended = new AbortController()
  #client: pg.Client | null = null
  #running: Promise<void> | null = null
  #database = ''
  #place: string | null = null
  /** The events of each read, with the snapshot after it. */
  #batches: { after: Snapshot; events: HeldEvent[] }[] = []
  /** The snapshot after which all events are held. */
  #begin: Snapshot | null = null
  /** The first read holds all events of transactions from this one on, also of those before `begin`. */
  #floor = 0n
  #wake = Promise.withResolvers<void>()
  #signs = false
  /** The callers who wait for the next read. */
  #waiting: (() => void)[] = []

  constructor(url: string, tell: Tell, hear: Hear, failed: (error: unknown) => void) {
    this.#url = url
    this.#tell = tell
    this.#hear = hear
    this.#failed = failed
  }

  get isReady() {
    return this.#place !== null
  }

  /** The place after the last event told. */
  get place() {
    return `${this.#database}:${this.#place}`
  }

  start() {
    this.#running ??= this.#run()
  }

  /** Tells that this server has committed events. The next read also gives the sign to the other servers. */
  committed() {
    this.#signs = true
    this.#wake.resolve()
  }

  /** Resolves after a read that begins now or later, so that what is held is not older than the call. */
  fresh(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#waiting.push(resolve)
    this.#wake.resolve()
    return promise
  }

  /** Returns the events after a place of an earlier stream; null when they are not all known. */
  after(text: string): HeldEvent[] | null {
    const place = parsePlace(text)
    if (!place || !this.#knows(place)) return null
    return this.#kept().filter((event) => isUnheard(place, event))
  }

  #knows({ database, at, snapshot }: Place) {
    const now = parsePlace(this.place)!
    return (
      database === this.#database &&
      now.at - at <= longest &&
      (isNotBefore(snapshot, this.#begin!) || snapshot.xmin >= this.#floor) &&
      // A place of the future comes from elsewhere, such as a database that was copied back.
      snapshot.xmax <= now.snapshot.xmax
    )
  }

  #kept = () => this.#batches.flatMap(({ events }) => events)

  /** Returns the events of the last seconds. */
  ofLast(seconds: number): HeldEvent[] {
    const from = performance.now() - (seconds + margin) * 1000
    return this.#kept().filter(({ arrivedAt }) => arrivedAt >= from)
  }

  async end() {
    this.#ended.abort()
    this.#wake.resolve()
    await this.#running
  }

  async #run() {
    for (let failures = 0; !this.#ended.signal.aborted; failures++) {
      try {
        await this.#connect()
        failures = 0
        while (!this.#ended.signal.aborted) await this.#turn()
      } catch (error) {
        if (!this.#ended.signal.aborted) this.#failed(error)
      }
      await this.#close()
      const wait = Math.min(5000, 250 * 2 ** failures) * (0.5 + Math.random())
      await sleep(wait, undefined, { signal: this.#ended.signal }).catch(() => {})
    }
  }

  async #connect() {
    const client = new pg.Client({
      connectionString: this.#url,
      application_name: 'alahas events',
      connectionTimeoutMillis: 5000,
      query_timeout: 5000,
      keepAlive: true,
      // The sign of a commit is not worth a write to the disk.
      options: '-c synchronous_commit=off',
    })
    this.#client = client
    client.on('error', () => this.#wake.resolve())
    client.on('notification', ({ channel: name, payload }) => {
      if (name === typingChannel) this.#hear(JSON.parse(payload!))
      else if (payload !== this.#id) this.#wake.resolve()
    })
    await client.connect()
    await client.query(`listen ${channel}`)
    await client.query(`listen ${typingChannel}`)
    const { rows } = await client.query<{ database: string }>(identity)
    const { database } = rows[0]!
    if (database === this.#database && this.#place !== null) return this.#read(true)
    const isOther = this.#place !== null
    this.#database = database
    await this.#readNewest()
    // Another database has come in place of the former one. Its events have nothing to do with what was told before.
    if (isOther) this.#tell(null)
  }

  /** Waits for a sign, at most until the next catch-up, and reads. */
  async #turn() {
    const timer = setTimeout(() => this.#wake.resolve(), catchUp)
    await this.#wake.promise
    clearTimeout(timer)
    this.#wake = Promise.withResolvers()
    if (this.#ended.signal.aborted) return
    const begin = performance.now()
    const signs = this.#signs
    this.#signs = false
    if (signs) void this.#client!.query('select pg_notify($1, $2)', [channel, this.#id]).catch(() => {})
    await this.#read()
    const rest = shortest - (performance.now() - begin)
    if (rest > 0) await sleep(rest)
  }

  async #read(isAfterBreak = false) {
    const waiting = this.#waiting.splice(0)
    try {
      await this.#readSince(isAfterBreak)
    } catch (error) {
      this.#waiting.unshift(...waiting) // They wait for the read after the connection is back.
      throw error
    }
    for (const resolve of waiting) resolve()
  }

  async #readSince(isAfterBreak: boolean) {
    const [at, ...parts] = this.#place!.split(':')
    const snapshot = parts.join(':')
    const { rows } = await (isAfterBreak
      ? this.#client!.query<Row>(sinceBreak, [snapshot, at])
      : this.#client!.query<Row>({ name: 'since', text: since, values: [snapshot] }))
    if (rows.length > held) {
      await this.#readNewest()
      this.#tell(null)
    } else {
      this.#place = rows[0]!.place
      this.#add(hold(rows))
    }
  }

  #add(events: HeldEvent[]) {
    if (events.length === 0) return
    this.#batches.push({ after: this.#snapshot(), events })
    let count = this.#kept().length
    while (count > held) {
      const oldest = this.#batches.shift()!
      count -= oldest.events.length
      this.#begin = oldest.after
      this.#floor = oldest.after.xmax
    }
    this.#tell(events)
  }

  /** Forgets the held events and reads the newest ones instead. */
  async #readNewest() {
    const { rows } = await this.#client!.query<Row>(newest)
    this.#place = rows[0]!.place
    const events = hold(rows)
    // The transaction of the oldest row may have more rows, so it counts as not known.
    this.#floor = events.length > held ? events.at(-1)!.transaction + 1n : 0n
    this.#begin = this.#snapshot()
    this.#batches = [{ after: this.#begin, events: events.slice(0, held).toReversed() }]
  }

  #snapshot = () => parsePlace(this.place)!.snapshot

  async #close() {
    const client = this.#client
    this.#client = null
    await Promise.race([client?.end().catch(() => {}), sleep(1000)])
  }
}
