import { setTimeout as sleep } from 'node:timers/promises'

import { type Network, publicNetwork, RequestRefused, resolvePublic } from '../../kernel/public-network.ts'
import { requestPinned } from '../../kernel/public-request.ts'

/** Where webhooks may lead: to the public internet, encrypted. */
export const webhookNetwork: Network = { ...publicNetwork, protocols: new Set(['https:']), ports: new Set(['', '443']) }

/** Milliseconds that a receiver has to answer. */
export const patience = 15_000
/** Milliseconds for the look-up of a name when somebody enters an address. */
const lookUpPatience = 5000
/** Bytes of an answer that are read. Only the status counts. */
const bytesAtMost = 64 * 1024

/** The result of one try. */
export type Outcome = {
  isDelivered: boolean
  /** The receiver says that it no longer exists. */
  isGone: boolean
  answerCode: number | null
  duration: number
  /** One sentence; null for a success. */
  reason: string | null
}

/** Throws RequestRefused unless webhooks may lead to this address. */
export async function assertLeadsOutside(address: string, network: Network) {
  const late = new AbortController()
  const wait = sleep(lookUpPatience, undefined, { signal: late.signal }).then(
    () => {
      throw new RequestRefused('The name of the site could not be looked up in time')
    },
    () => {},
  )
  try {
    await Promise.race([wait, resolvePublic(new URL(address), network)])
  } finally {
    late.abort()
  }
}

type Post = {
  address: string
  headers: Record<string, string>
  body: string
  network: Network
  /** Aborts when the server stops. The outcome is then a rejection, because nobody knows it. */
  signal: AbortSignal
  patience?: number
}

/**
 * Posts to an address that somebody else chose, and reads the status of the answer. Each call resolves the name anew and
 * uses this result. Redirects are not followed.
 */
export async function post({ address, headers, body, network, signal, patience: time = patience }: Post) {
  const start = performance.now()
  const late = AbortSignal.timeout(time)
  const ended = AbortSignal.any([late, signal])
  const end = (answerCode: number | null, reason: string | null): Outcome => ({
    isDelivered: reason === null,
    isGone: answerCode === 410,
    answerCode,
    duration: Math.round(performance.now() - start),
    reason,
  })
  try {
    const url = new URL(address)
    const pinned = await Promise.race([rejection(ended), resolvePublic(url, network)])
    const answer = await requestPinned(url, pinned, {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
      body,
      signal: ended,
    })
    const { statusCode = 0 } = answer
    await readAnswer(answer)
    return end(statusCode, describeStatus(statusCode))
  } catch (error) {
    signal.throwIfAborted()
    if (late.aborted) return end(null, `The receiver did not answer within ${time / 1000} seconds`)
    if (error instanceof RequestRefused) return end(null, error.message)
    return end(null, describeError(error as NodeJS.ErrnoException))
  }
}

/** Reads a short answer to its end, because the program of some receivers ends with its connection. */
async function readAnswer(answer: AsyncIterable<Buffer>) {
  let bytes = 0
  try {
    for await (const part of answer) if ((bytes += part.length) > bytesAtMost) return
  } catch {
    // The status has come, and says whether the event was received.
  }
}

const rejection = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
  })

function describeStatus(statusCode: number): string | null {
  if (statusCode >= 200 && statusCode < 300) return null
  if (statusCode >= 300 && statusCode < 400) return `The receiver redirects (${statusCode}), which is not followed`
  if (statusCode === 410) return 'The receiver says that it no longer exists (410)'
  return `The receiver answered ${statusCode}`
}

function describeError({ code, message }: NodeJS.ErrnoException): string {
  if (/CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO/.test(code ?? '')) return `The certificate is not valid (${code})`
  if (code === 'ECONNREFUSED') return 'The receiver takes no connection (ECONNREFUSED)'
  return `The receiver broke off the connection (${code ?? message})`
}
