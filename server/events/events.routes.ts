import type { FastifyInstance } from 'fastify'

import { events } from '../../contract/events/events.ts'
import { EventStream } from '../http/send.ts'
import { serve } from '../http/serve.ts'
import { EventFeed, type Tell } from './feed.ts'
import { onEventsCommitted } from './publish.ts'
import { findSessions } from './sessions.queries.ts'
import { EventStreams } from './streams.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The open streams; null in the app that loads the demo shop, which has no pool. */
    eventStreams: EventStreams | null
  }
}

/** The feed of events and the streams that tell them. `listen` adds a part of this server that hears every event. */
export type LiveEvents = { feed: EventFeed; streams: EventStreams; listen: (listener: Tell) => void }

/**
 * Creates the feed of events and the streams. The feed has a connection of its own to the database at `url`. It is
 * opened with the first stream, or at once when `startsNow`, so that the other servers get the signs of this one.
 */
export function createLiveEvents(app: FastifyInstance, url: string | null, startsNow: boolean): LiveEvents | null {
  if (url === null) {
    app.decorate('eventStreams', null)
    return null
  }
  const listeners: Tell[] = [(told) => streams.tell(told)]
  const feed = new EventFeed(
    url,
    (told) => {
      for (const listener of listeners) listener(told)
    },
    (typed) => streams.tellTyping(typed),
    (error) => app.log.warn({ err: error }, 'the connection for events broke'),
  )
  const streams = new EventStreams(feed, (sessionIDs) => findSessions(app.db, sessionIDs))
  app.decorate('eventStreams', streams)
  onEventsCommitted(app.db, () => feed.committed())
  if (startsNow) feed.start()
  app.addHook('preClose', async () => streams.stop())
  app.addHook('onClose', () => feed.end())
  return { feed, streams, listen: (listener) => void listeners.push(listener) }
}

export function eventRoutes(app: FastifyInstance, live: LiveEvents | null) {
  serve(app, events.stream, async ({ query }, { actor }) => {
    if (!live) throw new Error('An app on one transaction tells no events')
    const { feed, streams } = live
    streams.assertRoom(actor)
    feed.start()
    return new EventStream((connection) => void streams.add(connection, actor, query))
  })
}
