import { createHash, timingSafeEqual } from 'node:crypto'

import { eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

import type { ScheduledName } from '../../contract/system/jobs.ts'
import type { RunKind, runResults } from '../../contract/system/system.ts'
import { poolOf } from '../db/client.ts'
import type { Pool } from '../db/pool.ts'
import { mail } from '../db/schema/mail.ts'
import type { EventStreams } from '../events/streams.ts'
import type { Db, Tx } from '../kernel/database.ts'
import { AppError } from '../kernel/errors.ts'
import { listFailedJobs } from './jobs.queries.ts'
import { findLastRun, readDatabaseSize } from './system.queries.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Counts an end of scheduled work. It is absent while metrics are off. */
    countRun?: (name: ScheduledName, result: (typeof runResults)[number]) => void
  }
}

/** Upper limits of the latency histogram, in seconds. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/**
 * Serves `GET /metrics` for Prometheus to callers with the token. Without a token the route does not exist, and no call
 * is measured.
 */
export function registerMetrics(app: FastifyInstance, token: string | undefined) {
  if (token === undefined) return
  // Each app has its own registry, because a process of the tests has many apps.
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  measureCalls(app, registry)
  measurePool(poolOf(app.db), registry)
  measureShop(app.db, registry)
  if (app.eventStreams) measureStreams(app.eventStreams, registry)
  const runs = new Counter({
    name: 'alahas_timed_runs_total',
    help: 'Ends of work that time triggers, by its name and result',
    labelNames: ['work', 'result'],
    registers: [registry],
  })
  app.decorate('countRun', (work, result) => runs.inc({ work, result }))
  const expected = digest(`Bearer ${token}`)
  app.get('/metrics', { logLevel: 'warn' }, async ({ headers }, reply) => {
    // Digests have one length, so that the comparison takes equally long for every text.
    if (!timingSafeEqual(digest(headers.authorization ?? ''), expected))
      throw new AppError('auth.required', 'Metrics need their own token')
    return reply
      .header('cache-control', 'no-store')
      .type(registry.contentType)
      .send(await registry.metrics())
  })
}

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Counts and times every call by the pattern of its route. Calls without a route share one label. */
function measureCalls(app: FastifyInstance, registry: Registry) {
  const seconds = new Histogram({
    name: 'alahas_http_request_duration_seconds',
    help: 'Seconds from the head of a request to the end of its response',
    labelNames: ['method', 'route', 'status'],
    buckets,
    registers: [registry],
  })
  app.addHook('onResponse', async ({ method, routeOptions }, { statusCode, elapsedTime }) => {
    // A stream stays open for hours.
    if (routeOptions.config.endpoint?.live && statusCode === 200) return
    seconds.observe({ method, route: routeOptions.url ?? '(none)', status: statusCode }, elapsedTime / 1000)
  })
}

/** Measures the connections of this server to its database. */
function measurePool(pool: Pool, registry: Registry) {
  const gauge = (name: string, help: string, set: (gauge: Gauge) => void) =>
    registry.registerMetric(
      new Gauge({
        name,
        help,
        registers: [],
        collect() {
          set(this)
        },
      }),
    )
  gauge('alahas_database_used_connections', 'Connections to the database in use', (one) =>
    one.set(pool.totalCount - pool.idleCount),
  )
  gauge('alahas_database_idle_connections', 'Open connections to the database that nobody uses', (one) =>
    one.set(pool.idleCount),
  )
  gauge('alahas_database_connection_limit', 'Maximum number of connections to the database', (one) =>
    one.set(pool.options.max),
  )
  gauge('alahas_database_waiting_requests', 'Requests that wait for a connection to the database', (one) =>
    one.set(pool.waitingCount),
  )
}

/** Measures the streams of events. */
function measureStreams(streams: EventStreams, registry: Registry) {
  const gauge = (name: string, help: string, read: () => number) =>
    registry.registerMetric(
      new Gauge({
        name,
        help,
        registers: [],
        collect() {
          this.set(read())
        },
      }),
    )
  gauge('alahas_event_streams', 'Open streams of events', () => streams.size)
  gauge('alahas_event_streams_told', 'Frames written to streams since the start', () => streams.counts.told)
  gauge('alahas_event_streams_refused', 'Streams refused since the start', () => streams.counts.refused)
  gauge(
    'alahas_event_streams_cut_off',
    'Streams cut off because their client read too slowly',
    () => streams.counts.cutOff,
  )
  gauge(
    'alahas_event_lag_seconds',
    'Longest time from the start of a transaction to its event, since the last scrape',
    () => streams.takeLag(),
  )
}

/** Reads the shop's figures at each scrape. They are left out while the database does not answer. */
function measureShop(db: Db | Tx, registry: Registry) {
  const gauge = (name: string, help: string, read: () => Promise<number | null>) =>
    registry.registerMetric(
      new Gauge({
        name,
        help,
        registers: [],
        async collect() {
          this.remove()
          const value = await read().catch(() => null)
          if (value !== null) this.set(value)
        },
      }),
    )
  const startOf = async (kinds: readonly RunKind[]) => {
    const run = await findLastRun(db, kinds, { succeeded: true })
    return run && run.startedAt.getTime() / 1000
  }
  gauge('alahas_waiting_mails', 'Mails that wait to be sent, or to be tried again', () =>
    db.$count(mail, eq(mail.state, 'queued')),
  )
  gauge('alahas_failed_work', 'Entries of the failed work that administrators see', async () => {
    return (await listFailedJobs(db)).length
  })
  gauge('alahas_database_size_bytes', 'Size of the database', () => readDatabaseSize(db))
  gauge('alahas_last_backup_timestamp_seconds', 'Start of the newest complete backup', () => startOf(['backup']))
  gauge('alahas_last_proof_timestamp_seconds', 'Start of the newest restore or check that proved a backup', () =>
    startOf(['restore', 'check']),
  )
  gauge('alahas_last_verify_timestamp_seconds', 'Start of the newest proof that the books are right', () =>
    startOf(['verify']),
  )
  gauge('alahas_backup_age_seconds', 'Seconds since the start of the newest complete backup', async () => {
    const at = await startOf(['backup'])
    return at === null ? null : Math.max(0, Date.now() / 1000 - at)
  })
}
