import { and, asc, eq, inArray, like, ne, sql } from 'drizzle-orm'

import type { UserCreation, UserUpdate } from '../../contract/people/users.ts'
import { isUnassigned, may, type RoleID, roleIDOf, rolesThatMay } from '../../contract/shared/permissions.ts'
import type { z } from '../../contract/shared/zod.ts'
import { readSettings } from '../company/settings.ts'
import { databaseError } from '../db/database-error.ts'
import { user } from '../db/schema/people.ts'
import { transact } from '../db/transaction.ts'
import type { EncodedPicture, Pictures } from '../files/pictures.ts'
import { type Actor, assertAccess, type Context, mayAct } from '../kernel/context.ts'
import type { Db, Tx } from '../kernel/database.ts'
import { AppError } from '../kernel/errors.ts'
import { shopDay } from '../kernel/shop-days.ts'
import { stampCreated, findRecord, lockUnchanged, stampModified, record } from '../resource/records.ts'
import { markDecided } from './notify.ts'
import { hashPassword } from './passwords.ts'
import { storePhoto } from './photos.ts'
import { endSessions } from './sessions.ts'
import { mailSignInLink, createSignInLink } from './sign-in-link.ts'
import { withoutPassword } from './users.queries.ts'

/** SQL condition that a user row is an administrator's. */
const isAdministrator = inArray(user.roleID, rolesThatMay('users.make_admin'))

type UserRow = typeof user.$inferSelect
type Update = Omit<z.output<typeof UserUpdate>, 'image_url'> & { image_url?: null | undefined }

/** Called after the commit of a new password, with the user as it was before. */
export type PasswordChanged = (before: { email: string; passwordHash: string }) => Promise<void>

/** Settings for sign-in links: their origin (by default the caller's), and whether the shop has a mail server. */
export type Links = { publicUrl?: string | undefined; hasMailServer: boolean }

/** Creates a user with a password and an optional picture. */
export async function createUser(
  context: Context,
  pictures: Pictures,
  { password, birthday, ...input }: z.output<typeof UserCreation>,
  photo: EncodedPicture[],
) {
  const { actor, db } = context
  assertAccess(actor, 'users.manage')
  assertMayHandleRoles(actor, input.roleID)
  const [row] = await db
    .insert(user)
    .values({
      ...input,
      birthday: await dayOf(db, birthday),
      passwordHash: await hashPassword(password),
      ...(await storePhoto(pictures, db, photo)),
      ...stampCreated(context),
    })
    .returning()
  const made = withoutPassword(row!)
  await record(context, { action: 'create', entity: 'user', entityID: made.userID, before: null, after: made })
  return made
}

/** Changes a user. `image_url: null` removes the picture. A deactivated user is signed out everywhere. */
export async function updateUser(
  context: Context,
  pictures: Pictures,
  id: number,
  { updatedAt, birthday, ...input }: Update,
  photo: EncodedPicture[],
) {
  const { actor, db } = context
  assertAccess(actor, 'users.manage')
  await lockAdmins(db)
  const stored = await lockUnchanged(context, 'User', user, user.userID, id, updatedAt)
  assertMayHandleRoles(actor, stored.roleID, input.roleID)
  const status = input.status ?? stored.status
  if (may(stored.roleID, 'users.make_admin') && stored.status && !(may(input.roleID, 'users.make_admin') && status))
    await assertOtherAdmin(db, id)
  const [row] = await db
    .update(user)
    .set({
      ...input,
      ...(birthday !== undefined && { birthday: await dayOf(db, birthday) }),
      ...(await storePhoto(pictures, db, photo)),
      ...stampModified(context, stored),
    })
    .where(eq(user.userID, id))
    .returning()
  if (!status) await endSessions(context, id)
  // A user without a role waits for one.
  if (isUnassigned(stored.roleID) && !isUnassigned(input.roleID))
    await markDecided(context, { kind: 'accountWaiting', entity: 'user', ids: [id] })
  const after = withoutPassword(row!)
  await record(context, { action: 'update', entity: 'user', entityID: id, before: withoutPassword(stored), after })
  return after
}

