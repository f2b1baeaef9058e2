import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'

import { variantPath } from '../../contract/shared/pictures.ts'
import { connect } from '../../server/db/client.ts'
import { itemImage } from '../../server/db/schema/catalogue.ts'
import { notification } from '../../server/db/schema/messages.ts'
import { supplier } from '../../server/db/schema/purchasing.ts'
import { sale } from '../../server/db/schema/sales.ts'
import { inventory } from '../../server/db/schema/stock.ts'
import { cleanUpPictures } from '../../server/files/cleanup.ts'
import { pictureFolder } from '../../server/files/folder.ts'
import { pictureName } from '../../server/files/store.ts'
import { runScheduledWork } from '../../server/scheduled-work.ts'
import { verifyStock } from '../../server/stock/ledger/verify.ts'
import { emptyDatabase } from '../support/databases.ts'
import { orderGoods } from '../support/ordered.ts'
import { drawPicture, formOf } from '../support/pictures.ts'
import { s3Server } from '../support/s3.ts'
import { dataFolder, removeFolder, type Server, until } from '../support/server.ts'
import { stockItem } from '../support/stocked.ts'
import { balancer } from './balancer.ts'
import { admin, runScript, shop, signIn, stopped } from './shop.ts'

// Two nodes serve one shop for the whole file; the tests run in this order.
vi.setConfig({ testTimeout: 60_000 })
const database = await emptyDatabase()
const { folder, start, clean } = await shop()
const s3 = await s3Server()
const [one, other] = [connect(database.url, 4), connect(database.url, 4)]
const { db } = one
const startNode = (env: Record<string, string> = {}) => start({ DATABASE_URL: database.url, ...env })
let nodes: Server[] = []
let token = ''

beforeAll(async () => {
  nodes = await Promise.all([startNode(), startNode()])
  token = await signIn(nodes[0]!.url)
}, 60_000)
afterAll(async () => {
  await clean()
  await s3.close()
  await Promise.all([one.pool.end(), other.pool.end()])
  await database.drop()
})

/** Returns a node's response to a call: its status, and its JSON or bytes. */
async function call(node: number, method: string, path: string, body?: object, by = token, key?: string) {
  const form = body instanceof FormData
  const response = await fetch(nodes[node]!.url + path, {
    method,
    headers: {
      ...(by && { authorization: `Bearer ${by}` }),
      ...(body && !form && { 'content-type': 'application/json' }),
      ...(key && { 'idempotency-key': key }),
    },
    ...(body && { body: form ? body : JSON.stringify(body) }),
  })
  const bytes = Buffer.from(await response.arrayBuffer())
  const json = response.headers.get('content-type')?.startsWith('application/json')
  return { status: response.status, body: json ? JSON.parse(bytes.toString()) : bytes, headers: response.headers }
}
const both = <T>(work: (node: number) => Promise<T>) => Promise.all([work(0), work(1)])

test('a session is valid on both nodes, and its end or change applies to both at once', async () => {
  const profile = async (node: number, by: string) =>
    (await call(node, 'GET', '/api/users/profile', undefined, by)).status
  expect(await both((node) => profile(node, token))).toEqual([200, 200])

  const mine = await signIn(nodes[1]!.url)
  expect((await call(0, 'POST', '/api/v1/logout', undefined, mine)).status).toBe(200)
  expect(await both((node) => profile(node, mine))).toEqual([401, 401])

  const person = { firstName: 'Ana', lastName: 'Reyes', username: 'ana', email: 'ana@shop.example', roleID: 3 }
  const made = await call(0, 'POST', '/api/v1/users', { ...person, password: 'a password' })
  expect([made.status, made.body.message]).toEqual([201, made.body.message])
  const ana = await signIn(nodes[1]!.url, person.email, 'a password')
  // Managers may read this endpoint; staff may not.
  const users = async (node: number) => (await call(node, 'GET', '/api/v1/users', undefined, ana)).status
  const change = (node: number, changes: object) =>
    call(node, 'PUT', `/api/v1/users/${made.body.data.userID}`, { ...person, ...changes })
  expect(await both(users)).toEqual([403, 403])
  expect((await change(0, { roleID: 2 })).status).toBe(200)
  expect(await both(users)).toEqual([200, 200])
  expect((await change(1, { roleID: 3 })).status).toBe(200)
  expect(await both(users)).toEqual([403, 403])
  expect((await change(0, { status: false })).status).toBe(200)
  expect(await both((node) => profile(node, ana))).toEqual([401, 401])
})

