import { lt, sql } from 'drizzle-orm'

import { type ApprovableCall, mayApprove } from '../../contract/devices/approvals.ts'
import { userFullName } from '../db/names.ts'
import { approval } from '../db/schema/drawers.ts'
import type { Context, InSession } from '../kernel/context.ts'
import { AppError } from '../kernel/errors.ts'
import { createToken, hashToken } from '../kernel/tokens.ts'
import { notEnrolled, requireDevice } from './devices.queries.ts'
import { checkPin } from './pin-attempts.ts'

/**
 * Approves one call of the caller's session with a Manager's PIN, and returns the key that the call carries. Throws 403
 * for a wrong PIN, for a person who may not do it either, and at a browser that is no device.
 */
export async function approveCall(
  context: Context<InSession>,
  { userID, pin, call }: { userID: number; pin: string; call: ApprovableCall },
) {
  const { db, actor } = context
  const here = await requireDevice(context)
  // A session that a PIN opened approves at its own device alone.
  if (actor.kind === 'device' && actor.deviceID !== here.deviceID) throw notEnrolled()
  const { person } = await checkPin(context, here, userID, pin)
  if (!mayApprove(person.roleID))
    throw new AppError('access.denied', 'Only a Manager can approve this', { field: 'userID' })
  const key = createToken()
  await db.delete(approval).where(lt(approval.createdAt, sql`now() - interval '1 day'`))
  await db
    .insert(approval)
    .values({ keyHash: hashToken(key), sessionID: actor.sessionID, call, approverID: person.userID })
  return { key, approvedByName: userFullName(person) }
}
