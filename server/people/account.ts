import { createHash } from 'node:crypto'

import { and, eq, like, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'

import { account, type Account } from '../../contract/people/account.ts'
import type { UploadedFile } from '../../contract/shared/endpoint.ts'
import { splitName } from '../../contract/shared/names.ts'
import { roleIDOf, roleNames } from '../../contract/shared/permissions.ts'
import { userFullName } from '../db/names.ts'
import { session, signInLink, user } from '../db/schema/people.ts'
import type { Pictures } from '../files/keep.ts'
import { databaseError } from '../http/errors.ts'
import { serve } from '../http/serve.ts'
import { hashToken, openSession } from '../http/session.ts'
import { countAttempt } from '../http/throttle.ts'
import type { Db, Tx } from '../kernel/database.ts'
import { AppError } from '../kernel/errors.ts'
import { findRecord, lockUnchanged, modifiedNow, ok, record } from '../resource/records.ts'
import { notify } from './notify.ts'
import { hashPassword, verifyPassword } from './passwords.ts'
import { endSessions } from './sessions.ts'
import { type PasswordChanged, drawPhoto, photoOf } from './users.ts'

type UserRow = typeof user.$inferSelect

const quarter = 15 * 60
const hour = 60 * 60

export function accountRoutes(app: FastifyInstance, pictures: Pictures, passwordChanged: PasswordChanged) {
  serve(
    app,
    account.register,
    async ({ body }, context) => {
      const { client, db } = context
      await countAttempt(db, [{ bucket: `register ${client.address}`, limit: 20, seconds: hour }])
      const passwordHash = await hashPassword(body.password)
      return db.transaction(async (tx) => {
        const made = await insertUser(tx, { ...splitName(body.name), email: body.email, passwordHash })
        const inside = { ...context, db: tx }
        const { userID } = made
        await record(inside, { action: 'register', entity: 'user', entityID: userID, before: null, after: made })
        await notify(inside, { access: 'users.manage' }, [
          {
            kind: 'accountWaiting',
            message: `${userFullName(made)} has registered: the account waits for a role`,
            entity: 'user',
            id: userID,
          },
        ])
        return { ...accountOf(made), token: await openSession(tx, made.userID, client.agent) }
      })
    },
    { transaction: false },
  )

  serve(
    app,
    account.login,
    async ({ body }, { client, db }) => {
      // Hashed, so that the table of attempts names nobody.
      const name = createHash('sha256').update(body.email.toLowerCase()).digest('hex')
      const takeBack = await countAttempt(db, [
        { bucket: `login ${name} ${client.address}`, limit: 10, seconds: quarter },
        { bucket: `login ${client.address}`, limit: 100, seconds: quarter },
      ])
      const [found] = await db
        .select()
        .from(user)
        .where(eq(sql`lower(${user.email})`, body.email.toLowerCase()))
      if (!(await verifyPassword(found?.passwordHash ?? null, body.password)) || !found)
        throw new AppError('auth.invalid', 'Invalid email or password')
      await takeBack()
      if (!found.status) throw new AppError('account.inactive', 'This account is inactive')
      return { ...accountOf(found), token: await openSession(db, found.userID, client.agent) }
    },
    { transaction: false },
  )

  serve(app, account.logout, async (_, { db, actor: me }) => {
    await db.delete(session).where(eq(session.sessionID, me.sessionID))
    return ok(null)
  })

  serve(app, account.profile, async (_, { db, actor: me }) => {
    const [found] = await db.select().from(user).where(eq(user.userID, me.userID))
    return accountOf(found!)
  })

  serve(
    app,
    account.updateProfile,
    async ({ body }, context) => {
      const { db, actor: me, now, client } = context
      const row = await findRecord(db, 'User', user, user.userID, me.userID)
      const moved = body.email.toLowerCase() !== row.email.toLowerCase()
      if ((moved || body.password) && now.getTime() - me.signedInAt.getTime() > quarter * 1000)
        await confirmPassword(db, row, body.currentPassword)
      const passwordHash = body.password && (await hashPassword(body.password))
      const answer = await db.transaction(async (tx) => {
        const inside = { ...context, db: tx }
        const before = await lockUnchanged(inside, 'User', user, user.userID, me.userID, row.updatedAt)
        const [after] = await tx
          .update(user)
          .set({
            // A name that is not touched stays divided as it was: "Maria" "dela Cruz".
            ...(body.name !== userFullName(before) && splitName(body.name)),
            email: body.email,
            ...(passwordHash && { passwordHash }),
            ...modifiedNow(context, before),
          })
          .where(eq(user.userID, me.userID))
          .returning()
        await record(inside, { action: 'update', entity: 'user', entityID: me.userID, before, after: after! })
        if (!passwordHash) return { ...accountOf(after!), token: me.token }
        await endSessions(tx, me.userID)
        return { ...accountOf(after!), token: await openSession(tx, me.userID, client.agent) }
      })
      if (passwordHash) await passwordChanged(row)
      return answer
    },
    { transaction: false },
  )

  serve(
    app,
    account.updateProfilePicture,
    async (_, context, drawn) => {
      const { db, actor: me } = context
      const before = await lockUnchanged(context, 'User', user, user.userID, me.userID, undefined)
      const [after] = await db
        .update(user)
        .set({ image_url: null, ...(await photoOf(pictures, db, drawn)), ...modifiedNow(context, before) })
        .where(eq(user.userID, me.userID))
        .returning()
      await record(context, { action: 'update', entity: 'user', entityID: me.userID, before, after: after! })
      return { ...accountOf(after!), token: me.token }
    },
    { before: ({ files }: { files: { profilePicture: UploadedFile[] } }) => drawPhoto(files.profilePicture) },
  )

  serve(
    app,
    account.signInByLink,
    async ({ body }, { db, client }) => {
      await countAttempt(db, [{ bucket: `link ${client.address}`, limit: 20, seconds: quarter }])
      const [used] = await db
        .delete(signInLink)
        .where(and(eq(signInLink.tokenHash, hashToken(body.token)), sql`${signInLink.expiresAt} > now()`))
        .returning()
      const [found] = used ? await db.select().from(user).where(eq(user.userID, used.userID)) : []
      if (!found) throw new AppError('auth.link_ended', 'This link was used before or has ended. Ask for a new one')
      if (!found.status) throw new AppError('account.inactive', 'This account is inactive')
      return { ...accountOf(found), token: await openSession(db, found.userID, client.agent) }
    },
    { transaction: false },
  )
}

const accountOf = (row: UserRow): Omit<Account, 'token'> => ({
  success: true,
  userID: row.userID,
  roleID: row.roleID,
  roleName: roleNames[row.roleID],
  name: userFullName(row),
  email: row.email,
  photo: row.image_url,
})

/** A changed e-mail or password long after signing in is confirmed by the password; guesses at it count. */
async function confirmPassword(db: Db | Tx, row: UserRow, currentPassword: string | undefined) {
  if (!currentPassword)
    throw new AppError('auth.password_required', 'Please confirm your current password', { field: 'currentPassword' })
  const takeBack = await countAttempt(db, [{ bucket: `confirm ${row.userID}`, limit: 10, seconds: quarter }])
  if (!(await verifyPassword(row.passwordHash, currentPassword)))
    throw new AppError('auth.password_wrong', 'Your current password is not right', { field: 'currentPassword' })
  await takeBack()
}

type NewUser = { firstName: string; lastName: string; email: string; passwordHash: string; roleID?: UserRow['roleID'] }

/** Makes a user, with a user name after the e-mail's local part: 'liza', else 'liza2', 'liza3' … */
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
      // A savepoint: somebody else may take the name between the look and the insert.
      return await db.transaction(async (tx) => {
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
