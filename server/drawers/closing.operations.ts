import { eq } from 'drizzle-orm'

import type { DrawerClosing } from '../../contract/drawers/closing.ts'
import { DrawerReport } from '../../contract/drawers/drawer-reports.ts'
import { differenceLimits, formatCash } from '../../contract/drawers/drawer-rules.ts'
import type { CountInput } from '../../contract/drawers/drawer-sessions.ts'
import type { z } from '../../contract/shared/zod.ts'
import { userName } from '../db/names.ts'
import { drawerCount, drawerReport, drawerSession } from '../db/schema/drawers.ts'
import { user } from '../db/schema/people.ts'
import { approverIDOf, assertAccess, type Context, isSignedIn, mayAct, userIDOf } from '../kernel/context.ts'
import { AppError } from '../kernel/errors.ts'
import { stampModified } from '../resource/records.ts'
import { isBlindTo } from './blind.rules.ts'
import { readCounts } from './counts.rules.ts'
import { computeReport } from './figures.queries.ts'
import { recordSession } from './opening.operations.ts'
import { lockSession, type LockedSession } from './session-lock.ts'
import { findDrawerSession, type SessionDetails } from './sessions.queries.ts'

// The close of a drawer: counting begins, the first count and at most one recount are kept, and the Z report ends the
// session. Each step is stored, so that a count survives a crash. The lock of the session orders all of them.

type Counts = z.output<typeof CountInput>
type Report = z.output<typeof DrawerReport>

/** Starts counting. A drawer that is being counted stays as it is. */
export const startCounting = (context: Context, id: number): Promise<SessionDetails> =>
  changeStatus(context, id, ({ status }) =>
    status === 'Counting' ? null : { status: 'Counting', countingAt: context.now },
  )

/** Goes back to selling. An open drawer stays as it is. Throws 409 once the first count is handed in. */
export const sellAgain = (context: Context, id: number): Promise<SessionDetails> =>
  changeStatus(context, id, ({ status, drawerName }, isCounted) => {
    if (isCounted) throw new AppError('drawer.counted', `${drawerName} is counted: close it`)
    return status === 'Open' ? null : { status: 'Open', countingAt: null }
  })

type StatusChange = { status: 'Open' | 'Counting'; countingAt: Date | null }

async function changeStatus(
  context: Context,
  id: number,
  choose: (stored: LockedSession, isCounted: boolean) => StatusChange | null,
): Promise<SessionDetails> {
  assertAccess(context.actor, 'drawers.use')
  const stored = await lockSession(context, id, 'update')
  const before = await findDrawerSession(context.db, id)
  const change = choose(stored, hasCount(before, 'first'))
  if (change === null) return before
  await updateSession(context, stored, change)
  return recordSession(context, 'status', id, before)
}

const hasCount = ({ counts }: Pick<SessionDetails, 'counts'>, wanted: 'first' | 'recount') =>
  counts.some(({ kind }) => kind === wanted)

const updateSession = async (
  context: Context,
  stored: LockedSession,
  changes: Partial<typeof drawerSession.$inferInsert>,
) =>
  context.db
    .update(drawerSession)
    .set({ ...changes, ...stampModified(context, stored) })
    .where(eq(drawerSession.drawerSessionID, stored.drawerSessionID))

/** Keeps the first count. Throws 409 unless the drawer is being counted, and when it is counted already. */
export const handInCount = (context: Context, id: number, { counts }: Counts): Promise<SessionDetails> =>
  keepCount(context, id, 'first', counts, ({ drawerName }, before) => {
    if (hasCount(before, 'first')) throw new AppError('drawer.counted', `${drawerName} is counted already`)
  })

/** Keeps the only recount, which finishes the count. Throws 409 without a first count, and when the count is finished. */
export const handInRecount = (context: Context, id: number, { counts }: Counts): Promise<SessionDetails> =>
  keepCount(context, id, 'recount', counts, (stored, before) => {
    assertCounted(stored, before)
    if (hasCount(before, 'recount'))
      throw new AppError('drawer.counted', `${stored.drawerName} is counted twice already`)
    if (stored.finishedAt) throw new AppError('drawer.counted', `The count of ${stored.drawerName} is finished already`)
  })

