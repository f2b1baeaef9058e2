import { and, eq, isNull, sql } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'

import { approvableCallOf, approvalHeader, mayApprove } from '../../contract/devices/approvals.ts'
import { approvalSeconds } from '../../contract/devices/pin-rules.ts'
import type { Endpoint } from '../../contract/shared/endpoint.ts'
import { approval } from '../db/schema/drawers.ts'
import { user } from '../db/schema/people.ts'
import { type Actor, type InSession, isInSession } from '../kernel/context.ts'
import type { Db, Tx } from '../kernel/database.ts'
import { AppError } from '../kernel/errors.ts'
import { hashToken } from '../kernel/tokens.ts'

/** The approval that a call names, which is not proven yet. */
export type NamedApproval = { actor: InSession; call: string; keyHash: string }

/** Returns the approval that the header of a call names; null without one, and for a call that nobody approves. */
export function namedApprovalOf({ headers, actor }: FastifyRequest, e: Endpoint): NamedApproval | null {
  const key = headers[approvalHeader]
  const call = approvableCallOf(e)
  if (typeof key !== 'string' || call === null || !isInSession(actor)) return null
  return { actor, call, keyHash: hashToken(key) }
}

/**
 * Whether a Manager approved this call of this session, even if the approval is used by now: a repeated call gets its
 * stored response. `useApproval` decides when the work begins.
 */
export async function wasApproved(db: Db | Tx, named: NamedApproval): Promise<boolean> {
  const found = await db.select({ usedAt: approval.usedAt }).from(approval).where(isNamed(named))
  return found.length > 0
}

/**
 * Uses the approval in the transaction of the work, and returns the actor with it. Two calls with the same key wait for
 * each other here, and the second one is refused. Throws 403 when the approval is unknown, used or older than two
 * minutes, or when its Manager is no longer one.
 */
export async function useApproval(tx: Db | Tx, named: NamedApproval): Promise<Actor> {
  const [used] = await tx
    .update(approval)
    .set({ usedAt: sql`now()` })
    .from(user)
    .where(
      and(
        isNamed(named),
        isNull(approval.usedAt),
        sql`${approval.createdAt} > now() - make_interval(secs => ${approvalSeconds})`,
        eq(user.userID, approval.approverID),
        user.status,
      ),
    )
    .returning({ approverID: approval.approverID, roleID: user.roleID })
  if (!used || !mayApprove(used.roleID))
    throw new AppError('approval.ended', 'This approval was used or has ended: ask the Manager again')
  return { ...named.actor, approval: { approverID: used.approverID } }
}

const isNamed = ({ actor, call, keyHash }: NamedApproval) =>
  and(eq(approval.keyHash, keyHash), eq(approval.sessionID, actor.sessionID), eq(approval.call, call))
