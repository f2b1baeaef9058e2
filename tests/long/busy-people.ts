import { setTimeout as sleep } from 'node:timers/promises'

import { drawPicture, formOf } from '../support/pictures.ts'
import { until } from '../support/server.ts'

type Answer = { status: number; data: { [key: string]: number } }

/** Returns a client of the shop's API. Status 0 means that no complete response arrived. */
export const client =
  (where: { url: string }, token: string) =>
  async (method: 'GET' | 'POST' | 'PUT', path: string, body?: object, key?: string): Promise<Answer> => {
    try {
      const form = body instanceof FormData
      const response = await fetch(`${where.url}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(key && { 'idempotency-key': key }),
          ...(body && !form && { 'content-type': 'application/json' }),
        },
        ...(body && { body: form ? body : JSON.stringify(body) }),
      })
      const { data } = (await response.json()) as Answer
      return { status: response.status, data }
    } catch {
      return { status: 0, data: {} }
    }
  }

/**
 * Creates the data that `busyPeople` need: goods at Main, a second location, a customer, an order of a million rings.
 */
export async function stockShop(url: string, token: string) {
  const call = client({ url }, token)
  const made = async (path: string, body: object) => {
    const { status, data } = await call('POST', path, body)
    if (status !== 201) throw new Error(`POST ${path}: ${status} ${JSON.stringify(data)}`)
    return data
  }
  await made('/api/v1/categories', { categoryCode: 'RG', categoryName: 'Rings' })
  await made('/api/v1/locations', { locationName: 'Cebu' })
  const address = { contactNo: '+63 2 8000 0000', email: 'ana@shop.example', address: 'Manila' }
  await made('/api/v2/customers', { firstName: 'Ana', lastName: 'Reyes', customerTypeID: 1, ...address })
  await made('/api/v2/suppliers', { supplierName: 'Aurum', contactDetails: '1', email: 'aurum@shop.example' })
  for (const itemCode of ['A', 'B']) await made('/api/v1/item-inventory', ring(itemCode, 1_000_000))
  const { poID } = await made('/api/v2/po/purchase-order-items', {
    supplierID: 1,
    locationID: 1,
    orderDate: '2026-11-01',
    expectedDeliverDate: '2026-12-31',
    purchaseOrderItems: [{ itemID: 1, orderQty: 1_000_000, price: 600 }],
  })
  const { status } = await call('PUT', `/api/v2/purchase-orders/${poID}/approve`)
  if (status !== 200) throw new Error(`The order could not be approved: ${status}`)
}

const ring = (itemCode: string, quantity: number) => ({
  itemCode,
  itemName: `Ring ${itemCode}`,
  categoryID: 1,
  grams: 3,
  uom: 'PCS',
  price: 1000,
  cost: 600,
  locationID: 1,
  inventoryTypeID: 1,
  quantity,
})

/**
 * Simulates people who create records under unique names. Each retries a failed call with the same key until it
 * succeeds. `asked` has the names of all requested records, `answered` the names of the confirmed ones. The URL in
 * `where` may change when the server restarts.
 */
export function busyPeople(where: { url: string }, token: string) {
  const call = client(where, token)
  const asked = new Set<string>()
  const answered = new Set<string>()
  const unexpected: string[] = []
  let resumed = Promise.resolve()
  let resume = () => {}
  const over = new AbortController()
  let calling = 0
  let made = 0

  /**
   * Sends the call for the record `name` until the status is 201 or `again`. `again` is the status if an earlier
   * attempt has already succeeded without a response.
   */
  async function done(name: string, ask: (key: string) => Promise<Answer>, again = 201): Promise<Answer> {
    asked.add(name)
    for (let tries = 1; ; tries++) {
      await resumed
      calling++
      const answer = await ask(name)
      calling--
      const { status } = answer
      if (status === 200 || status === 201 || (tries > 1 && status === again)) {
        answered.add(name)
        return answer
      }
      if (status !== 0 && status !== 503) unexpected.push(`${name}: ${status}`)
      if (unexpected.length > 20) throw new Error(unexpected.join(', '))
      await sleep(50)
    }
  }
  const create = (name: string, path: string, body: object) => done(name, (key) => call('POST', path, body, key))

  const work: ((n: number) => Promise<unknown>)[] = [
    // Two tills take the same items in opposite orders.
    ...[
      [1, 2],
      [2, 1],
    ].map(
      (items) => (n: number) =>
        create(`sale ${n}`, '/api/v2/sales', {
          locationID: 1,
          transactionTypeID: 1,
          items: items.map((itemID) => ({ itemID, orderQty: 1 })),
          payments: [{ paymentTypeID: 1, amount: 2000 }],
          complete: true,
          remarks: `sale ${n}`,
        }),
    ),
    async (n) => {
      const body = { locationID: 1, transactionTypeID: 6, customerID: 1, items: [{ itemID: 2, orderQty: 1 }] }
      const sale = await create(`layaway ${n}`, '/api/v2/sales', { ...body, remarks: `layaway ${n}` })
      for (let part = 1; part <= 3; part++) {
        const payment = { paymentTypeID: 1, amount: 100, reference: `payment ${n}-${part}` }
        await create(`payment ${n}-${part}`, `/api/v2/sales/${sale.data['salesTransactionID']}/payments`, payment)
      }
    },
    (n) =>
      create(`receiving ${n}`, '/api/v2/po-receiving', {
        poID: 1,
        referenceNumber: `receiving ${n}`,
        receivedDate: '2026-11-10',
        status: 'Completed',
        items: [{ itemID: 1, uom: 'PCS', receivedQty: 1, unitCost: 600 }],
      }),
    async (n) => {
      const body = { inventoryID: 1, adjustmentReasonID: 3, quantityAdjusted: n }
      const { data } = await create(`adjustment ${n}`, '/api/v1/inventory-adjustment', body)
      const path = `/api/v1/inventory-adjustment/1/approve/${data['adjustmentID']}`
      await done(`approval ${n}`, () => call('PUT', path), 409)
    },
    (n) =>
      create(`transfer ${n}`, '/api/v1/stock-transfers', {
        fromLocationID: 1,
        toLocationID: 2,
        items: [{ itemID: 1, quantity: 1 }],
        remarks: `transfer ${n}`,
      }),
    async (n) => {
      const colour = `#${(n % 2 ** 24).toString(16).padStart(6, '0')}`
      const picture = await drawPicture(colour, { width: 700, height: 500 })
      const body = () => formOf(ring(`picture ${n}`, 1), { 'ring.png': picture })
      await done(`picture ${n}`, (key) => call('POST', '/api/v1/item-inventory', body(), key))
    },
  ]
  const working = Promise.all(
    work.map(async (doOne) => {
      while (!over.signal.aborted) await doOne(++made)
    }),
  )

  return {
    asked,
    answered,
    unexpected,
    /** Stops new calls until `goOn` is called. Resolves when no call is pending. */
    async pause() {
      ;({ promise: resumed, resolve: resume } = Promise.withResolvers<void>())
      await until(() => calling === 0, 120_000)
    },
    goOn: () => resume(),
    /** Resolves when all requested calls have succeeded. */
    async finish() {
      over.abort()
      await working
    },
  }
}
