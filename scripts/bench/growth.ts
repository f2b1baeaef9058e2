import { dayIn } from '../../contract/shared/dates.ts'
import { measureInTurns, type Pace, type Side } from './compare.ts'
import type { Operation } from './load.ts'
import { counterSale } from './operations.ts'

/** Median response times in the small and in the large shop, in milliseconds. */
export type Grown = { name: string; small: number; large: number }

/** Maximum ratio of response times for a hundred times the rows. */
export const mostGrowth = 2

const get =
  (path: string): Operation =>
  (send) =>
    send({ method: 'GET', path })

const operationsOf = (items: number): Record<string, Operation> => ({
  'Sales, first page': get('/api/v2/sales'),
  'Sales, page 300': get('/api/v2/sales?page=300'),
  'Sales, search by number': get('/api/v2/sales?search=001234'),
  'Customers, first page': get('/api/v2/customers'),
  'Customers, last page of the smaller': get('/api/v2/customers?page=100'),
  'Items, first page': get('/api/v1/items'),
  'Items, page 900': get('/api/v1/items?page=900'),
  'Items, search': get('/api/v1/items?search=01234'),
  'Counter sale': counterSale({ items }),
  'Dashboard, this month': get(`/api/v1/dashboard?${thisMonth()}`),
})

/** Returns the query for the current month in the shop's time zone, as the dashboard first requests it. */
function thisMonth() {
  const today = dayIn('Asia/Tokyo', new Date())
  return `from=${today.slice(0, 8)}01&to=${today}`
}

/** Measures the app on two shops in alternating rounds, one request at a time. */
export async function measureGrowth(small: Side, large: Side, items: number, pace: Pace): Promise<Grown[]> {
  const grown: Grown[] = []
  for (const [name, operation] of Object.entries(operationsOf(items))) {
    const [few, many] = await measureInTurns(
      [
        { side: small, operation },
        { side: large, operation },
      ],
      1,
      pace,
    )
    grown.push({ name, small: few!.p50, large: many!.p50 })
  }
  return grown
}
