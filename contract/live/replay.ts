import type { ClaimStatus, StepKind } from './live-statuses.ts'

/** A step of the record, as the database keeps it. */
export type RecordedStep = {
  kind: StepKind
  livePieceID: number
  claimID: number | null
  facts: Readonly<Record<string, string | number | null>>
}

type Replayed = { claimID: number; order: string; place: number; status: ClaimStatus }
type Piece = { quantity: number; lineLength: number; claims: Replayed[] }

/**
 * Replays the record of a live and returns the state of each claim. It knows the rules and shares no code with what
 * decided the claims, so that an equal outcome proves who was first.
 */
export function replayLive(steps: readonly RecordedStep[]): Map<number, ClaimStatus> {
  const pieces = new Map<number, Piece>()
  for (const step of steps) {
    const piece = pieces.get(step.livePieceID) ?? { quantity: 0, lineLength: 0, claims: [] }
    pieces.set(step.livePieceID, piece)
    take(piece, step)
    askNext(piece)
  }
  return new Map([...pieces.values()].flatMap(({ claims }) => claims.map(({ claimID, status }) => [claimID, status])))
}

function take(piece: Piece, { kind, claimID, facts }: RecordedStep) {
  if (kind === 'piece') piece.quantity = Number(facts['quantity'])
  else if (kind === 'noted') note(piece, claimID!, facts)
  else if (kind === 'moved') move(piece, claimID!, Number(facts['aheadOf']))
  else {
    const claim = piece.claims.find((one) => one.claimID === claimID)!
    if (kind !== 'accepted') claim.status = kind
    else claim.status = facts['obstacle'] === null ? 'won' : 'refused'
  }
}

function note(piece: Piece, claimID: number, facts: RecordedStep['facts']) {
  piece.quantity = Number(facts['quantity'])
  piece.lineLength = Number(facts['lineLength'])
  const [order, place] = [String(facts['orderAt']), Number(facts['orderPlace'])]
  // A claim stands behind the last one that is not later.
  const before = piece.claims.findLastIndex((one) => one.order < order || (one.order === order && one.place <= place))
  const ahead = piece.claims.slice(0, before + 1)
  const status = (): ClaimStatus => {
    if (facts['obstacle'] === 'not served') return 'refused'
    if (countTaken(piece) < piece.quantity) return facts['obstacle'] === null ? 'won' : 'refused'
    const waiting = ahead.filter((one) => one.status === 'waiting')
    return waiting.length < piece.lineLength ? 'waiting' : 'refused'
  }
  piece.claims.splice(before + 1, 0, { claimID, order, place, status: status() })
}

function move(piece: Piece, claimID: number, aheadOf: number) {
  const [claim] = piece.claims.splice(
    piece.claims.findIndex((one) => one.claimID === claimID),
    1,
  )
  const place = piece.claims.findIndex((one) => one.claimID === aheadOf)
  const other = piece.claims[place]!
  piece.claims.splice(place, 0, claim!)
  claim!.status = other.status
  other.status = 'waiting'
}

const countTaken = ({ claims }: Piece) =>
  claims.filter(({ status }) => status === 'won' || status === 'asked' || status === 'invoiced').length

/** Asks the next in line for what is free. */
function askNext(piece: Piece) {
  for (;;) {
    const next = piece.claims.find(({ status }) => status === 'waiting')
    if (!next || countTaken(piece) >= piece.quantity) return
    next.status = 'asked'
  }
}
