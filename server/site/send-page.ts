import type { FastifyReply, FastifyRequest } from 'fastify'

import type { CompressedPage } from './compressed-page.ts'

/** Sends a rendered page in the encoding that the browser accepts, or its redirect. */
export async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  compressed: CompressedPage,
  caching: 'no-cache' | 'no-store' = 'no-cache',
) {
  const { status, location } = compressed.page
  if (location) return reply.redirect(location, status)
  const { encoding, bytes } = await compressed.accepting(request.headers['accept-encoding'])
  if (encoding) reply.header('content-encoding', encoding)
  if (status === 503) reply.header('retry-after', 5)
  return reply
    .code(status)
    .headers({ 'cache-control': caching, vary: 'accept-encoding' })
    .type('text/html; charset=utf-8')
    .send(bytes)
}
