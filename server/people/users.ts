import { and, asc, eq, getColumns, inArray, ne } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'

import { users } from '../../contract/people/users.ts'
import type { UploadedFile } from '../../contract/shared/endpoint.ts'
import { may, type RoleID, roleIDOf, roleNames, rolesThatMay } from '../../contract/shared/permissions.ts'
import { readSettings, shopDay } from '../company/settings.ts'
import { userName } from '../db/names.ts'
import { role, user } from '../db/schema/people.ts'
import { draw, type Drawn, type Pictures } from '../files/keep.ts'
import { serve, serveRecord } from '../http/serve.ts'
import { type SignedIn, mayAct } from '../kernel/context.ts'
import type { Db, Tx } from '../kernel/database.ts'
import { AppError } from '../kernel/errors.ts'
import { equal, listPage, searching } from '../resource/list.ts'
import { created, createdBy, findRecord, lockUnchanged, modifiedNow, ok, record, updated } from '../resource/records.ts'
import type { SendMail } from './mail.ts'
import { hashPassword } from './passwords.ts'
import { endSessions } from './sessions.ts'
import { mailSignInLink, makeSignInLink } from './sign-in-link.ts'

type UserRow = typeof user.$inferSelect

/** Pixels of a person's picture, a square. */
export const photoWidth = 320

/** Told once a password is changed for good, with the user as it was before. */
export type PasswordChanged = (before: { email: string; passwordHash: string }) => Promise<void>

/** How links reach people: what they begin with (where they were asked for, if absent), and the way to mail them. */
export type Links = { publicUrl?: string | undefined; sendMail?: SendMail | undefined }

export function userRoutes(app: FastifyInstance, pictures: Pictures, passwordChanged: PasswordChanged, links: Links) {
  serve(app, users.list, ({ query }, { db }) => {
    const { passwordHash: _, ...columns } = getColumns(user)
    const select = db
      .select({ ...columns, roleName: role.roleName })
      .from(user)
      .innerJoin(role, eq(role.roleID, user.roleID))
      .where(
        and(
          searching(query.search, [userName, user.username, user.email, user.phoneNumber, user.address]),
          equal(user.status, query.status),
          equal(user.roleID, query.roleID),
        ),
      )
    return listPage(db, query, select.$dynamic(), {
      userID: user.userID,
      firstName: user.firstName,
      middleName: user.middleName,
      lastName: user.lastName,
      roleName: role.roleName,
      email: user.email,
      phoneNumber: user.phoneNumber,
      address: user.address,
      birthday: user.birthday,
      status: user.status,
    })
  })

  serveRecord(app, users.get, async (db, id) => ok(shown(await findRecord(db, 'User', user, user.userID, id))))

  serve(
    app,
    users.create,
    async ({ body }, context, drawn) => {
      refuseAdminsOfOthers(context.actor, body.roleID)
      const { password, birthday, ...rest } = body
      const [row] = await context.db
        .insert(user)
        .values({
          ...rest,
          birthday: await dayOf(context.db, birthday),
          passwordHash: await hashPassword(password),
          ...(await photoOf(pictures, context.db, drawn)),
          ...createdBy(context),
        })
        .returning()
      return created(context, 'user', row!.userID, shown(row!))
    },
    { before: drawOwn },
  )

  serve(
    app,
    users.update,
    async ({ id, body }, context, drawn) => {
      const { updatedAt, birthday, ...rest } = body
      // Every administrator's row, so that of two who would end the last two only one does.
      await context.db
        .select({ userID: user.userID })
        .from(user)
        .where(isAdministrator)
        .orderBy(asc(user.userID))
        .for('update')
      const before = await lockUnchanged(context, 'User', user, user.userID, id, updatedAt)
      refuseAdminsOfOthers(context.actor, before.roleID, body.roleID)
      const status = body.status ?? before.status
      if (may(before.roleID, 'users.make_admin') && before.status && !(may(body.roleID, 'users.make_admin') && status))
        await refuseWithoutAdmin(context.db, id)
      const [after] = await context.db
        .update(user)
        .set({
          ...rest,
          ...(birthday !== undefined && { birthday: await dayOf(context.db, birthday) }),
          ...(await photoOf(pictures, context.db, drawn)),
          ...modifiedNow(context, before),
        })
        .where(eq(user.userID, id))
        .returning()
      if (!status) await endSessions(context.db, id)
      return updated(context, 'user', id, { before: shown(before), after: shown(after!) })
    },
    { before: drawOwn },
  )

  serve(
    app,
    users.setPassword,
    async ({ id, body }, context) => {
      const passwordHash = await hashPassword(body.password)
      const before = await context.db.transaction(async (tx) => {
        const inside = { ...context, db: tx }
        const found = await lockUnchanged(inside, 'User', user, user.userID, id, undefined)
        await tx
          .update(user)
          .set({ passwordHash, ...modifiedNow(context, found) })
          .where(eq(user.userID, id))
        await endSessions(tx, id)
        await record(inside, { action: 'set password', entity: 'user', entityID: id, before: null, after: null })
        return found
      })
      await passwordChanged(before)
      return ok(null, 'The password is changed')
    },
    { transaction: false }, // the kept first sign-in goes only after the commit
  )

  serve(
    app,
    users.makeSignInLink,
    async ({ id }, context) => {
      const { db, client } = context
      const origin = links.publicUrl ?? client.origin
      if (!origin) throw new AppError('address.invalid', 'This address is not valid')
      const found = await findRecord(db, 'User', user, user.userID, id)
      const made = await makeSignInLink(context, found, origin)
      const mail = await mailSignInLink(db, links.sendMail, found, made.link, (code) =>
        app.log.warn({ code }, 'The mail server did not take a sign-in link'),
      )
      return ok({ ...made, mail })
    },
    // A mail goes only after the commit; and an answer kept for an Idempotency-Key would keep the token.
    { transaction: false },
  )

  serve(app, users.roles, async (_, { db }) => {
    const rows = await db.select().from(role).orderBy(asc(role.roleID))
    return ok(rows.map((row) => ({ ...row, roleID: row.roleID as RoleID })))
  })

  serve(app, users.staff, async (_, { db }) =>
    ok(
      await db
        .select({ userID: user.userID, username: user.username, name: userName })
        .from(user)
        .where(and(user.status, ne(user.roleID, roleIDOf.unassigned)))
        .orderBy(asc(user.username)),
    ),
  )
}

