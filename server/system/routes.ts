import type { FastifyInstance } from 'fastify'

import { jobs } from '../../contract/system/jobs.ts'
import { system as endpoints } from '../../contract/system/system.ts'
import { readSnapshot } from '../db/transaction.ts'
import { serve } from '../http/serve.ts'
import { version } from '../kernel/version.ts'
import { ok } from '../resource/records.ts'
import { releases } from './changelog.ts'
import { giveUpJob, retryJob } from './jobs.operations.ts'
import { listFailedJobs } from './jobs.queries.ts'
import { findLastRun, listDatabaseSizes, listFailures, listSignedIn, readDatabaseSize } from './system.queries.ts'
import { isBackupLate } from './system.rules.ts'

/** Registers the endpoints of the system's state and of failed jobs. */
export function system(app: FastifyInstance) {
  serve(app, endpoints.get, async (_, { db, now }) =>
    readSnapshot(db, async (tx) => {
      const backup = await findLastRun(tx, ['backup'], { succeeded: true })
      return ok({
        version,
        releases: [...releases],
        backup,
        isBackupLate: isBackupLate(backup?.startedAt ?? null, now),
        restore: await findLastRun(tx, ['restore', 'check'], { succeeded: true }),
        verify: await findLastRun(tx, ['verify'], { succeeded: false }),
        database: { bytes: await readDatabaseSize(tx), days: await listDatabaseSizes(tx) },
        failures: await listFailures(tx),
        failedJobs: await listFailedJobs(tx),
        people: await listSignedIn(tx),
      })
    }),
  )

  serve(app, jobs.retry, async ({ body }, context) => {
    await retryJob(context, body)
    return ok(await listFailedJobs(context.db))
  })

  serve(app, jobs.giveUp, async ({ body }, context) => {
    await giveUpJob(context, body)
    return ok(await listFailedJobs(context.db))
  })
}
