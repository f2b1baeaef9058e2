/** The states of a live: planned, running with pauses, and closed for good. */
export const liveStatuses = ['Planned', 'Running', 'Paused', 'Closed'] as const
export type LiveStatus = (typeof liveStatuses)[number]

/** Maximum number of pieces in a live. Above 999, a number in a comment is a price. */
export const piecesInLive = 999
