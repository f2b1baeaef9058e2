import { eq } from 'drizzle-orm'

import type { CostHiding } from '../../contract/company/settings.ts'
import type { z } from '../../contract/shared/zod.ts'
import { settingsKey, shopSetting } from '../db/schema/company.ts'
import { assertAccess, type Context } from '../kernel/context.ts'
import { lockUnchanged, record, stampModified } from '../resource/records.ts'

type Hiding = z.output<typeof CostHiding> & { updatedAt?: Date | undefined }

/** Hides costs and profits from Staff, or shows them, with an audit row. Each next request of Staff follows it. */
export async function hideCosts(context: Context, { hideCosts: isHidden, updatedAt }: Hiding) {
  assertAccess(context.actor, 'costs.hide')
  const before = await lockUnchanged(context, 'Settings', shopSetting, shopSetting.id, settingsKey, updatedAt)
  if (isHidden === before.hideCosts) return
  await context.db
    .update(shopSetting)
    .set({ hideCosts: isHidden, ...stampModified(context, before) })
    .where(eq(shopSetting.id, settingsKey))
  await record(context, {
    action: 'update',
    entity: 'shopSetting',
    entityID: settingsKey,
    before: { hideCosts: before.hideCosts },
    after: { hideCosts: isHidden },
  })
}
