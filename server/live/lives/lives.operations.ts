import { eq } from 'drizzle-orm'

import type { LiveStatus } from '../../../contract/live/live-statuses.ts'
import type { lives as endpoints, LiveInput } from '../../../contract/live/lives.ts'
import type { AuditAction } from '../../../contract/shared/audit/audit-actions.ts'
import type { z } from '../../../contract/shared/zod.ts'
import { readSettings } from '../../company/settings.ts'
import { live } from '../../db/schema/live.ts'
import { transactionType } from '../../db/schema/sales.ts'
import { assertAccess, type Context } from '../../kernel/context.ts'
import { AppError } from '../../kernel/errors.ts'
import { lockUnchanged, record, stampCreated, stampModified } from '../../resource/records.ts'
import { findActiveLocation } from '../../stock/ledger/active.ts'
import { assertNotClosed, type StoredLive } from '../plan/plan.queries.ts'
import { findLive, type LiveDetails } from './lives.queries.ts'

// The operations on a live as a whole. Each runs in the caller's transaction, writes its audit row and returns the stored
// live.

type Input = z.output<typeof LiveInput>

/** Plans a live without pieces. Without a length of its own, its line is as long as the shop's settings say. */
export async function createLive(context: Context, { remarks, ...input }: Input): Promise<LiveDetails> {
  assertAccess(context.actor, 'lives.host')
  await assertPlan(context, input, null)
  const lineLength = input.lineLength ?? (await readSettings(context.db)).liveLineLength
  const [made] = await context.db
    .insert(live)
    .values({
      ...input,
      lineLength,
      platforms: [...new Set(input.platforms)],
      remarks: remarks ?? null,
      ...stampCreated(context),
    })
    .returning({ liveID: live.liveID })
  return recordLive(context, 'create', made!.liveID, null)
}

/** Changes a live that is not closed. Once it has started, it keeps its location and the type of its sales. */
export async function updateLive(
  context: Context,
  id: number,
  { updatedAt, ...input }: z.output<typeof endpoints.update.body>,
): Promise<LiveDetails> {
  assertAccess(context.actor, 'lives.host')
  const stored = await lockLive(context, id, updatedAt)
  assertNotClosed(stored)
  const before = await findLive(context.db, id)
  await assertPlan(context, input, stored)
  await changeLive(context, stored, { ...input, platforms: [...new Set(input.platforms)] })
  return recordLive(context, 'update', id, before)
}

/** Starts a planned live, or goes on with a paused one. A running one stays as it is. */
export const startLive = (context: Context, id: number): Promise<LiveDetails> =>
  changeStatus(context, id, (stored) => {
    if (stored.status === 'Running') return null
    return { status: 'Running', startedAt: stored.startedAt ?? context.now }
  })

/** Pauses a running live. A paused one stays as it is. */
export const pauseLive = (context: Context, id: number): Promise<LiveDetails> =>
  changeStatus(context, id, ({ status, liveName }) => {
    if (status === 'Planned') throw new AppError('live.not_running', `${liveName} has not started`)
    return status === 'Paused' ? null : { status: 'Paused' }
  })

/** Closes a live for good. Throws 409 while something is undecided, unless the caller has confirmed it. */
export const closeLive = (context: Context, id: number, isConfirmed: boolean): Promise<LiveDetails> =>
  changeStatus(context, id, ({ status, liveName }, { undecided, asked }) => {
    if (status === 'Planned') throw new AppError('live.not_running', `${liveName} has not started`)
    if (undecided + asked > 0 && !isConfirmed)
      throw new AppError('live.undecided', `${describeUndecided(undecided, asked)}: decide first, or close anyway`, {
        field: 'confirmed',
      })
    return { status: 'Closed', closedAt: context.now }
  })

/** Describes what is undecided: `2 comments are undecided and 1 buyer is asked`. */
function describeUndecided(undecided: number, asked: number): string {
  const parts = [
    undecided > 0 && (undecided === 1 ? '1 comment is undecided' : `${undecided} comments are undecided`),
    asked > 0 && (asked === 1 ? '1 buyer is asked' : `${asked} buyers are asked`),
  ]
  return parts.filter((part) => part !== false).join(' and ')
}

/** Locks a live for a change of its own row. Throws 404 without it, and 409 when it has changed since `updatedAt`. */
export const lockLive = (context: Context, id: number, updatedAt?: Date): Promise<StoredLive> =>
  lockUnchanged(context, 'Live', live, live.liveID, id, updatedAt)

type Changes = { status: LiveStatus; startedAt?: Date; closedAt?: Date }

async function changeStatus(
  context: Context,
  id: number,
  choose: (stored: StoredLive, before: LiveDetails) => Changes | null,
) {
  assertAccess(context.actor, 'lives.host')
  const stored = await lockLive(context, id)
  assertNotClosed(stored)
  const before = await findLive(context.db, id)
  const changes = choose(stored, before)
  if (changes === null) return before
  await changeLive(context, stored, changes)
  return recordLive(context, 'status', id, before)
}

/** Updates a live's own row, which the caller has locked. */
export const changeLive = async (context: Context, stored: StoredLive, changes: Partial<typeof live.$inferInsert>) =>
  context.db
    .update(live)
    .set({ ...changes, ...stampModified(context, stored) })
    .where(eq(live.liveID, stored.liveID))

/** Writes the audit row of a change, and returns the live as stored now. */
export async function recordLive(context: Context, action: AuditAction, id: number, before: LiveDetails | null) {
  const after = await findLive(context.db, id)
  await record(context, { action, entity: 'live', entityID: id, before: briefly(before), after: briefly(after) })
  return after
}

/** Returns what the audit trail keeps of a live: the plan, without pictures and stock. */
const briefly = (details: LiveDetails | null) =>
  details && {
    ...details,
    pieces: details.pieces.map(({ number, itemCode, piece, price, quantity }) => ({
      number,
      itemCode,
      pieceNumber: piece?.number ?? null,
      price,
      quantity,
    })),
  }

type Plan = Pick<Input, 'plannedStart' | 'expectedEnd' | 'locationID' | 'transactionTypeID'>

/** Throws unless the end follows the start, and the places to sell from are usable. */
async function assertPlan(context: Context, input: Plan, stored: StoredLive | null) {
  if (input.expectedEnd <= input.plannedStart)
    throw new AppError('live.end_too_early', 'The expected end is after the planned start', { field: 'expectedEnd' })
  const { locationID, transactionTypeID } = input
  if (stored && stored.status !== 'Planned') {
    const field = stored.locationID === locationID ? 'transactionTypeID' : 'locationID'
    if (stored.locationID !== locationID || stored.transactionTypeID !== transactionTypeID)
      throw new AppError(
        'live.not_planned',
        'A live that has started keeps its location and the type of its sales, because baskets have them',
        { field },
      )
    return
  }
  await findActiveLocation(context.db, locationID, 'locationID')
  const [type] = await context.db
    .select()
    .from(transactionType)
    .where(eq(transactionType.transactionTypeID, transactionTypeID))
  if (!type)
    throw new AppError('reference.missing', `Transaction type ${transactionTypeID} does not exist`, {
      field: 'transactionTypeID',
    })
  if (type.beyondStock)
    throw new AppError(
      'live.type_beyond_stock',
      `${type.transactionName} sells beyond the stock, and a live sells what is there: choose another type`,
      { field: 'transactionTypeID' },
    )
}
