// Proves that what happened is told although servers, PostgreSQL and the mail server are killed amid 1,000 sales with
// mails: each event reaches each client in the order of its record, and each mail is one row of the outbox, is handed
// over at most twice, and is lost never.
import { setTimeout as sleep } from 'node:timers/promises'

import type pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'

import type { LiveEvent } from '../../contract/events/events.ts'
import { connect } from '../../server/db/client.ts'
import { wakeUp } from '../../server/mail/outbox.ts'
import { follow } from '../process/follow.ts'
import { newShop, signIn } from '../process/shop.ts'
import { startMailServer } from '../support/mail-server.ts'
import { type Server, until } from '../support/server.ts'
import { killableDatabase } from './killable-database.ts'

const count = Number(process.env['TOLD_SALES'] ?? 1000)
const tills = 4

/** A mail server that is killed and started again at its port. It remembers all mails that it was handed. */
async function killableMailServer() {
  const received: string[] = []
  let server = await startMailServer()
  const { port } = new URL(server.url)
  onTestFinished(async () => void (await server.close()))
  const keep = () => received.push(...server.mails.splice(0).map(({ text }) => text))
  return {
    url: server.url,
    /** Closes every connection, and is away for some milliseconds. */
    async kill(milliseconds: number) {
      await server.close()
      keep()
      await sleep(milliseconds)
      server = await startMailServer(Number(port))
    },
    behave: (manner: typeof server.state.manner) => void (server.state.manner = manner),
    texts: () => (keep(), received),
  }
}

test(`kill -9 of servers, PostgreSQL and the mail server amid ${count} sales with mails`, async () => {
  const database = await killableDatabase()
  const mails = await killableMailServer()
  const { start } = await newShop()
  const env = { DATABASE_URL: database.url, SMTP_URL: mails.url, PUBLIC_URL: 'https://amihan.example' }
  const nodes: Server[] = [await start(env), await start(env)]
  const token = await signIn(nodes[0]!.url)
  const call = async (method: string, path: string, body: object, key?: string, node = 0) => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
    const response = await fetch(nodes[node]!.url + path, {
      method,
      headers: { ...headers, ...(key && { 'idempotency-key': key }) },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(20_000),
    })
    return { status: response.status, body: (await response.json()) as { data: Record<string, number> } }
  }
  const customerIDs = await openShop(call)

  const followers = [follow(nodes, token, 0), follow(nodes, token, 1)]
  onTestFinished(() => followers.forEach(({ stop }) => stop()))
  await until(() => followers.every(({ names }) => names.includes('hello')))

  let next = 0
  const sold = new Set<number>()
  const sell = async (till: number) => {
    for (let n = next++; n < count; n = next++) {
      const order = {
        customerID: customerIDs[n % customerIDs.length],
        locationID: 1,
        transactionTypeID: 1,
        items: [{ itemID: 1, orderQty: 1 }],
        clientKey: crypto.randomUUID(),
      }
      for (let node = till % 2; ; node = 1 - node) {
        const made = await call('POST', '/api/v2/sales', order, order.clientKey, node).catch(() => null)
        if (made?.status === 201) {
          sold.add(made.body.data['salesTransactionID']!)
          break
        }
        await sleep(200)
      }
    }
  }
  const selling = Promise.all(Array.from({ length: tills }, (_, till) => sell(till)))
  const killServer = async (node: number) => {
    process.kill(nodes[node]!.pid, 'SIGKILL')
    nodes[node] = await start(env)
  }
  const kills: (() => unknown)[] = [
    () => killServer(0),
    () => database.kill(),
    () => mails.kill(3000),
    () => mails.behave('drops'),
    () => killServer(1),
    () => mails.behave('takes'),
    () => database.kill(),
    () => killServer(0),
    () => mails.kill(1000),
  ]
  for (const [n, kill] of kills.entries()) {
    await until(() => sold.size >= ((n + 1) * count) / (kills.length + 1), 600_000)
    await kill()
  }
  await selling
  expect(sold.size).toBe(count)

  const { db, pool } = connect(database.url, 2)
  onTestFinished(() => pool.end())
  const outbox = () => readOutbox(pool)
  await settle(outbox, async (mailIDs) => {
    // The lease of killed servers and the pauses between the tries pass.
    await pool.query(`update mail set claimed_at = claimed_at - interval '1 hour', next_try_at = now() - interval '1 second'
      where state = 'queued'`)
    for (const mailID of mailIDs) await wakeUp(db, mailID, new Date())
  })

  const rows = await outbox()
  expect(new Set(rows.map(({ saleID }) => saleID))).toEqual(sold)
  expect(rows).toHaveLength(count)
  const wire = new Map<string, number>()
  for (const text of mails.texts()) {
    const id = /^Message-ID: <([\w-]+)@/im.exec(text)![1]!
    wire.set(id, (wire.get(id) ?? 0) + 1)
  }
  const times = (messageID: string) => wire.get(messageID) ?? 0
  expect(rows.filter(({ state, messageID }) => state === 'sent' && times(messageID) === 0)).toEqual([])
  expect(rows.filter(({ messageID }) => times(messageID) > 2)).toEqual([])
  // A person decides about a mail whose two tries ended without an answer; it was handed over all the same.
  const undecided = rows.filter(({ state }) => state !== 'sent')
  expect(undecided.filter(({ state, uncertain }) => state !== 'failed' || uncertain !== 2)).toEqual([])
  expect(wire.size).toBeLessThanOrEqual(count)

  const told = await readEvents(pool)
  for (const { events, refetches, stop } of followers) {
    const wrong = () => findWrong(told, events, refetches.at(-1) ?? 0)
    // The comparison names what is still missing after a minute.
    await until(() => wrong().length === 0, 60_000).catch(() => {})
    expect(wrong()).toEqual([])
    stop()
  }
  const twice = [...wire.values()].filter((one) => one === 2).length
  console.log(
    `${count} sales, ${kills.length} kills: ${told.length} events told in order to each of ${followers.length} clients; ` +
      `${rows.length} mails, ${twice} on the wire twice, ${undecided.length} left to a person`,
  )
})