test('the same call sent to both nodes at once runs once', async () => {
  const from = { contactDetails: '1', email: 'a@x.example' }
  for (let n = 0; n < 5; n++) {
    const supplierName = `Sent twice ${n}`
    const answers = await both((node) =>
      call(node, 'POST', '/api/v2/suppliers', { ...from, supplierName }, token, supplierName),
    )
    expect(answers.map(({ status }) => status)).toEqual([201, 201])
    expect(answers[0].body).toEqual(answers[1].body)
    expect(await db.$count(supplier, eq(supplier.supplierName, supplierName))).toBe(1)
  }
})

test('failed attempts are counted across both nodes', async () => {
  const guess = async (node: number) =>
    (await call(node, 'POST', '/api/v1/login', { email: admin.ADMIN_EMAIL, password: 'a guess' }, '')).status
  const first = await Promise.all([0, 1, 0, 1, 0, 1, 0, 1, 0, 1].map(guess))
  expect(first).toEqual(first.map(() => 401))
  expect(await both(guess)).toEqual([429, 429])
})

/** Uploads a picture to one node and expects both nodes to serve identical variants. */
async function uploadOnOneReadOnOther(colour: string) {
  const { itemID } = await stockItem(db, {})
  const form = formOf({}, { 'a.png': await drawPicture(colour, { width: 600, height: 400 }) })
  const { status, body } = await call(0, 'POST', `/api/v1/item-images/${itemID}`, form)
  expect(status).toBe(201)
  const { url, thumb_url } = body.data.images[0] as { url: string; thumb_url: string }
  for (const path of [url, thumb_url, variantPath(url, 320, 'webp'), variantPath(url, 960, 'avif')]) {
    const [there, here] = [await call(1, 'GET', path), await call(0, 'GET', path)]
    expect([path, there.status, there.headers.get('cache-control')]).toEqual([
      path,
      200,
      'public, max-age=31536000, immutable',
    ])
    expect(there.body.equals(here.body)).toBe(true)
  }
  return [url, thumb_url].map((path) => basename(path))
}

test('each node serves pictures that the other stored in the shared folder', async () => {
  const names = await uploadOnOneReadOnOther('teal')
  expect(await readdir(join(folder, 'pictures'))).toEqual(expect.arrayContaining(names))
})

test('concurrent housekeeping sends each message once and removes unused pictures', async () => {
  const { poID } = await orderGoods(db, [{}], { expectedDeliverDate: '2026-11-02' })
  const pictures = join(folder, 'pictures')
  const orphans = Array.from({ length: 250 }, () => `${randomUUID().replaceAll('-', '')}.webp`)
  const day = new Date(Date.now() - 25 * 60 * 60_000)
  await mkdir(pictures, { recursive: true })
  for (const name of orphans) {
    await writeFile(join(pictures, name), name)
    await utimes(join(pictures, name), day, day)
  }
  await Promise.all([one, other, one, other].map((each) => runScheduledWork(each)))
  const { rows } = await db.execute<{ people: number; messages: number }>(sql`select count(*)::int as messages,
    count(distinct ${notification.userID})::int as people from ${notification} where link = ${`/purchase-order?id=${poID}`}`)
  expect(rows[0]!.messages).toBe(rows[0]!.people)
  expect(rows[0]!.messages).toBeGreaterThan(0)

  const store = pictureFolder(pictures)
  const swept = await Promise.all([one, other].map((each) => cleanUpPictures({ db: each.db, store })))
  // Only one node cleans up pictures at a time; the other one leaves the remaining files for later.
  expect(swept.some(({ removed }) => removed > 0)).toBe(true)
  await cleanUpPictures({ db, store })
  const left = await readdir(pictures)
  expect(left.filter((name) => orphans.includes(name))).toEqual([])
  const named = await db.select().from(itemImage)
  expect(left).toEqual(
    expect.arrayContaining(named.flatMap(({ url, thumb_url }) => [basename(url), basename(thumb_url)])),
  )
})

test('an unreachable bucket is reported in one line without its secret', async () => {
  const away = { UPLOADS_URL: 's3://pictures?endpoint=http://127.0.0.1:9', ...s3.environment }
  const node = await startNode(away)
  expect(await node.ended).toBe(1)
  expect(node.output()).toBe('UPLOADS_URL: cannot use s3://pictures/ (connect ECONNREFUSED 127.0.0.1:9)\n')
})

