import { setTimeout as sleep } from 'node:timers/promises'

import { afterEach, expect, test } from 'vitest'

import type { SaleListRow } from '../../contract/sales/sales.ts'
import { connect } from '../../server/db/client.ts'
import { startCluster } from '../../server/db/embedded.ts'
import { verifyStock } from '../../server/stock/ledger/verify.ts'
import { until } from '../support/server.ts'
import { openedShop, signIn, stopped } from './shop.ts'

let clean: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const step of clean.splice(0).toReversed()) await step()
})

const count = 300
const tills = 6

async function openShop() {
  const made = await openedShop()
  clean.push(made.clean)
  const server = await made.start()
  const token = await signIn(server.url)
  const post = async (path: string, body: object) => {
    const response = await fetch(`${server.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    })
    expect(response.status).toBe(201)
  }
  await post('/api/v1/categories', { categoryCode: 'RG', categoryName: 'Rings' })
  for (const itemCode of ['A', 'B'])
    await post('/api/v1/item-inventory', {
      itemCode,
      itemName: `Ring ${itemCode}`,
      categoryID: 1,
      grams: 3,
      uom: 'PCS',
      price: 1000,
      cost: 600,
      locationID: 1,
      inventoryTypeID: 1,
      quantity: count,
    })
  return { ...made, server, token }
}

/**
 * Makes one counter sale and returns its status; 0 means no complete response. The idempotency key makes retries safe.
 */
async function sell(url: string, token: string, n: number): Promise<number> {
  try {
    const lines = [1, 2].map((itemID) => ({ itemID, orderQty: 1 }))
    const response = await fetch(`${url}/api/v2/sales`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${token}`,
        'idempotency-key': `sale ${n}`,
      },
      body: JSON.stringify({
        locationID: 1,
        transactionTypeID: 1,
        items: n % 2 ? lines : lines.toReversed(),
        payments: [{ paymentTypeID: 1, amount: 2000 }],
        complete: true,
        remarks: `sale ${n}`,
      }),
    })
    const { success } = (await response.json()) as { success: boolean }
    return success === response.ok ? response.status : -1
  } catch {
    return 0
  }
}

/** Lets tills sell until everything is sold. Each call that did not get 201 is retried a little later. */
function sellAll(where: { url: string }, token: string) {
  const answered: number[] = []
  const unanswered = new Set<number>()
  let next = 0
  const done = Promise.all(
    Array.from({ length: tills }, async () => {
      while (next < count) {
        const n = next++
        for (let status = 0; status !== 201;) {
          status = await sell(where.url, token, n)
          if (status === 201) answered.push(n)
          else {
            unanswered.add(status)
            await sleep(50)
          }
        }
      }
    }),
  )
  return { answered, unanswered, done }
}

async function salesOf(url: string, token: string): Promise<SaleListRow[]> {
  const rows: SaleListRow[] = []
  for (let page = 1; page <= count / 100 + 1; page++) {
    const response = await fetch(`${url}/api/v2/sales?pageSize=100&page=${page}&sort=salesTransactionID`, {
      headers: { authorization: `Bearer ${token}` },
    })
    rows.push(...((await response.json()) as { data: SaleListRow[] }).data)
  }
  return rows
}

/** Asserts that every requested sale exists once with its own number, and that stock agrees with the ledger. */
async function expectAllOnce(url: string, token: string) {
  const sales = await salesOf(url, token)
  expect(sales.map(({ remarks }) => Number(remarks?.slice(5))).toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: count }, (_, n) => n),
  )
  expect(sales.map(({ transactionNumber }) => Number(transactionNumber.slice(8))).toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: count }, (_, n) => n + 1),
  )
  expect(new Set(sales.map(({ status, totalPurchase }) => `${status} ${totalPurchase}`))).toEqual(
    new Set(['Completed 2000']),
  )
}

async function expectStockAgrees(folder: string) {
  const cluster = await startCluster(`${folder}/db`)
  const { db, pool } = connect(cluster.url('shop'))
  try {
    expect(await verifyStock({ db })).toEqual([])
    const { rows } = await db.execute<{ left: string }>('select sum(quantity) as left from inventory')
    expect(Number(rows[0]!.left)).toBe(0)
  } finally {
    await pool.end()
    await cluster.stop()
  }
}

test(
  'kill -9 of the server during 300 sales loses no confirmed sale and duplicates none',
  {
    timeout: 180_000,
  },
  async () => {
    const { folder, start, server, token } = await openShop()
    const where = { url: server.url }
    const selling = sellAll(where, token)
    await until(() => selling.answered.length > count / 3, 60_000)
    process.kill(server.pid, 'SIGKILL')
    await server.ended
    const before = new Set(selling.answered)
    const again = await start()
    const kept = new Set((await salesOf(again.url, token)).map(({ remarks }) => Number(remarks?.slice(5))))
    expect([...before].filter((n) => !kept.has(n))).toEqual([])
    where.url = again.url
    await selling.done
    expect([...selling.unanswered]).toEqual([0])
    await expectAllOnce(again.url, token)
    expect(await stopped(again)).toBe(0)
    await expectStockAgrees(folder)
  },
)

test(
  'kill -9 of PostgreSQL during 300 sales loses no confirmed sale and duplicates none',
  {
    timeout: 180_000,
  },
  async () => {
    const { folder, start, postgres, server, token } = await openShop()
    const selling = sellAll(server, token)
    await until(() => selling.answered.length > count / 3, 60_000)
    const pid = (await postgres())!
    process.kill(pid, 'SIGKILL')
    await selling.done
    // While PostgreSQL was down, the server responded with 503, which means: retry in a moment.
    expect([...selling.unanswered]).toEqual([503])
    expect(await postgres()).not.toBe(pid)
    await expectAllOnce(server.url, token)
    expect(await stopped(server)).toBe(0)
    const again = await start()
    await expectAllOnce(again.url, token)
    expect(await stopped(again)).toBe(0)
    await expectStockAgrees(folder)
  },
)
