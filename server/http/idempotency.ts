import { createHash } from 'node:crypto'

import { and, eq, lt, sql } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'

import { prepareStatement } from '../db/prepared.ts'
import { idempotencyKey } from '../db/schema/shared.ts'
import { deferStatement } from '../db/transaction.ts'
import { userIDOf } from '../kernel/context.ts'
import type { Tx } from '../kernel/database.ts'
import { AppError } from '../kernel/errors.ts'

/** How long a key and its response are stored. */
export const keyLifetime = sql`interval '24 hours'`

/**
 * Runs the work once per user, endpoint and key; a repeated request gets the stored first response. The transaction of
 * the work also stores the key. So a concurrent repetition waits at the primary key, and a refused request stores
 * nothing. Throws 422 when the same key comes with another body.
 */
export async function runOnce(
  tx: Tx,
  request: FastifyRequest,
  key: string,
  work: (tx: Tx) => Promise<string>,
): Promise<string> {
  if (key.length === 0 || key.length > 200)
    throw new AppError('idempotency.key_invalid', 'Idempotency-Key must have 1 to 200 characters')
  const requestHash = hashOf(request)
  const mine = { userID: userIDOf(request.actor)!, endpoint: endpointOf(request), key }
  const [taken] = await takeKey(tx, { ...mine, requestHash })
  if (!taken) {
    const [first] = await tx.select().from(idempotencyKey).where(isRowOf(mine))
    if (first?.requestHash !== requestHash)
      throw new AppError('idempotency.key_reused', 'This Idempotency-Key was used for something else before')
    return first.answer!
  }
  const response = await work(tx)
  await deferStatement(tx, storeResponse(tx, { ...mine, response }))
  return response
}

const takeKey = prepareStatement(
  'take_idempotency_key',
  ['userID', 'endpoint', 'key', 'requestHash'],
  (db, { requestHash, ...mine }) =>
    db
      .insert(idempotencyKey)
      .values({ ...mine, requestHash })
      .onConflictDoUpdate({
        target: [idempotencyKey.userID, idempotencyKey.endpoint, idempotencyKey.key],
        // An expired key counts as absent.
        set: { requestHash: sql`excluded.request_hash`, answer: null, createdAt: sql`now()` },
        setWhere: lt(idempotencyKey.createdAt, sql`now() - ${keyLifetime}`),
      })
      .returning({ key: idempotencyKey.key }),
)

const storeResponse = prepareStatement(
  'store_response',
  ['userID', 'endpoint', 'key', 'response'],
  (db, { response, ...mine }) =>
    db
      .update(idempotencyKey)
      .set({ answer: sql`${response}` })
      .where(isRowOf(mine)),
)

/** Matches the row of this user, endpoint and key. */
const isRowOf = ({ userID, endpoint, key }: Record<'userID' | 'endpoint' | 'key', unknown>) =>
  and(
    eq(idempotencyKey.userID, userID as number),
    eq(idempotencyKey.endpoint, endpoint as string),
    eq(idempotencyKey.key, key as string),
  )

const endpointOf = ({ method, url }: FastifyRequest) => `${method} ${url.split('?')[0]}`

/** Returns the SHA-256 of the parsed body and of every file's bytes. */
function hashOf({ body, uploads }: FastifyRequest): string {
  const sum = createHash('sha256').update(JSON.stringify(body ?? null))
  for (const [field, uploaded] of Object.entries(uploads ?? {}))
    for (const { bytes } of uploaded) sum.update(`\0${field}\0${bytes.length}\0`).update(bytes)
  return sum.digest('hex')
}
