const minute = 60_000
const hour = 60 * minute

/** Minutes until the next try after each one that failed. After the last one, the delivery is failed. */
export const pauses = [1, 5, 30, 120, 360, 720, 1440]
/** Failed tries in a row after which a webhook rests, its first rest, and its longest one, in milliseconds. */
const restAfter = 3
const firstRest = 30_000
const longestRest = 15 * minute
/** A webhook whose tries all failed for this long, and at least so often, is turned off. */
const patience = 3 * 24 * hour
const leastFailures = 8
/** Milliseconds for which a former secret also signs. */
export const formerSecretLife = 24 * hour

type Health = { failures: number; failingSince: Date | null }

/** Returns the health of a webhook after one more failed try. */
export function afterFailure({ failures, failingSince }: Health, now: Date) {
  const count = failures + 1
  const rest = Math.min(longestRest, firstRest * 2 ** Math.min(10, count - restAfter))
  return {
    failures: count,
    failingSince: failingSince ?? now,
    restsUntil: count < restAfter ? null : new Date(now.getTime() + rest),
  }
}

/** Whether a webhook has failed for so long that it is turned off. */
export const hasFailedForDays = ({ failures, failingSince }: Health, now: Date) =>
  failures >= leastFailures && failingSince !== null && now.getTime() - failingSince.getTime() >= patience

/** Whether a success ends a rest. Then all that waits is tried at once. */
export const wasResting = ({ failures }: Pick<Health, 'failures'>) => failures >= restAfter

/** Returns when a delivery is tried next after so many tries; null when it has failed for good. */
export function nextTry(attempts: number, now: Date): Date | null {
  const pause = pauses[attempts - 1]
  return pause === undefined ? null : new Date(now.getTime() + pause * minute)
}
