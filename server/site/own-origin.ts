import type { FastifyRequest } from 'fastify'

import { AppError } from '../kernel/errors.ts'

/**
 * Throws 403 when another site sent a form. `publicUrl` is the configured origin of the shop. Current browsers say so in Sec-Fetch-Site. They leave it out on plain http, and
 * older ones always do; then the Origin header decides. It is `null` for a form of a page without a referrer, as ours is, so
 * that one is accepted: it says nothing. A program sends neither header.
 */
export function assertOwnOrigin({ headers, host }: FastifyRequest, publicUrl: string | undefined) {
  const site = headers['sec-fetch-site']
  const { origin } = headers
  const isOwn =
    site === undefined
      ? origin === undefined || origin === 'null' || origin === publicUrl || URL.parse(origin)?.host === host
      : site === 'same-origin' || site === 'none'
  if (!isOwn)
    throw new AppError('request.foreign', 'This was sent from another website. Open the order on its own page')
}
