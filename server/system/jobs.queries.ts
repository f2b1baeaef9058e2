import { and, desc, eq, sql } from 'drizzle-orm'

import { type FailedJob, scheduledWords } from '../../contract/system/jobs.ts'
import { mail } from '../db/schema/mail.ts'
import { listFailedWebhooks } from '../integrations/webhooks/failed-deliveries.operations.ts'
import { listDead } from '../jobs/dead.ts'
import type { Db, Tx } from '../kernel/database.ts'

type Row = Omit<FailedJob, 'failedAt'> & { failedAt: Date }

/** Lists the work that failed too often and waits for a decision, newest first. */
export async function listFailedJobs(db: Db | Tx): Promise<Row[]> {
  const mails = await listFailedMails(db)
  const webhooks = await listFailedDeliveries(db)
  const listed = [...mails, ...webhooks]
  const jobs = (await listDead(db))
    .filter((job) => !listed.some(({ queue, key }) => queue === job.queue && key === job.key))
    .map((job) => ({ ...job, what: nameJob(job) }))
  return [...jobs, ...listed].toSorted((a, b) => b.failedAt.getTime() - a.failedAt.getTime())
}

/** Names a job. A scheduled work of an earlier version has its stored name. */
const nameJob = ({ queue, key }: Pick<FailedJob, 'queue' | 'key'>): string => {
  if (queue === 'mail') return `Mail ${key}`
  return queue === 'webhook' ? `Webhook ${key}` : ((scheduledWords as Record<string, string>)[key] ?? key)
}

/** The events that webhooks could not deliver: one row for each webhook. */
const listFailedDeliveries = async (db: Db | Tx): Promise<Row[]> =>
  (await listFailedWebhooks(db)).map(({ webhookID, webhookName, count, reason, failedAt }) => ({
    queue: 'webhook' as const,
    key: String(webhookID),
    what: `${count === 1 ? 'An event' : `${count} events`} for the webhook “${webhookName}”`,
    reason: reason ?? '',
    failedAt,
    times: 1,
  }))

/** The mails that failed in the last 30 days, by their subject and without the address. */
const listFailedMails = async (db: Db | Tx): Promise<Row[]> =>
  (
    await db
      .select({ mailID: mail.mailID, subject: mail.subject, reason: mail.reason, failedAt: mail.nextTryAt })
      .from(mail)
      .where(and(eq(mail.state, 'failed'), sql`${mail.nextTryAt} > now() - interval '30 days'`))
      .orderBy(desc(mail.nextTryAt))
      .limit(200)
  ).map(({ mailID, subject, reason, failedAt }) => ({
    queue: 'mail' as const,
    key: String(mailID),
    what: `Mail “${subject}”`,
    reason: reason ?? '',
    failedAt,
    times: 1,
  }))
