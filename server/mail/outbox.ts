import { and, eq, inArray, isNull, lt, sql } from 'drizzle-orm'

import type { EventType } from '../../contract/shared/events.ts'
import { mail } from '../db/schema/mail.ts'
import { transact } from '../db/transaction.ts'
import { publish } from '../events/publish.ts'
import { enqueue } from '../jobs/boss.ts'
import type { Context } from '../kernel/context.ts'
import type { Db, Tx } from '../kernel/database.ts'

type NewMail = Pick<typeof mail.$inferInsert, 'kind' | 'recipient' | 'subject' | 'body'> &
  Partial<
    Pick<
      typeof mail.$inferInsert,
      | 'language'
      | 'toTypedAddress'
      | 'customerID'
      | 'saleID'
      | 'userID'
      | 'askedByID'
      | 'origin'
      | 'dedupeKey'
      | 'nextTryAt'
    >
  >

/**
 * Adds a mail to the outbox in the caller's transaction, with the job that sends it. Returns its key, or null when the
 * event of its dedupe key was told before.
 */
export async function queueMail(context: Context, letter: NewMail): Promise<number | null> {
  const { db, now } = context
  const nextTryAt = letter.nextTryAt ?? now
  const [made] = await db
    .insert(mail)
    .values({ ...letter, nextTryAt, createdAt: now })
    .onConflictDoNothing({ target: mail.dedupeKey })
    .returning({ mailID: mail.mailID })
  if (!made) return null
  await wakeUp(db, made.mailID, nextTryAt)
  await publishMail(context, 'mail.queued', made.mailID)
  return made.mailID
}

/** Adds the job that sends a mail. The mail itself says whether and when it is sent, so that an extra job is harmless. */
export const wakeUp = (db: Db | Tx, mailID: number, at: Date) =>
  enqueue(db, 'mail', { mailID }, { key: String(mailID), startAfter: at })

/** Tells open screens that the state of a mail changed, such as the sale whose customer it is for. */
export const publishMail = (context: Context, type: MailEvent, id: number) =>
  publish(context, { type, entity: 'mail', id })

type MailEvent = Extract<EventType, `mail.${string}`>

/** Queues a failed mail again. Returns false when it is not failed. */
export async function requeueMail(context: Context, mailID: number): Promise<boolean> {
  const { db, now } = context
  const rows = await db
    .update(mail)
    .set({ state: 'queued', attempts: 0, uncertain: 0, claimedAt: null, nextTryAt: now, reason: null })
    .where(and(eq(mail.mailID, mailID), eq(mail.state, 'failed')))
    .returning({ mailID: mail.mailID })
  if (rows.length === 0) return false
  await wakeUp(db, mailID, now)
  await publishMail(context, 'mail.queued', mailID)
  return true
}

/** A queued mail that is late by this much has lost its job, for example by a restore. */
const lost = sql`now() - interval '10 minutes'`

/** Adds jobs for queued mails whose job was lost. */
export const wakeLostMails = (db: Db | Tx, now: Date) =>
  transact(db, async (tx) => {
    const rows = await tx
      .select({ mailID: mail.mailID })
      .from(mail)
      .where(and(eq(mail.state, 'queued'), lt(mail.nextTryAt, lost)))
      .orderBy(mail.mailID)
      .limit(500)
    for (const { mailID } of rows) await wakeUp(tx, mailID, now)
  })

/** Ends a failed or queued mail without another try. Returns false when it has ended already. */
export async function giveUpMail(context: Context, mailID: number): Promise<boolean> {
  const rows = await context.db
    .update(mail)
    .set({ state: 'canceled' })
    .where(and(eq(mail.mailID, mailID), inArray(mail.state, ['failed', 'queued']), isNull(mail.claimedAt)))
    .returning({ mailID: mail.mailID })
  if (rows.length === 0) return false
  await publishMail(context, 'mail.canceled', mailID)
  return true
}
