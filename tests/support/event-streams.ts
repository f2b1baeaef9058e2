import type { AddressInfo } from 'node:net'

import type { FastifyInstance } from 'fastify'
import { afterAll, onTestFinished } from 'vitest'

import type { LiveEvent, LiveFrames } from '../../contract/events/events.ts'
import { until } from './server.ts'

export type Frame = {
  [Name in keyof LiveFrames]: { name: Name; data: LiveFrames[Name]; place: string | null }
}[keyof LiveFrames]

/** Reads the frames of a stream as they come. */
export async function readFrames(body: ReadableStream<Uint8Array>, receive: (frame: Frame) => void) {
  let text = ''
  const decoder = new TextDecoder()
  for await (const chunk of body) {
    text += decoder.decode(chunk, { stream: true })
    const whole = text.split('\n\n')
    text = whole.pop()!
    for (const one of whole) {
      const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(one)?.[1]
      const name = field('event')
      if (name) receive({ name, data: JSON.parse(field('data')!), place: field('id') ?? null } as Frame)
    }
  }
}

/**
 * Lets the app listen, and returns a function that opens a stream with a token and collects what it tells. Without a
 * search it begins at the present place, and so does not tell what happened in the test before.
 */
export async function openStreams(app: FastifyInstance) {
  await app.listen({ port: 0, host: '127.0.0.1' })
  // Connections that the client keeps would delay the end of the app.
  afterAll(() => app.server.closeAllConnections())
  const origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  const open = async (token: string | undefined, search = '') => {
    const gone = new AbortController()
    onTestFinished(() => gone.abort())
    const response = await fetch(`${origin}/api/v1/events${search}`, {
      headers: token ? { authorization: `Bearer ${token}` } : {},
      signal: gone.signal,
    })
    const frames: Frame[] = []
    let ended = false
    if (response.ok) {
      readFrames(response.body!, (frame) => frames.push(frame)).then(
        () => (ended = true),
        () => {}, // The test has closed the stream.
      )
      await until(() => frames.length > 0)
    }
    return {
      response,
      frames,
      hasEnded: () => ended,
      events: () => frames.flatMap((frame): LiveEvent[] => (frame.name === 'events' ? frame.data : [])),
      place: () => frames.findLast(({ place }) => place !== null)!.place!,
      close: () => gone.abort(),
    }
  }
  return async (token: string | undefined, search?: string) => {
    if (search !== undefined) return open(token, search)
    const first = await open(token)
    if (!first.response.ok) return first
    first.close()
    return open(token, `?from=${encodeURIComponent(first.place())}`)
  }
}
