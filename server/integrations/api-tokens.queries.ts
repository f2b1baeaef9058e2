import { desc, eq } from 'drizzle-orm'

import { userName } from '../db/names.ts'
import { apiToken } from '../db/schema/integrations.ts'
import { user } from '../db/schema/people.ts'
import type { Db, Tx } from '../kernel/database.ts'

/** Selects what a response shows of API tokens: never the hash. */
const selectTokens = (db: Db | Tx) =>
  db
    .select({
      tokenID: apiToken.tokenID,
      tokenName: apiToken.tokenName,
      userID: apiToken.userID,
      userName,
      operations: apiToken.operations,
      createdAt: apiToken.createdAt,
      expiresAt: apiToken.expiresAt,
      lastUsedAt: apiToken.lastUsedAt,
      revokedAt: apiToken.revokedAt,
    })
    .from(apiToken)
    .innerJoin(user, eq(user.userID, apiToken.userID))

/** Returns the newest 200 API tokens, revoked and expired ones too. */
export const listApiTokens = (db: Db | Tx) => selectTokens(db).orderBy(desc(apiToken.tokenID)).limit(200)

/** Returns one API token; undefined when there is none with this key. */
export async function findApiToken(db: Db | Tx, id: number) {
  const [found] = await selectTokens(db).where(eq(apiToken.tokenID, id))
  return found
}
