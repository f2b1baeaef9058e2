import { sql } from 'drizzle-orm'

import { readSettings } from '../company/settings.ts'
import { dailyCount } from '../db/schema/insight.ts'
import type { Db, Tx } from '../kernel/database.ts'
import { shopDay } from '../kernel/shop-days.ts'

/**
 * Adds one visit or one search to the shop's present day. `subject` is the English path of the visited page, or the
 * place of the search: 'catalogue' or 'back-office'.
 */
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
