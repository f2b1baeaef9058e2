import { eq } from 'drizzle-orm'

import type { Access } from '../../contract/shared/permissions.ts'
import { settingsKey, shopSetting } from '../db/schema/company.ts'
import { assertAccess, type Context } from '../kernel/context.ts'
import { lockUnchanged, record, stampModified } from '../resource/records.ts'

/** The settings that have a form of their own each. */
type Chosen = Pick<
  typeof shopSetting.$inferSelect,
  | 'hideCosts'
  | 'goldShown'
  | 'ratesOnPapers'
  | 'priceKeptDays'
  | 'secondPersonFrom'
  | 'proofFileDays'
  | 'cashOutLimit'
  | 'remindOfBackups'
>

/**
 * Stores some of these settings, with an audit row. Omitted ones stay, and an equal choice writes nothing. Throws 403
 * without the access, and 409 when somebody else changed the settings since `updatedAt`.
 */
export async function changeChosen(
  context: Context,
  access: Access,
  { updatedAt, ...sent }: { [Name in keyof Chosen]?: Chosen[Name] | undefined } & { updatedAt?: Date | undefined },
) {
  assertAccess(context.actor, access)
  const stored = await lockUnchanged(context, 'Settings', shopSetting, shopSetting.id, settingsKey, updatedAt)
  const names = (Object.keys(sent) as (keyof Chosen)[]).filter((name) => sent[name] !== undefined)
  const pick = (from: typeof sent) => Object.fromEntries(names.map((name) => [name, from[name]]))
  if (names.every((name) => sent[name] === stored[name])) return
  await context.db
    .update(shopSetting)
    .set({ ...pick(sent), ...stampModified(context, stored) })
    .where(eq(shopSetting.id, settingsKey))
  await record(context, {
    action: 'update',
    entity: 'shopSetting',
    entityID: settingsKey,
    before: pick(stored),
    after: pick(sent),
  })
}
