import { and, eq, inArray } from 'drizzle-orm'

import type { ownPin } from '../../contract/devices/device.ts'
import type { z } from '../../contract/shared/zod.ts'
import { deviceSession, userPin } from '../db/schema/drawers.ts'
import { session, user } from '../db/schema/people.ts'
import { transact } from '../db/transaction.ts'
import { assertAccess, type Context, type InSession } from '../kernel/context.ts'
import { AppError, notFound } from '../kernel/errors.ts'
import { confirmPassword } from '../people/confirmation.operations.ts'
import { hashPassword } from '../people/passwords.ts'
import { publishEnd } from '../people/sessions.ts'
import { findRecord, record } from '../resource/records.ts'

/** Returns since when the caller has a PIN. */
export async function readOwnPin({ db, actor }: Context<InSession>) {
  const [found] = await db.select({ setAt: userPin.setAt }).from(userPin).where(eq(userPin.userID, actor.userID))
  return { setAt: found?.setAt ?? null }
}

/**
 * Sets the caller's PIN, and ends the sessions that the PIN before opened. Throws 403 without the right password. It
 * begins its own transaction, because a wrong password stays counted.
 */
export async function setOwnPin(
  context: Context<InSession>,
  { pin, currentPassword }: z.output<typeof ownPin.set.body>,
) {
  const { userID } = context.actor
  await confirmPassword(context, currentPassword)
  const pinHash = await hashPassword(pin)
  return transact(context.db, async (db) => {
    const inside = { ...context, db }
    // A change of the password takes the PIN away. It waits here, or is seen here.
    const [found] = await db
      .select({ passwordHash: user.passwordHash, status: user.status })
      .from(user)
      .where(eq(user.userID, userID))
      .for('update')
    const [open] = await db
      .select({ sessionID: session.sessionID })
      .from(session)
      .where(eq(session.sessionID, context.actor.sessionID))
    if (!found?.status || !open) throw new AppError('auth.required', 'Please sign in')
    const setAt = context.now
    await db
      .insert(userPin)
      .values({ userID, pinHash, setAt })
      .onConflictDoUpdate({ target: userPin.userID, set: { pinHash, setAt } })
    await endPinSessions(inside, userID)
    await record(inside, { action: 'set pin', entity: 'user', entityID: userID, before: null, after: null })
    return { setAt }
  })
}

/** Removes the caller's PIN. Without one nothing changes. */
export async function removeOwnPin(context: Context<InSession>) {
  await deletePin(context, context.actor.userID)
  return { setAt: null }
}

/** Removes the PIN of a person. Throws 404 when there is no such person or PIN. */
export async function removePin(context: Context, userID: number): Promise<void> {
  assertAccess(context.actor, 'devices.manage')
  await findRecord(context.db, 'User', user, user.userID, userID)
  if (!(await deletePin(context, userID))) throw notFound('PIN')
}

async function deletePin(context: Context, userID: number): Promise<boolean> {
  const deleted = await context.db
    .delete(userPin)
    .where(eq(userPin.userID, userID))
    .returning({ userID: userPin.userID })
  if (deleted.length === 0) return false
  await endPinSessions(context, userID)
  await record(context, { action: 'remove pin', entity: 'user', entityID: userID, before: null, after: null })
  return true
}

/** Ends the sessions that a person's PIN opened. */
async function endPinSessions(context: Context, userID: number) {
  const { db } = context
  const ofPins = db.select({ sessionID: deviceSession.sessionID }).from(deviceSession)
  const ended = await db
    .delete(session)
    .where(and(eq(session.userID, userID), inArray(session.sessionID, ofPins)))
    .returning({ sessionID: session.sessionID })
  if (ended.length > 0) await publishEnd(context, userID)
}
