import { randomBytes } from 'node:crypto'

import { eq, sql } from 'drizzle-orm'

import { readSettings } from '../company/settings.ts'
import { userFullName } from '../db/names.ts'
import { signInLink, type user } from '../db/schema/people.ts'
import { transact } from '../db/transaction.ts'
import { hashToken } from '../http/session.ts'
import type { Context } from '../kernel/context.ts'
import type { Db, Tx } from '../kernel/database.ts'
import { AppError } from '../kernel/errors.ts'
import { record } from '../resource/records.ts'
import type { SendMail } from './mail.ts'

type UserRow = typeof user.$inferSelect

/**
 * Creates a link that signs the user in once within 24 hours, and deletes earlier links. The link starts with `origin`.
 * Throws 422 for an inactive user.
 */
export async function createSignInLink(context: Context, { userID, status }: UserRow, origin: string) {
  if (!status) throw new AppError('account.cannot_sign_in', 'This account is inactive')
  const token = randomBytes(32).toString('base64url')
  const [made] = await transact(context.db, async (tx) => {
    await tx.delete(signInLink).where(eq(signInLink.userID, userID))
    await record(
      { ...context, db: tx },
      { action: 'make sign-in link', entity: 'user', entityID: userID, before: null, after: null },
    )
    return tx
      .insert(signInLink)
      .values({ tokenHash: hashToken(token), userID, expiresAt: sql`now() + interval '24 hours'` })
      .returning()
  })
  // Browsers never send the part after #, so no server log holds the token.
  return { link: `${origin}/login#link=${token}`, expiresAt: made!.expiresAt }
}

/**
 * Mails a sign-in link to its user. A mail failure does not throw, because the link can reach the user by other means.
 * `failed` gets only the error's code, since the error's text can contain the address.
 */
export async function mailSignInLink(
  db: Db | Tx,
  send: SendMail | undefined,
  found: UserRow,
  link: string,
  failed: (code: unknown) => void,
): Promise<'sent' | 'failed' | 'off'> {
  if (!send) return 'off'
  const { companyName: shop } = await readSettings(db)
  const mail = { from: shop, to: found.email, subject: `Your sign-in link for ${shop}` }
  try {
    await send({ ...mail, text: letter(userFullName(found), shop, link) })
    return 'sent'
  } catch (error) {
    failed((error as { code?: unknown }).code)
    return 'failed'
  }
}

const letter = (name: string, shop: string, link: string) => `Hello ${name},

this link signs you in to ${shop}, once and within 24 hours:

${link}

Please pass it on to nobody. Then choose a new password under Profile.
`
