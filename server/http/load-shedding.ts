import underPressure from '@fastify/under-pressure'
import type { FastifyInstance } from 'fastify'

import { AppError } from '../kernel/errors.ts'

/** The mean delay of the event loop, in milliseconds, above which the server is overloaded. */
const maxEventLoopDelay = 1000
/** Milliseconds after the start during which no call is refused. */
const startGrace = 10_000

/**
 * Responds 503 immediately while the server is overloaded. A start blocks the event loop, too: it loads code and
 * migrates. The calls that waited for the start must be answered, so nothing is refused until `grace` has passed.
 */
export async function registerLoadShedding(app: FastifyInstance, grace = startGrace) {
  let refusesFrom = Infinity
  app.addHook('onListen', async () => {
    refusesFrom = performance.now() + grace
  })
  await app.register(underPressure, {
    maxEventLoopDelay,
    async pressureHandler() {
      if (performance.now() >= refusesFrom)
        throw new AppError('server.busy', 'The shop is busy. Please try again in a moment', { retryAfter: 2 })
    },
  })
}
