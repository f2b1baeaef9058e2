import { createHash } from 'node:crypto'

import { and, eq, lt, sql } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'

import { prepared } from '../db/prepared.ts'
import { idempotencyKey } from '../db/schema/shared.ts'
import { defer } from '../db/transaction.ts'
import { userIDOf } from '../kernel/context.ts'
import type { Tx } from '../kernel/database.ts'
import { AppError } from '../kernel/errors.ts'

/** How long a key is remembered. */
export const keyLifetime = sql`interval '24 hours'`

/**
 * Does the work once per user, endpoint and key: the same call again gets the first answer. The key is stored in the
 * work's own transaction, so that while the first call runs the second waits on the primary key, and a refused call
 * leaves nothing behind. The same key with another body is 422.
 */
export async function once(
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
    const [first] = await tx.select().from(idempotencyKey).where(isFor(mine))
    if (first?.requestHash !== requestHash)
      throw new AppError('idempotency.key_reused', 'This Idempotency-Key was used for something else before')
    return first.answer!
  }
  const answer = await work(tx)
  await defer(tx, keepAnswer(tx, { ...mine, answer }))
  return answer
}

const takeKey = prepared(
  'take_idempotency_key',
  ['userID', 'endpoint', 'key', 'requestHash'],
  (db, { requestHash, ...mine }) =>
    db
      .insert(idempotencyKey)
      .values({ ...mine, requestHash })
      .onConflictDoUpdate({
        target: [idempotencyKey.userID, idempotencyKey.endpoint, idempotencyKey.key],
        // One that has lapsed is as good as none.
        set: { requestHash: sql`excluded.request_hash`, answer: null, createdAt: sql`now()` },
        setWhere: lt(idempotencyKey.createdAt, sql`now() - ${keyLifetime}`),
      })
      .returning({ key: idempotencyKey.key }),
)

const keepAnswer = prepared('keep_answer', ['userID', 'endpoint', 'key', 'answer'], (db, { answer, ...mine }) =>
  db
    .update(idempotencyKey)
    .set({ answer: sql`${answer}` })
    .where(isFor(mine)),
)

/** The row of this key, which is the user's own at this endpoint. */
const isFor = ({ userID, endpoint, key }: Record<'userID' | 'endpoint' | 'key', unknown>) =>
  and(
    eq(idempotencyKey.userID, userID as number),
    eq(idempotencyKey.endpoint, endpoint as string),
    eq(idempotencyKey.key, key as string),
  )

const endpointOf = ({ method, url }: FastifyRequest) => `${method} ${url.split('?')[0]}`

/** The body as it was parsed, and every file's bytes. */
function hashOf({ body, uploads }: FastifyRequest): string {
  const sum = createHash('sha256').update(JSON.stringify(body ?? null))
  for (const [field, uploaded] of Object.entries(uploads ?? {}))
    for (const { bytes } of uploaded) sum.update(`\0${field}\0${bytes.length}\0`).update(bytes)
  return sum.digest('hex')
}
