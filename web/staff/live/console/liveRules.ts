// The rules of a running live that the screen knows before the server answers: who stands in line, and what is typed.
import type { LiveClaimRow } from '../../../../contract/live/live-claims.ts'
import type { livePaste } from '../../../../contract/live/live-paste.ts'
import type { LiveRow } from '../../../../contract/live/lives.ts'
import { type ReadPiece, readTyped } from '../../../../contract/live/read-comment.ts'
import type { Answer } from '../../../../contract/shared/endpoint.ts'
import { describePlace, nameOfBuyer } from './liveWords.ts'

export type LivePiece = LiveRow['pieces'][number]
export type Buyer = LiveClaimRow['buyer']

const taking: ReadonlySet<string> = new Set(['won', 'asked', 'invoiced'])
const open: ReadonlySet<string> = new Set(['won', 'asked', 'invoiced', 'waiting'])

/** Whether a buyer has an interest in the piece, so that another comment of theirs changes nothing. */
export const isOpen = ({ status }: Pick<LiveClaimRow, 'status'>) => open.has(status)

/**
 * Returns how many of the piece are free. What the counter sold meanwhile is not, and what a buyer is asked about is not,
 * although the stock still has it.
 */
export function countFree({ quantity, available }: LivePiece, claims: readonly LiveClaimRow[]): number {
  const taken = claims.filter(({ status }) => taking.has(status)).length
  const asked = claims.filter(({ status }) => status === 'asked').length
  return Math.max(0, Math.min(quantity - taken, Math.floor(available) - asked))
}

/** Returns the claims of each piece, in their order. */
export const groupByPiece = (claims: readonly LiveClaimRow[]) => Map.groupBy(claims, ({ livePieceID }) => livePieceID)

/** Returns the place of a claim among those who wait, from 1; 0 for one that does not wait. */
export function placeInLine(claims: readonly LiveClaimRow[], claimID: number): number {
  return claims.filter(({ status }) => status === 'waiting').findIndex((one) => one.claimID === claimID) + 1
}

/** Returns the pieces of a live as the reader of comments needs them, as the server reads them too. */
export const toReadPieces = (pieces: readonly LivePiece[]): ReadPiece[] =>
  pieces.map(({ livePieceID, number, itemCode, piece, grams }) => ({
    livePieceID,
    number,
    codes: piece ? [itemCode, piece.number] : [itemCode],
    grams,
  }))

/** Describes what a new claim would get: `wins`, `next in line`, or why nothing. */
export function foreseePlace(
  piece: LivePiece,
  claims: readonly LiveClaimRow[],
  { lineLength, buyerID }: { lineLength: number; buyerID: number | null },
): string {
  const own = claims.find((claim) => claim.buyer.buyerID === buyerID && isOpen(claim))
  if (own) return own.status === 'waiting' ? 'is in line already' : 'has it already'
  if (countFree(piece, claims) > 0) return 'wins'
  const waiting = claims.filter(({ status }) => status === 'waiting').length
  if (waiting >= lineLength) return lineLength === 0 ? 'gone, without a line' : 'the line is full'
  return describePlace(waiting + 1).toLowerCase()
}

const plain = (name: string) => name.normalize('NFKC').toLowerCase().replace(/^@/, '').replaceAll(/\s+/g, ' ').trim()

const namesOf = ({ handle, customerName }: Buyer) => [handle, customerName ?? ''].map(plain)

/**
 * Returns the buyers whom a typed name may mean, and the one that it means. A buyer of this live is meant by the beginning
 * of a name, and another one by the whole name only, since a new person may have the same first name.
 */
export function findNamed(name: string, { here, others }: { here: readonly Buyer[]; others: readonly Buyer[] }) {
  const wanted = plain(name)
  if (wanted === '') return { offered: [], meant: null }
  const isHere = new Set(here.map(({ buyerID }) => buyerID))
  const all = [...new Map([...here, ...others].map((buyer) => [buyer.buyerID, buyer])).values()]
  const called: Buyer[] = []
  const maybe: Buyer[] = []
  for (const buyer of all) {
    const names = namesOf(buyer)
    if (names.includes(wanted)) called.push(buyer)
    if (names.some((one) => ` ${one}`.includes(` ${wanted}`))) maybe.push(buyer)
  }
  const meant = called.length > 0 ? called : maybe.filter(({ buyerID }) => isHere.has(buyerID))
  const rest = maybe.filter((buyer) => !meant.includes(buyer))
  return { offered: [...meant, ...rest], meant: meant.length === 1 ? meant[0]! : null, isSeveral: meant.length > 1 }
}

