import { sql } from 'drizzle-orm'

import type { FailedJob } from '../../contract/system/jobs.ts'
import { locks } from '../db/locks.ts'
import { giveUp, tryAgain } from '../jobs/dead.ts'
import { assertAccess, type Context } from '../kernel/context.ts'
import { AppError } from '../kernel/errors.ts'
import { record } from '../resource/records.ts'
import { listFailedJobs } from './jobs.queries.ts'

type Which = Pick<FailedJob, 'queue' | 'key'>

/** The key of failed work in the audit trail, where its name identifies it. */
const auditKey = 1

/** Tries failed work again. Throws 409 when somebody else has decided about it. */
export const retryJob = (context: Context, which: Which) => decide(context, which, 'try again', tryAgain)

/** Removes failed work from the list. Throws 409 when somebody else has decided about it. */
export const giveUpJob = (context: Context, which: Which) => decide(context, which, 'give up', giveUp)

async function decide(context: Context, which: Which, action: 'try again' | 'give up', act: typeof giveUp) {
  assertAccess(context.actor, 'system.manage')
  await context.db.execute(sql`select pg_advisory_xact_lock(${locks.failedJobs})`)
  const found = (await listFailedJobs(context.db)).find(({ queue, key }) => queue === which.queue && key === which.key)
  if (!found || !(await act(context.db, which)))
    throw new AppError(
      'job.decided',
      'This work is no longer in the list: somebody has decided about it, or it is done',
    )
  const { what, reason } = found
  await record(context, { action, entity: 'job', entityID: auditKey, before: { what, reason }, after: null })
}
