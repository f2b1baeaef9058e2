import { createHash, randomBytes } from 'node:crypto'

import DataLoader from 'dataloader'
import { and, eq, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'

import { userFullName } from '../db/names.ts'
import { anyOf, prepared } from '../db/prepared.ts'
import { session, user } from '../db/schema/people.ts'
import { type Person, visitor } from '../kernel/context.ts'
import type { Db, Tx } from '../kernel/database.ts'

/** A session lasts 30 days from its last use, and 90 from its first. */
const slides = sql`interval '30 days'`
const lasts = sql`interval '90 days'`
export const hashToken = (token: string) => createHash('sha256').update(token).digest('hex')

/** Signs a user in: answers the token (256 random bits); only its hash is stored. */
export async function openSession(db: Db | Tx, userID: number, agent: string): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await db
    .insert(session)
    .values({ userID, tokenHash: hashToken(token), agent: agent.slice(0, 300), expiresAt: sql`now() + ${slides}` })
  return token
}

const findSessions = prepared('find_sessions', ['tokenHashes'], (db, { tokenHashes }) =>
  db
    .select({
      tokenHash: session.tokenHash,
      userID: user.userID,
      roleID: user.roleID,
      firstName: user.firstName,
      lastName: user.lastName,
      sessionID: session.sessionID,
      signedInAt: session.createdAt,
      stale: sql<boolean>`${session.lastUsedAt} < now() - interval '5 minutes'`,
    })
    .from(session)
    .innerJoin(user, eq(user.userID, session.userID))
    .where(and(eq(session.tokenHash, anyOf(tokenHashes, 'text')), sql`${session.expiresAt} > now()`, user.status)),
)

/**
 * Finds the user of each call's bearer token. Asked of the database every time: what ends a session ends it at once. Calls
 * that arrive in the same turn of the event loop are asked for in one statement.
 */
export function sessions(app: FastifyInstance) {
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
    caller.catch(() => {}) // the handler awaits it; another refusal may come first
  })

  async function findPerson(token: string): Promise<Person | null> {
    const found = await findSession.load(hashToken(token))
    if (!found) return null
    const { stale, firstName, lastName, tokenHash: _, ...rest } = found
    // Not at every call: a write for each read would cost more than the reads.
    if (stale)
      await app.db
        .update(session)
        .set({ lastUsedAt: sql`now()`, expiresAt: sql`least(${session.createdAt} + ${lasts}, now() + ${slides})` })
        .where(eq(session.sessionID, found.sessionID))
    return { kind: 'person', ...rest, name: userFullName({ firstName, lastName }), token }
  }
}
