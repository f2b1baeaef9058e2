import { and, eq, inArray, sql } from 'drizzle-orm'

import type { RoleID } from '../../contract/shared/permissions.ts'
import { deviceSession } from '../db/schema/drawers.ts'
import { session, user } from '../db/schema/people.ts'
import { isActive } from '../http/session.ts'
import type { Db, Tx } from '../kernel/database.ts'

/** Returns the valid ones of these sessions that are not locked, with the present role of each user. */
export async function findSessions(db: Db | Tx, sessionIDs: number[]): Promise<ReadonlyMap<number, RoleID>> {
  const rows = await db
    .select({ sessionID: session.sessionID, roleID: user.roleID })
    .from(session)
    .innerJoin(user, eq(user.userID, session.userID))
    .leftJoin(deviceSession, eq(deviceSession.sessionID, session.sessionID))
    .where(
      and(
        inArray(session.sessionID, sessionIDs),
        sql`${session.expiresAt} > now()`,
        user.status,
        sql`coalesce(${isActive}, true)`,
      ),
    )
  return new Map(rows.map(({ sessionID, roleID }) => [sessionID, roleID]))
}
