import { answer } from '../shared/answers.ts'
import { endpoint } from '../shared/endpoint.ts'
import { Day, ID, Moment } from '../shared/fields.ts'
import { roleIDs } from '../shared/permissions.ts'
import { z } from '../shared/zod.ts'
import { FailedJob } from './jobs.ts'

/**
 * The kinds of recorded work. The first four are the operator's programs. Earlier versions also recorded failed
 * `housekeeping`, `pictures` and `mail`, which are failed jobs now.
 */
export const runKinds = ['backup', 'check', 'restore', 'verify', 'housekeeping', 'pictures', 'mail'] as const
export type RunKind = (typeof runKinds)[number]

export const runResults = ['succeeded', 'failed'] as const

/** Hours after which a backup no longer counts as of the last day: a day, and two hours for the nightly run itself. */
export const backupHours = 26

/** Days that a new shop has to arrange its backups before its administrators get messages. */
export const graceDays = 7

/** One recorded run. */
const OperationRun = z
  .object({
    runID: ID,
    kind: z.enum(runKinds),
    startedAt: Moment,
    endedAt: Moment,
    result: z.enum(runResults),
    /** One sentence: the figures of a success, or the reason of a failure. */
    detail: z.string(),
    /** The path of the backup file; null for a run without a file. */
    file: z.string().nullable(),
    /** The size of the file in bytes. */
    bytes: z.int().nullable(),
  })
  .meta({ id: 'OperationRun' })
export type OperationRun = z.input<typeof OperationRun>

/** One heading of the changelog with its changes, without Markdown. */
const ChangeGroup = z.object({ title: z.string(), changes: z.array(z.string()) })

/** One version of the changelog; `Unreleased` is what the installed sources have beyond the version. */
const Release = z.object({ title: z.string(), groups: z.array(ChangeGroup) })
export type Release = z.input<typeof Release>

/** A user with an open session. */
const SignedInUser = z.object({
  userID: ID,
  name: z.string(),
  roleID: z.literal(roleIDs),
  sessions: z.int(),
  /** The last request of any of the sessions, to five minutes. */
  lastUsedAt: Moment,
})

export const SystemState = z
  .object({
    /** The version of the program that the server runs. */
    version: z.string(),
    /** The changelog of this version, preceded by unreleased changes. */
    releases: z.array(Release),
    /** The newest complete backup; null when none was recorded. */
    backup: OperationRun.nullable(),
    /** Whether no complete backup is young enough. */
    isBackupLate: z.boolean(),
    /** The newest restore or check that proved a backup. */
    restore: OperationRun.nullable(),
    /** The newest proof of the books, successful or not. */
    verify: OperationRun.nullable(),
    database: z.object({
      /** The current size in bytes. */
      bytes: z.int(),
      /** The recorded sizes of the last 90 days, oldest first. */
      days: z.array(z.object({ day: Day, bytes: z.int() })),
    }),
    /** The failed runs of the last 30 days, newest first, at most 50. */
    failures: z.array(OperationRun),
    /** The work that failed too often and waits for a decision, newest first. */
    failedJobs: z.array(FailedJob),
    /** The users with an open session, last active first. */
    people: z.array(SignedInUser),
  })
  .meta({ id: 'SystemState' })
export type SystemState = z.input<typeof SystemState>

export const system = {
  get: endpoint({
    method: 'GET',
    path: '/api/v1/system',
    summary: 'Returns the state of the system: version, backups, books, database, failures, signed-in users',
    access: 'system.manage',
    about: ['system', 'user', 'job', 'mail', 'webhook'],
    returns: answer(SystemState),
  }),
}
