import { and, count, desc, eq, gt, inArray, max, sql } from 'drizzle-orm'

import type { RunKind } from '../../contract/system/system.ts'
import { shopToday } from '../company/settings.ts'
import { userName } from '../db/names.ts'
import { session, user } from '../db/schema/people.ts'
import { databaseSize, operationRun } from '../db/schema/system.ts'
import type { Db, Tx } from '../kernel/database.ts'

/** Returns the newest run of one of these kinds; null when there is none. */
export async function findLastRun(
  db: Db | Tx,
  kinds: readonly RunKind[],
  { succeeded }: { succeeded: boolean },
): Promise<typeof operationRun.$inferSelect | null> {
  const [found] = await db
    .select()
    .from(operationRun)
    .where(and(inArray(operationRun.kind, [...kinds]), succeeded ? eq(operationRun.result, 'succeeded') : undefined))
    .orderBy(desc(operationRun.runID))
    .limit(1)
  return found ?? null
}

/** Lists the failed runs of the last 30 days, newest first. */
export const listFailures = (db: Db | Tx) =>
  db
    .select()
    .from(operationRun)
    .where(and(eq(operationRun.result, 'failed'), gt(operationRun.endedAt, sql`now() - interval '30 days'`)))
    .orderBy(desc(operationRun.runID))
    .limit(50)

/** Returns the current size of the database, in bytes. */
export async function readDatabaseSize(db: Db | Tx): Promise<number> {
  const { rows } = await db.execute<{ bytes: string }>(sql`select pg_database_size(current_database()) as bytes`)
  return Number(rows[0]!.bytes)
}

/** Lists the recorded sizes of the last 90 days, oldest first. */
export const listDatabaseSizes = (db: Db | Tx) =>
  db
    .select()
    .from(databaseSize)
    .where(gt(databaseSize.day, sql`${shopToday} - 90`))
    .orderBy(databaseSize.day)

/** Lists the active users with an open session, last active first. */
export const listSignedIn = (db: Db | Tx) =>
  db
    .select({
      userID: user.userID,
      name: userName,
      roleID: user.roleID,
      sessions: count(),
      lastUsedAt: sql`max(${session.lastUsedAt})`.mapWith(session.lastUsedAt),
    })
    .from(session)
    .innerJoin(user, eq(user.userID, session.userID))
    .where(and(gt(session.expiresAt, sql`now()`), user.status))
    .groupBy(user.userID)
    .orderBy(desc(max(session.lastUsedAt)), user.userID)
