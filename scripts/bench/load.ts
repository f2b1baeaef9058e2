import { connect, type Socket } from 'node:net'
import { performance } from 'node:perf_hooks'

/** One HTTP request; `body` is sent as JSON. */
export type Call = {
  method: 'GET' | 'POST' | 'PUT'
  path: string
  body?: object
  headers?: Record<string, string>
}

/** Sends a request and returns the response's text. Throws where the status is an error. */
export type Send = (call: Call) => Promise<string>

/**
 * Opens a keep-alive connection on a plain socket, because Node's own client would need as much time as the measured
 * server. It reads only what these servers send: one response at a time, with a status and a content length.
 */
export async function openConnection(port: number, token: string): Promise<{ send: Send; close: () => void }> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject))
  const next = responseReader(socket)
  const send: Send = async ({ method, path, body, headers }) => {
    const text = body ? JSON.stringify(body) : ''
    const lines = [
      `${method} ${path} HTTP/1.1`,
      'host: 127.0.0.1',
      `authorization: Bearer ${token}`,
      ...Object.entries(headers ?? {}).map(([name, value]) => `${name}: ${value}`),
      ...(body ? ['content-type: application/json', `content-length: ${Buffer.byteLength(text)}`] : []),
    ]
    const answer = next()
    socket.write(`${lines.join('\r\n')}\r\n\r\n${text}`)
    const { status, content } = await answer
    if (status >= 300) throw new Error(`${method} ${path}: ${status} ${content}`)
    return content
  }
  return { send, close: () => socket.destroy() }
}

type Answer = { status: number; content: string }

/** Returns a function that waits for the next response on a socket. */
function responseReader(socket: Socket): () => Promise<Answer> {
  let waiting: { resolve: (answer: Answer) => void; reject: (error: Error) => void } | null = null
  let read: Buffer = Buffer.alloc(0)
  socket.on('data', (part) => {
    read = read.length === 0 ? part : Buffer.concat([read, part])
    const end = read.indexOf('\r\n\r\n')
    if (end < 0) return
    const head = read.toString('latin1', 0, end)
    const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
    if (length === undefined) return fail(new Error(`A response without a content length: ${head}`))
    const whole = end + 4 + Number(length)
    if (read.length < whole) return
    const answer = { status: Number(head.slice(9, 12)), content: read.toString('utf8', end + 4, whole) }
    read = read.subarray(whole)
    waiting?.resolve(answer)
  })
  const fail = (error: Error) => waiting?.reject(error)
  socket.on('error', fail)
  socket.on('close', () => fail(new Error('The server has closed the connection')))
  return () =>
    new Promise((resolve, reject) => {
      waiting = { resolve, reject }
    })
}

/** Performs one operation with one or more requests; `n` is unique for each call. */
export type Operation = (send: Send, n: number) => Promise<unknown>

let turn = 0

/**
 * Repeats an operation for some milliseconds with a fixed concurrency. Returns the duration of each call in
 * milliseconds.
 */
export async function load(
  { port, token }: { port: number; token: string },
  operation: Operation,
  { concurrency, lasts }: { concurrency: number; lasts: number },
): Promise<{ times: number[]; seconds: number }> {
  const times: number[] = []
  const connections = await Promise.all(Array.from({ length: concurrency }, () => openConnection(port, token)))
  const start = performance.now()
  const work = async ({ send }: { send: Send }) => {
    let began = performance.now()
    while (began - start < lasts) {
      await operation(send, turn++)
      const ended = performance.now()
      times.push(ended - began)
      began = ended
    }
  }
  await Promise.all(connections.map(work))
  const seconds = (performance.now() - start) / 1000
  for (const { close } of connections) close()
  return { times, seconds }
}

/** Returns the value below which this share of `values` lies. */
export const percentile = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(values.length * share) - 1)]!
