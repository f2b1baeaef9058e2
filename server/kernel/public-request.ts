import http from 'node:http'
import https from 'node:https'
import { isIP } from 'node:net'

type Options = {
  method?: 'GET' | 'POST'
  headers: Record<string, string>
  body?: string
  signal: AbortSignal
}

/**
 * Sends one request to the resolved IP address of a URL, on a connection of its own. Names and certificates are still
 * those of the URL. Redirects are not followed.
 */
export function requestPinned(
  url: URL,
  pinned: string,
  { method = 'GET', headers, body, signal }: Options,
): Promise<http.IncomingMessage> {
  const { request } = url.protocol === 'https:' ? https : http
  const family = isIP(pinned)
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      {
        method,
        agent: false,
        signal,
        headers: { 'user-agent': 'Alahas', ...headers },
        lookup: (_host, { all }, done) =>
          all ? done(null, [{ address: pinned, family }]) : done(null, pinned, family),
      },
      resolve,
    )
    sent.on('error', reject)
    sent.end(body)
  })
}