/** Returns each buyer of the live once, those who were noted last first. */
export function listBuyers(claims: readonly LiveClaimRow[]): Buyer[] {
  const latest = claims.toSorted((a, b) => (a.notedAt < b.notedAt ? 1 : -1))
  return [...new Map(latest.map(({ buyer }) => [buyer.buyerID, buyer])).values()]
}

/** What is typed, as the screen reads it before Enter. */
export type Typed = {
  name: string
  /** The piece; null while the text names none or several. */
  piece: LivePiece | null
  /** The question about the piece; null for a certain one. */
  question: string | null
  /** The buyers whom Tab offers, one after another. */
  offered: readonly Buyer[]
  /** The buyer who would be noted; null for a new one, or while several fit. */
  buyer: Buyer | null
  /** Whether several buyers fit equally well, so that a person has to choose. */
  isSeveral: boolean
}

/** Reads the box. `turn` counts the presses of Tab, each of which takes the next buyer whom the name may mean. */
export function readBox(
  text: string,
  live: Pick<LiveRow, 'pieces' | 'show'>,
  { turn, ...known }: { here: readonly Buyer[]; others: readonly Buyer[]; turn: number },
): Typed | null {
  if (text.trim() === '') return null
  const onShow = live.show?.livePieceID ?? null
  const { name, reading } = readTyped(text, { pieces: toReadPieces(live.pieces), onShow })
  const { offered, meant, isSeveral = false } = findNamed(name, known)
  // After the last buyer, Tab returns to what was read first.
  const rest = meant ? offered.filter((buyer) => buyer !== meant) : offered
  const chosen = rest[(turn % (rest.length + 1)) - 1]
  return {
    name,
    piece:
      reading.kind === 'claim' ? live.pieces.find(({ livePieceID }) => livePieceID === reading.livePieceID)! : null,
    question: reading.kind === 'choice' ? reading.question : null,
    offered,
    buyer: chosen ?? meant,
    isSeveral: isSeveral && chosen === undefined,
  }
}

/** A comment that waits for a person, with what it may mean. */
export type Undecided = Answer<typeof livePaste.undecided>['data'][number]

/** Returns the pieces from which a person chooses: those that the comment may name, else what was on show. */
export function findChoices({ comment, livePieceIDs }: Undecided, { pieces }: Pick<LiveRow, 'pieces'>): LivePiece[] {
  const ids = livePieceIDs.length > 0 ? livePieceIDs : [comment.onShowID]
  return pieces.filter(({ livePieceID }) => ids.includes(livePieceID))
}

/** Returns the piece that follows or precedes the one on show; null at the end. */
export function stepFrom({ pieces, show }: Pick<LiveRow, 'pieces' | 'show'>, by: 1 | -1): LivePiece | null {
  const at = pieces.findIndex(({ livePieceID }) => livePieceID === show?.livePieceID)
  if (at === -1) return by === 1 ? (pieces[0] ?? null) : null
  return pieces[at + by] ?? null
}

/** Returns the pieces of the tray around the one on show, and how many follow after them. */
export function cutTray({ pieces, show }: Pick<LiveRow, 'pieces' | 'show'>, size: number) {
  const at = Math.max(
    0,
    pieces.findIndex(({ livePieceID }) => livePieceID === show?.livePieceID),
  )
  const from = Math.max(0, Math.min(at - 3, pieces.length - size))
  return { from, at, cells: pieces.slice(from, from + size), toCome: Math.max(0, pieces.length - at - 1) }
}

/** Describes who has a piece in a few words: first names of winners and who follows, or what is free. */
export function describeTaken(piece: LivePiece, claims: readonly LiveClaimRow[]) {
  const names = (status: readonly string[]) =>
    claims.filter((claim) => status.includes(claim.status)).map(({ buyer }) => nameOfBuyer(buyer))
  return {
    winners: names(['won', 'invoiced']),
    asked: claims.find(({ status }) => status === 'asked') ?? null,
    next: names(['waiting'])[0] ?? null,
    free: countFree(piece, claims),
  }
}
