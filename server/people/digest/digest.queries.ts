import { and, desc, eq, isNull, max, sql } from 'drizzle-orm'

import type { DigestTime } from '../../../contract/people/digest.ts'
import { mail } from '../../db/schema/mail.ts'
import { messageDigest, notification } from '../../db/schema/messages.ts'
import { user } from '../../db/schema/people.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import { messageFor } from './message-text.ts'

/** Returns a user's choice. Nobody gets a mail before choosing it. */
export async function findChoice(db: Db | Tx, userID: number): Promise<{ every: DigestTime; hour: number }> {
  const [found] = await db
    .select({ every: messageDigest.every, hour: messageDigest.hour })
    .from(messageDigest)
    .where(eq(messageDigest.userID, userID))
  return found ?? { every: 'never', hour: 8 }
}

/** Returns the user's choice with the address, and what became of the last mail. */
export async function findDigest(db: Db | Tx, userID: number) {
  const [{ email } = { email: '' }] = await db.select({ email: user.email }).from(user).where(eq(user.userID, userID))
  const [last] = await db
    .select({
      state: mail.state,
      reason: mail.reason,
      at: sql`coalesce(${mail.sentAt}, ${mail.createdAt})`.mapWith(mail.createdAt),
    })
    .from(mail)
    .where(and(eq(mail.userID, userID), eq(mail.kind, 'digest')))
    .orderBy(desc(mail.mailID))
    .limit(1)
  return { ...(await findChoice(db, userID)), email, last: last ?? null }
}

/** Returns when the last mail to the user was queued; null before the first. */
export async function findTimeOfLastMail(db: Db | Tx, userID: number): Promise<Date | null> {
  const [found] = await db
    .select({ at: max(mail.createdAt) })
    .from(mail)
    .where(and(eq(mail.userID, userID), eq(mail.kind, 'digest')))
  return found!.at
}

/** Whether a mail with messages of the user waits to be sent. */
export const waitsInOutbox = async (db: Db | Tx, userID: number) =>
  (await db.$count(mail, and(eq(mail.userID, userID), eq(mail.kind, 'digest'), eq(mail.state, 'queued')))) > 0

/** Whether a message waits for its user and was in no mail yet. */
export const isNew = (userID: number) =>
  and(
    eq(notification.userID, userID),
    isNull(notification.readAt),
    isNull(notification.mailID),
    // After a restore it is unknown what was mailed since the backup.
    sql`${notification.createdAt} >= coalesce((select ${messageDigest.messagesFrom} from ${messageDigest}
      where ${messageDigest.userID} = ${userID}), '-infinity')`,
  )

/** Lists the unread messages of a mail, newest first, as their user reads them. */
export const listMailed = (db: Db | Tx, mailID: number, seesCosts: boolean) =>
  db
    .select({ message: messageFor(seesCosts), link: notification.link, createdAt: notification.createdAt })
    .from(notification)
    .where(and(eq(notification.mailID, mailID), isNull(notification.readAt)))
    .orderBy(desc(notification.notificationID))

/** Returns the user of a link that ends the mail; null for an unknown link. */
export async function findUserOfLink(db: Db | Tx, linkKey: string): Promise<number | null> {
  const [found] = await db
    .select({ userID: messageDigest.userID })
    .from(messageDigest)
    .where(eq(messageDigest.linkKey, linkKey))
  return found?.userID ?? null
}
