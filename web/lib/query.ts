import { queryOptions, useMutation, type UseMutationResult, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'

import type { Answer, Endpoint, Sent } from '../../contract/shared/endpoint.ts'
import type { Call } from '../../contract/site/site.ts'
import { type ApiError, call as http } from './api.ts'

/** What is sent to an endpoint that is a type parameter: its parts cannot be checked against it. */
export const sentTo = <E extends Endpoint>(_: E, parts: { query?: object } & Record<string, unknown>) =>
  parts as unknown as Sent<E> // TypeScript does not resolve Sent before it knows the endpoint.

/** Query options for one read endpoint; give them to useQuery or to a loader. */
export const read = <E extends Endpoint>(e: E, sent: Sent<E>, call: Call = http) =>
  queryOptions<Answer<E>, ApiError>({ queryKey: [e.path, sent], queryFn: () => call(e, sent) })

export type Write<E extends Endpoint> = UseMutationResult<Answer<E>, ApiError, Sent<E>>

/**
 * A write. Any write refreshes every query on screen: correct first, clever later.
 * A creating call carries one key until it succeeds, so that sending it twice creates once. `keep` gets the answer
 * before anything is read again: another token must be known by then.
 */
export function useWrite<E extends Endpoint>(e: E, keep?: (answer: Answer<E>) => void): Write<E> {
  const client = useQueryClient()
  const key = useRef<string>(null)
  return useMutation<Answer<E>, ApiError, Sent<E>>({
    mutationFn: (sent) => http(e, sent, e.status === 201 ? { idempotencyKey: (key.current ??= newKey()) } : {}),
    onSuccess: (answer) => {
      keep?.(answer)
      key.current = null
      void client.invalidateQueries()
    },
  })
}

/** An Idempotency-Key: 128 random bits. crypto.randomUUID is missing where the shop is reached without https. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
