// Measures the dashboard's answers in a shop with a million sale lines (or as many as are given), on a PostgreSQL of its
// own: of all time, of this month, of the last year, what waits, and pages of the customers. Prints the first call, the
// median and the slowest of the others, and exits 1 where a median of the dashboard is above 150 ms.
import { shopDay } from '../../server/company/settings.ts'
import { fillLargeShop, largeShop } from './large-shop.ts'
import { withOwnShop } from './own-shop.ts'

const rounds = 30
const limit = 150

const saleLines = Number(process.argv[2] ?? largeShop.saleLines)
const today = shopDay('Asia/Tokyo', new Date())
const yearAgo = `${Number(today.slice(0, 4)) - 1}${today.slice(4)}`
const lastPage = largeShop.customers / 10

const asked = {
  'dashboard, all time': '/api/v1/dashboard',
  'dashboard, this month': `/api/v1/dashboard?from=${today.slice(0, 8)}01&to=${today}`,
  'dashboard, a year': `/api/v1/dashboard?from=${yearAgo}&to=${today}`,
  'what waits': '/api/v1/dashboard/waiting',
  'customers, first page': '/api/v1/dashboard/customers?sort=id',
  'customers, a page in the middle': `/api/v1/dashboard/customers?sort=id&page=${lastPage / 2}`,
  'customers, last page': `/api/v1/dashboard/customers?sort=id&page=${lastPage}`,
}

await withOwnShop(
  (client) => fillLargeShop(client, { ...largeShop, saleLines }),
  async (ask) => {
    for (const [what, url] of Object.entries(asked)) {
      const first = await ask(url)
      const times: number[] = []
      for (let n = 0; n < rounds; n++) times.push(await ask(url))
      times.sort((a, b) => a - b)
      const median = times.at(rounds / 2)!
      const figures = [first, median, times.at(-1)!].map((took) => `${took.toFixed(1)} ms`.padStart(12))
      console.log(what.padEnd(34), ...figures)
      if (median > limit && what.startsWith('dashboard')) process.exitCode = 1
    }
  },
)
if (process.exitCode === 1) console.error(`Expected the dashboard in at most ${limit} ms.`)
