import DataLoader from 'dataloader'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'

import { may } from '../../contract/shared/permissions.ts'
import { hidesCosts } from '../db/hidden-costs.ts'
import { userFullName } from '../db/names.ts'
import { anyOf, prepareStatement } from '../db/prepared.ts'
import { session, user } from '../db/schema/people.ts'
import { type Person, visitor } from '../kernel/context.ts'
import type { Db, Tx } from '../kernel/database.ts'
import { createToken, hashToken } from '../kernel/tokens.ts'
import { apiTokenOf, findProgram } from './api-token.ts'

/** A session expires 30 days after its last use, and at most 90 days after its start. */
const idleLifetime = sql`interval '30 days'`
const maximumLifetime = sql`interval '90 days'`

/** Creates a session for a user and returns its token (256 random bits). The database stores only the token's hash. */
export async function openSession(db: Db | Tx, userID: number, agent: string): Promise<string> {
  const token = createToken()
  await db.insert(session).values({
    userID,
    tokenHash: hashToken(token),
    agent: agent.slice(0, 300),
    expiresAt: sql`now() + ${idleLifetime}`,
  })
  return token
}

/** Ends the sessions with these tokens. */
export const closeSessions = (db: Db | Tx, tokens: readonly string[]) =>
  db.delete(session).where(inArray(session.tokenHash, tokens.map(hashToken)))

const findSessions = prepareStatement('find_sessions', ['tokenHashes'], (db, { tokenHashes }) =>
  db
    .select({
      tokenHash: session.tokenHash,
      userID: user.userID,
      roleID: user.roleID,
      firstName: user.firstName,
      lastName: user.lastName,
      hideCosts: hidesCosts,
      sessionID: session.sessionID,
      signedInAt: session.createdAt,
      stale: sql<boolean>`${session.lastUsedAt} < now() - interval '5 minutes'`,
    })
    .from(session)
    .innerJoin(user, eq(user.userID, session.userID))
    .where(and(eq(session.tokenHash, anyOf(tokenHashes, 'text')), sql`${session.expiresAt} > now()`, user.status)),
)

/**
 * Finds the user of each request's bearer token. Sessions are not cached, so that a deleted session stops working
 * immediately. One statement finds the sessions of all requests that arrive in the same turn of the event loop.
 */
export function registerSessions(app: FastifyInstance) {
  const findSession = new DataLoader(
    async (tokenHashes: readonly string[]) => {
      const found = await findSessions(app.db, { tokenHashes })
      const byHash = new Map(found.map((row) => [row.tokenHash, row]))
      return tokenHashes.map((tokenHash) => byHash.get(tokenHash))
    },
    { cache: false, batchScheduleFn: setImmediate },
  )
  app.decorateRequest('actor')
  app.decorateRequest('caller', null)
  app.addHook('onRequest', async (request) => {
    const { authorization = '' } = request.headers
    const token = /^Bearer ([\w-]{43})$/.exec(authorization)?.[1]
    const apiToken = apiTokenOf(authorization)
    request.actor = visitor
    if (!token && !apiToken) return
    const caller = token ? findPerson(token) : findProgram(app.db, apiToken!)
    if (!request.routeOptions.config.authenticatesInHandler) {
      request.actor = (await caller) ?? visitor
      return
    }
    request.caller = caller
    caller.catch(() => {}) // Without this, a request refused before its handler would leave the rejection unhandled.
  })

  async function findPerson(token: string): Promise<Person | null> {
    const found = await findSession.load(hashToken(token))
    if (!found) return null
    const { stale, firstName, lastName, hideCosts, tokenHash: _, ...rest } = found
    // `lastUsedAt` is updated only every five minutes, because a write costs more than the read itself.
    if (stale)
      await app.db
        .update(session)
        .set({
          lastUsedAt: sql`now()`,
          expiresAt: sql`least(${session.createdAt} + ${maximumLifetime}, now() + ${idleLifetime})`,
        })
        .where(eq(session.sessionID, found.sessionID))
    const seesCosts = !hideCosts || may(rest.roleID, 'costs.read_hidden')
    return { kind: 'person', ...rest, seesCosts, name: userFullName({ firstName, lastName }), token }
  }
}
