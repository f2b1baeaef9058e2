import { setTimeout as sleep } from 'node:timers/promises'

import type { Job, JobResult } from 'pg-boss'

import { describeFailure } from '../http/log.ts'
import type { Db } from '../kernel/database.ts'
import { createRunner, type JobData } from './boss.ts'
import { giveUp } from './dead.ts'
import { queues } from './queues.ts'

/** Seconds between two looks at what is due. pg-boss needs less than a minute to miss nothing. */
const scheduleInterval = 30
/**
 * How many jobs of a queue a server runs at once. The jobs of a batch are waited for together. Webhooks have workers of
 * their own instead, because a slow receiver takes a minute: the others wait for it only when four are slow at once.
 */
const atOnce = {
  scheduled: { batchSize: 3 },
  mail: { batchSize: 10 },
  webhook: { batchSize: 1, localConcurrency: 4 },
}
/** Milliseconds that running jobs get when the server stops. */
const patience = 10_000
/** Milliseconds until a start that failed is repeated. */
const retryInterval = 5000
/** Milliseconds for which the same failure is not logged again: a database outage would repeat it every second. */
const quiet = 60_000

/** One work that time triggers. `cron` is in the shop's server time (UTC). */
export type Scheduled<Name extends string> = {
  name: Name
  cron: string
  run: (signal: AbortSignal) => Promise<unknown>
}

type Log = { error: (about: { err: unknown }, text: string) => void }

type Work<Name extends string> = {
  db: Db
  log: Log
  scheduled: readonly Scheduled<Name>[]
  /** Sends a mail. A rejection makes pg-boss retry the job. */
  sendMail: (data: JobData['mail']) => Promise<void>
  /** Sends what is due of a webhook. A rejection makes pg-boss retry the job. */
  sendWebhook: (data: JobData['webhook'], signal: AbortSignal) => Promise<void>
  /** Seconds between two queries for a job of a queue, while there was none. */
  pollingInterval?: number
  /** Called at the end of each scheduled work. */
  onEnd?: ((name: Name, result: 'succeeded' | 'failed') => void) | undefined
}

/**
 * Starts to run jobs on this server and returns the function that stops it. Any number of servers may run jobs: each
 * job is taken by one of them, and a schedule adds one job for each time. The start is retried until the database
 * answers.
 */
export function startJobs<Name extends string>(work: Work<Name>): () => Promise<void> {
  const { db, log, scheduled } = work
  const boss = createRunner(db, { cronMonitorIntervalSeconds: scheduleInterval, flowIntervalSeconds: 24 * 60 * 60 })
  const report = createReporter(log)
  boss.on('error', report)
  const ended = new AbortController()
  const start = async () => {
    await boss.start()
    for (const [name, options] of Object.entries(queues)) await boss.updateQueue(name, options)
    await setSchedules(boss, scheduled)
    await workOnQueues(boss, work, { report, ended: ended.signal })
  }
  const starting = retried(start, report, ended.signal)
  return async () => {
    ended.abort()
    await starting
    await boss.stop({ close: false, timeout: patience })
  }
}

/** Repeats a start until it succeeds or `ended` aborts. */
async function retried(start: () => Promise<void>, report: (error: unknown) => void, ended: AbortSignal) {
  while (!ended.aborted) {
    try {
      return await start()
    } catch (error) {
      report(error)
      await sleep(retryInterval, undefined, { signal: ended }).catch(() => {})
    }
  }
}

type Boss = ReturnType<typeof createRunner>
type Running = { report: (error: unknown) => void; ended: AbortSignal }

/** Takes jobs of every queue. */
async function workOnQueues<Name extends string>(
  boss: Boss,
  { db, scheduled, sendMail, sendWebhook, pollingInterval = 5, onEnd }: Work<Name>,
  running: Running,
) {
  const options = { pollingIntervalSeconds: pollingInterval, burstWhenBatchFull: true, perJobResults: true } as const
  const run = async ({ name }: JobData['scheduled'], signal: AbortSignal) => {
    const found = scheduled.find((one) => one.name === name)
    if (!found) return // An earlier version had this work.
    await found.run(signal).catch((error: unknown) => {
      onEnd?.(found.name, 'failed')
      throw error
    })
    onEnd?.(found.name, 'succeeded')
    // An earlier failure of this work is settled by its success.
    await giveUp(db, { queue: 'scheduled', key: name })
  }
  await boss.work('scheduled', { ...options, ...atOnce.scheduled }, eachJob(run, running))
  await boss.work('mail', { ...options, ...atOnce.mail }, eachJob(sendMail, running))
  await boss.work('webhook', { ...options, ...atOnce.webhook }, eachJob(sendWebhook, running))
}

/** Returns a handler of pg-boss that runs the jobs of a batch beside each other. One that fails fails alone. */
const eachJob =
  <Data extends object>(run: (data: Data, signal: AbortSignal) => Promise<void>, { report, ended }: Running) =>
  (jobs: Job<Data>[]): Promise<JobResult[]> =>
    Promise.all(
      jobs.map(async ({ id, data, signal }): Promise<JobResult> => {
        try {
          await run(data, AbortSignal.any([signal, ended]))
          return { id, status: 'completed' }
        } catch (error) {
          report(error)
          return { id, status: 'failed', output: { message: describeFailure(error) } }
        }
      }),
    )

/** Adds and changes the schedules in the database, and removes those of an earlier version. */
async function setSchedules(boss: Boss, scheduled: readonly Scheduled<string>[]) {
  const there = await boss.getSchedules()
  for (const { name, key } of there)
    if (name === 'scheduled' && !scheduled.some((one) => one.name === key)) await boss.unschedule(name, key)
  for (const { name, cron } of scheduled.filter(
    (one) => !there.some(({ key, cron }) => key === one.name && cron === one.cron),
  ))
    // The servers of a shop may all be off at the time. Then the first one that starts does the work once.
    await boss.schedule('scheduled', cron, { name }, { key: name, singletonKey: name, missed: 'once' })
}

/** Returns a function that logs failures, each of them at most once a minute. */
function createReporter(log: Log) {
  const last = { reason: '', at: 0 }
  return (error: unknown) => {
    const reason = describeFailure(error)
    if (reason === last.reason && Date.now() - last.at < quiet) return
    Object.assign(last, { reason, at: Date.now() })
    log.error({ err: error }, 'A job failed')
  }
}
