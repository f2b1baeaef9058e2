import DataLoader from 'dataloader'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { FastifyInstance, FastifyRequest } from 'fastify'

import { idleSeconds } from '../../contract/devices/pin-rules.ts'
import { may } from '../../contract/shared/permissions.ts'
import { countedBlind, readBlindCounts } from '../db/blind-counts.ts'
import { hidesCosts } from '../db/hidden-costs.ts'
import { userFullName } from '../db/names.ts'
import { anyOf, prepareStatement } from '../db/prepared.ts'
import { deviceSession } from '../db/schema/drawers.ts'
import { session, user } from '../db/schema/people.ts'
import { type Actor, type InSession, lockedOut, visitor } from '../kernel/context.ts'
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

const idleTime = sql.raw(`interval '${idleSeconds} seconds'`)
/**
 * Whether somebody was active at the device within the last two minutes. A clock that is set back locks the session too:
 * it would stay open for longer otherwise.
 */
export const isActive = sql`${deviceSession.activeAt} between now() - ${idleTime} and now() + ${idleTime}`

const findSessions = prepareStatement('find_sessions', ['tokenHashes'], (db, { tokenHashes }) =>
  db
    .select({
      tokenHash: session.tokenHash,
      userID: user.userID,
      roleID: user.roleID,
      firstName: user.firstName,
      lastName: user.lastName,
      hideCosts: hidesCosts,
      counted: countedBlind,
      sessionID: session.sessionID,
      signedInAt: session.createdAt,
      stale: sql<boolean>`${session.lastUsedAt} < now() - interval '5 minutes'`,
      deviceID: deviceSession.deviceID,
      isLocked: sql<boolean>`coalesce(not ${isActive}, false)`,
    })
    .from(session)
    .innerJoin(user, eq(user.userID, session.userID))
    .leftJoin(deviceSession, eq(deviceSession.sessionID, session.sessionID))
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
      request.actor = await caller
      if (request.actor.kind === 'device' && isActivity(request)) await markActive(app.db, request.actor)
      return
    }
    request.caller = caller
    caller.catch(() => {}) // Without this, a request refused before its handler would leave the rejection unhandled.
  })

  async function findPerson(token: string): Promise<Actor> {
    const found = await findSession.load(hashToken(token))
    if (!found) return visitor
    if (found.isLocked) return lockedOut
    const { stale, firstName, lastName, hideCosts, counted, tokenHash: _, isLocked: __, deviceID, ...rest } = found
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
    const blindCounts = readBlindCounts(rest.roleID, counted)
    const person = { ...rest, seesCosts, blindCounts, name: userFullName({ firstName, lastName }), token }
    return deviceID === null ? { kind: 'person', ...person } : { kind: 'device', ...person, deviceID }
  }
}

/**
 * Whether a call is an act of a person. A screen reads by itself, after events and when it is shown again, so that reads
 * are none; it tells of typing and pointing by a call of its own.
 */
const isActivity = ({ method, routeOptions: { config } }: FastifyRequest) =>
  method !== 'GET' && method !== 'HEAD' && config.endpoint !== undefined && config.endpoint.access !== 'public'

/** Keeps a session with a PIN open for two more minutes, unless it is locked. */
const markActive = (db: Db | Tx, { sessionID }: InSession) =>
  db
    .update(deviceSession)
    .set({ activeAt: sql`now()` })
    .where(
      and(
        eq(deviceSession.sessionID, sessionID),
        isActive,
        sql`${deviceSession.activeAt} < now() - interval '1 second'`,
      ),
    )
