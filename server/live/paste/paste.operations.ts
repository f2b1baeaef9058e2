import type { PastedComments } from '../../../contract/live/live-paste.ts'
import { countKnown } from '../../../contract/live/paste/align-paste.ts'
import { judgeComments } from '../../../contract/live/paste/judge-comments.ts'
import { formatMoment } from '../../../contract/shared/dates.ts'
import type { z } from '../../../contract/shared/zod.ts'
import { shopSetting } from '../../db/schema/company.ts'
import { liveComment } from '../../db/schema/live.ts'
import { publish } from '../../events/publish.ts'
import { assertAccess, type Context, userIDOf } from '../../kernel/context.ts'
import { AppError } from '../../kernel/errors.ts'
import { assertHosting, findReadPieces, lockLiveAlone, type StoredLive } from '../plan/plan.queries.ts'
import { describeReading } from './judging.ts'
import { findOpenClaims, findOtherLive, findPasted, findShowTimes, findUndecided } from './paste.queries.ts'
import { assignPlaces, findOnlyOnShow, findOnShow, isDifferent, isReversed } from './paste.rules.ts'
import { alignComments, describeSeam } from './seam.ts'

type Pasted = z.output<typeof PastedComments>
type PastedComment = Pasted['comments'][number]

/** Says which pasted comments are here already and how the new ones are read. Nothing is stored. */
export async function previewPaste(context: Context, liveID: number, pasted: Pasted) {
  const { isNewestFirst, comments, alignment, seam, stored, judged } = await readPaste(context, liveID, pasted)
  return {
    sentence: describePaste(comments.length, countKnown(alignment)),
    isNewestFirst,
    seam: describeSeam(stored, comments, alignment, seam),
    lines: comments.map((comment, n) => {
      const index = alignment[n]!
      const { kind, onShowID, reading, isCertain, waitsForLine } = judged[n]!
      const partner = index === null ? null : stored[index]!
      return {
        name: comment.name,
        text: comment.text,
        writtenAt: comment.writtenAt ?? null,
        kind,
        commentID: partner?.commentID ?? null,
        differsFrom: partner && isDifferent(partner, comment) ? `${partner.name}: ${partner.text}` : null,
        onShowID,
        isCertain,
        ...describeReading(reading),
        waitsForLine,
      }
    }),
  }
}

/** Stores the pasted comments that are new, in their place among those that are here. */
export async function storePaste(context: Context, liveID: number, pasted: Pasted) {
  const { db, now, actor } = context
  const { comments, alignment, seam, stored, judged, pieces } = await readPaste(context, liveID, pasted)
  const places = assignPlaces(
    stored.map(({ place }) => place),
    alignment,
    seam?.after,
  )
  const numbers = new Map(pieces.map(({ livePieceID, number }) => [livePieceID, number]))
  const rows = comments.flatMap((comment, n) => {
    const { kind, onShowID, reading } = judged[n]!
    if (kind === 'here') return []
    const outcome = kind === 'again' || kind === 'none' ? kind : ('undecided' as const)
    const { question, livePieceID } = describeReading(reading)
    return {
      liveID,
      platform: pasted.platform,
      name: comment.name,
      text: comment.text,
      platformKey: comment.platformKey ?? null,
      writtenAt: comment.writtenAt ?? null,
      orderSource: comment.writtenAt ? ('platform' as const) : ('paste' as const),
      place: places[n]!,
      enteredAt: now,
      enteredByID: userIDOf(actor),
      onShowID,
      outcome,
      question:
        outcome === 'undecided' ? (question ?? `It claims piece ${numbers.get(livePieceID!)}: accept it`) : null,
    }
  })
  // PostgreSQL takes at most 65,535 parameters in a statement.
  let lastID: number | null = null
  for (let n = 0; n < rows.length; n += 1000) {
    const added = await db
      .insert(liveComment)
      .values(rows.slice(n, n + 1000))
      .returning({ commentID: liveComment.commentID })
    lastID = added.at(-1)!.commentID
  }
  if (rows.length > 0) await publish(context, { type: 'live.claimed', entity: 'live', id: liveID })
  const here = countKnown(alignment)
  const afterID = lastID ?? stored[seam?.after ?? -1]?.commentID ?? null
  return {
    sentence: describePaste(comments.length, here),
    added: rows.length,
    here,
    seam: seam && { line: comments.length, afterID, storedCount: stored.length + rows.length },
  }
}

/** Describes a paste: `48 lines: 31 are already here, 17 are new`. */
function describePaste(count: number, here: number): string {
  const lines = count === 1 ? '1 line' : `${count.toLocaleString('en')} lines`
  const words = (n: number, what: string) => `${n.toLocaleString('en')} ${n === 1 ? 'is' : 'are'} ${what}`
  return `${lines}: ${words(here, 'already here')}, ${words(count - here, 'new')}`
}

/**
 * Reads a paste against the stored comments of its platform. It locks the live, so that two people who paste at once add
 * each comment once.
 */
