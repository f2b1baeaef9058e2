import { randomBytes } from 'node:crypto'

import { eq, sql } from 'drizzle-orm'

import { readSettings } from '../company/settings.ts'
import { userFullName } from '../db/names.ts'
import { signInLink, user } from '../db/schema/people.ts'
import { transact } from '../db/transaction.ts'
import { type Context, userIDOf } from '../kernel/context.ts'
import type { Db, Tx } from '../kernel/database.ts'
import { AppError } from '../kernel/errors.ts'
import { hashToken } from '../kernel/tokens.ts'
import { queueMail } from '../mail/outbox.ts'
import type { MailRow } from '../mail/send.ts'
import { record } from '../resource/records.ts'

type UserRow = typeof user.$inferSelect

/**
 * Creates a link that signs the user in once within 24 hours, and deletes earlier links. The link starts with `origin`.
 * Throws 422 for an inactive user.
 */
export async function createSignInLink(context: Context, { userID, status }: UserRow, origin: string) {
  if (!status) throw new AppError('account.cannot_sign_in', 'This account is inactive')
  return transact(context.db, async (tx) => {
    await tx.delete(signInLink).where(eq(signInLink.userID, userID))
    await record(
      { ...context, db: tx },
      { action: 'make sign-in link', entity: 'user', entityID: userID, before: null, after: null },
    )
    return insertLink(tx, userID, origin)
  })
}

async function insertLink(db: Db | Tx, userID: number, origin: string) {
  const token = randomBytes(32).toString('base64url')
  const [made] = await db
    .insert(signInLink)
    .values({ tokenHash: hashToken(token), userID, expiresAt: sql`now() + interval '24 hours'` })
    .returning()
  // Browsers never send the part after #, so no server log holds the token.
  return { link: `${origin}/login#link=${token}`, expiresAt: made!.expiresAt }
}

/**
 * Queues a mail with a sign-in link to its user, in the caller's transaction. The mail gets a link of its own when it is
 * sent, so that no link is stored.
 */
export async function mailSignInLink(context: Context, found: UserRow, origin: string) {
  const { companyName: shop } = await readSettings(context.db)
  await queueMail(context, {
    kind: 'signInLink',
    recipient: found.email,
    subject: `Your sign-in link for ${shop}`,
    body: letter(userFullName(found), shop),
    userID: found.userID,
    askedByID: userIDOf(context.actor),
    origin,
  })
}

/**
 * Adds a new link to a queued mail. Returns null when the mail is no longer needed: after a day, or for a user who may
 * not sign in any more. The links that the user has stay, and the first one that is used ends all.
 */
export async function prepareSignInLink(db: Db | Tx, { userID, origin, body, createdAt }: MailRow) {
  const [found] = await db.select().from(user).where(eq(user.userID, userID!))
  if (!found?.status || createdAt.getTime() < Date.now() - dayLong) return null
  const { link } = await insertLink(db, found.userID, origin!)
  return { text: body.replace(linkPlace, () => link) }
}

const dayLong = 24 * 60 * 60_000
/** Where the link stands in the stored text. */
const linkPlace = '[the link]'

const letter = (name: string, shop: string) => `Hello ${name},

this link signs you in to ${shop}, once and within 24 hours:

${linkPlace}

Please pass it on to nobody. Then choose a new password under Profile.
`
