import { and, asc, eq, getColumns, ne } from 'drizzle-orm'

import type { users } from '../../contract/people/users.ts'
import type { Received } from '../../contract/shared/endpoint.ts'
import { type RoleID, roleNames, roleIDOf } from '../../contract/shared/permissions.ts'
import { userName } from '../db/names.ts'
import { role, user } from '../db/schema/people.ts'
import type { Db, Tx } from '../kernel/database.ts'
import { equalsCondition, listPage, searchCondition, commonCondition } from '../resource/list.ts'
import { findRecord } from '../resource/records.ts'

/** Returns one page of users. */
export async function listUsers(db: Db | Tx, query: Received<typeof users.list>['query']) {
  const { passwordHash: _, ...columns } = getColumns(user)
  const select = db
    .select({ ...columns, roleName: role.roleName })
    .from(user)
    .innerJoin(role, eq(role.roleID, user.roleID))
    .where(
      and(
        searchCondition(query.search, [userName, user.username, user.email, user.phoneNumber, user.address]),
        equalsCondition(user.status, query.status),
        equalsCondition(user.roleID, query.roleID),
        await commonCondition(db, query, user),
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
}

/** Returns a user. Throws 404 when it does not exist. */
export const findUser = async (db: Db | Tx, id: number) =>
  withoutPassword(await findRecord(db, 'User', user, user.userID, id))

export async function listRoles(db: Db | Tx) {
  const rows = await db.select().from(role).orderBy(asc(role.roleID))
  return rows.map((row) => ({ ...row, roleID: row.roleID as RoleID }))
}

/** Returns the active staff with only their names. */
export const listStaff = (db: Db | Tx) =>
  db
    .select({ userID: user.userID, username: user.username, name: userName })
    .from(user)
    .where(and(user.status, ne(user.roleID, roleIDOf.unassigned)))
    .orderBy(asc(user.username))

/** Returns a user for responses and the audit trail: with the role's name, without the password hash. */
export function withoutPassword(row: typeof user.$inferSelect) {
  const { passwordHash: _, ...rest } = row
  return { ...rest, roleName: roleNames[row.roleID] }
}
