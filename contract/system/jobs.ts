import { answer } from '../shared/answers.ts'
import { endpoint } from '../shared/endpoint.ts'
import { Moment } from '../shared/fields.ts'
import { z } from '../shared/zod.ts'

/** The names of the work that time triggers, with the words for people. */
export const scheduledWords = {
  holds: 'Release of lapsed holds',
  liveClaims: 'Claims of lives whose hold or answer is overdue',
  credit: 'Expiry of store credit',
  overdue: 'Messages about overdue instalments',
  deliveries: 'Messages about due deliveries',
  orders: 'Messages about due purchase orders',
  customerReminders: 'Reminders to customers',
  digests: 'Mails to staff with their messages',
  lostMails: 'Mails whose job was lost',
  backupReminder: 'Messages about a late backup',
  databaseSize: 'Size of the database',
  rowCounts: 'Row counts of long lists',
  webhooks: 'Webhooks whose job was lost',
  sweep: 'Removal of expired sessions and keys',
  proofFiles: 'Removal of old pictures of payment proofs',
  proofLikenesses: 'Comparison of pictures of payment proofs after an interruption',
  importPictures: 'Download of pictures that imports name',
  focus: 'Focus of older pictures',
  pictures: 'Removal of unused pictures',
  books: 'Proof of the books',
} as const
export type ScheduledName = keyof typeof scheduledWords

/** Identifies a failed job: its queue, and the name of its work or the key of its mail or webhook. */
const JobKey = z.object({ queue: z.enum(['scheduled', 'mail', 'webhook']), key: z.string().trim().min(1).max(60) })

/** Work that failed so often that it is no longer retried by itself. */
export const FailedJob = JobKey.extend({
  /** The name of the failed work, for people. */
  what: z.string(),
  /** The error of the last try. */
  reason: z.string(),
  failedAt: Moment,
  /** How many times it was given up, each time after all retries. */
  times: z.int(),
}).meta({ id: 'FailedJob' })
export type FailedJob = z.input<typeof FailedJob>

export const jobs = {
  retry: endpoint({
    method: 'POST',
    path: '/api/v1/system/jobs/retry',
    summary: 'Tries failed work again, and returns the work that still waits for a decision',
    access: 'system.manage',
    body: JobKey,
    returns: answer(z.array(FailedJob)),
  }),
  giveUp: endpoint({
    method: 'POST',
    path: '/api/v1/system/jobs/give-up',
    summary: 'Removes failed work without another try, and returns the work that still waits for a decision',
    access: 'system.manage',
    body: JobKey,
    returns: answer(z.array(FailedJob)),
  }),
}
