import {
  type QueryClient,
  queryOptions,
  useMutation,
  type UseMutationResult,
  useQueryClient,
} from '@tanstack/react-query'
import { useRef } from 'react'

import type { Answer, Endpoint, Sent } from '../../contract/shared/endpoint.ts'
import type { Call } from '../../contract/site/site.ts'
import { type ApiError, call as http } from './api.ts'
import { type Changes, readChanges, refetchOwnChanges } from './changes.ts'
import { nameCall } from './ownCalls.ts'

/** The query of a list as texts, as the address contains them. */
export type Query = Record<string, string>

/**
 * Gives the parts of a call the type of its parameters. TypeScript cannot check them while the endpoint is a type
 * parameter.
 */
export const paramsFor = <E extends Endpoint>(_: E, parts: { query?: object } & Record<string, unknown>) =>
  parts as unknown as Sent<E> // TypeScript does not resolve Sent before it knows the endpoint.

/** Returns the query options of one read endpoint, for useQuery or a loader. */
export const readQuery = <E extends Endpoint>(e: E, sent: Sent<E>, call: Call = http) =>
  queryOptions<Answer<E>, ApiError>({
    queryKey: [e.path, sent],
    queryFn: () => call(e, sent),
    meta: metaOf(e, sent as object),
  })

/**
 * Returns what an answer is about, so that it is fetched again after a change. One that is refused while a drawer is
 * counted is about the sessions of drawers too.
 */
export function metaOf(e: Endpoint, sent: object = {}) {
  const { id } = sent as { id?: unknown }
  const { about = [], tellsCash } = e
  return {
    about: tellsCash && about !== 'everything' ? [...about, 'drawerSession' as const] : about,
    ...(e.path.endsWith('/:id') && typeof id === 'number' && { id }),
  }
}

/** Returns the header of a Manager's approval of a call that was refused, or null to leave it refused. */
export type AskApproval = (e: Endpoint, error: unknown) => Promise<Record<string, string> | null>
let askApproval: AskApproval = async () => null
/** Registers who asks a Manager when a write is refused. Every write then asks, so that no form needs to. */
export function onApprovalQuestion(ask: AskApproval) {
  askApproval = ask
}

export type Write<E extends Endpoint> = UseMutationResult<Answer<E>, ApiError, Sent<E>>

/**
 * Returns a mutation for a write endpoint. A success invalidates the queries about what it changed. A creating call uses
 * the same idempotency key until it succeeds, so that a retry creates no duplicate. `keep` receives the response before
 * the queries run again. It can store a new token, for example.
 */
export function useWrite<E extends Endpoint>(e: E, keep?: (answer: Answer<E>) => void): Write<E> {
  const client = useQueryClient()
  const key = useRef<string>(null)
  return useMutation<Answer<E>, ApiError, Sent<E>>({
    mutationFn: (sent) =>
      write(
        client,
        e,
        sent,
        e.status === 201 ? { headers: keyHeader((key.current ??= createIdempotencyKey())) } : {},
        keep,
      ),
    onSuccess: () => {
      key.current = null
    },
  })
}

/**
 * Calls a write endpoint and fetches again what it changed, which the response names. Without such names everything is
 * fetched. `keep` receives the response before that.
 */
export const write = <E extends Endpoint>(
  client: QueryClient,
  e: E,
  sent: Sent<E>,
  { headers, signal }: { headers?: Record<string, string>; signal?: AbortSignal },
  keep?: (answer: Answer<E>) => void,
): Promise<Answer<E>> =>
  nameCall(async (callID) => {
    let changes: Changes = 'everything'
    const send = (more: Parameters<typeof http>[2]) =>
      http(e, sent, {
        ...more,
        headers: { ...headers, ...more?.headers, 'x-call-id': callID },
        onHeaders: (told) => {
          const header = told.get('x-changed')
          if (header !== null) changes = readChanges(header)
        },
      })
    const answer = await send(signal ? { signal } : {}).catch(async (error: unknown) => {
      const approval = await askApproval(e, error)
      if (approval === null) throw error
      // The time limit of the first call went by while the Manager came.
      return send({ headers: approval })
    })
    keep?.(answer)
    void refetchOwnChanges(client, changes)
    return { answer, isHandled: true }
  })

/** Returns the header of an idempotency key: calls with the same key create only one record. */
export const keyHeader = (key: string) => ({ 'idempotency-key': key })

/**
 * Returns an Idempotency-Key of 128 random bits. crypto.randomUUID is unavailable when the shop is served without
 * HTTPS.
 */
export function createIdempotencyKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