/** Locks all administrators, so that two concurrent requests cannot deactivate the last two. */
const lockAdmins = (db: Db | Tx) =>
  db.select({ userID: user.userID }).from(user).where(isAdministrator).orderBy(asc(user.userID)).for('update')

/**
 * Sets a user's password, and ends the user's sessions and sign-in link. It begins its own transaction, because the
 * file with the generated first password may be deleted only after the commit.
 */
export async function setUserPassword(
  context: Context,
  id: number,
  password: string,
  passwordChanged: PasswordChanged,
): Promise<void> {
  assertAccess(context.actor, 'users.sign_in')
  const passwordHash = await hashPassword(password)
  const before = await transact(context.db, async (tx) => {
    const inside = { ...context, db: tx }
    const found = await lockUnchanged(inside, 'User', user, user.userID, id, undefined)
    await tx
      .update(user)
      .set({ passwordHash, ...stampModified(context, found) })
      .where(eq(user.userID, id))
    await endSessions(inside, id)
    await record(inside, { action: 'set password', entity: 'user', entityID: id, before: null, after: null })
    return found
  })
  await passwordChanged(before)
}

/** Creates a sign-in link for a user. If the shop has a mail server, a mail with another link is queued. */
export async function issueSignInLink(context: Context, id: number, { publicUrl, hasMailServer }: Links) {
  const { db, client } = context
  assertAccess(context.actor, 'users.sign_in')
  const origin = publicUrl ?? client.origin
  if (!origin) throw new AppError('address.invalid', 'This address is not valid')
  const found = await findRecord(db, 'User', user, user.userID, id)
  const made = await transact(db, async (tx) => {
    const inside = { ...context, db: tx }
    const link = await createSignInLink(inside, found, origin)
    if (hasMailServer) await mailSignInLink(inside, found, origin)
    return link
  })
  return { ...made, mail: hasMailServer ? ('queued' as const) : ('off' as const) }
}

type NewUser = { firstName: string; lastName: string; email: string; passwordHash: string; roleID?: UserRow['roleID'] }

/** Creates a user named after the e-mail's local part. A number follows when the name is taken, such as 'liza2'. */
export async function insertUser(db: Db | Tx, { roleID = roleIDOf.unassigned, ...person }: NewUser): Promise<UserRow> {
  const base = person.email.split('@')[0]!.toLowerCase().slice(0, 60)
  for (let attempt = 1; ; attempt++) {
    const used = await db
      .select({ username: sql<string>`lower(${user.username})` })
      .from(user)
      .where(like(sql`lower(${user.username})`, `${base.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`))
    const taken = new Set(used.map((row) => row.username))
    let username = base
    for (let n = 2; taken.has(username); n++) username = `${base}${n}`
    try {
      // A savepoint allows a retry: another transaction may take the name between the query and the insert.
      return await transact(db, async (tx) => {
        const [made] = await tx
          .insert(user)
          .values({ ...person, roleID, username })
          .returning()
        return made!
      })
    } catch (error) {
      if (attempt === 5 || databaseError(error)?.constraint !== 'user_username_unique') throw error
    }
  }
}

/** Throws 403 when one of the roles is Admin and the actor may not make administrators. */
function assertMayHandleRoles(actor: Actor, ...roleIDs: RoleID[]) {
  if (!mayAct(actor, 'users.make_admin') && roleIDs.some((roleID) => may(roleID, 'users.make_admin')))
    throw new AppError('account.admin_only', 'Only an administrator may do this')
}

/** Throws 409 when this user is the last active administrator. */
async function assertOtherAdmin(db: Db | Tx, leavingID: number) {
  const others = await db.$count(user, and(isAdministrator, user.status, ne(user.userID, leavingID)))
  if (others === 0)
    throw new AppError('account.last_admin', 'This is the last active administrator: make another one first')
}

const dayOf = async (db: Db | Tx, day: string | null | undefined) =>
  day ? shopDay((await readSettings(db)).timeZone, day) : null
