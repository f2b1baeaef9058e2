import { eq } from 'drizzle-orm'

import type { PriceKeeping } from '../../contract/company/settings.ts'
import type { z } from '../../contract/shared/zod.ts'
import { settingsKey, shopSetting } from '../db/schema/company.ts'
import { assertAccess, type Context } from '../kernel/context.ts'
import { lockUnchanged, record, stampModified } from '../resource/records.ts'

type Keeping = z.output<typeof PriceKeeping> & { updatedAt?: Date | undefined }

/** Sets for how many days the least deposit keeps prices by the rate. Days that are kept already stay, with an audit row. */
export async function keepPrices(context: Context, { priceKeptDays, updatedAt }: Keeping) {
  assertAccess(context.actor, 'gold.keep_prices')
  const before = await lockUnchanged(context, 'Settings', shopSetting, shopSetting.id, settingsKey, updatedAt)
  if (priceKeptDays === before.priceKeptDays) return
  await context.db
    .update(shopSetting)
    .set({ priceKeptDays, ...stampModified(context, before) })
    .where(eq(shopSetting.id, settingsKey))
  await record(context, {
    action: 'update',
    entity: 'shopSetting',
    entityID: settingsKey,
    before: { priceKeptDays: before.priceKeptDays },
    after: { priceKeptDays },
  })
}
