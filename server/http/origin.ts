import type { FastifyRequest } from 'fastify'

import { origin } from '../kernel/config.ts'

/**
 * What addresses of the shop begin with as the caller sees it: browsers say so themselves, also behind proxies that we
 * know nothing of. Undefined where it makes no sense.
 */
export function originOf({ headers, protocol, host }: FastifyRequest): string | undefined {
  return [headers.origin, `${protocol}://${host}`].find((text) => text !== undefined && origin.test(text))
}
