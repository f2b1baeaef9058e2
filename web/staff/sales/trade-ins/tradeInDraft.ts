import type { Karat } from '../../../../contract/catalogue/karats.ts'
import type { CurrentRateRow } from '../../../../contract/pricing/gold-rates.ts'
import { rateAge } from '../../../../contract/pricing/rate-rules.ts'
import {
  addAmounts,
  countedGramsOf,
  netGramsOf,
  reckonPiece,
  testsLower,
} from '../../../../contract/pricing/trade-in-rules.ts'
import { TradeInInput, type TradeInPieceRow, type TradeInRow } from '../../../../contract/sales/trade-ins.ts'
import { addQuantities } from '../../../../contract/shared/quantities.ts'

/** A piece as somebody types it. A number is null while its field is empty. */
export type DraftPiece = {
  key: number
  description: string
  markedKarat: Karat | null
  testedKarat: Karat | null
  testNote: string
  grossGrams: number | null
  stoneGrams: number | null
  loss: number | null
}

/** A trade-in as somebody types it. */
export type TradeInDraft = {
  customerID: number | null
  locationID: number | null
  remarks: string
  pieces: DraftPiece[]
}

let made = 0
/** Returns an empty piece with the loss of the one before it. */
export const emptyPiece = (loss: number | null = 2): DraftPiece => ({
  key: ++made,
  description: '',
  markedKarat: null,
  testedKarat: null,
  testNote: '',
  grossGrams: null,
  stoneGrams: 0,
  loss,
})

/** Returns the draft of a stored trade-in, or of a new one at a location. */
export function draftOf(stored: TradeInRow | null, locationID: number, customerID: number | null): TradeInDraft {
  if (stored === null) return { customerID, locationID, remarks: '', pieces: [emptyPiece()] }
  return {
    customerID: stored.customerID,
    locationID: stored.locationID,
    remarks: stored.remarks ?? '',
    pieces: stored.pieces.map((piece) => ({
      key: ++made,
      description: piece.description,
      markedKarat: piece.markedKarat,
      testedKarat: piece.testedKarat,
      testNote: piece.testNote ?? '',
      grossGrams: piece.grossGrams,
      stoneGrams: piece.stoneGrams,
      loss: piece.loss,
    })),
  }
}

/** Returns the input of a draft. A missing number is left out, so that its own sentence refuses it. */
export function inputOf({ customerID, locationID, remarks, pieces }: TradeInDraft) {
  return {
    customerID: customerID ?? undefined,
    locationID: locationID ?? undefined,
    remarks,
    pieces: pieces.map(({ description, markedKarat, testedKarat, testNote, grossGrams, stoneGrams, loss }) => ({
      description,
      markedKarat,
      testedKarat,
      testNote,
      grossGrams: grossGrams ?? 0,
      stoneGrams: stoneGrams ?? 0,
      loss: loss ?? 0,
    })),
  }
}

/** Returns the sentences that keep a draft from being saved, by field. */
export function findProblems(draft: TradeInDraft): ReadonlyMap<string, string> {
  const { error } = TradeInInput.safeParse(inputOf(draft))
  const problems = new Map<string, string>()
  for (const { path, message } of error?.issues ?? [])
    if (!problems.has(path.join('.'))) problems.set(path.join('.'), message)
  return problems
}

type Rate = NonNullable<TradeInPieceRow['rate']>

/** What a typed piece comes to. A figure is null while something that it needs is missing. */
export type ReckonedPiece = {
  netGrams: number | null
  countedGrams: number | null
  rate: Rate | null
  /** Whether the rate is fresh, old, or too old to buy by; null without one. */
  age: ReturnType<typeof rateAge> | null
  sum: number | null
  sellValue: number | null
  isLower: boolean
}

/** Reckons a typed piece at a rate: that of its offer, or else the latest one. */
export function reckonDraft(piece: DraftPiece, rate: Rate | null, now: Date): ReckonedPiece {
  const { grossGrams, stoneGrams, loss } = piece
  const isWeighed =
    grossGrams !== null &&
    stoneGrams !== null &&
    loss !== null &&
    grossGrams > stoneGrams &&
    stoneGrams >= 0 &&
    loss < 100
  const weighed = isWeighed ? { grossGrams, stoneGrams, loss } : null
  const counted = weighed && countedGramsOf(weighed)
  return {
    netGrams: weighed && netGramsOf(weighed),
    countedGrams: counted,
    rate,
    age: rate && rateAge(rate.fromAt, now),
    sum: counted !== null && rate ? reckonPiece(counted, rate.buyPerGram) : null,
    sellValue: counted !== null && rate ? reckonPiece(counted, rate.sellPerGram) : null,
    isLower: testsLower(piece.markedKarat, piece.testedKarat),
  }
}

/** Returns the rate of a tested karat. */
export const findRateOf = (karat: Karat | null, rates: readonly CurrentRateRow[]): Rate | null =>
  (karat === null ? null : rates.find((one) => one.karat === karat)?.latest) ?? null

/** Returns the sum; null while one of the amounts is missing. */
export const addKnown = (amounts: readonly (number | null)[]): number | null =>
  amounts.length === 0 || amounts.includes(null) ? null : addAmounts(amounts as number[])

export const addGrams = (grams: readonly (number | null)[]): number =>
  grams.reduce<number>((sum, one) => addQuantities(sum, one ?? 0), 0)

/** Returns the grams and the sum of each karat, the purest first. */
export function groupByKarat(pieces: readonly { karat: Karat | null; grams: number | null; amount: number | null }[]) {
  const groups = Map.groupBy(
    pieces.filter(({ karat }) => karat !== null),
    ({ karat }) => karat!,
  )
  return [...groups]
    .map(([karat, same]) => ({
      karat,
      grams: addGrams(same.map(({ grams }) => grams)),
      amount: addKnown(same.map(({ amount }) => amount)),
    }))
    .toSorted((a, b) => Number.parseInt(b.karat, 10) - Number.parseInt(a.karat, 10))
}