/** A user as it is answered and recorded: with its role's name, without its password's hash. */
function shown(row: UserRow) {
  const { passwordHash: _, ...rest } = row
  return { ...rest, roleName: roleNames[row.roleID] }
}

/** The picture of a person, as it will be kept. */
export const drawPhoto = (files: UploadedFile[]) => draw(files, [photoWidth])

const drawOwn = ({ files }: { files: { image_url: UploadedFile[] } }) => drawPhoto(files.image_url)

/** Keeps the picture of a person; none where no file was sent. */
export async function photoOf(pictures: Pictures, db: Db | Tx, [photo]: Drawn[]) {
  if (!photo) return {}
  const [image_url] = await pictures.keep(db, photo)
  return { image_url: image_url! }
}

/** Of a row of users: whether it is an administrator's. */
const isAdministrator = inArray(user.roleID, rolesThatMay('users.make_admin'))

/** Administrators are made, changed and promoted by administrators alone. */
function refuseAdminsOfOthers(me: SignedIn, ...roleIDs: RoleID[]) {
  if (!mayAct(me, 'users.make_admin') && roleIDs.some((roleID) => may(roleID, 'users.make_admin')))
    throw new AppError('account.admin_only', 'Only an administrator may do this')
}

async function refuseWithoutAdmin(db: Db | Tx, leavingID: number) {
  const others = await db.$count(user, and(isAdministrator, user.status, ne(user.userID, leavingID)))
  if (others === 0)
    throw new AppError('account.last_admin', 'This is the last active administrator: make another one first')
}

const dayOf = async (db: Db | Tx, day: string | null | undefined) =>
  day ? shopDay((await readSettings(db)).timeZone, day) : null
