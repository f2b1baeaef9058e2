import { eq } from 'drizzle-orm'

import type { BackupReminding } from '../../contract/company/settings.ts'
import type { z } from '../../contract/shared/zod.ts'
import { settingsKey, shopSetting } from '../db/schema/company.ts'
import { assertAccess, type Context } from '../kernel/context.ts'
import { lockUnchanged, record, stampModified } from '../resource/records.ts'

type Reminding = z.output<typeof BackupReminding> & { updatedAt?: Date | undefined }

/** Turns the messages about missing backups on or off, with an audit row. */
export async function setBackupReminder(context: Context, { remindOfBackups, updatedAt }: Reminding) {
  assertAccess(context.actor, 'system.manage')
  const before = await lockUnchanged(context, 'Settings', shopSetting, shopSetting.id, settingsKey, updatedAt)
  if (remindOfBackups === before.remindOfBackups) return
  await context.db
    .update(shopSetting)
    .set({ remindOfBackups, ...stampModified(context, before) })
    .where(eq(shopSetting.id, settingsKey))
  await record(context, {
    action: 'update',
    entity: 'shopSetting',
    entityID: settingsKey,
    before: { remindOfBackups: before.remindOfBackups },
    after: { remindOfBackups },
  })
}
