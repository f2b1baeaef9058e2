import { and, desc, eq, gte, lte, sql } from 'drizzle-orm'

import { bestAtMost } from '../../../contract/insight/analytics.ts'
import { dailyCount } from '../../db/schema/insight.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import { type Period, stepOfDay, stepsOf } from '../shared/period.ts'

const inPeriod = (kind: 'visit' | 'search', { from, to }: Period) =>
  and(eq(dailyCount.kind, kind), gte(dailyCount.day, from), lte(dailyCount.day, to))!

/** Counts visits or searches for each step (day, month or year) of the period, empty steps included. */
export async function countsByStep(db: Db | Tx, period: Period, kind: 'visit' | 'search') {
  const { rows } = await db.execute<{ day: string; count: number }>(sql`
    with done as (
      select ${stepOfDay(sql`${dailyCount.day}`, period)} as day, sum(count) as count
        from ${dailyCount} where ${inPeriod(kind, period)} group by 1)
    select step.day::text, coalesce(done.count, 0)::float8 as count
      from ${stepsOf(period)} step left join done on done.day = step.day order by step.day`)
  return rows
}

/** Returns the most visited pages of the period by path. */
export function mostVisited(db: Db | Tx, period: Period) {
  const count = sql<number>`sum(${dailyCount.count})`.mapWith(Number)
  return db
    .select({ path: dailyCount.subject, count })
    .from(dailyCount)
    .where(inPeriod('visit', period))
    .groupBy(dailyCount.subject)
    .orderBy(desc(count), dailyCount.subject)
    .limit(bestAtMost)
}
