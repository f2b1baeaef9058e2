import { and, asc, eq, ne, type SQL, sql } from 'drizzle-orm'

import { mayApprove } from '../../contract/devices/approvals.ts'
import type { PersonAtDevice, ThisDevice } from '../../contract/devices/device.ts'
import { roleIDOf } from '../../contract/shared/permissions.ts'
import { nameOf, userName } from '../db/names.ts'
import { device, drawer, userPin } from '../db/schema/drawers.ts'
import { user } from '../db/schema/people.ts'
import type { Context } from '../kernel/context.ts'
import type { Db, Tx } from '../kernel/database.ts'
import { AppError, notFound } from '../kernel/errors.ts'
import { hashToken } from '../kernel/tokens.ts'

export type FoundDevice = typeof device.$inferSelect

/** Returns the device whose cookie the caller's browser sent; null when it is none, or was removed. */
export async function findCallersDevice({ db, client }: Context): Promise<FoundDevice | null> {
  if (client.deviceToken === undefined) return null
  const [found] = await db
    .select()
    .from(device)
    .where(eq(device.tokenHash, hashToken(client.deviceToken)))
  return found ?? null
}

/** Returns the device that the caller's browser is. Throws 403 when it is none. */
export async function requireDevice(context: Context): Promise<FoundDevice> {
  const found = await findCallersDevice(context)
  if (!found) throw notEnrolled()
  return found
}

export const notEnrolled = () =>
  new AppError('device.not_enrolled', 'This browser is not enrolled: a Manager can enroll it in Settings')

/** Returns every device by name. */
export async function listDevices(context: Context) {
  const rows = await selectDevices(context.db).orderBy(asc(sql`lower(${device.deviceName})`))
  return markCurrent(context, rows)
}

/** Returns a device. Throws 404 when it does not exist. */
export async function findDevice(context: Context, id: number) {
  const [found] = await markCurrent(context, await selectDevices(context.db, eq(device.deviceID, id)))
  if (!found) throw notFound('Device')
  return found
}

async function markCurrent<Row extends { deviceID: number }>(context: Context, rows: Row[]) {
  const current = await findCallersDevice(context)
  return rows.map((row) => ({ ...row, current: row.deviceID === current?.deviceID }))
}

const selectDevices = (db: Db | Tx, condition?: SQL) =>
  db
    .select({
      deviceID: device.deviceID,
      deviceName: device.deviceName,
      drawerID: device.drawerID,
      drawerName: drawer.drawerName,
      enrolledByName: nameOf(device.createdByID),
      lastUsedAt: device.lastUsedAt,
      lockedUntil: sql`case when ${device.lockedUntil} > now() then ${device.lockedUntil} end`.mapWith(
        device.lockedUntil,
      ),
      createdByID: device.createdByID,
      modifiedByID: device.modifiedByID,
      createdAt: device.createdAt,
      updatedAt: device.updatedAt,
    })
    .from(device)
    .leftJoin(drawer, eq(drawer.drawerID, device.drawerID))
    .where(condition)
    .$dynamic()

/** The condition that a user can sign in with a PIN. */
export const isPinHolder = and(user.status, ne(user.roleID, roleIDOf.unassigned))

/** Returns the people who have a PIN. */
export const listPinHolders = (db: Db | Tx) =>
  db
    .select({ userID: user.userID, name: userName, setAt: userPin.setAt })
    .from(userPin)
    .innerJoin(user, eq(user.userID, userPin.userID))
    .orderBy(asc(userName), asc(user.userID))

/** Returns what a browser that is a device shows before anybody signs in; null when the caller's browser is none. */
export async function describeThisDevice(context: Context): Promise<ThisDevice | null> {
  const found = await findCallersDevice(context)
  if (!found) return null
  const people = await context.db
    .select({
      userID: user.userID,
      firstName: user.firstName,
      lastName: user.lastName,
      photo: user.image_url,
      roleID: user.roleID,
    })
    .from(userPin)
    .innerJoin(user, eq(user.userID, userPin.userID))
    .where(isPinHolder)
    .orderBy(asc(user.firstName), asc(user.lastName), asc(user.userID))
  return {
    deviceName: found.deviceName,
    lockedSeconds: await readLockedSeconds(context.db, found.deviceID),
    people: people.map(({ roleID, lastName, ...person }): PersonAtDevice => ({
      ...person,
      initials: initialsOf(person.firstName, lastName),
      approves: mayApprove(roleID),
    })),
  }
}

/** Returns the first letters of both names, of whatever script. */
const initialsOf = (...names: string[]) =>
  names
    .map((name) => /^./u.exec(name.trim())?.[0] ?? '')
    .join('')
    .toUpperCase()

/** Returns the seconds until wrong PINs no longer lock the device; 0 while it is not locked. */
export async function readLockedSeconds(db: Db | Tx, deviceID: number): Promise<number> {
  const [found] = await db
    .select({
      seconds: sql<number>`greatest(0, ceil(extract(epoch from ${device.lockedUntil} - now())))::int`,
    })
    .from(device)
    .where(eq(device.deviceID, deviceID))
  return found?.seconds ?? 0
}