test('a rolling restart under load loses no call', { timeout: 120_000 }, async () => {
  const stock = 100_000
  const { itemID, inventoryID } = await stockItem(db, { quantity: stock })
  const balance = balancer(nodes)
  await until(() => balance.ready().length === 2)
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const sold = new Map<string, number>()
  const answered = new Map<string, number>()
  const wrong: string[] = []
  const load = { ends: false }
  /** Milliseconds between two calls of one person: a steady load that leaves the nodes capacity to start. */
  const pace = 50

  /** Repeats a call until it gets this status. A busy node's refusal is retried, as browsers do. */
  async function steady(path: string, expected: number, init: RequestInit = {}, key?: string) {
    for (;;) {
      await sleep(pace)
      const named = { ...headers, ...(key && { 'idempotency-key': key }) }
      const answer = await balance.send(path, { ...init, headers: named }).catch((error: unknown) => {
        wrong.push(`${path}: ${String(error)} ${String((error as Error).cause)}`)
      })
      if (!answer) return null
      answered.set(answer.url, (answered.get(answer.url) ?? 0) + 1)
      if (answer.status === 503 && answer.headers.has('retry-after')) continue
      if (answer.status !== expected) wrong.push(`${path}: ${answer.status} ${answer.text.slice(0, 200)}`)
      return answer.text
    }
  }
  const body = JSON.stringify({
    locationID: 1,
    transactionTypeID: 1,
    items: [{ itemID, orderQty: 1 }],
    payments: [{ paymentTypeID: 1, amount: 1000 }],
    complete: true,
  })
  const tills = Array.from({ length: 3 }, async (_, till) => {
    for (let n = 0; !load.ends; n++) {
      const key = `till ${till}, sale ${n}`
      const text = await steady('/api/v2/sales', 201, { method: 'POST', body }, key)
      if (text) sold.set(key, JSON.parse(text).data.salesTransactionID)
    }
  })
  const readers = ['/api/v2/sales?pageSize=5', '/api/shop/items', '/'].map(async (path) => {
    while (!load.ends) await steady(path, 200)
  })

  const before = nodes.map(({ url }) => url)
  const counts = () => nodes.map(({ url }) => answered.get(url) ?? 0)
  await until(() => counts().every((count) => count > 20))
  for (const n of [0, 1]) {
    expect(await stopped(nodes[n]!)).toBe(0)
    // From now on this node stores its pictures in the bucket, as the next test needs.
    nodes[n] = await startNode({ UPLOADS_URL: s3.url, ...s3.environment })
    await until(() => balance.ready().length === 2)
    await until(() => (answered.get(nodes[n]!.url) ?? 0) > 20)
  }
  load.ends = true
  await Promise.all([...tills, ...readers])
  await balance.end()

  expect(wrong).toEqual([])
  expect(answered.size).toBe(4)
  expect(nodes.map(({ url }) => before.includes(url))).toEqual([false, false])
  // Every confirmed sale exists once, and no other sale exists.
  const kept = await db.select({ id: sale.salesTransactionID }).from(sale)
  expect(kept.length).toBe(sold.size)
  expect(new Set(kept.map(({ id }) => id))).toEqual(new Set(sold.values()))
  const [row] = await db.select().from(inventory).where(eq(inventory.inventoryID, inventoryID))
  expect(row!.quantity).toBe(stock - sold.size)
  expect(await verifyStock({ db })).toEqual([])
})

test('each node serves pictures that the other stored in a bucket', async () => {
  const names = await uploadOnOneReadOnOther('orchid')
  expect([...s3.files.keys()]).toEqual(expect.arrayContaining(names.map((name) => `shop/${name}`)))
  s3.state.away = true
  expect(await both(async (node) => (await call(node, 'GET', `/pictures/${names[0]}`)).status)).toEqual([503, 503])
  expect(await both(async (node) => (await call(node, 'GET', '/readyz')).status)).toEqual([200, 200])
  s3.state.away = false
  expect(await both(async (node) => (await call(node, 'GET', `/pictures/${names[0]}`)).status)).toEqual([200, 200])
})

test('a backup includes the pictures of the bucket, and a restore moves them to a folder', async () => {
  const into = await emptyDatabase()
  const files = await dataFolder()
  onTestFinished(async () => {
    await removeFolder(files)
    await into.drop()
  })
  const file = join(files, 'shop.tar.gz')
  const from = { DATABASE_URL: database.url, UPLOADS_URL: s3.url, ...s3.environment }
  expect(await runScript('backup.ts', from, file)).toMatchObject({ code: 0, err: '' })
  expect(await runScript('restore.ts', { DATABASE_URL: into.url, DATA_DIR: files }, file)).toMatchObject({
    code: 0,
    err: '',
  })
  const kept = [...s3.files].filter(([name]) => pictureName.test(basename(name)))
  const restored = await readdir(join(files, 'pictures'))
  expect(restored.toSorted()).toEqual(kept.map(([name]) => basename(name)).toSorted())
  for (const [name, { bytes }] of kept)
    expect((await readFile(join(files, 'pictures', basename(name)))).equals(bytes)).toBe(true)
  expect(kept.length).toBeGreaterThan(1)
})
