import { type FailedJob, scheduledWords } from '../../contract/system/jobs.ts'
import { type DeadJob, listDead } from '../jobs/dead.ts'
import type { Db, Tx } from '../kernel/database.ts'

/** Lists the work that failed too often and waits for a decision, newest first. */
export const listFailedJobs = async (db: Db | Tx): Promise<(Omit<FailedJob, 'failedAt'> & { failedAt: Date })[]> =>
  (await listDead(db)).map((job) => ({ ...job, what: describeJob(job) }))

/** Names a work in words. A work of an earlier version has its stored name. */
const describeJob = ({ queue, key }: Pick<DeadJob, 'queue' | 'key'>): string =>
  queue === 'mail' ? `Mail ${key}` : ((scheduledWords as Record<string, string>)[key] ?? key)
