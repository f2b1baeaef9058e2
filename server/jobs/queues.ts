import type { UpdateQueueOptions } from 'pg-boss'

/** The schema of pg-boss's tables. A migration creates them, and no backup has them. */
export const jobsSchema = 'jobs'

const minute = 60
const day = 24 * 60 * minute

/**
 * The queues with their limits, in seconds. A job that failed too often goes to `dead`, where an administrator decides
 * about it. A queue is created by a migration, which also names its policy:
 * - `scheduled` (exclusive): each work has one job that waits, runs or is retried
 * - `mail` (short): each mail has one waiting job
 * - `webhook` (short): each webhook has one waiting job, which sends all that is due
 * - `dead` (short): each work, mail and webhook is listed once
 */
export const queues = {
  scheduled: {
    retryLimit: 3,
    retryDelay: minute,
    retryBackoff: true,
    expireInSeconds: 15 * minute,
    deleteAfterSeconds: day,
    deadLetter: 'dead',
  },
  mail: {
    retryLimit: 5,
    retryDelay: 30,
    retryBackoff: true,
    retryDelayMax: 15 * minute,
    expireInSeconds: 5 * minute,
    retentionSeconds: 30 * day,
    deleteAfterSeconds: day,
    deadLetter: 'dead',
  },
  webhook: {
    retryLimit: 3,
    retryDelay: minute,
    retryBackoff: true,
    expireInSeconds: 5 * minute,
    deleteAfterSeconds: day,
    deadLetter: 'dead',
  },
  dead: { retentionSeconds: 365 * day, deleteAfterSeconds: day },
} satisfies Record<string, UpdateQueueOptions>

export type QueueName = keyof typeof queues
