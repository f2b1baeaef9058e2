import { and, eq, isNull, sql } from 'drizzle-orm'

import { may } from '../../contract/shared/permissions.ts'
import { countedBlind, readBlindCounts } from '../db/blind-counts.ts'
import { hidesCosts } from '../db/hidden-costs.ts'
import { userFullName } from '../db/names.ts'
import { prepareStatement } from '../db/prepared.ts'
import { apiToken } from '../db/schema/integrations.ts'
import { user } from '../db/schema/people.ts'
import type { Program } from '../kernel/context.ts'
import type { Db, Tx } from '../kernel/database.ts'
import { AppError } from '../kernel/errors.ts'
import { hashToken } from '../kernel/tokens.ts'

/** Returns the API token of an Authorization header; undefined when it holds none. */
export const apiTokenOf = (authorization: string) => /^Bearer (alahas_[\w-]{1,100})$/.exec(authorization)?.[1]

const findToken = prepareStatement('find_api_token', ['tokenHash'], (db, { tokenHash }) =>
  db
    .select({
      tokenID: apiToken.tokenID,
      operations: apiToken.operations,
      userID: user.userID,
      roleID: user.roleID,
      firstName: user.firstName,
      lastName: user.lastName,
      hideCosts: hidesCosts,
      counted: countedBlind,
      isUseOld: sql<boolean>`coalesce(${apiToken.lastUsedAt} < now() - interval '5 minutes', true)`,
    })
    .from(apiToken)
    .innerJoin(user, eq(user.userID, apiToken.userID))
    .where(
      and(
        eq(apiToken.tokenHash, tokenHash),
        sql`${apiToken.expiresAt} > now()`,
        isNull(apiToken.revokedAt),
        user.status,
      ),
    ),
)

/** Returns the program that has this API token. Throws 401 when the token does not work, on public calls too. */
export async function findProgram(db: Db | Tx, token: string): Promise<Program> {
  const [found] = await findToken(db, { tokenHash: hashToken(token) })
  if (!found) throw new AppError('auth.token_ended', 'This API token is unknown, has expired or was revoked')
  const { tokenID, operations, userID, roleID, firstName, lastName, hideCosts, counted, isUseOld } = found
  // As for sessions, the time of the last use is written only every five minutes.
  if (isUseOld)
    await db
      .update(apiToken)
      .set({ lastUsedAt: sql`now()` })
      .where(eq(apiToken.tokenID, tokenID))
  return {
    kind: 'program',
    tokenID,
    operations: new Set(operations),
    userID,
    roleID,
    name: userFullName({ firstName, lastName }),
    seesCosts: !hideCosts || may(roleID, 'costs.read_hidden'),
    blindCounts: readBlindCounts(roleID, counted),
  }
}
