// Proves that no event of a webhook is lost while servers and PostgreSQL are killed amid sales: each
// arrives at least once, and those of a sale in the order of its changes, although the receiver fails now and then.
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'

import { createRandom } from '../../server/demo/random.ts'
import { createRing } from '../process/service.ts'
import { newShop, runScript, signIn } from '../process/shop.ts'
import { isSigned, startReceiver } from '../support/receiver.ts'
import { type Server, until } from '../support/server.ts'
import { killableDatabase } from './killable-database.ts'

const seed = process.env['CHAOS_SEED'] ?? String(Date.now())
const wanted = Number(process.env['CHAOS_SALES'] ?? 1000)
const kills = 4

const events = ['sale.created', 'sale.paid', 'sale.completed', 'sale.refunded']

test(`webhooks while servers are killed amid ${wanted} sales (CHAOS_SEED=${seed})`, async () => {
  const random = createRandom(seed)
  const { start } = await newShop()
  const database = await killableDatabase()
  const startNode = () =>
    start({
      DATABASE_URL: database.url,
      NODE_OPTIONS: `--import=${join(import.meta.dirname, '../support/open-loopback.ts')}`,
    })
  const nodes: [Server, Server] = [await startNode(), await startNode()]
  const token = await signIn(nodes[0].url)
  const receiver = await startReceiver()
  onTestFinished(() => void receiver.close())
  const accepted: { id: string; type: string; sale: number }[] = []
  let isSure = false
  receiver.state.reply = (response, { event }) => {
    const luck = isSure ? 99 : random.whole(0, 99)
    if (luck >= 6) accepted.push({ id: event.id, type: event.type, sale: event.data.id! })
    // Now and then the answer to an accepted event is lost, so that it comes again.
    if (luck < 4) response.writeHead(503).end()
    else if (luck < 8) response.socket!.destroy()
    else response.writeHead(204).end()
  }
  const post = (node: Server, path: string, body: object) =>
    fetch(node.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    }).catch(() => null)
  const itemID = await createRing(nodes[0].url, token)
  const address = `http://127.0.0.1:${receiver.port}/hook`
  const made = await post(nodes[0], '/api/v1/webhooks', { webhookName: 'Books', address, events })
  const { secret } = ((await made!.json()) as { data: { secret: string } }).data

  let sold = 0
  const sell = async (n: number) => {
    while (sold < wanted) {
      const node = nodes[n % 2]!
      const sale = await post(node, '/api/v2/sales', {
        locationID: 1,
        transactionTypeID: 1,
        items: [{ itemID, orderQty: 1 }],
        payments: [{ paymentTypeID: 1, amount: 1000 }],
        complete: true,
        clientKey: randomUUID(),
      })
      if (!sale?.ok) await sleep(100)
      else {
        sold++
        const { data } = (await sale.json()) as { data: { salesTransactionID: number } }
        if (random.whole(0, 4) === 0)
          await post(node, `/api/v2/sales/${data.salesTransactionID}/refunds`, { reason: 'A drill' })
      }
    }
  }
  const people = Promise.all([0, 1, 2, 3].map(sell))
  const owner = new pg.Pool({ connectionString: database.url })
  owner.on('error', () => {}) // the kills end its connections
  onTestFinished(() => owner.end())
  for (let kill = 1; kill <= kills; kill++) {
    await until(() => sold >= (wanted * kill) / (kills + 1), 300_000)
    if (kill % 2 === 0) await database.kill()
    const victim = kill % 2
    process.kill(nodes[victim]!.pid, 'SIGKILL')
    await nodes[victim]!.ended
    nodes[victim] = await startNode()
  }
  await people
  isSure = true

  const written = async () =>
    (
      await owner.query<{ n: number; type: string; sale: number }>(
        `select row_number() over (order by event_id)::int as n, type, entity_id as sale from event
         where type = any($1) and entity_id is not null order by event_id`,
        [events],
      )
    ).rows
  const told = await written()
  const count = async (state: string) =>
    Number(
      (await owner.query<{ n: string }>(`select count(*) as n from webhook_delivery where state = $1`, [state]))
        .rows[0]!.n,
    )
  await until(async () => (await count('delivered')) === told.length, 20 * 60_000)
  const arrivals = new Map<number, string[]>()
  const seen = new Set<string>()
  for (const { id, type, sale } of accepted) {
    if (seen.has(id)) continue
    seen.add(id)
    arrivals.set(sale, [...(arrivals.get(sale) ?? []), type])
  }
  const changes = new Map<number, string[]>()
  for (const { type, sale } of told) changes.set(sale, [...(changes.get(sale) ?? []), type])
  expect(changes.size).toBeGreaterThanOrEqual(wanted)
  expect(Object.fromEntries(arrivals)).toEqual(Object.fromEntries(changes))
  expect(receiver.received.every((one) => isSigned(one, secret))).toBe(true)
  console.log(
    `${told.length} events of ${changes.size} sales, ${receiver.received.length} requests, ` +
      `${accepted.length - seen.size} accepted twice`,
  )
  expect(await runScript('verify-books.ts', { DATABASE_URL: database.url })).toMatchObject({ code: 0, err: '' })
})
