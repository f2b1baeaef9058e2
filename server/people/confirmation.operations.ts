import { user } from '../db/schema/people.ts'
import { countAttempt } from '../http/throttle.ts'
import type { Context, SignedIn } from '../kernel/context.ts'
import { AppError } from '../kernel/errors.ts'
import { findRecord } from '../resource/records.ts'
import { verifyPassword } from './passwords.ts'

const quarter = 15 * 60

/**
 * Throws 403 unless the person signed in less than a quarter of an hour ago or sent the current password, and limits
 * the number of guesses. It protects changes with which somebody at an open browser could keep access. The guesses stay
 * counted only outside of a transaction.
 */
export async function confirmIdentity(context: Context<SignedIn>, currentPassword: string | undefined): Promise<void> {
  const { actor, now } = context
  if (actor.kind === 'person' && now.getTime() - actor.signedInAt.getTime() <= quarter * 1000) return
  await confirmPassword(context, currentPassword)
}

/**
 * Throws 403 unless the person sent the current password, however recent the sign-in is, and limits the number of
 * guesses. It protects what a thief would change first. The guesses stay counted only outside of a transaction.
 */
export async function confirmPassword(
  { db, actor }: Context<SignedIn>,
  currentPassword: string | undefined,
): Promise<void> {
  if (!currentPassword)
    throw new AppError('auth.password_required', 'Please confirm your current password', { field: 'currentPassword' })
  const takeBack = await countAttempt(db, [{ bucket: `confirm ${actor.userID}`, limit: 10, seconds: quarter }])
  const { passwordHash } = await findRecord(db, 'User', user, user.userID, actor.userID)
  if (!(await verifyPassword(passwordHash, currentPassword)))
    throw new AppError('auth.password_wrong', 'Your current password is wrong', { field: 'currentPassword' })
  await takeBack()
}
