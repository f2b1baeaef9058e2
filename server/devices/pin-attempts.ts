import { and, eq, sql } from 'drizzle-orm'

import { firstLockSeconds, longestLockSeconds, wrongPinsAllowed } from '../../contract/devices/pin-rules.ts'
import { device, userPin } from '../db/schema/drawers.ts'
import { user } from '../db/schema/people.ts'
import { transact } from '../db/transaction.ts'
import type { Context } from '../kernel/context.ts'
import { AppError } from '../kernel/errors.ts'
import { verifyPassword } from '../people/passwords.ts'
import { record } from '../resource/records.ts'
import { type FoundDevice, isPinHolder, notEnrolled, readLockedSeconds } from './devices.queries.ts'

// Wrong PINs are counted at the device, each for the person for whom it was entered. A right PIN takes out only those of
// its own person: a cashier who guesses the PIN of a Manager cannot clear the count by the own one. Each five in the
// list lock the device, so that the list also tells how long the next lock is.

/** A person whose PIN was right. */
export type PinOwner = { person: typeof user.$inferSelect; pinHash: string }

/**
 * Returns the person whose PIN this is. The attempt is counted before the PIN is read, so that of many attempts at once
 * at most five are tested. Throws 429 while the device is locked, and 403 for a wrong PIN, a person without one and an
 * unknown person, after the same work. Call it outside of a transaction, because a refusal must stay counted.
 */
export async function checkPin(context: Context, here: FoundDevice, userID: number, pin: string): Promise<PinOwner> {
  const { db } = context
  const isLast = await countAttempt(context, here, userID)
  const [found] = await db
    .select({ person: user, pinHash: userPin.pinHash })
    .from(user)
    .innerJoin(userPin, eq(userPin.userID, user.userID))
    .where(and(eq(user.userID, userID), isPinHolder))
  if (!(await verifyPassword(found?.pinHash ?? null, pin)) || !found) {
    if (isLast) await recordLock(context, here)
    throw wrongPin()
  }
  await forgiveAttempts(context, here, userID)
  return found
}

export const wrongPin = () => new AppError('pin.wrong', 'This PIN is wrong', { field: 'pin' })

/** The list of wrong PINs. It is empty again after a day without a wrong PIN and without a lock. */
const counted = sql`case when greatest(${device.wrongPinAt}, ${device.lockedUntil}) < now() - interval '1 day' then '{}' else ${device.wrongPins} end`

/** Counts an attempt as a wrong one, and returns whether it is the last before a lock. */
async function countAttempt({ db }: Context, { deviceID, deviceName }: FoundDevice, userID: number): Promise<boolean> {
  const attempts = sql`cardinality(${counted}) + 1`
  const locks = sql`(${attempts}) / ${wrongPinsAllowed}`
  // The exponent is limited, so that the power is never out of range.
  const seconds = sql`least(${longestLockSeconds}, ${firstLockSeconds} * power(2, least(${locks} - 1, 20)))`
  const [row] = await db
    .update(device)
    .set({
      wrongPins: sql`${counted} || ${userID}::int`,
      wrongPinAt: sql`now()`,
      lockedUntil: sql`case when (${attempts}) % ${wrongPinsAllowed} = 0 then now() + make_interval(secs => ${seconds}) end`,
    })
    .where(and(eq(device.deviceID, deviceID), sql`(${device.lockedUntil} <= now()) is not false`))
    .returning({ lockedUntil: device.lockedUntil })
  if (row) return row.lockedUntil !== null
  const retryAfter = await readLockedSeconds(db, deviceID)
  if (retryAfter === 0) throw notEnrolled()
  throw new AppError(
    'pin.locked',
    `Too many wrong PINs: ${deviceName} takes no PIN for now. Wait, or sign in with your password`,
    { retryAfter },
  )
}

/** Takes the wrong PINs of a person out of the count, which also opens a lock that this attempt began. */
async function forgiveAttempts({ db }: Context, { deviceID }: FoundDevice, userID: number) {
  const rest = sql`array_remove(${device.wrongPins}, ${userID}::int)`
  await db
    .update(device)
    .set({
      wrongPins: rest,
      lockedUntil: sql`case when cardinality(${rest}) > 0 and cardinality(${rest}) % ${wrongPinsAllowed} = 0 then ${device.lockedUntil} end`,
    })
    .where(eq(device.deviceID, deviceID))
}

const recordLock = (context: Context, { deviceID, deviceName }: FoundDevice) =>
  transact(context.db, (db) =>
    record(
      { ...context, db },
      { action: 'lock', entity: 'device', entityID: deviceID, before: null, after: { deviceName } },
    ),
  )
