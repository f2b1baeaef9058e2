import pLimit from 'p-limit'

import { AppError } from '../kernel/errors.ts'

/**
 * Limits work that takes much of the machine: `atOnce` run at the same time, `mostWaiting` others wait. Further work is
 * refused (503).
 */
export function createLimiter(atOnce: number, mostWaiting = Infinity) {
  const limit = pLimit(atOnce)
  return async function limited<T>(work: () => Promise<T>): Promise<T> {
    if (limit.pendingCount >= mostWaiting)
      throw new AppError('server.busy', 'The shop is busy. Please try again in a moment', { retryAfter: 5 })
    return limit(work)
  }
}
