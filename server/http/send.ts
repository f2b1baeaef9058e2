import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'

import type { FastifyReply } from 'fastify'

import type { FileAnswer } from '../../contract/shared/answers.ts'
import { type Endpoint, privateFile, type StreamType } from '../../contract/shared/endpoint.ts'
import type { z } from '../../contract/shared/zod.ts'

// Responses that are not JSON: files, files that are made while they are sent, and streams of events.

/**
 * A file that is generated while it is sent, so that memory never holds the whole file. The X-Rows header contains
 * `rows`. When `content` fails, the connection is closed, so that the client notices the incomplete file.
 */
export class StreamedFile {
  readonly type: StreamType
  readonly name: string
  readonly rows: number
  readonly content: Readable
  constructor(type: StreamType, name: string, rows: number, content: Readable) {
    this.type = type
    this.name = name
    this.rows = rows
    this.content = content
  }
}

/** A stream of server-sent events. `open` receives the connection, whose head has been sent. */
export class EventStream {
  readonly open: (connection: ServerResponse) => void
  constructor(open: (connection: ServerResponse) => void) {
    this.open = open
  }
}

/**
 * Sends a file. Browsers display one that the server has made, and save it under its name. A private file was uploaded:
 * browsers save it without looking into it, and nothing keeps a copy on the way.
 */
export function sendFile(
  reply: FastifyReply,
  type: NonNullable<Endpoint['file']>,
  { name, bytes, type: own }: z.output<typeof FileAnswer>,
) {
  if (type === privateFile)
    return reply
      .type(own ?? type)
      .headers({
        'content-disposition': `attachment; filename="${plainName(name)}"`,
        'cache-control': 'private, no-store',
        'x-content-type-options': 'nosniff',
      })
      .send(Buffer.from(bytes))
  return reply
    .type(type)
    .header('content-disposition', `inline; filename="${plainName(name)}"`)
    .send(Buffer.from(bytes))
}

export const sendStream = (reply: FastifyReply, { type, name, rows, content }: StreamedFile) =>
  reply
    .type(type === 'text/csv' ? `${type}; charset=utf-8` : type)
    .header('content-disposition', `attachment; filename="${plainName(name)}"`)
    .header('x-rows', rows)
    .send(content)

/**
 * Sends the head of a stream of server-sent events, and leaves the connection to the stream. The headers keep proxies
 * from holding events back, and from storing or compressing them.
 */
export function sendEvents(reply: FastifyReply, stream: EventStream) {
  reply.hijack()
  const { raw } = reply
  raw.writeHead(200, {
    ...(reply.getHeaders() as OutgoingHttpHeaders),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
  })
  raw.flushHeaders()
  stream.open(raw)
}

const plainName = (name: string) => name.replaceAll(/[^\w.-]/g, '_')

/** Returns a signal that aborts when the connection of the response closes. */
export function goneOf({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController()
  raw.once('close', () => gone.abort())
  return gone.signal
}
