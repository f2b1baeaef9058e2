import { events, type LiveFrames } from '../../contract/events/events.ts'
import { currentAccount } from './session.ts'

/** One event of the stream, by its name. */
export type Frame = { [Name in keyof LiveFrames]: { name: Name; data: LiveFrames[Name] } }[keyof LiveFrames]

/** How a stream ended: by the server's word, by a refusal, or without a reason. */
export type Ending = { reason: 'session' | 'server' | 'lost' | 'refused'; retryAfter?: number }

/** A frame of an open stream. A later stream resumes at `place`, which is null for a frame without one. */
export type Told = { frame: Frame | null; place: string | null }

/**
 * Reads the stream of events until it ends. It is read by fetch, because EventSource cannot send the token. A stream
 * that is silent for more than two signs of life counts as lost: the computer may have slept, or a proxy gone.
 */
export async function readEventStream(
  { from, age }: { from: string | null; age: number },
  signal: AbortSignal,
  tell: (told: Told) => void,
): Promise<Ending> {
  const lost = new AbortController()
  signal.addEventListener('abort', () => lost.abort(), { signal: lost.signal })
  let patience = 30_000
  const silence = () => setTimeout(() => lost.abort(), patience)
  let timer = silence()
  try {
    const query = new URLSearchParams(from === null ? { age: String(Math.min(60, Math.ceil(age))) } : { from })
    const response = await fetch(`${events.stream.path}?${query}`, {
      headers: { authorization: `Bearer ${currentAccount()?.token}`, accept: 'text/event-stream' },
      cache: 'no-store',
      signal: lost.signal,
    })
    if (response.status === 401) return { reason: 'session' }
    if (!response.ok || !response.body)
      return { reason: 'refused', retryAfter: Number(response.headers.get('retry-after')) }
    const reader = response.body.getReader()
    const decoder = new TextDecoder()
    let text = ''
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return { reason: 'lost' }
      clearTimeout(timer)
      timer = silence()
      text += decoder.decode(value, { stream: true })
      const blocks = text.split('\n\n')
      text = blocks.pop()!
      for (const block of blocks) {
        const told = parseBlock(block)
        if (told.frame?.name === 'hello') patience = 2.5 * told.frame.data.beat * 1000
        if (told.frame?.name === 'end') return { reason: told.frame.data.reason }
        tell(told)
      }
    }
  } catch {
    return { reason: 'lost' }
  } finally {
    clearTimeout(timer)
    lost.abort()
  }
}

function parseBlock(block: string): Told {
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1]
  const name = field('event')
  return {
    frame: name === undefined ? null : ({ name, data: JSON.parse(field('data') ?? 'null') } as Frame),
    place: field('id') ?? null,
  }
}
