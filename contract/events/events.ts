import type { Doing } from '../live/live-typing.ts'
import { endpoint } from '../shared/endpoint.ts'
import type { EventEntity, EventType } from '../shared/events.ts'
import { Failure } from '../shared/failure.ts'
import { z } from '../shared/zod.ts'

/** One event as a stream tells it. */
export type LiveEvent = {
  type: EventType
  entity: EventEntity
  /** The key of the record; null when many records of the kind changed. */
  id: number | null
  /** The user who made the change; null when no user made it. */
  by: { userID: number; name: string } | null
  /** The page's own name for the call that made the change. */
  callID: string | null
  /** The keys of other records that changed with it, by their kind. An empty list means many. */
  touched: Partial<Record<EventEntity, number[]>> | null
}

/** A person types or pastes at a live. The others see it before it is noted. `typed` is empty unless the person types. */
export type Typing = { liveID: number; userID: number; name: string; doing: Doing; typed: string }

/** Why the server ends a stream: it stops, or the session has ended or has another role. */
export type EndReason = 'server' | 'session'

/**
 * The events of the stream, by the name in their `event` line. `hello` comes first. `refetch` means that the client may
 * have missed something. The `id` line of each is the place to resume from.
 */
export type LiveFrames = {
  hello: { beat: number }
  events: LiveEvent[]
  /** It has no place: nothing is stored, and a client that was away has missed nothing. */
  typing: Typing
  refetch: null
  end: { reason: EndReason }
}

/** Seconds between two signs of life. A client that hears nothing for twice as long connects again. */
export const heartbeat = 15

export const events = {
  stream: endpoint({
    method: 'GET',
    path: '/api/v1/events',
    summary: 'Tells what happens in the shop, as a stream of server-sent events',
    access: 'signedIn',
    about: [],
    query: z.object({
      /** The place to resume from: the last `id` that the client has received. */
      from: z.string().max(4000).optional(),
      /** Without a place: how many seconds ago the client began to fetch what it shows. */
      age: z.coerce.number().int().min(0).max(60).default(0),
    }),
    returns: Failure,
    live: true,
  }),
}
