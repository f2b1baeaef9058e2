import { and, eq } from 'drizzle-orm'

import { defaultTexts, findUnknownPlaceholder } from '../../../contract/sales/message-texts.ts'
import type { MessageSettingsInput, TemplateInput } from '../../../contract/sales/messages.ts'
import { changedMeanwhile } from '../../../contract/shared/answers.ts'
import type { z } from '../../../contract/shared/zod.ts'
import { readSettings, shopToday } from '../../company/settings.ts'
import { settingsKey, shopSetting } from '../../db/schema/company.ts'
import { messageTemplate } from '../../db/schema/mail.ts'
import { assertAccess, type Context, userIDOf } from '../../kernel/context.ts'
import { AppError } from '../../kernel/errors.ts'
import { queueMail } from '../../mail/outbox.ts'
import { lockUnchanged, record, stampCreated, stampModified } from '../../resource/records.ts'

type Settings = z.output<typeof MessageSettingsInput>
type Template = z.output<typeof TemplateInput>
type Text = Omit<Template, 'updatedAt'>
type TextKey = Pick<Template, 'kind' | 'language' | 'updatedAt'>

/** The key of texts in the audit trail, where kind and language identify them. */
const auditKey = 1

const editable = ({ customerLanguage, messageKinds, quietFrom, quietUntil }: Settings) => ({
  customerLanguage,
  messageKinds,
  quietFrom,
  quietUntil,
})

/** Changes which messages the shop sends by itself, and when. A kind can be turned on only where mail can be sent. */
export async function changeMessageSettings(
  context: Context,
  { updatedAt, ...input }: Settings & { updatedAt?: Date | undefined },
  canMail: boolean,
) {
  assertAccess(context.actor, 'system.manage')
  if ((input.quietFrom === null) !== (input.quietUntil === null))
    throw new AppError('message.quiet_half', 'Quiet hours need a beginning and an end', {
      field: input.quietFrom === null ? 'quietFrom' : 'quietUntil',
    })
  const before = await lockUnchanged(context, 'Settings', shopSetting, shopSetting.id, settingsKey, updatedAt)
  const added = input.messageKinds.filter((kind) => !before.messageKinds.includes(kind))
  if (added.length > 0 && !canMail)
    throw new AppError('message.no_mail', 'The shop has no mail server: set SMTP_URL and PUBLIC_URL', {
      field: 'messageKinds',
    })
  const remindsNow = added.some((kind) => kind === 'instalmentDue' || kind === 'instalmentOverdue')
  const [after] = await context.db
    .update(shopSetting)
    // Instalments that became due before get no reminder.
    .set({ ...editable(input), ...(remindsNow && { remindersFrom: shopToday }), ...stampModified(context, before) })
    .where(eq(shopSetting.id, settingsKey))
    .returning()
  await record(context, {
    action: 'update',
    entity: 'shopSetting',
    entityID: settingsKey,
    before: editable(before),
    after: editable(after!),
  })
}

/** Changes a text. Throws 400 for a placeholder that its kind does not have, and 409 when it was changed meanwhile. */
export async function saveTemplate(context: Context, input: Template) {
  assertAccess(context.actor, 'system.manage')
  const { kind, language, subject, body } = input
  for (const field of ['subject', 'body'] as const) {
    const problem = findUnknownPlaceholder(kind, input[field])
    if (problem) throw new AppError('message.placeholder_unknown', problem, { field })
  }
  const before = await lockTemplate(context, input)
  const { createdByID, createdAt, updatedAt } = stampCreated(context)
  await context.db
    .insert(messageTemplate)
    .values({ kind, language, subject, body, createdByID, createdAt, updatedAt })
    .onConflictDoUpdate({
      target: [messageTemplate.kind, messageTemplate.language],
      set: { subject, body, modifiedByID: createdByID, updatedAt },
    })
  await recordText(context, before, { kind, language, subject, body })
}

/** Removes the shop's own text, so that the one that it began with is used again. Throws 409 as saving does. */
export async function resetTemplate(context: Context, { updatedAt, ...key }: TextKey) {
  assertAccess(context.actor, 'system.manage')
  const before = await lockTemplate(context, { ...key, updatedAt })
  await context.db.delete(messageTemplate).where(ofKey(key))
  await recordText(context, before, { ...key, ...defaultTexts[key.kind][key.language] })
}

const ofKey = ({ kind, language }: Pick<Template, 'kind' | 'language'>) =>
  and(eq(messageTemplate.kind, kind), eq(messageTemplate.language, language))

async function lockTemplate({ db }: Context, { kind, language, updatedAt }: TextKey): Promise<Text> {
  // A text that the shop never changed has no row to lock.
  await db.select({ id: shopSetting.id }).from(shopSetting).where(eq(shopSetting.id, settingsKey)).for('update')
  const [own] = await db.select().from(messageTemplate).where(ofKey({ kind, language }))
  const isChanged = updatedAt !== undefined && updatedAt?.getTime() !== own?.updatedAt.getTime()
  if (isChanged) throw new AppError('record.stale', changedMeanwhile)
  return {
    kind,
    language,
    subject: own?.subject ?? defaultTexts[kind][language].subject,
    body: own?.body ?? defaultTexts[kind][language].body,
  }
}

async function recordText(context: Context, before: Text, after: Text) {
  if (JSON.stringify(before) === JSON.stringify(after)) return
  await record(context, { action: 'update', entity: 'messageTemplate', entityID: auditKey, before, after })
}

/** Queues a test mail to any address, and returns its key. */
export async function queueTestMail(context: Context, recipient: string): Promise<number> {
  assertAccess(context.actor, 'system.manage')
  const { companyName } = await readSettings(context.db)
  const mailID = await queueMail(context, {
    kind: 'test',
    recipient,
    subject: `Test mail from ${companyName}`,
    body: `This is a test mail from ${companyName}. If you can read it, the shop can send mails.\n`,
    askedByID: userIDOf(context.actor),
  })
  return mailID! // Without a dedupe key, each mail is new.
}
