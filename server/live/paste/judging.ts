import { judgeComments } from '../../../contract/live/paste/judge-comments.ts'
import type { Reading } from '../../../contract/live/read-comment.ts'
import type { liveComment } from '../../db/schema/live.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import { findBuyersNamed, type FoundBuyer } from '../buyers/find-buyers.queries.ts'
import { findReadPieces } from '../plan/plan.queries.ts'
import { findUndecided } from './paste.queries.ts'

type Comment = typeof liveComment.$inferSelect

/** Returns the comments of a live that wait for a person, in their order, with how they are read. */
export async function judgeUndecided(db: Db | Tx, liveID: number) {
  const [comments, pieces] = [await findUndecided(db, liveID), await findReadPieces(db, liveID)]
  const buyers = await findBuyersOf(db, comments)
  const judged = judgeComments(
    comments.map((comment) => describeWaiting(comment, buyers)),
    pieces,
  )
  return comments.map((comment, n) => ({ comment, buyers: buyers.get(comment.commentID) ?? [], ...judged[n]! }))
}

/** A typed comment is undecided because of what it says, and a pasted one may be certain. */
const describeWaiting = ({ commentID, text, onShowID, orderSource }: Comment, buyers: Map<number, FoundBuyer[]>) => ({
  text,
  buyers: orderSource === 'entry' ? 2 : (buyers.get(commentID)?.length ?? 0),
  onShow: onShowID,
  isTimeUnknown: orderSource === 'paste' && onShowID === null,
})

/** Returns the buyers whom the names of typed comments mean, where that is a choice. */
async function findBuyersOf(db: Db | Tx, comments: readonly Comment[]) {
  const buyers = new Map<number, FoundBuyer[]>()
  for (const { commentID, platform, name, liveID, orderSource } of comments) {
    if (orderSource !== 'entry') continue
    const found = await findBuyersNamed(db, { platform, name, liveID, isTyped: true })
    if (found.length > 1) buyers.set(commentID, found)
  }
  return buyers
}

/** Describes a reading for a screen: the piece of a claim, or what a person has to decide. */
export function describeReading(reading: Reading) {
  if (reading.kind === 'claim')
    return { livePieceID: reading.livePieceID, livePieceIDs: [reading.livePieceID], question: null }
  if (reading.kind === 'choice')
    return { livePieceID: null, livePieceIDs: reading.livePieceIDs, question: reading.question }
  return { livePieceID: null, livePieceIDs: [], question: null }
}
