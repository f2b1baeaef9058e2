import { eq } from 'drizzle-orm'

import type { GoldShowing } from '../../contract/company/settings.ts'
import type { z } from '../../contract/shared/zod.ts'
import { settingsKey, shopSetting } from '../db/schema/company.ts'
import { assertAccess, type Context } from '../kernel/context.ts'
import { lockUnchanged, record, stampModified } from '../resource/records.ts'

type Showing = z.output<typeof GoldShowing> & { updatedAt?: Date | undefined }

/** Chooses what visitors see of the gold in a price, with an audit row. */
export async function showGold(context: Context, { goldShown, updatedAt }: Showing) {
  assertAccess(context.actor, 'gold.show')
  const before = await lockUnchanged(context, 'Settings', shopSetting, shopSetting.id, settingsKey, updatedAt)
  if (goldShown === before.goldShown) return
  await context.db
    .update(shopSetting)
    .set({ goldShown, ...stampModified(context, before) })
    .where(eq(shopSetting.id, settingsKey))
  await record(context, {
    action: 'update',
    entity: 'shopSetting',
    entityID: settingsKey,
    before: { goldShown: before.goldShown },
    after: { goldShown },
  })
}
