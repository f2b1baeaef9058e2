import { and, eq, inArray, sql } from 'drizzle-orm'

import type { RoleID } from '../../contract/shared/permissions.ts'
import { session, user } from '../db/schema/people.ts'
import type { Db, Tx } from '../kernel/database.ts'

/** Returns the valid ones of these sessions, with the present role of each user. */
export async function findSessions(db: Db | Tx, sessionIDs: number[]): Promise<ReadonlyMap<number, RoleID>> {
  const rows = await db
    .select({ sessionID: session.sessionID, roleID: user.roleID })
    .from(session)
    .innerJoin(user, eq(user.userID, session.userID))
    .where(and(inArray(session.sessionID, sessionIDs), sql`${session.expiresAt} > now()`, user.status))
  return new Map(rows.map(({ sessionID, roleID }) => [sessionID, roleID]))
}
