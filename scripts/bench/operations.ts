import type { ShopSize } from './large-shop.ts'
import type { Operation } from './load.ts'

/** An operation to compare, and the minimum speed of the app as a ratio to the baseline's speed. */
export type Compared = {
  name: string
  least: number
  mostStatements?: number
  /** Whether the response has the total number of rows. A second baseline may get it by counting all rows. */
  isCounted?: boolean
  operation: Operation
}

/** Returns numbers from 1 to `most` in an irregular order; 7919 is prime, so each comes equally often. */
const spread = (n: number, most: number) => 1 + ((n * 7919) % most)

/** A counter sale of three items, paid in cash and handed over, with the same requests as the till. */
export const counterSale =
  ({ items }: Pick<ShopSize, 'items'>, run = `${process.pid}-${Date.now()}`): Operation =>
  (send, n) =>
    send({
      method: 'POST',
      path: '/api/v2/sales',
      headers: { 'idempotency-key': `bench-${run}-${n}` },
      body: {
        locationID: 1,
        transactionTypeID: 1,
        items: [0, 1, 2].map((k) => ({ itemID: spread(n * 3 + k, items), orderQty: 1 })),
        payments: [{ paymentTypeID: 1, amount: 200_000 }],
        complete: true,
      },
    })

/** Requests an adjustment by one of a stock row, then approves it. */
const adjustment =
  ({ items }: ShopSize): Operation =>
  async (send, n) => {
    const inventoryID = spread(n, items)
    const path = '/api/v1/inventory-adjustment'
    const asked = await send({
      method: 'POST',
      path,
      body: { inventoryID, adjustmentReasonID: 1, quantityAdjusted: 1 },
    })
    const { adjustmentID } = (JSON.parse(asked) as { data: { adjustmentID: number } }).data
    return send({ method: 'PUT', path: `${path}/${inventoryID}/approve/${adjustmentID}` })
  }

export const compared = (size: ShopSize): Compared[] => [
  {
    name: 'List, first page',
    least: 0.7,
    isCounted: true,
    operation: (send) => send({ method: 'GET', path: '/api/v1/items' }),
  },
  {
    name: `List, page ${Math.floor(size.items * 0.09)}`,
    least: 0.7,
    isCounted: true,
    operation: (send) => send({ method: 'GET', path: `/api/v1/items?page=${Math.floor(size.items * 0.09)}` }),
  },
  {
    name: 'Search',
    least: 0.7,
    operation: (send, n) =>
      send({ method: 'GET', path: `/api/v1/items?search=${String(spread(n, size.items)).padStart(5, '0')}` }),
  },
  {
    name: 'Get one',
    least: 0.7,
    operation: (send, n) => send({ method: 'GET', path: `/api/v1/items/${spread(n, size.items)}` }),
  },
  { name: 'Counter sale', least: 0.6, mostStatements: 12, operation: counterSale(size) },
  { name: 'Stock adjustment', least: 0.6, operation: adjustment(size) },
]
