import { and, count, eq, gt, inArray, sql } from 'drizzle-orm'

import { attempt } from '../db/schema/people.ts'
import type { Db, Tx } from '../kernel/database.ts'
import { AppError } from '../kernel/errors.ts'

/** Allows at most `limit` attempts with the same `bucket` within `seconds`. */
export type Limit = { bucket: string; limit: number; seconds: number }

/**
 * Counts an attempt against each limit. The database stores the attempts, so that the limits hold across servers and
 * restarts. Throws 429 when a limit is exceeded. Call it before the attempt itself, so that concurrent guesses all
 * count. Returns a function that removes the attempt again after a success.
 */
export async function countAttempt(db: Db | Tx, limits: Limit[]): Promise<() => Promise<void>> {
  const attempts = await db
    .insert(attempt)
    .values(limits.map(({ bucket }) => ({ bucket })))
    .returning({ attemptID: attempt.attemptID })
  const removeAttempt = async () => {
    await db.delete(attempt).where(
      inArray(
        attempt.attemptID,
        attempts.map((row) => row.attemptID),
      ),
    )
  }
  for (const { bucket, limit, seconds } of limits) {
    const [counted] = await db
      // The database counts the seconds, because its clock also wrote the attempts.
      .select({
        made: count(),
        retryAfter: sql<number>`ceil(${seconds} - extract(epoch from now() - min(${attempt.at})))::int`,
      })
      .from(attempt)
      .where(and(eq(attempt.bucket, bucket), gt(attempt.at, sql`now() - make_interval(secs => ${seconds})`)))
    if (counted!.made <= limit) continue
    await removeAttempt()
    throw new AppError('attempts.too_many', 'Too many attempts. Please wait a while and try again', {
      retryAfter: Math.max(1, counted!.retryAfter),
    })
  }
  return removeAttempt
}
