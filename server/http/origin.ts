import type { FastifyRequest } from 'fastify'

import { origin } from '../kernel/config.ts'

/**
 * Returns the origin under which the client reached the shop. The browser's Origin header is right even behind an
 * unknown proxy. Returns undefined when neither the header nor the request's host is a valid origin.
 */
export function originOf({ headers, protocol, host }: FastifyRequest): string | undefined {
  return [headers.origin, `${protocol}://${host}`].find((text) => text !== undefined && origin.test(text))
}
