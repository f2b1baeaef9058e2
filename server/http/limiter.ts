import pLimit from 'p-limit'

import { AppError } from '../kernel/errors.ts'

/**
 * Returns a limiter for expensive work: `atOnce` calls run at the same time, and `mostWaiting` others wait. Further
 * calls throw 503.
 */
export function createLimiter(atOnce: number, mostWaiting = Infinity) {
  const limit = pLimit(atOnce)
  return async function limited<T>(work: () => Promise<T>): Promise<T> {
    if (limit.pendingCount >= mostWaiting)
      throw new AppError('server.busy', 'The shop is busy. Please try again in a moment', { retryAfter: 5 })
    return limit(work)
  }
}