type Call = (
  method: string,
  path: string,
  body: object,
) => Promise<{ status: number; body: { data: Record<string, number> } }>

/** Turns the messages to customers on, and creates the goods and the customers. Returns the customers' keys. */
async function openShop(call: Call) {
  const made = async (method: string, path: string, body: object) => {
    const answer = await call(method, path, body)
    expect([path, answer.status]).toEqual([path, method === 'POST' ? 201 : 200])
    return answer.body.data
  }
  const quiet = { quietFrom: null, quietUntil: null }
  await made('PUT', '/api/v1/settings/messages', {
    customerLanguage: 'en',
    messageKinds: ['orderConfirmation'],
    ...quiet,
  })
  await made('POST', '/api/v1/categories', { categoryCode: 'RG', categoryName: 'Rings' })
  const item = { itemCode: 'A', itemName: 'Ring', categoryID: 1, grams: 3, uom: 'PCS', price: 1000, cost: 600 }
  const stock = { locationID: 1, inventoryTypeID: 1, quantity: 10 * count, reOrderThreshold: 0 }
  await made('POST', '/api/v1/item-inventory', { ...item, ...stock })
  const customerIDs: number[] = []
  for (let n = 0; n < 20; n++) {
    const person = { firstName: `Ana ${n}`, lastName: 'Reyes', contactNo: `0917 ${n}`, customerTypeID: 1 }
    const { customerID } = await made('POST', '/api/v2/customers', { ...person, email: `ana${n}@mail.example` })
    customerIDs.push(customerID!)
  }
  return customerIDs
}

type OutboxRow = { mailID: number; saleID: number; state: string; uncertain: number; messageID: string }

const readOutbox = async (pool: pg.Pool) =>
  (
    await pool.query<OutboxRow>(`select mail_id as "mailID", sale_id as "saleID", state, uncertain, message_id as "messageID"
      from mail where kind = 'orderConfirmation' order by mail_id`)
  ).rows

/** Waits until no mail is queued. When nothing moves any more, `pass` lets the waiting times of the queued ones pass. */
async function settle(outbox: () => Promise<OutboxRow[]>, pass: (mailIDs: number[]) => Promise<void>) {
  let before = -1
  for (let rounds = 0; rounds < 60; rounds++) {
    const queued = (await outbox()).filter(({ state }) => state === 'queued').map(({ mailID }) => mailID)
    if (queued.length === 0) return
    if (queued.length === before) await pass(queued)
    before = queued.length
    await sleep(8000)
  }
  throw new Error('The mails do not settle')
}

type Told = Pick<LiveEvent, 'type' | 'entity' | 'id'> & { at: Date }

/** Returns the events of sales and mails, in the order of each record. */
const readEvents = async (pool: pg.Pool) =>
  (
    await pool.query<Told>(
      `select type, entity, entity_id as id, at from event where entity in ('sale', 'mail') order by event_id`,
    )
  ).rows

/**
 * Returns the records whose events a client has not heard each once and in their order. What happened before a request
 * to fetch everything again needs no event.
 */
function findWrong(told: readonly Told[], heard: readonly LiveEvent[], refetchedAt: number) {
  const of = (events: readonly Pick<LiveEvent, 'type' | 'entity' | 'id'>[]) =>
    Map.groupBy(events, ({ entity, id }) => `${entity} ${id}`)
  const hears = of(heard)
  const late = of(told.filter(({ at }) => at.getTime() > refetchedAt))
  return [...of(told)].flatMap(([record, events]) => {
    const types = events.map(({ type }) => type)
    const found = (hears.get(record) ?? []).map(({ type }) => type)
    const needed = (late.get(record) ?? []).length
    // The events came in order, and none is missing since the last request to fetch everything.
    const inOrder = found.reduce((from, type) => (from < 0 ? -1 : types.indexOf(type, from) + 1 || -1), 0) >= 0
    const isRight = inOrder && types.slice(types.length - needed).join() === found.slice(found.length - needed).join()
    return isRight ? [] : [{ record, types, found }]
  })
}
