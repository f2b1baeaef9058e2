import { sql } from 'drizzle-orm'

import type { FailedJob } from '../../contract/system/jobs.ts'
import { locks } from '../db/locks.ts'
import { dropFailedDeliveries, retryFailedDeliveries } from '../integrations/webhooks/failed-deliveries.operations.ts'
import { giveUp, tryAgain } from '../jobs/dead.ts'
import { assertAccess, type Context } from '../kernel/context.ts'
import { AppError } from '../kernel/errors.ts'
import { giveUpMail, requeueMail } from '../mail/outbox.ts'
import { record } from '../resource/records.ts'
import { assertRetriable } from '../sales/sale-messages/sale-messages.operations.ts'
import { listFailedJobs } from './jobs.queries.ts'

type Which = Pick<FailedJob, 'queue' | 'key'>

/** The key of failed work in the audit trail, where its name identifies it. */
const auditKey = 1

/** Tries failed work again. Throws 409 when somebody else has decided about it, and 422 for a message that would not be sent. */
export const retryJob = (context: Context, which: Which) =>
  decide(context, which, 'try again', async () => {
    // A failed mail or delivery gets a new job. One that still waits has only lost its job.
    const isQueued = await requeue(context, which)
    return isQueued ? [true, await giveUp(context.db, which)] : [await tryAgain(context.db, which)]
  })

/** Removes failed work from the list. Throws 409 when somebody else has decided about it. */
export const giveUpJob = (context: Context, which: Which) =>
  decide(context, which, 'give up', async () => [await endFailed(context, which), await giveUp(context.db, which)])

async function requeue(context: Context, { queue, key }: Which): Promise<boolean> {
  if (queue === 'mail') {
    await assertRetriable(context, Number(key))
    return requeueMail(context, Number(key))
  }
  return queue === 'webhook' && retryFailedDeliveries(context.db, context.now, Number(key))
}

async function endFailed(context: Context, { queue, key }: Which): Promise<boolean> {
  if (queue === 'mail') return giveUpMail(context, Number(key))
  return queue === 'webhook' && dropFailedDeliveries(context.db, Number(key))
}

/** `act` returns whether each of its parts found the work. */
async function decide(context: Context, which: Which, action: 'try again' | 'give up', act: () => Promise<boolean[]>) {
  assertAccess(context.actor, 'system.manage')
  await context.db.execute(sql`select pg_advisory_xact_lock(${locks.failedJobs})`)
  const found = (await listFailedJobs(context.db)).find(({ queue, key }) => queue === which.queue && key === which.key)
  const done = found ? await act() : []
  if (!found || !done.includes(true))
    throw new AppError(
      'job.decided',
      'This work is no longer in the list: somebody has decided about it, or it is done',
    )
  // The subject of a mail names a person, and the audit trail needs none.
  const what = which.queue === 'mail' ? `Mail ${which.key}` : found.what
  await record(context, {
    action,
    entity: 'job',
    entityID: auditKey,
    before: { what, reason: found.reason },
    after: null,
  })
}
