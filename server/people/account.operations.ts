import { createHash } from 'node:crypto'

import { and, eq, sql } from 'drizzle-orm'

import type { Account, Credentials, ProfileUpdate, Registration } from '../../contract/people/account.ts'
import { splitName } from '../../contract/shared/names.ts'
import { roleNames } from '../../contract/shared/permissions.ts'
import type { z } from '../../contract/shared/zod.ts'
import { userFullName } from '../db/names.ts'
import { session, signInLink, user } from '../db/schema/people.ts'
import { transact } from '../db/transaction.ts'
import type { EncodedPicture, Pictures } from '../files/pictures.ts'
import { openSession } from '../http/session.ts'
import { countAttempt } from '../http/throttle.ts'
import type { Context, InSession } from '../kernel/context.ts'
import { AppError } from '../kernel/errors.ts'
import { hashToken } from '../kernel/tokens.ts'
import { findRecord, lockUnchanged, stampModified, record } from '../resource/records.ts'
import { confirmIdentity } from './confirmation.operations.ts'
import { notify } from './notify.ts'
import { hashPassword, verifyPassword } from './passwords.ts'
import { storePhoto } from './photos.ts'
import { endSessions, publishEnd } from './sessions.ts'
import { insertUser, type PasswordChanged } from './users.operations.ts'

// An attempt must stay counted even when the request fails. So the operations that count attempts begin their own
// transactions.

type UserRow = typeof user.$inferSelect
type Profile = z.output<typeof ProfileUpdate>

const quarter = 15 * 60
const hour = 60 * 60

/** Creates an account without a role, notifies the users who can assign one, and signs in. */
export async function register(context: Context, input: z.output<typeof Registration>): Promise<Account> {
  const { client, db } = context
  await countAttempt(db, [{ bucket: `register ${client.address}`, limit: 20, seconds: hour }])
  const passwordHash = await hashPassword(input.password)
  return transact(db, async (tx) => {
    const created = await insertUser(tx, { ...splitName(input.name), email: input.email, passwordHash })
    const inside = { ...context, db: tx }
    const { userID } = created
    await record(inside, { action: 'register', entity: 'user', entityID: userID, before: null, after: created })
    await notify(inside, { access: 'users.manage' }, [
      {
        kind: 'accountWaiting',
        message: `${userFullName(created)} has registered: the account waits for a role`,
        entity: 'user',
        id: userID,
      },
    ])
    return signIn(inside, created)
  })
}

/** Signs in with e-mail and password. */
export async function signInByPassword(context: Context, input: z.output<typeof Credentials>): Promise<Account> {
  const { client, db } = context
  // The e-mail is hashed, so that the table of attempts holds no personal data.
  const name = createHash('sha256').update(input.email.toLowerCase()).digest('hex')
  const takeBack = await countAttempt(db, [
    { bucket: `login ${name} ${client.address}`, limit: 10, seconds: quarter },
    { bucket: `login ${client.address}`, limit: 100, seconds: quarter },
  ])
  const [found] = await db
    .select()
    .from(user)
    .where(eq(sql`lower(${user.email})`, input.email.toLowerCase()))
  if (!(await verifyPassword(found?.passwordHash ?? null, input.password)) || !found)
    throw new AppError('auth.invalid', 'Invalid email or password')
  await takeBack()
  return signIn(context, found)
}

/** Signs in with the token of a sign-in link, which works once. */
export async function signInByLink(context: Context, token: string): Promise<Account> {
  const { client, db } = context
  await countAttempt(db, [{ bucket: `link ${client.address}`, limit: 20, seconds: quarter }])
  const [used] = await db
    .delete(signInLink)
    .where(and(eq(signInLink.tokenHash, hashToken(token)), sql`${signInLink.expiresAt} > now()`))
    .returning()
  const [found] = used ? await db.select().from(user).where(eq(user.userID, used.userID)) : []
  if (found) await db.delete(signInLink).where(eq(signInLink.userID, found.userID))
  if (!found) throw new AppError('auth.link_ended', 'This link was used before or has expired. Ask for a new one')
  return signIn(context, found)
}

/** Opens a session for a user whose identity is proven. */
async function signIn({ db, client }: Context, found: UserRow): Promise<Account> {
  if (!found.status) throw new AppError('account.inactive', 'This account is inactive')
  return { ...accountOf(found), token: await openSession(db, found.userID, client.agent) }
}

/** Ends the session of this request. */
export async function signOut(context: Context<InSession>): Promise<void> {
  const { db, actor } = context
  await db.delete(session).where(eq(session.sessionID, actor.sessionID))
  await publishEnd(context, actor.userID)
}

/** Returns the account of the signed-in user. */
export async function readProfile({ db, actor }: Context<InSession>) {
  const [found] = await db.select().from(user).where(eq(user.userID, actor.userID))
  return { ...accountOf(found!), ...(actor.kind === 'device' && { byPin: true as const }) }
}

/**
 * Changes the actor's own name, e-mail or password. A new password ends the actor's other sessions and sign-in link.
 */
export async function updateProfile(
  context: Context<InSession>,
  input: Profile,
  passwordChanged: PasswordChanged,
): Promise<Account> {
  const { db, actor } = context
  const row = await findRecord(db, 'User', user, user.userID, actor.userID)
  const moved = input.email.toLowerCase() !== row.email.toLowerCase()
  if (moved || input.password) await confirmIdentity(context, input.currentPassword)
  const passwordHash = input.password && (await hashPassword(input.password))
  const changed = await transact(db, (tx) => storeProfile({ ...context, db: tx }, row, input, passwordHash))
  if (passwordHash) await passwordChanged(row)
  return changed
}

async function storeProfile(
  context: Context<InSession>,
  { userID, updatedAt }: UserRow,
  { name, email }: Profile,
  passwordHash: string | undefined,
): Promise<Account> {
  const { db, actor, client } = context
  const before = await lockUnchanged(context, 'User', user, user.userID, userID, updatedAt)
  const [after] = await db
    .update(user)
    .set({
      // An unchanged full name keeps its stored division into first and last name, such as 'Maria' and 'dela Cruz'.
      ...(name !== userFullName(before) && splitName(name)),
      email,
      ...(passwordHash && { passwordHash }),
      ...stampModified(context, before),
    })
    .where(eq(user.userID, userID))
    .returning()
  await record(context, { action: 'update', entity: 'user', entityID: userID, before, after: after! })
  if (!passwordHash) return { ...accountOf(after!), token: actor.token }
  await endSessions(context, userID)
  return { ...accountOf(after!), token: await openSession(db, userID, client.agent) }
}

/** Sets the actor's own picture, or removes it when `photo` is empty. */
export async function setProfilePicture(
  context: Context<InSession>,
  pictures: Pictures,
  photo: EncodedPicture[],
): Promise<Account> {
  const { db, actor } = context
  const { userID, token } = actor
  const before = await lockUnchanged(context, 'User', user, user.userID, userID, undefined)
  const [after] = await db
    .update(user)
    .set({ image_url: null, ...(await storePhoto(pictures, db, photo)), ...stampModified(context, before) })
    .where(eq(user.userID, userID))
    .returning()
  await record(context, { action: 'update', entity: 'user', entityID: userID, before, after: after! })
  return { ...accountOf(after!), token }
}

/** Returns the account of a user, as a browser stores it. */
export const accountOf = (row: UserRow): Omit<Account, 'token'> => ({
  success: true,
  userID: row.userID,
  roleID: row.roleID,
  roleName: roleNames[row.roleID],
  name: userFullName(row),
  email: row.email,
  photo: row.image_url,
})
