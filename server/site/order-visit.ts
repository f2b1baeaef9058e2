import type { FastifyRequest } from 'fastify'

/** Returns the secret of the browser's cookie, which opens one order; empty text without one. */
export const sessionOf = ({ headers }: FastifyRequest): string =>
  /(?:^|;\s*)order=([\w-]{43})(?:;|$)/.exec(headers.cookie ?? '')?.[1] ?? ''
