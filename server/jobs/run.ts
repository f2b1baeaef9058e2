import type { JobResult } from 'pg-boss'

import { describeFailure } from '../http/log.ts'
import type { Db } from '../kernel/database.ts'
import { createRunner, type JobData } from './boss.ts'
import { giveUp } from './dead.ts'
import { queues } from './queues.ts'

/** Seconds between two looks at what is due. pg-boss needs less than a minute to miss nothing. */
const scheduleInterval = 30
/** Maximum number of jobs of a queue that a server takes at once. */
const batchSize = { scheduled: 3, mail: 10 }
/** Milliseconds that running jobs get when the server stops. */
const patience = 10_000
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
  /** Seconds between two queries for a job of a queue, while there was none. */
  pollingInterval?: number
  /** Called at the end of each scheduled work. */
  onEnd?: ((name: Name, result: 'succeeded' | 'failed') => void) | undefined
}

/**
 * Starts to run jobs on this server and returns the function that stops it. Any number of servers may run jobs: each
 * job is taken by one of them, and a schedule adds one job for each time.
 */
export async function startJobs<Name extends string>({
  db,
  log,
  scheduled,
  pollingInterval = 5,
  onEnd,
}: Work<Name>): Promise<() => Promise<void>> {
  const boss = createRunner(db, { cronMonitorIntervalSeconds: scheduleInterval, flowIntervalSeconds: 24 * 60 * 60 })
  const report = createReporter(log)
  boss.on('error', report)
  await boss.start()
  for (const [name, options] of Object.entries(queues)) await boss.updateQueue(name, options)
  await setSchedules(boss, scheduled)

  const ended = new AbortController()
  const each = <Data extends object>(run: (data: Data, signal: AbortSignal) => Promise<void>) => ({
    options: { pollingIntervalSeconds: pollingInterval, burstWhenBatchFull: true, perJobResults: true } as const,
    handle: (jobs: { id: string; data: Data; signal: AbortSignal }[]): Promise<JobResult[]> =>
      Promise.all(
        jobs.map(async ({ id, data, signal }): Promise<JobResult> => {
          try {
            await run(data, AbortSignal.any([signal, ended.signal]))
            return { id, status: 'completed' }
          } catch (error) {
            report(error)
            return { id, status: 'failed', output: { message: describeFailure(error) } }
          }
        }),
      ),
  })
  const work = each<JobData['scheduled']>(async ({ name }, signal) => {
    const found = scheduled.find((one) => one.name === name)
    if (!found) return // An earlier version had this work.
    await found.run(signal).catch((error: unknown) => {
      onEnd?.(found.name, 'failed')
      throw error
    })
    onEnd?.(found.name, 'succeeded')
    // What failed before is done now.
    await giveUp(db, { queue: 'scheduled', key: name })
  })
  await boss.work('scheduled', { ...work.options, batchSize: batchSize.scheduled }, work.handle)
  return async () => {
    ended.abort()
    await boss.stop({ close: false, timeout: patience })
  }
}

/** Adds and changes the schedules in the database, and removes those of an earlier version. */
async function setSchedules(boss: ReturnType<typeof createRunner>, scheduled: readonly Scheduled<string>[]) {
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
  let last = { message: '', at: 0 }
  return (error: unknown) => {
    const message = describeFailure(error)
    if (message === last.message && Date.now() - last.at < quiet) return
    last = { message, at: Date.now() }
    log.error({ err: error }, 'A job failed')
  }
}
