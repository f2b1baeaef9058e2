import { type Reading, readComment, type ReadIn } from '../read-comment.ts'

/** A comment that waits, and the buyers whom its name means. */
export type WaitingComment = {
  text: string
  buyers: number
  /** The piece on show when it was written; null if none was, or nobody knows. */
  onShow: number | null
  isTimeUnknown: boolean
}

/** A comment with its reading. A certain one may be accepted together with others. */
export type JudgedComment = {
  reading: Reading
  isCertain: boolean
  /** The place of the undecided comment that may name the same piece and comes before it; null without one. */
  waitsFor: number | null
}

/**
 * Judges waiting comments in their order. A claim is certain when it names one piece and one buyer, and no undecided comment
 * before it may name the same piece, because that one would be first.
 */
export function judgeComments(comments: readonly WaitingComment[], pieces: ReadIn['pieces']): JudgedComment[] {
  /** The first undecided comment that may name each piece. */
  const undecided = new Map<number, number>()
  return comments.map(({ text, buyers, onShow, isTimeUnknown }, place) => {
    const reading = readComment(text, { pieces, onShow, isTimeUnknown })
    if (reading.kind === 'none') return { reading, isCertain: false, waitsFor: null }
    const named = reading.kind === 'claim' ? [reading.livePieceID] : reading.livePieceIDs
    // A comment that names no known piece may mean the one on show.
    const possible = named.length > 0 ? named : onShow === null ? [] : [onShow]
    const waitsFor = possible.map((id) => undecided.get(id)).find((found) => found !== undefined) ?? null
    const isCertain = reading.kind === 'claim' && buyers <= 1 && waitsFor === null
    if (!isCertain) for (const id of possible) if (!undecided.has(id)) undecided.set(id, place)
    return { reading, isCertain, waitsFor: reading.kind === 'claim' && buyers <= 1 ? waitsFor : null }
  })
}
