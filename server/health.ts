import type { ServerResponse } from 'node:http'

import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'

import { version } from './kernel/version.ts'

/** Serves `/healthz` (200 and the version) and `/readyz` (503 without the database, or while the server stops). */
export function registerHealthChecks(app: FastifyInstance) {
  let closing = false
  app.addHook('preClose', async () => {
    closing = true
  })
  app.decorate('stopTakingWork', () => {
    closing = true
    app.eventStreams?.stop()
    // A client that keeps its connection would send the next request into the closing server.
    app.server.prependListener('request', (_, response: ServerResponse) => response.setHeader('connection', 'close'))
  })
  app.get('/healthz', { logLevel: 'silent' }, async () => ({ success: true, version }))
  app.get('/readyz', { logLevel: 'silent' }, async (_, reply) => {
    const ready =
      !closing &&
      (await app.db.execute(sql`select 1`).then(
        () => true,
        () => false,
      ))
    return reply.code(ready ? 200 : 503).send({ success: ready })
  })
  app.addHook('onRequest', async (request, reply) => {
    // A URL can be written in several ways, such as /%61pi/ for /api/, so the path of the route is compared too.
    if ([request.url, request.routeOptions.url].some((url) => url?.startsWith('/api/')))
      reply.header('cache-control', 'no-store')
  })
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Makes /readyz respond 503, so that a load balancer sends no more requests, and responses end connections. */
    stopTakingWork: () => void
  }
}
