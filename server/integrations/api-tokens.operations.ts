import { and, eq, isNull } from 'drizzle-orm'

import type { ApiTokenInput } from '../../contract/integrations/api-tokens.ts'
import { programOperations } from '../../contract/operations.ts'
import type { z } from '../../contract/shared/zod.ts'
import { apiToken } from '../db/schema/integrations.ts'
import { transact } from '../db/transaction.ts'
import { assertAccess, type Context, type SignedIn } from '../kernel/context.ts'
import { AppError, notFound } from '../kernel/errors.ts'
import { createApiToken, hashToken } from '../kernel/tokens.ts'
import { confirmIdentity } from '../people/confirmation.operations.ts'
import { record } from '../resource/records.ts'
import { findApiToken } from './api-tokens.queries.ts'

const day = 86_400_000
const allowed = new Set(programOperations.map(({ operationID }) => operationID))

/**
 * Creates an API token with the rights of the actor, for the given calls. The response is the only one that holds the
 * token. It begins its own transaction. Throws 403 without a recent sign-in or the password, and 422 for an unknown
 * call or a call that no token may make.
 */
export async function issueApiToken(context: Context<SignedIn>, input: z.output<typeof ApiTokenInput>) {
  const { db, actor, now } = context
  assertAccess(actor, 'integrations.manage')
  const { tokenName, days, currentPassword } = input
  const operations = [...new Set(input.operations)].toSorted()
  const unknown = operations.find((operationID) => !allowed.has(operationID))
  if (unknown !== undefined)
    throw new AppError('api_token.call_denied', `No API token may call ${unknown}`, { field: 'operations' })
  await confirmIdentity(context, currentPassword)
  const token = createApiToken()
  const created = await transact(db, async (tx) => {
    const [row] = await tx
      .insert(apiToken)
      .values({
        tokenName,
        operations,
        tokenHash: hashToken(token),
        userID: actor.userID,
        createdAt: now,
        expiresAt: new Date(now.getTime() + days * day),
      })
      .returning()
    const { tokenID } = row!
    await record(
      { ...context, db: tx },
      { action: 'create', entity: 'apiToken', entityID: tokenID, before: null, after: row! },
    )
    return findApiToken(tx, tokenID)
  })
  return { ...created!, token }
}

/** Revokes an API token, with an audit row. Throws 404 when there is none, or when it was revoked before. */
export async function revokeApiToken(context: Context<SignedIn>, id: number) {
  const { db, actor, now } = context
  assertAccess(actor, 'integrations.manage')
  const [after] = await db
    .update(apiToken)
    .set({ revokedAt: now })
    .where(and(eq(apiToken.tokenID, id), isNull(apiToken.revokedAt)))
    .returning()
  if (!after) throw notFound('API token')
  await record(context, {
    action: 'revoke',
    entity: 'apiToken',
    entityID: id,
    before: { ...after, revokedAt: null },
    after,
  })
  return (await findApiToken(db, id))!
}
