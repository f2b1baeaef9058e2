import { dayIn } from '../../contract/shared/dates.ts'
import { measureInTurns, type Pace, type Side } from './compare.ts'
import type { Operation } from './load.ts'
import { counterSale } from './operations.ts'

/** How long an answer takes in the small shop and in the large one: medians, in milliseconds. */
export type Grown = { name: string; small: number; large: number }

/** How many times as long an answer may take with a hundred times the rows. */
export const mostGrowth = 2

const get =
  (path: string): Operation =>
  (send) =>
    send({ method: 'GET', path })

const asked = (items: number): Record<string, Operation> => ({
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

/** The month so far in the shop's time zone, as the dashboard first asks for it. */
function thisMonth() {
  const today = dayIn('Asia/Tokyo', new Date())
  return `from=${today.slice(0, 8)}01&to=${today}`
}

/** Measures the app on two shops in turns, one call at a time. */
export async function measureGrowth(small: Side, large: Side, items: number, pace: Pace): Promise<Grown[]> {
  const grown: Grown[] = []
  for (const [name, operation] of Object.entries(asked(items))) {
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
