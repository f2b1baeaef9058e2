import { and, desc, eq, ne, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'

import { account } from '../../contract/people/account.ts'
import { users } from '../../contract/people/users.ts'
import type { AuditAction } from '../../contract/shared/audit/audit-actions.ts'
import { userPin } from '../db/schema/drawers.ts'
import { session, signInLink, user } from '../db/schema/people.ts'
import { publish } from '../events/publish.ts'
import { serve } from '../http/serve.ts'
import { type Context, mayAct, sessionIDOf, type SignedIn } from '../kernel/context.ts'
import { notFound } from '../kernel/errors.ts'
import { findRecord, ok, record } from '../resource/records.ts'

/** Serves a user's own sessions and, to an administrator, those of every user. */
export function sessionRoutes(app: FastifyInstance) {
  serve(app, account.sessions, async (_, context) => ok(await sessionsOf(context, context.actor.userID)))

  serve(app, account.endSession, async ({ id }, context) => {
    const { db, actor: me } = context
    const [ended] = await db
      .delete(session)
      .where(and(eq(session.sessionID, id), mayAct(me, 'users.sign_in') ? undefined : eq(session.userID, me.userID)))
      .returning()
    if (!ended) throw notFound('Session')
    if (ended.userID === me.userID) await publishEnd(context, me.userID)
    else await recordEnd(context, 'end session', ended.userID)
    return ok(null)
  })

  serve(app, account.endOtherSessions, async (_, context) => {
    const { db, actor: me } = context
    await db.delete(session).where(and(eq(session.userID, me.userID), ne(session.sessionID, me.sessionID)))
    await publishEnd(context, me.userID)
    return ok(null)
  })

  serve(app, users.sessions, async ({ id }, context) => {
    await findRecord(context.db, 'User', user, user.userID, id)
    return ok(await sessionsOf(context, id))
  })

  serve(app, users.endSessions, async ({ id }, context) => {
    await findRecord(context.db, 'User', user, user.userID, id)
    await endSessions(context, id)
    await recordEnd(context, 'end sessions', id)
    return ok(null, 'The user is signed out everywhere')
  })
}

/**
 * Ends every session of a user. It also deletes an unused sign-in link and the PIN, because they work without the
 * password.
 */
export async function endSessions(context: Context, userID: number) {
  await context.db.delete(session).where(eq(session.userID, userID))
  await context.db.delete(userPin).where(eq(userPin.userID, userID))
  await context.db.delete(signInLink).where(eq(signInLink.userID, userID))
  await publishEnd(context, userID)
}

/** Tells that sessions of a user ended, so that their open streams end too. */
export const publishEnd = (context: Context, userID: number) =>
  publish(context, { type: 'user.sessions_ended', entity: 'user', id: userID })

/** Returns a user's open sessions, last used first, without anything that identifies a token. */
async function sessionsOf({ db, actor: me }: Context<SignedIn>, userID: number) {
  const rows = await db
    .select({
      sessionID: session.sessionID,
      createdAt: session.createdAt,
      lastUsedAt: session.lastUsedAt,
      expiresAt: session.expiresAt,
      agent: session.agent,
    })
    .from(session)
    .where(and(eq(session.userID, userID), sql`${session.expiresAt} > now()`))
    .orderBy(desc(session.lastUsedAt), desc(session.sessionID))
  return rows.map((row) => ({ ...row, current: row.sessionID === sessionIDOf(me) }))
}

/** Records that an administrator ended another user's session. */
const recordEnd = (context: Context<SignedIn>, action: AuditAction, userID: number) =>
  record(context, { action, entity: 'user', entityID: userID, before: null, after: null })
