import type { FastifyInstance } from 'fastify'

import { pathOf } from '../../contract/shared/endpoint.ts'
import type { Call } from '../../contract/site/site.ts'

/** Returns the function by which one person calls the app. It throws when a call is refused, which ends the load. */
export function createCaller(app: FastifyInstance, token: string): Call {
  return async (e, sent) => {
    const { query, body, ...params } = sent as { query?: Record<string, string>; body?: object }
    const path = pathOf(e, params)
    const response = await app.inject({
      method: e.method,
      url: path,
      headers: { authorization: `Bearer ${token}` },
      ...(query && { query }),
      ...(body && { payload: body }),
    })
    if (response.statusCode >= 400) throw new Error(`${e.method} ${path}: ${response.json().message}`)
    return response.json()
  }
}
