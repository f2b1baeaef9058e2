// Measures live screens: two servers on one PostgreSQL, 200 open streams, 20 sales a second. Prints the time from a sale's
// answer to its event in the streams of the other server, the time of the sales with and without streams, and the memory
// of a stream. The phases with and without streams take turns, because other work of the machine changes its speed.
import { loadavg } from 'node:os'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'

import { connect } from '../../server/db/client.ts'
import { openSession } from '../../server/http/session.ts'
import { openConnection, percentile, type Send } from './load.ts'
import { type Place, withOwnPlace } from './own-shop.ts'
import { fill, items } from './sale-seed.ts'
import { type Server, startServer } from './shop-server.ts'

const streams = 200
const salesPerSecond = 20
const secondsOfPhase = 10
const turns = 3

/** Opens a stream, and calls `hear` with the key of each completed sale and the time of its arrival. */
async function openStream({ port }: Server, token: string, hear: (saleID: number, at: number) => void) {
  const gone = new AbortController()
  const response = await fetch(`http://127.0.0.1:${port}/api/v1/events`, {
    headers: { authorization: `Bearer ${token}` },
    signal: gone.signal,
  })
  if (!response.ok || !response.body) throw new Error(`The stream was refused: ${response.status}`)
  const begun = Promise.withResolvers<void>()
  const decoder = new TextDecoder()
  const read = async () => {
    for await (const chunk of response.body!) {
      const at = performance.now()
      const text = decoder.decode(chunk, { stream: true })
      begun.resolve()
      for (const [, id] of text.matchAll(/"type":"sale\.completed","entity":"sale","id":(\d+)/g)) hear(Number(id), at)
    }
  }
  read().catch(() => {}) // The end of the phase closes the stream.
  await begun.promise
  return () => gone.abort()
}

let sold = 0
/** Sells for the seconds of a phase, and returns the time of each call and the time of each answer by the sale's key. */
async function sell(senders: readonly Send[]) {
  const answeredAt = new Map<number, number>()
  const calls: number[] = []
  // A connection sends one call at a time.
  const last: Promise<void>[] = senders.map(() => Promise.resolve())
  const start = performance.now()
  for (let n = 0; n < salesPerSecond * secondsOfPhase; n++) {
    await sleep(Math.max(0, start + (n * 1000) / salesPerSecond - performance.now()))
    const body = {
      locationID: 1,
      transactionTypeID: 1,
      items: [0, 1, 2].map((k) => ({ itemID: 1 + ((sold * 3 + k) % items), orderQty: 1 })),
      payments: [{ paymentTypeID: 1, amount: 4000 }],
      complete: true,
    }
    const headers = { 'idempotency-key': `live-${sold++}` }
    const sender = n % senders.length
    const before = last[sender]
    const sellOne = async () => {
      await before
      const begin = performance.now()
      const text = await senders[sender]!({ method: 'POST', path: '/api/v2/sales', body, headers })
      const at = performance.now()
      const { data } = JSON.parse(text) as { data: { salesTransactionID: number } }
      answeredAt.set(data.salesTransactionID, at)
      calls.push(at - begin)
    }
    last[sender] = sellOne()
  }
  await Promise.all(last)
  return { answeredAt, calls }
}

const format = (values: number[]) =>
  [0.5, 0.99].map((share) => `p${share * 100} ${percentile(values, share).toFixed(1)} ms`).join(', ')

const measure = async ({ folder, newShop }: Place) => {
  const url = await newShop(fill)
  const servers = [await startServer(url, folder), await startServer(url, folder)] as const
  const [first, second] = servers
  // A session has a limited number of streams, so that each ten streams have one of their own.
  const tokens: string[] = []
  const { db, pool } = connect(url, 2)
  for (let n = 0; n < streams / 10; n++) tokens.push(await openSession(db, 1, `bench ${n}`))
  await pool.end()
  // Each sender sends one sale at a time, on a connection of its own to the first server.
  const connections = await Promise.all(tokens.slice(0, 16).map((token) => openConnection(first.port, token)))
  const senders = connections.map(({ send }) => send)
  const withStreams: number[] = []
  const without: number[] = []
  const delays: number[] = []
  let heard = 0
  let memory = 0
  await sell(senders) // warms up
  for (let turn = 0; turn < turns; turn++) {
    without.push(...(await sell(senders)).calls)
    const arrivals: [saleID: number, at: number, server: number][] = []
    const before = first.memory() + second.memory()
    const open = await Promise.all(
      Array.from({ length: streams }, (_, n) =>
        openStream(servers[n % 2]!, tokens[n % tokens.length]!, (saleID, at) => {
          arrivals.push([saleID, at, n % 2])
        }),
      ),
    )
    memory = Math.max(memory, first.memory() + second.memory() - before)
    const { answeredAt, calls } = await sell(senders)
    await sleep(3000)
    withStreams.push(...calls)
    for (const [saleID, at, server] of arrivals) {
      // A new stream also tells what happened just before it.
      const answered = answeredAt.get(saleID)
      if (answered === undefined) continue
      heard++
      if (server === 1) delays.push(Math.max(0, at - answered))
    }
    for (const close of open) close()
    await sleep(500)
  }
  for (const { close } of connections) close()
  await second.close()
  await first.close()

  const expected = turns * secondsOfPhase * salesPerSecond * streams
  console.log(`${streams} streams on two servers, ${salesPerSecond} sales a second, load ${loadavg()[0]!.toFixed(1)}`)
  console.log(`sale's answer to its event on the other server: ${format(delays)}`)
  console.log(`sale without streams: ${format(without)}; with streams: ${format(withStreams)}`)
  console.log(`memory of the servers for each stream: ${(memory / streams).toFixed(0)} KB`)
  console.log(`events heard: ${heard} of ${expected}`)
  if (heard !== expected) process.exitCode = 1
}

// Measure with durable commits, as in a real shop.
await withOwnPlace(measure, { fsync: true })
