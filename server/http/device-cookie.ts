import type { FastifyReply, FastifyRequest } from 'fastify'

import { originOf } from './origin.ts'

const name = 'alahas_device'
/** Seconds for which browsers keep the cookie, which is the longest time that they allow. Each sign-in renews it. */
const lifetime = 400 * 24 * 60 * 60

/** Returns the token of an enrolled browser from its cookie. */
export const deviceTokenOf = ({ headers }: FastifyRequest): string | undefined =>
  new RegExp(String.raw`(?:^|;\s*)${name}=([\w-]{43})(?:;|$)`).exec(headers.cookie ?? '')?.[1]

/** Sets the cookie of an enrolled browser. Scripts cannot read it, and other sites cannot use it. */
export function setDeviceCookie(request: FastifyRequest, reply: FastifyReply, token: string) {
  const secure = originOf(request)?.startsWith('https:') ? '; Secure' : ''
  reply.header('set-cookie', `${name}=${token}; Path=/api; Max-Age=${lifetime}; HttpOnly; SameSite=Strict${secure}`)
}
