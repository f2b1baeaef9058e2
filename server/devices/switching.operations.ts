import { and, eq, sql } from 'drizzle-orm'

import type { Account } from '../../contract/people/account.ts'
import { device, deviceSession, drawer, sessionDrawer, userPin } from '../db/schema/drawers.ts'
import { session, user } from '../db/schema/people.ts'
import { transactRetried } from '../db/transaction.ts'
import { openSession } from '../http/session.ts'
import type { Context, InSession } from '../kernel/context.ts'
import type { Db, Tx } from '../kernel/database.ts'
import { hashToken } from '../kernel/tokens.ts'
import { accountOf } from '../people/account.operations.ts'
import { endDeviceSession } from './devices.operations.ts'
import { type FoundDevice, isPinHolder, notEnrolled, requireDevice } from './devices.queries.ts'
import { checkPin, type PinOwner, wrongPin } from './pin-attempts.ts'

/**
 * Signs a person in with a PIN at the caller's device, and ends the session before. The new session uses the drawer of
 * the device; the same person keeps the drawer that was chosen. Throws 403 for a wrong PIN and at a browser that is no
 * device, and 429 while the device is locked.
 */
export async function switchPerson(
  context: Context,
  { userID, pin }: { userID: number; pin: string },
): Promise<Account> {
  const here = await requireDevice(context)
  const owner = await checkPin(context, here, userID, pin)
  const account = await transactRetried(context.db, (db) => replaceSession({ ...context, db }, here, owner))
  context.client.keepDevice?.(context.client.deviceToken!)
  return account
}

async function replaceSession(context: Context, { deviceID }: FoundDevice, owner: PinOwner): Promise<Account> {
  const { db, client } = context
  // Two people may switch at once, and a Manager may remove the device: the lock orders them.
  const [here] = await db.select().from(device).where(eq(device.deviceID, deviceID)).for('update')
  if (!here) throw notEnrolled()
  const person = await lockOwner(db, owner)
  const former = await findFormerDrawer(db, deviceID)
  await endDeviceSession(context, deviceID)
  const token = await openSession(db, person.userID, client.agent)
  const [opened] = await db
    .select({ sessionID: session.sessionID })
    .from(session)
    .where(eq(session.tokenHash, hashToken(token)))
  const { sessionID } = opened!
  await db.insert(deviceSession).values({ sessionID, deviceID })
  await chooseDrawer(db, sessionID, former?.userID === person.userID ? former.drawerID : here.drawerID)
  await db.update(device).set({ lastUsedAt: context.now }).where(eq(device.deviceID, deviceID))
  return { ...accountOf(person), token, byPin: true }
}

/** Returns the person as it is now. Throws 403 when the PIN was removed or replaced while it was tested. */
async function lockOwner(db: Db | Tx, { person: { userID }, pinHash }: PinOwner) {
  const [found] = await db
    .select({ person: user })
    .from(user)
    .innerJoin(userPin, eq(userPin.userID, user.userID))
    .where(and(eq(user.userID, userID), isPinHolder, eq(userPin.pinHash, pinHash)))
    .for('share')
  if (!found) throw wrongPin()
  return found.person
}

/** Returns the person of the device's present session, with the drawer that the session chose. */
async function findFormerDrawer(db: Db | Tx, deviceID: number) {
  const [found] = await db
    .select({ userID: session.userID, drawerID: sessionDrawer.drawerID })
    .from(deviceSession)
    .innerJoin(session, eq(session.sessionID, deviceSession.sessionID))
    .leftJoin(sessionDrawer, eq(sessionDrawer.sessionID, session.sessionID))
    .where(eq(deviceSession.deviceID, deviceID))
  return found
}

/** Chooses the drawer of a new session, if it is active. */
async function chooseDrawer(db: Db | Tx, sessionID: number, drawerID: number | null) {
  if (drawerID === null) return
  const [active] = await db
    .select({ drawerID: drawer.drawerID })
    .from(drawer)
    .where(and(eq(drawer.drawerID, drawerID), drawer.status))
    .for('share')
  if (active) await db.insert(sessionDrawer).values({ sessionID, drawerID })
}

/** Locks the caller's session at once, if a PIN opened it. The next PIN opens the screen again. */
export const lockOwnSession = async ({ db, actor }: Context<InSession>) =>
  db
    .update(deviceSession)
    .set({ activeAt: sql`now() - interval '1 day'` })
    .where(eq(deviceSession.sessionID, actor.sessionID))
