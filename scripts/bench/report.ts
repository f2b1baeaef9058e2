// Measures the report of a million sale lines as a CSV file, from a server process and a PostgreSQL of its own: the
// growth of the server's memory while the file is read at full speed, the rows per second, and the time of the preview.
// The first file warms the memory that Node keeps before it collects garbage. Prints both rounds. Exits 1 where the
// second file needs much more memory, which would mean that memory grows with the file.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'

import { createApp } from '../../server/app.ts'
import { connect } from '../../server/db/client.ts'
import { pictureFolder } from '../../server/files/folder.ts'
import { openSession } from '../../server/http/session.ts'
import { fillLargeShop, largeShop } from './large-shop.ts'
import { type Place, withOwnPlace } from './own-shop.ts'

/** Maximum additional memory of the second file in bytes, for garbage that is not collected yet. */
const mostGrowth = 100_000_000

const saleLines = Number(process.argv[2] ?? largeShop.saleLines)

/**
 * Starts the server in its own process, so that its memory can be measured. The process reports its address and, on
 * request, its memory.
 */
async function serveShop(url: string) {
  const folder = await mkdtemp(join(tmpdir(), 'alahas-bench-'))
  const { db } = connect(url)
  const app = await createApp({ db, pictureStore: pictureFolder(folder) })
  await app.listen({ port: 0, host: '127.0.0.1' })
  process.on('message', () => process.send!({ rss: process.memoryUsage.rss() }))
  process.send!({ port: (app.server.address() as AddressInfo).port, token: await openSession(db, 1, 'bench') })
}

async function measure({ newShop }: Place) {
  const url = await newShop((client) => fillLargeShop(client, { ...largeShop, saleLines }))
  const server = fork(import.meta.filename, ['--serve', url], { stdio: 'inherit' })
  const [{ port, token }] = (await once(server, 'message')) as [{ port: number; token: string }]
  const rss = async () => {
    server.send('rss')
    const [answer] = (await once(server, 'message')) as [{ rss: number }]
    return answer.rss
  }
  const ask = (query: string, signal?: AbortSignal) =>
    fetch(`http://127.0.0.1:${port}/api/v1/reports/sale-lines?${query}`, {
      headers: { authorization: `Bearer ${token}`, 'accept-encoding': 'identity' },
      ...(signal && { signal }),
    })

  const started = performance.now()
  const preview = (await (await ask('')).json()) as { meta: { total: number } }
  const total = preview.meta.total
  console.log(`Preview and totals of ${total.toLocaleString('en-US')} rows: ${since(started)} s`)
  // Read a small file first, so that the memory that every file needs does not count as growth.
  const lately = new Date(Date.now() - 60 * 86_400_000).toISOString().slice(0, 10)
  await drain(await ask(`format=csv&from=${lately}`), async () => {})
  const peaks: number[] = []
  for (const round of [1, 2]) {
    const before = await rss()
    let peak = before
    const asked = performance.now()
    const response = await ask('format=csv')
    const first = since(asked)
    const { bytes, rows } = await drain(response, async () => {
      peak = Math.max(peak, await rss())
    })
    if (rows !== total + 1) throw new Error(`${rows} lines came of ${total + 1}`)
    const took = (performance.now() - asked) / 1000
    peaks.push(peak)
    console.log(
      `Round ${round}: ${total.toLocaleString('en-US')} rows, ${megabytes(bytes)}, in ${took.toFixed(1)} s ` +
        `(the first after ${first} s): ${Math.round(total / took).toLocaleString('en-US')} rows/s; ` +
        `memory ${megabytes(before)} before, at most ${megabytes(peak)}: ${megabytes(peak - before)} more`,
    )
  }
  server.kill('SIGKILL')
  const [first = 0, second = 0] = peaks
  if (second - first > mostGrowth) {
    console.error(`The second file took more than ${megabytes(mostGrowth)} beyond the first.`)
    process.exitCode = 1
  }
}

/** Reads a file to its end, and calls `look` every quarter of a second. */
async function drain(response: Response, look: () => Promise<void>) {
  let bytes = 0
  let rows = 0
  let last = performance.now()
  for await (const part of response.body!) {
    bytes += part.length
    for (const byte of part) if (byte === 0x0a) rows++
    if (performance.now() - last < 250) continue
    await look()
    last = performance.now()
  }
  return { bytes, rows }
}

const since = (start: number) => ((performance.now() - start) / 1000).toFixed(2)
const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`

const [, , task, address] = process.argv
if (task === '--serve' && address !== undefined) await serveShop(address)
else await withOwnPlace(measure)
