import type { lives as endpoints } from '../../../contract/live/lives.ts'
import type { z } from '../../../contract/shared/zod.ts'
import { liveShow } from '../../db/schema/live.ts'
import { publish } from '../../events/publish.ts'
import { assertAccess, type Context, userIDOf } from '../../kernel/context.ts'
import { AppError } from '../../kernel/errors.ts'
import { assertNotClosed, findPlan, findShow, lockLiveAlone } from '../plan/plan.queries.ts'
import { findLive, type LiveDetails } from './lives.queries.ts'

type Move = z.output<typeof endpoints.show.body>

/**
 * Puts a piece on show from now on. `showID` names what the caller saw on show. When another host has moved on meanwhile,
 * nothing changes and the failure says what is on show.
 */
export async function showPiece(context: Context, liveID: number, { to, showID }: Move): Promise<LiveDetails> {
  assertAccess(context.actor, 'lives.host')
  const { db, actor, now } = context
  const stored = await lockLiveAlone(db, liveID)
  assertNotClosed(stored)
  if (stored.status !== 'Running')
    throw new AppError('live.not_running', `${stored.liveName} is not running: start it first`)
  const [plan, current] = [await findPlan(db, liveID), await findShow(db, liveID)]
  if ((current?.showID ?? null) !== showID) throw shownMeanwhile(current, plan)
  const livePieceID = choosePiece(plan, current?.livePieceID ?? null, to)
  // The log is in order of time, also when the clocks of two servers differ.
  const shownAt = new Date(Math.max(now.getTime(), (current?.shownAt.getTime() ?? 0) + 1))
  await db.insert(liveShow).values({ liveID, livePieceID, shownAt, shownByID: userIDOf(actor) })
  await publish(context, { type: 'live.shown', entity: 'live', id: liveID })
  return findLive(db, liveID)
}

type Plan = Awaited<ReturnType<typeof findPlan>>

/** Returns the failure for a host who is too late, with what the other one did. */
function shownMeanwhile(current: Awaited<ReturnType<typeof findShow>>, plan: Plan) {
  const number = plan.find(({ livePieceID }) => livePieceID === current?.livePieceID)?.number
  const who = current?.shownByName ?? 'Somebody'
  const what = number === undefined ? 'has taken the piece off show' : `has put piece ${number} on show`
  return new AppError('live.shown_meanwhile', current ? `${who} ${what}` : 'Nothing was on show yet', {
    field: 'showID',
  })
}

function choosePiece(plan: Plan, current: number | null, to: Move['to']): number | null {
  if (to === null) return null
  const keys = plan.map(({ livePieceID }) => livePieceID)
  if (typeof to === 'number') {
    if (!keys.includes(to))
      throw new AppError('reference.missing', `Piece ${to} of this live does not exist`, { field: 'to' })
    return to
  }
  const place = current === null ? -1 : keys.indexOf(current)
  const chosen = to === 'next' ? keys[place + 1] : keys[place - 1]
  if (chosen === undefined)
    throw new AppError(
      'live.nothing_to_show',
      keys.length === 0 ? 'This live has no pieces' : `There is no ${to} piece`,
      { field: 'to' },
    )
  return chosen
}
