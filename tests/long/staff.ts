import { setTimeout as sleep } from 'node:timers/promises'

import type { Random } from '../../server/demo/random.ts'

export type Seen = { what: string; status: number; milliseconds: number; retryAfter: string | null }
export type Call = (what: string, method: 'GET' | 'POST' | 'PUT', path: string, body?: object) => Promise<Json>
export type Json = { [key: string]: any }

/** Returns a client with a token that records every response in `seen`. A broken connection has status 0. */
export const caller =
  (url: string, token: string, seen: Seen[]): Call =>
  async (what, method, path, body) => {
    const from = performance.now()
    const note = (status: number, retryAfter: string | null = null) =>
      seen.push({ what, status, milliseconds: performance.now() - from, retryAfter })
    try {
      const response = await fetch(`${url}${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      })
      const json = (await response.json()) as Json
      note(response.status, response.headers.get('retry-after'))
      return json
    } catch {
      note(0)
      return {}
    }
  }

/** The goods to work with: plenty of rings at Main, and their stock rows there. */
export type Goods = { itemID: number; inventoryID: number; itemName: string; price: number }[]

/**
 * Simulates one employee until `over`: reads lists, searches, opens items, sells over the counter, takes layaway
 * payments, requests adjustments (`approve` approves them), and sometimes opens the dashboard and the messages. One or
 * two seconds pass between clicks, as with people.
 */
export async function work(call: Call, approve: Call, goods: Goods, random: Random, over: () => boolean) {
  const think = () => sleep(random.whole(1000, 2000))
  let layaway: { id: number; left: number } | null = null

  const doings: (readonly [() => Promise<unknown>, number])[] = [
    [() => call('list of sales', 'GET', `/api/v2/sales?page=${random.whole(1, 5)}`), 14],
    [() => call('list of sales, searched', 'GET', `/api/v2/sales?search=${random.whole(1000, 9999)}`), 6],
    [() => call('list of items', 'GET', `/api/v1/items?page=${random.whole(1, 5)}&sort=itemName`), 10],
    [() => call('list of stock', 'GET', `/api/v1/inventory?page=${random.whole(1, 5)}`), 8],
    [() => call('list of customers, searched', 'GET', `/api/v2/customers?search=${random.one(names)}`), 8],
    [() => call('search', 'GET', `/api/v1/search?q=${random.one(names)}`), 8],
    [
      async () => {
        const { itemID, inventoryID } = random.one(goods)
        await Promise.all([
          call('item', 'GET', `/api/v1/items/${itemID}`),
          call('pictures of an item', 'GET', `/api/v1/item-images/${itemID}`),
          call('ledger of an item', 'GET', `/api/v1/inventory/${inventoryID}/movements`),
        ])
      },
      10,
    ],
    [() => call('messages', 'GET', '/api/v1/notifications'), 8],
    [
      () =>
        Promise.all([
          call('dashboard', 'GET', `/api/v1/dashboard?from=${day(-30)}&to=${day(0)}`),
          call('what waits', 'GET', '/api/v1/dashboard/waiting'),
        ]),
      6,
    ],
    [sell, 12],
    [pay, 6],
    [adjust, 4],
  ]
  await sleep(random.whole(0, 2000))
  while (!over()) {
    await random.weighted(doings)()
    await think()
  }

  async function sell() {
    const items = [random.one(goods), random.one(goods)].filter((one, n, all) => all.indexOf(one) === n)
    await call('counter sale', 'POST', '/api/v2/sales', {
      locationID: 1,
      transactionTypeID: 1,
      items: items.map(({ itemID }) => ({ itemID, orderQty: 1 })),
      payments: [{ paymentTypeID: 1, amount: Math.ceil(items.reduce((sum, { price }) => sum + price, 0)) }],
      complete: true,
    })
  }

  async function pay() {
    if (!layaway?.left) {
      const { itemID, price } = random.one(goods)
      const body = { locationID: 1, transactionTypeID: 6, customerID: 1, items: [{ itemID, orderQty: 1 }] }
      const { data } = await call('layaway', 'POST', '/api/v2/sales', body)
      if (!data || price < 20) return
      layaway = { id: data['salesTransactionID'], left: 19 }
      return
    }
    layaway.left--
    const path = `/api/v2/sales/${layaway.id}/payments`
    await call('payment', 'POST', path, { paymentTypeID: 1, amount: 1 })
  }

  async function adjust() {
    const { inventoryID } = random.one(goods)
    const asked = { inventoryID, adjustmentReasonID: 3, quantityAdjusted: 1 }
    const { data } = await call('adjustment', 'POST', '/api/v1/inventory-adjustment', asked)
    await think()
    if (data)
      await approve('approval', 'PUT', `/api/v1/inventory-adjustment/${inventoryID}/approve/${data['adjustmentID']}`)
  }
}

const names = ['Reyes', 'Santos', 'Cruz', 'Gold', 'Rings', 'Chains', 'Ana', 'Supplier 1']
const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)
