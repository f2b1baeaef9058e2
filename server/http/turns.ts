import { AppError } from '../kernel/errors.ts'

/**
 * Work that takes much of the machine, done a few at a time: whoever comes later waits for a turn, or is told to come back
 * (503) where `mostWaiting` others wait already.
 */
export function turns(atOnce: number, mostWaiting = Infinity) {
  let running = 0
  const waiting: (() => void)[] = []
  return async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (waiting.length >= mostWaiting)
      throw new AppError('server.busy', 'The shop is busy. Please try again in a moment', { retryAfter: 5 })
    if (running >= atOnce) await new Promise<void>((go) => waiting.push(go))
    else running++
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
