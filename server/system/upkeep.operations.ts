import { eq, sql } from 'drizzle-orm'

import { formatMoment } from '../../contract/shared/dates.ts'
import { shopToday } from '../company/settings.ts'
import { settingsKey, shopSetting } from '../db/schema/company.ts'
import { databaseSize } from '../db/schema/system.ts'
import type { Db, Tx } from '../kernel/database.ts'
import { shopDay } from '../kernel/shop-days.ts'
import { dueKey, notifyOnce } from '../people/notify.ts'
import { findLastRun } from './system.queries.ts'
import { isBackupLate, isNewShop } from './system.rules.ts'

/** Records the size of the database once on each day of the shop. Several servers may run it at the same time. */
export async function recordDatabaseSize(db: Db | Tx) {
  await db.execute(sql`insert into ${databaseSize} (day, bytes)
    select ${shopToday}, pg_database_size(current_database())
      where not exists (select from ${databaseSize} where ${databaseSize.day} = ${shopToday})
    on conflict do nothing`)
}

/** The key of the system in messages: there is one system. */
const systemKey = 1

/** Sends the administrators one message a day while no backup is young enough, unless the shop has turned that off. */
export const remindOfLateBackup = (db: Db | Tx, now: Date) =>
  notifyOnce(
    db,
    now,
    async (tx) => {
      const [shop] = await tx
        .select({
          reminds: shopSetting.remindOfBackups,
          createdAt: shopSetting.createdAt,
          timeZone: shopSetting.timeZone,
        })
        .from(shopSetting)
        .where(eq(shopSetting.id, settingsKey))
      if (!shop?.reminds) return []
      const last = await findLastRun(tx, ['backup'], { succeeded: true })
      if (last === null ? isNewShop(shop.createdAt, now) : !isBackupLate(last.startedAt, now)) return []
      return [
        {
          kind: 'backupLate',
          message: last
            ? `The newest backup is of ${formatMoment(last.startedAt.toISOString(), shop.timeZone)}: make a new one`
            : 'This shop has no backup on record: make one, and one every night',
          entity: 'system',
          id: systemKey,
          dedupeKey: dueKey('backupLate', systemKey, shopDay(shop.timeZone, now)),
        },
      ]
    },
    'system.manage',
  )
