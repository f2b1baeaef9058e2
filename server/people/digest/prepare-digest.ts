import { eq } from 'drizzle-orm'

import { may } from '../../../contract/shared/permissions.ts'
import { readSettings } from '../../company/settings.ts'
import { userFullName } from '../../db/names.ts'
import { messageDigest, notification } from '../../db/schema/messages.ts'
import { user } from '../../db/schema/people.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import type { MailRow } from '../../mail/send.ts'
import { composeDigest } from './digest-text.ts'
import { listMailed } from './digest.queries.ts'

/**
 * Adds the unread messages to a mail when it is sent, as its user reads them then. Returns null when the mail is no
 * longer needed: everything was read, or the user ended the mail, has another address or may not read messages any more.
 * Its messages then belong to the next mail, if there is one.
 */
export async function prepareDigest(
  db: Db | Tx,
  { mailID, userID, recipient }: MailRow,
  publicUrl: string | undefined,
) {
  const to = await findReceiver(db, userID!)
  if (to && to.email === recipient && publicUrl !== undefined) {
    const { companyName: shop, timeZone, hideCosts } = await readSettings(db)
    const messages = await listMailed(db, mailID, !hideCosts || may(to.roleID, 'costs.read_hidden'))
    if (messages.length > 0) {
      const link = `${publicUrl}/unsubscribe-staff?key=${to.linkKey}`
      const text = composeDigest({ name: userFullName(to), shop, origin: publicUrl, timeZone }, messages)
      return {
        text: `${text}${link}\n`,
        headers: { 'List-Unsubscribe': `<${link}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
      }
    }
  }
  await db.update(notification).set({ mailID: null }).where(eq(notification.mailID, mailID))
  return null
}

/** Returns the user who chose the mail; null for one who ended it or may not read messages. */
async function findReceiver(db: Db | Tx, userID: number) {
  const [found] = await db
    .select({
      email: user.email,
      firstName: user.firstName,
      lastName: user.lastName,
      status: user.status,
      roleID: user.roleID,
      every: messageDigest.every,
      linkKey: messageDigest.linkKey,
    })
    .from(user)
    .innerJoin(messageDigest, eq(messageDigest.userID, user.userID))
    .where(eq(user.userID, userID))
  const wantsIt = found?.status && found.every !== 'never' && may(found.roleID, 'messages.read')
  return wantsIt ? found : null
}