async function keepCount(
  context: Context,
  id: number,
  kind: 'first' | 'recount',
  counts: Counts['counts'],
  check: (stored: LockedSession, before: SessionDetails) => void,
): Promise<SessionDetails> {
  assertAccess(context.actor, 'drawers.use')
  const stored = await lockSession(context, id, 'update')
  assertCounting(stored)
  const before = await findDrawerSession(context.db, id)
  check(stored, before)
  const kept = readCounts(stored, counts).map((one) => ({
    ...one,
    kind,
    drawerSessionID: id,
    countedAt: context.now,
    countedByID: userIDOf(context.actor),
  }))
  await context.db.insert(drawerCount).values(kept)
  if (kind === 'recount') await updateSession(context, stored, { finishedAt: context.now })
  return recordSession(context, 'count', id, before)
}

/**
 * Accepts the last count. From now on the caller sees the expected cash, so nobody counts again. Throws 409 without a count.
 */
export async function finishCounting(context: Context, id: number): Promise<SessionDetails> {
  assertAccess(context.actor, 'drawers.use')
  const stored = await lockSession(context, id, 'update')
  assertCounting(stored)
  const before = await findDrawerSession(context.db, id)
  assertCounted(stored, before)
  if (before.finishedAt) return before
  await updateSession(context, stored, { finishedAt: context.now })
  return recordSession(context, 'status', id, before)
}

function assertCounting({ status, drawerName }: LockedSession) {
  if (status !== 'Counting')
    throw new AppError('drawer.not_counting', `${drawerName} is not being counted: start counting first`)
}

function assertCounted({ drawerName }: LockedSession, before: Pick<SessionDetails, 'counts'>) {
  if (!hasCount(before, 'first')) throw new AppError('drawer.not_counted', `Count ${drawerName} first`)
}

/**
 * Closes a counted drawer for good and keeps its figures as its Z report. Throws 409 without a count and for a caller who
 * still counts blind, because the other refusals tell of the difference: 422 when it has no reason, and 403 when it needs
 * a Manager.
 */
export async function closeDrawer(
  context: Context,
  id: number,
  { reason, note, signature }: z.output<typeof DrawerClosing>,
): Promise<Report> {
  assertAccess(context.actor, 'drawers.use')
  const { db, now, actor } = context
  const stored = await lockSession(context, id, 'update')
  assertCounting(stored)
  const before = await findDrawerSession(db, id)
  assertCounted(stored, before)
  if (isBlindTo(actor, before)) throw new AppError('drawer.not_finished', `Finish counting ${stored.drawerName} first`)
  const closedByID = userIDOf(actor)
  const closing = {
    closedAt: now,
    closedByName: isSignedIn(actor) ? actor.name : null,
    approvedByName: await findApprover(context),
    reason: reason ?? null,
    signature: signature ?? null,
  }
  const report = await computeReport(db, before, closing)
  assertExplained(context, stored, report, reason)
  await db
    .insert(drawerReport)
    .values({ drawerSessionID: id, figures: DrawerReport.encode(report), closedAt: now, closedByID })
  await updateSession(context, stored, {
    status: 'Closed',
    finishedAt: stored.finishedAt ?? now,
    closedAt: now,
    closedByID,
    reason: reason ?? null,
    note: note ?? null,
    signature: signature ?? null,
  })
  await recordSession(context, 'finish', id, before)
  return report
}

/** Returns the name of the Manager who approved the close by a PIN; null without an approval. */
async function findApprover({ db, actor }: Context): Promise<string | null> {
  const approverID = approverIDOf(actor)
  if (approverID === null) return null
  const [found] = await db.select({ name: userName }).from(user).where(eq(user.userID, approverID))
  return found!.name
}

function assertExplained({ actor }: Context, { drawerName }: LockedSession, { currencies }: Report, reason: unknown) {
  for (const { currency, difference } of currencies) {
    const off = Math.abs(difference ?? 0)
    const limits = differenceLimits[currency]
    if (off > limits.manager && !mayAct(actor, 'drawers.approve'))
      throw new AppError(
        'drawer.approval_required',
        `${drawerName} is more than ${formatCash(currency, limits.manager)} off: a Manager closes it`,
      )
    if (off > limits.reason && reason === undefined)
      throw new AppError(
        'drawer.reason_missing',
        `${drawerName} is more than ${formatCash(currency, limits.reason)} off: say why`,
        { field: 'reason' },
      )
  }
}
