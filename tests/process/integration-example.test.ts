// Proves the example of docs/reference/integrations.md: it writes a line for each completed sale, once although an event
// comes twice, and takes no event that the shop has not signed.
import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, onTestFinished, test, vi } from 'vitest'

import { until } from '../support/server.ts'
import { createRing } from './service.ts'
import { newOpenedShop, signIn } from './shop.ts'

vi.setConfig({ testTimeout: 120_000 })

/** Lets the webhooks of a started server reach this machine. */
const open = { NODE_OPTIONS: `--import=${join(import.meta.dirname, '../support/open-loopback.ts')}` }

async function findFreePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  await new Promise((done) => server.close(done))
  return port
}

test('the example keeps a spreadsheet of completed sales', async () => {
  const shop = await newOpenedShop()
  const server = await shop.start(open)
  const token = await signIn(server.url)
  const post = async <T>(path: string, body: object = {}) => {
    const response = await fetch(server.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    })
    expect([path, response.ok]).toEqual([path, true])
    return ((await response.json()) as { data: T }).data
  }
  const itemID = await createRing(server.url, token)
  const sell = () =>
    post<{ transactionNumber: string }>('/api/v2/sales', {
      locationID: 1,
      transactionTypeID: 1,
      items: [{ itemID, orderQty: 1 }],
      payments: [{ paymentTypeID: 1, amount: 1000 }],
      complete: true,
    })

  const port = await findFreePort()
  const address = `http://127.0.0.1:${port}/`
  const apiToken = await post<{ token: string }>('/api/v1/api-tokens', {
    tokenName: 'Spreadsheet',
    operations: ['salesGet'],
    days: 1,
  })
  const events = ['sale.completed', 'sale.created']
  const webhook = await post<{ webhookID: number; secret: string }>('/api/v1/webhooks', {
    webhookName: 'Spreadsheet',
    address,
    events,
  })

  const folder = await mkdtemp(join(tmpdir(), 'alahas-example-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'sales.csv')
  const example = spawn(process.execPath, ['docs/examples/sales-to-csv.mjs'], {
    env: { SHOP: server.url, TOKEN: apiToken.token, SECRET: webhook.secret, FILE: file, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void example.kill())
  await new Promise((ready) => example.stdout.once('data', ready))
  const lines = async () => (await readFile(file, 'utf8')).trim().split('\n').slice(1)

  const sold = [await sell(), await sell()]
  await until(async () => (await lines()).length === 2, 60_000)
  const written = await lines()
  for (const { transactionNumber } of sold)
    expect(written.filter((line) => line.startsWith(`"${transactionNumber}",`))).toEqual([
      expect.stringMatching(/^"SO-\d{4}-\d{6}","\d{4}-.*Z","","1000","[0-9a-f-]{36}"$/),
    ])

  // The same event again makes no second line.
  const listed = await fetch(`${server.url}/api/v1/webhooks/${webhook.webhookID}/deliveries`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const { data } = (await listed.json()) as { data: { deliveryID: number; type: string }[] }
  const completed = data.find(({ type }) => type === 'sale.completed')!
  await post(`/api/v1/webhook-deliveries/${completed.deliveryID}/send-again`)
  await sell()
  await until(async () => (await lines()).length === 3, 60_000)

  // Nobody else can write a line.
  const forged = await fetch(address, {
    method: 'POST',
    headers: {
      'webhook-id': 'x',
      'webhook-timestamp': String(Math.floor(Date.now() / 1000)),
      'webhook-signature': 'v1,x',
    },
    body: JSON.stringify({ id: 'x', type: 'sale.completed', data: { id: 1 } }),
  })
  expect(forged.status).toBe(401)
  expect(await lines()).toHaveLength(3)
})
