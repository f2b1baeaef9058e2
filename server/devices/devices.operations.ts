import { eq } from 'drizzle-orm'

import type { devices as endpoints, DeviceInput } from '../../contract/devices/devices.ts'
import type { z } from '../../contract/shared/zod.ts'
import { device, deviceSession, drawer } from '../db/schema/drawers.ts'
import { session } from '../db/schema/people.ts'
import { transact } from '../db/transaction.ts'
import { assertAccess, type Context } from '../kernel/context.ts'
import { AppError } from '../kernel/errors.ts'
import { createToken, hashToken } from '../kernel/tokens.ts'
import { publishEnd } from '../people/sessions.ts'
import { lockUnchanged, record, stampCreated, stampModified } from '../resource/records.ts'
import { findCallersDevice, findDevice } from './devices.queries.ts'

/**
 * Enrolls the caller's browser: it gets a cookie with 256 random bits, and the database stores only their hash. It begins
 * its own transaction, because a stored response to a repeated call could not set the cookie again. Throws 409 when the
 * browser is a device already, and 422 for an unknown or inactive drawer.
 */
export async function enrollDevice(context: Context, input: z.output<typeof DeviceInput>) {
  assertAccess(context.actor, 'devices.manage')
  const token = createToken()
  const made = await transact(context.db, async (db) => {
    const inside = { ...context, db }
    const present = await findCallersDevice(inside)
    if (present)
      throw new AppError(
        'device.enrolled',
        `This browser is enrolled already, as ${present.deviceName}: remove it first`,
      )
    await assertDrawer(inside, input.drawerID)
    const [row] = await db
      .insert(device)
      .values({ ...input, tokenHash: hashToken(token), ...stampCreated(inside) })
      .returning()
    await record(inside, { action: 'create', entity: 'device', entityID: row!.deviceID, before: null, after: row! })
    return findDevice(inside, row!.deviceID)
  })
  context.client.keepDevice?.(token)
  return { ...made, current: true }
}

/** Renames a device, or chooses its drawer. Throws 409 when it changed since `updatedAt`. */
export async function updateDevice(
  context: Context,
  id: number,
  { updatedAt, ...input }: z.output<typeof endpoints.update.body>,
) {
  assertAccess(context.actor, 'devices.manage')
  const before = await lockUnchanged(context, 'Device', device, device.deviceID, id, updatedAt)
  if (input.drawerID !== before.drawerID) await assertDrawer(context, input.drawerID)
  const [after] = await context.db
    .update(device)
    .set({ ...input, ...stampModified(context, before) })
    .where(eq(device.deviceID, id))
    .returning()
  await record(context, { action: 'update', entity: 'device', entityID: id, before, after: after! })
  return findDevice(context, id)
}

/** Removes a device, such as a lost one, and ends its session at once. */
export async function removeDevice(context: Context, id: number): Promise<void> {
  assertAccess(context.actor, 'devices.manage')
  // A switch locks the device too: it sees the removal, or its session ends here.
  const before = await lockUnchanged(context, 'Device', device, device.deviceID, id, undefined)
  await endDeviceSession(context, id)
  await context.db.delete(device).where(eq(device.deviceID, id))
  await record(context, { action: 'delete', entity: 'device', entityID: id, before, after: null })
}

/** Ends the session that a PIN opened at a device, and returns its person; null without one. */
export async function endDeviceSession(context: Context, deviceID: number): Promise<number | null> {
  const [open] = await context.db
    .select({ sessionID: deviceSession.sessionID, userID: session.userID })
    .from(deviceSession)
    .innerJoin(session, eq(session.sessionID, deviceSession.sessionID))
    .where(eq(deviceSession.deviceID, deviceID))
  if (!open) return null
  await context.db.delete(session).where(eq(session.sessionID, open.sessionID))
  await publishEnd(context, open.userID)
  return open.userID
}

async function assertDrawer({ db }: Context, drawerID: number | null) {
  if (drawerID === null) return
  const field = 'drawerID'
  const [chosen] = await db.select().from(drawer).where(eq(drawer.drawerID, drawerID)).for('share')
  if (!chosen) throw new AppError('reference.missing', `Drawer ${drawerID} does not exist`, { field })
  if (!chosen.status) throw new AppError('reference.inactive', `Drawer ${chosen.drawerName} is Inactive`, { field })
}
