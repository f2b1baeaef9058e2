import type { Evening } from './evenings.ts'

/** A comment with its platform's time, and what a person decides about it if it is unclear. */
export type PlannedComment = {
  name: string
  text: string
  writtenAt: Date
  /** The number of the piece that it claims; null if it claims nothing. */
  decision?: number | null
}

/** People do these things in a live of the demo shop. Pieces are named by their numbers, and buyers by their handles. */
export type LiveAct =
  | { is: 'plan' }
  | { is: 'start' }
  | { is: 'show next' }
  | { is: 'close' }
  | { is: 'decide' }
  | { is: 'send baskets' }
  /** The work of every minute: claims lapse by time, and the counter sells pieces. */
  | { is: 'settle' }
  | { is: 'note'; text: string; platform: Evening['platforms'][number] }
  | { is: 'paste'; platform: Evening['platforms'][number]; comments: PlannedComment[] }
  | { is: 'withdraw'; number: number; buyer: string; reason: string }
  | { is: 'accept'; number: number; buyer: string }
  | { is: 'pass'; number: number; buyer: string }
  /** Pays a part of the total. The parts of a basket are 1, or 0.5 and later 1. */
  | { is: 'pay'; buyer: string; part: number }
  | { is: 'complete'; buyer: string }
  | { is: 'parcel'; buyer: string; sentOn: string; trackingNumber: string }
  | { is: 'take back'; buyer: string; reason: string }
  | { is: 'join'; buyer: string; customer: number }
  | { is: 'mark'; buyer: string; mark: 'deposit first' | 'not served'; reason: string }

/** A step of the demo's year in a live. */
export type LiveStep = { at: Date; do: 'live'; live: Evening; act: LiveAct }
