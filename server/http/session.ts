import { createHash, randomBytes } from 'node:crypto'

import DataLoader from 'dataloader'
import { and, eq, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'

import { may } from '../../contract/shared/permissions.ts'
import { userFullName } from '../db/names.ts'
import { anyOf, prepareStatement } from '../db/prepared.ts'
import { shopSetting } from '../db/schema/company.ts'
import { session, user } from '../db/schema/people.ts'
import { type Person, visitor } from '../kernel/context.ts'
import type { Db, Tx } from '../kernel/database.ts'

/** A session expires 30 days after its last use, and at most 90 days after its start. */
const idleLifetime = sql`interval '30 days'`
const maximumLifetime = sql`interval '90 days'`
export const hashToken = (token: string) => createHash('sha256').update(token).digest('hex')

/** Creates a session for a user and returns its token (256 random bits). The database stores only the token's hash. */
export async function openSession(db: Db | Tx, userID: number, agent: string): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await db.insert(session).values({
    userID,
    tokenHash: hashToken(token),
    agent: agent.slice(0, 300),
    expiresAt: sql`now() + ${idleLifetime}`,
  })
  return token
}

const findSessions = prepareStatement('find_sessions', ['tokenHashes'], (db, { tokenHashes }) =>
  db
    .select({
      tokenHash: session.tokenHash,
      userID: user.userID,
      roleID: user.roleID,
      firstName: user.firstName,
      lastName: user.lastName,
      hideCosts: sql<boolean>`(select ${shopSetting.hideCosts} from ${shopSetting})`,
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
    const token = /^Bearer ([\w-]{43})$/.exec(request.headers.authorization ?? '')?.[1]
    request.actor = visitor
    if (!token) return
    const caller = findPerson(token)
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
