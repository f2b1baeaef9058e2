import { sql } from 'drizzle-orm'

import { readSettings } from '../company/settings.ts'
import { dailyCount } from '../db/schema/insight.ts'
import type { Db, Tx } from '../kernel/database.ts'
import { shopDay } from '../kernel/shop-days.ts'

/** Counts a page's visit or a search on the shop's day. `subject`: the path in English, or where it was searched. */
export async function countOne(db: Db | Tx, now: Date, kind: 'visit' | 'search', subject: string): Promise<void> {
  const { timeZone } = await readSettings(db)
  await db
    .insert(dailyCount)
    .values({ day: shopDay(timeZone, now), kind, subject, count: 1 })
    .onConflictDoUpdate({
      target: [dailyCount.kind, dailyCount.day, dailyCount.subject],
      set: { count: sql`${dailyCount.count} + 1` },
    })
}
