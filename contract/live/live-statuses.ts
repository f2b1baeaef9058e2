/** The states of a live: planned, running with pauses, and closed for good. */
export const liveStatuses = ['Planned', 'Running', 'Paused', 'Closed'] as const
export type LiveStatus = (typeof liveStatuses)[number]

/**
 * The states of a claim. It waits in line, is asked when the piece is freed, and passes on. A won one is withdrawn, lapses
 * with the hold of its basket, or is invoiced when the basket is completed.
 */
export const claimStatuses = [
  'won',
  'waiting',
  'asked',
  'passed',
  'refused',
  'withdrawn',
  'lapsed',
  'invoiced',
] as const
export type ClaimStatus = (typeof claimStatuses)[number]

/** Where the order of a claim comes from: the platform's time, the place in a paste, or the time of entry. */
export const orderSources = ['platform', 'paste', 'entry'] as const

/** The outcome of a comment: a claim, no claim, said again by the same buyer, or still to be decided. */
export const commentOutcomes = ['claim', 'none', 'again', 'undecided'] as const
export type CommentOutcome = (typeof commentOutcomes)[number]

/** The kinds of steps in the record of a live's claims. */
export const stepKinds = ['piece', 'noted', 'moved', 'accepted', 'passed', 'withdrawn', 'lapsed', 'invoiced'] as const
export type StepKind = (typeof stepKinds)[number]

/** The marks of a buyer, which only staff see. */
export const buyerMarks = ['deposit first', 'not served'] as const
export type BuyerMark = (typeof buyerMarks)[number]

/** The minutes in which a buyer who is asked answers. */
export const minutesToAnswer = 15
/** The hours for which a basket holds its pieces: after the live's expected end, and after its page was sent. */
export const basketHours = { afterEnd: 24, afterSending: 72 } as const
/** Maximum number of pieces in a live. Above 999, a number in a comment is a price. */
export const piecesInLive = 999
/** Maximum number of comments in one paste, and of those that are accepted together. */
export const pastedAtOnce = 4000
export const acceptedAtOnce = 100
