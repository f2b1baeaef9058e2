import { and, count, eq, gt, inArray, min, sql } from 'drizzle-orm'

import { attempt } from '../db/schema/people.ts'
import type { Db, Tx } from '../kernel/database.ts'
import { AppError } from '../kernel/errors.ts'

/** At most `limit` attempts of this name in `seconds`. */
export type Limit = { bucket: string; limit: number; seconds: number }

/**
 * Counts an attempt against each limit, in the database, so that it holds across servers and restarts.
 * It is counted before it is made: a hundred guesses at once are a hundred attempts. Past a limit: 429.
 * Answers a function that takes the attempt back, for one that turned out well.
 */
export async function countAttempt(db: Db | Tx, limits: Limit[]): Promise<() => Promise<void>> {
  const made = await db
    .insert(attempt)
    .values(limits.map(({ bucket }) => ({ bucket })))
    .returning({ attemptID: attempt.attemptID })
  const takeBack = async () => {
    await db.delete(attempt).where(
      inArray(
        attempt.attemptID,
        made.map((row) => row.attemptID),
      ),
    )
  }
  for (const { bucket, limit, seconds } of limits) {
    const [counted] = await db
      .select({ made: count(), oldest: min(attempt.at) })
      .from(attempt)
      .where(and(eq(attempt.bucket, bucket), gt(attempt.at, sql`now() - make_interval(secs => ${seconds})`)))
    if (counted!.made <= limit) continue
    await takeBack()
    const waited = (Date.now() - (counted!.oldest ?? new Date()).getTime()) / 1000
    throw new AppError('attempts.too_many', 'Too many attempts. Please wait a while and try again', {
      retryAfter: Math.max(1, Math.ceil(seconds - waited)),
    })
  }
  return takeBack
}
