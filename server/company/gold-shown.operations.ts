import { eq } from 'drizzle-orm'

import type { GoldShowing } from '../../contract/company/settings.ts'
import type { z } from '../../contract/shared/zod.ts'
import { settingsKey, shopSetting } from '../db/schema/company.ts'
import { assertAccess, type Context } from '../kernel/context.ts'
import { lockUnchanged, record, stampModified } from '../resource/records.ts'

type Showing = z.output<typeof GoldShowing> & { updatedAt?: Date | undefined }

/** Chooses what visitors see of the gold in a price, and whether papers show its rate, with an audit row. */
export async function showGold(context: Context, { updatedAt, ...chosen }: Showing) {
  assertAccess(context.actor, 'gold.show')
  const before = await lockUnchanged(context, 'Settings', shopSetting, shopSetting.id, settingsKey, updatedAt)
  const { goldShown, ratesOnPapers } = { ratesOnPapers: before.ratesOnPapers, ...chosen }
  if (goldShown === before.goldShown && ratesOnPapers === before.ratesOnPapers) return
  await context.db
    .update(shopSetting)
    .set({ goldShown, ratesOnPapers, ...stampModified(context, before) })
    .where(eq(shopSetting.id, settingsKey))
  await record(context, {
    action: 'update',
    entity: 'shopSetting',
    entityID: settingsKey,
    before: { goldShown: before.goldShown, ratesOnPapers: before.ratesOnPapers },
    after: { goldShown, ratesOnPapers },
  })
}
