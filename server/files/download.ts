import type { IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

import { type Network, publicNetwork, RequestRefused, resolvePublic } from '../kernel/public-network.ts'
import { requestPinned } from '../kernel/public-request.ts'

const redirectsAtMost = 3

type Options = {
  /** The types that the response may have, such as 'image/'. */
  type: string
  bytesAtMost: number
  /** Milliseconds for all of it, redirects included. */
  patience: number
  signal?: AbortSignal | undefined
  network?: Network | undefined
}

/**
 * Downloads a file from an address that somebody else chose. It follows up to three redirects and checks each. Throws
 * `RequestRefused` with a sentence when the file does not come.
 */
export async function download(address: string, options: Options): Promise<Buffer> {
  const { patience, signal, network = publicNetwork } = options
  const ended = new AbortController()
  const late = sleep(patience, undefined, { signal: ended.signal }).then(
    () => {
      throw new RequestRefused('The site took too long')
    },
    () => new Promise<never>(() => {}),
  )
  const stopped = AbortSignal.any([ended.signal, ...(signal ? [signal] : [])])
  try {
    return await Promise.race([late, follow(address, { ...options, network, signal: stopped })])
  } finally {
    ended.abort()
  }
}

async function follow(address: string, options: Options & { network: Network; signal: AbortSignal }) {
  let url = parseUrl(address)
  for (let redirects = 0; redirects <= redirectsAtMost; redirects++) {
    const pinned = await resolvePublic(url, options.network)
    const response = await requestPinned(url, pinned, {
      signal: options.signal,
      headers: { 'accept-encoding': 'identity' },
    }).catch(() => {
      throw new RequestRefused('The site does not answer')
    })
    const { statusCode = 0, headers } = response
    if (statusCode >= 300 && statusCode < 400 && headers.location !== undefined) {
      response.destroy()
      url = parseUrl(headers.location, url)
      continue
    }
    return readBody(response, options)
  }
  throw new RequestRefused('The site sends on to another address again and again')
}

function parseUrl(address: string, base?: URL) {
  if (!URL.canParse(address, base?.href)) throw new RequestRefused('This is no address')
  return new URL(address, base)
}

async function readBody(response: IncomingMessage, { type, bytesAtMost }: Options): Promise<Buffer> {
  const refuse = (message: string) => {
    response.destroy()
    return new RequestRefused(message)
  }
  const { statusCode, headers } = response
  if (statusCode !== 200) throw refuse(`The site answers ${statusCode}`)
  if (!headers['content-type']?.startsWith(type)) throw refuse('The address has no picture')
  const tooLarge = `The file has more than ${Math.floor(bytesAtMost / 2 ** 20)} MB`
  if (Number(headers['content-length'] ?? 0) > bytesAtMost) throw refuse(tooLarge)
  const parts: Buffer[] = []
  let bytes = 0
  try {
    for await (const part of response as AsyncIterable<Buffer>) {
      bytes += part.length
      if (bytes > bytesAtMost) break
      parts.push(part)
    }
  } catch {
    throw new RequestRefused('The site broke off')
  }
  if (bytes > bytesAtMost) throw refuse(tooLarge)
  return Buffer.concat(parts)
}