async function readPaste(context: Context, liveID: number, pasted: Pasted) {
  const { platform, comments: sent, isNewestFirst } = pasted
  assertAccess(context.actor, 'lives.host')
  const { db } = context
  const live = await lockLiveAlone(db, liveID)
  assertHosting(live)
  const once = dropRepeatedKeys(sent)
  await assertOfThisLive(context, live, platform, once)
  const stored = await findPasted(db, liveID, platform)
  const isBackwards = isNewestFirst ?? isReversed(stored, once)
  const comments = isBackwards ? once.toReversed() : once
  const { alignment, seam } = alignComments(stored, comments, pasted.seam)
  const [pieces, shows] = [await findReadPieces(db, liveID), await findShowTimes(db, liveID)]
  const lastEntry = stored.reduce((latest, { enteredAt }) => Math.max(latest, enteredAt.getTime()), 0)
  const since = new Date(Math.max(lastEntry, live.startedAt!.getTime()))
  const onShowIDs = comments.map(({ writtenAt }) =>
    writtenAt ? findOnShow(shows, writtenAt) : findOnlyOnShow(shows, since),
  )
  const judged = await judgePaste(context, live, platform, { comments, alignment, onShowIDs, pieces })
  return { isNewestFirst: isBackwards, comments, alignment, seam, stored, judged, pieces }
}

/** Leaves out the comments whose key stands in the paste already. Throws 422 when only some comments have a key. */
function dropRepeatedKeys(comments: readonly PastedComment[]): PastedComment[] {
  const keyed = comments.filter(({ platformKey }) => typeof platformKey === 'string')
  if (keyed.length === 0) return [...comments]
  if (keyed.length < comments.length)
    throw new AppError('live.keys_mixed', 'Give every comment the key of its platform, or none', { field: 'comments' })
  return [...new Map(keyed.toReversed().map((comment) => [comment.platformKey, comment])).values()].toReversed()
}

/** Throws when comments belong to another live: by their times, or because another live has them. */
async function assertOfThisLive(
  { db, now }: Context,
  { liveID, liveName, startedAt }: StoredLive,
  platform: Pasted['platform'],
  comments: readonly PastedComment[],
) {
  const earliest = startedAt!.getTime() - 3_600_000
  const isOther = ({ writtenAt }: PastedComment) =>
    writtenAt && (writtenAt.getTime() < earliest || writtenAt.getTime() > now.getTime() + 300_000)
  const other = comments.find(isOther)
  if (other) {
    const [{ timeZone }] = (await db.select({ timeZone: shopSetting.timeZone }).from(shopSetting)) as [
      { timeZone: string },
    ]
    throw new AppError(
      'live.other_evening',
      `A comment of ${other.name} is of ${formatMoment(other.writtenAt!, timeZone)}, and ${liveName} began on ${formatMoment(startedAt!, timeZone)}: paste comments of this live`,
      { field: 'comments' },
    )
  }
  const keys = comments.flatMap(({ platformKey }) => platformKey ?? [])
  const found = await findOtherLive(db, liveID, platform, keys)
  if (found)
    throw new AppError(
      'live.other_live',
      `${found.liveName} has ${found.count === 1 ? 'one of these comments' : `${found.count} of these comments`} already: choose the right live`,
      { field: 'comments' },
    )
}

type Read = {
  comments: readonly PastedComment[]
  alignment: readonly (number | null)[]
  onShowIDs: readonly (number | null)[]
  pieces: Awaited<ReturnType<typeof findReadPieces>>
}

/** Judges the new comments of a paste behind those that wait already. */
async function judgePaste(
  { db }: Context,
  { liveID }: StoredLive,
  platform: Pasted['platform'],
  { comments, alignment, onShowIDs, pieces }: Read,
) {
  const waiting = await findUndecided(db, liveID)
  const ahead = waiting.map(({ text, onShowID, orderSource }) => ({
    text,
    buyers: orderSource === 'entry' ? 2 : 0,
    onShow: onShowID,
    isTimeUnknown: orderSource === 'paste' && onShowID === null,
  }))
  const added = comments.flatMap((comment, n) => (alignment[n] === null ? [{ comment, n }] : []))
  const all = [
    ...ahead,
    ...added.map(({ comment: { text, writtenAt }, n }) => ({
      text,
      buyers: 0,
      onShow: onShowIDs[n]!,
      isTimeUnknown: !writtenAt && onShowIDs[n] === null,
    })),
  ]
  const judged = judgeComments(all, pieces).slice(ahead.length)
  const names = [...new Set(added.map(({ comment }) => comment.name))]
  const claims = await findOpenClaims(db, liveID, platform, names)
  const claimed = new Set(claims.map(({ name, livePieceID }) => `${livePieceID} ${name}`))
  const here = { kind: 'here' as const, reading: { kind: 'none' as const }, isCertain: false, waitsForLine: null }
  const byLine = new Map(added.map(({ n }, place) => [n, judged[place]!]))
  return comments.map(({ name }, n) => {
    const one = byLine.get(n)
    const onShowID = onShowIDs[n]!
    if (!one) return { ...here, onShowID }
    const { reading, isCertain, waitsFor } = one
    const isAgain = reading.kind === 'claim' && claimed.has(`${reading.livePieceID} ${name}`)
    const kind = isAgain
      ? ('again' as const)
      : reading.kind === 'none'
        ? ('none' as const)
        : isCertain
          ? ('certain' as const)
          : ('undecided' as const)
    const waitsForLine = waitsFor === null || waitsFor < ahead.length ? null : added[waitsFor - ahead.length]!.n
    return { kind, reading, isCertain: isCertain && !isAgain, waitsForLine, onShowID }
  })
}
