import { eq, inArray, ne } from 'drizzle-orm'

import { type DigestInput, type DigestTime } from '../../../contract/people/digest.ts'
import { may } from '../../../contract/shared/permissions.ts'
import type { z } from '../../../contract/shared/zod.ts'
import { readSettings } from '../../company/settings.ts'
import { messageDigest, notification } from '../../db/schema/messages.ts'
import { user } from '../../db/schema/people.ts'
import { transact } from '../../db/transaction.ts'
import type { Context, Shop, SignedIn } from '../../kernel/context.ts'
import type { Tx } from '../../kernel/database.ts'
import { AppError } from '../../kernel/errors.ts'
import { queueMail } from '../../mail/outbox.ts'
import { record } from '../../resource/records.ts'
import { isDue } from './digest-times.ts'
import { findChoice, findTimeOfLastMail, isNew, waitsInOutbox } from './digest.queries.ts'

type Choice = z.output<typeof DigestInput>

/** Sets how often the actor gets unread messages by mail. Throws 422 when the shop cannot send mails. */
export async function chooseDigest(context: Context<SignedIn>, choice: Choice, canMail: boolean) {
  if (choice.every !== 'never' && !canMail)
    throw new AppError('message.no_mail', 'The shop has no mail server: set SMTP_URL and PUBLIC_URL', {
      field: 'every',
    })
  await storeChoice(context, context.actor.userID, choice)
}

/** Ends the mail of the user with this link. Returns false for an unknown link. */
export const endDigest = async (context: Context, userID: number) =>
  storeChoice(context, userID, { ...(await findChoice(context.db, userID)), every: 'never' })

async function storeChoice(context: Context, userID: number, choice: Choice) {
  const { db, now } = context
  // The user's row keeps two choices at once in order.
  await db.select({ userID: user.userID }).from(user).where(eq(user.userID, userID)).for('no key update')
  const before = await findChoice(db, userID)
  if (before.every === choice.every && before.hour === choice.hour) return
  // A daily mail begins with the next chosen hour, an hourly one when an hour has passed since the last mail.
  const lastAt = choice.every === 'day' ? now : await findTimeOfLastMail(db, userID)
  const timing = { ...choice, lastAt }
  await db
    .insert(messageDigest)
    .values({ userID, ...timing })
    .onConflictDoUpdate({ target: messageDigest.userID, set: timing })
  await record(context, {
    action: 'update',
    entity: 'user',
    entityID: userID,
    before: describeChoice(before),
    after: describeChoice(choice),
  })
}

const describeChoice = ({ every, hour }: { every: DigestTime; hour: number }) => ({
  messagesByMail: every,
  ...(every === 'day' && { mailHour: hour }),
})

/** Queues the mails with unread messages that are due. Several servers may run it at the same time. */
export async function queueDigests(context: Context<Shop>) {
  const chosen = await context.db
    .select({ userID: messageDigest.userID })
    .from(messageDigest)
    .where(ne(messageDigest.every, 'never'))
  if (chosen.length === 0) return
  const { timeZone, companyName } = await readSettings(context.db)
  for (const { userID } of chosen)
    await transact(context.db, (db) => queueDigest({ ...context, db }, userID, { timeZone, companyName }))
}

/** Queues the mail of one user, with the messages that were in no mail yet. Without any, nothing is sent. */
async function queueDigest(
  context: Context & { db: Tx },
  userID: number,
  { timeZone, companyName }: { timeZone: string; companyName: string },
) {
  const { db, now } = context
  const [timing] = await db.select().from(messageDigest).where(eq(messageDigest.userID, userID)).for('update')
  if (!timing || !isDue(timing, timeZone, now)) return
  const [to] = await db.select().from(user).where(eq(user.userID, userID))
  if (!to?.status || !may(to.roleID, 'messages.read')) return
  // While the mail server is away, the mails would pile up.
  if (await waitsInOutbox(db, userID)) return
  const messages = await db.select({ id: notification.notificationID }).from(notification).where(isNew(userID))
  if (messages.length > 0) {
    const mailID = await queueMail(context, {
      kind: 'digest',
      recipient: to.email,
      subject: `What waits for you at ${companyName}`,
      body: 'The unread messages are added when the mail is sent.',
      userID,
    })
    const ids = messages.map(({ id }) => id)
    await db.update(notification).set({ mailID }).where(inArray(notification.notificationID, ids))
  }
  if (messages.length > 0 || timing.every === 'day')
    await db.update(messageDigest).set({ lastAt: now }).where(eq(messageDigest.userID, userID))
}
