// The words of how many buyers may wait behind the winner of a piece: of a live, and of the shop's settings.

const waiters = ['Nobody waits', 'One buyer waits', 'Two buyers wait', 'Three buyers wait']
/** Describes how many may wait behind the winner of a piece. */
export const describeLine = (length: number) => waiters[length] ?? `${length} buyers wait`
export const lineChoices = waiters.map((label, value) => ({ value, label }))
