import { and, desc, eq, sql } from 'drizzle-orm'

import { type FailedJob, scheduledWords } from '../../contract/system/jobs.ts'
import { mail } from '../db/schema/mail.ts'
import { listDead } from '../jobs/dead.ts'
import type { Db, Tx } from '../kernel/database.ts'

type Row = Omit<FailedJob, 'failedAt'> & { failedAt: Date }

/** Lists the work that failed too often and waits for a decision, newest first. */
export async function listFailedJobs(db: Db | Tx): Promise<Row[]> {
  const mails = await listFailedMails(db)
  const jobs = (await listDead(db))
    .filter(({ queue, key }) => queue === 'scheduled' || !mails.some((one) => one.key === key))
    .map((job) => ({ ...job, what: job.queue === 'mail' ? `Mail ${job.key}` : nameWork(job.key) }))
  return [...jobs, ...mails].toSorted((a, b) => b.failedAt.getTime() - a.failedAt.getTime())
}

/** Names a scheduled work. A work of an earlier version has its stored name. */
const nameWork = (key: string): string => (scheduledWords as Record<string, string>)[key] ?? key

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
