// Measures the dashboard in a shop with a million sale lines (or the given number) on its own PostgreSQL: all time,
// this month, the last year, the profit from sales, open work, and pages of the customers. Prints the time of the first
// request, and the median and the maximum of the later ones. Exits 1 where a median of the dashboard is above 150 ms.
import { shopDay } from '../../server/kernel/shop-days.ts'
import { fillLargeShop, largeShop } from './large-shop.ts'
import { timeAnswers } from './own-shop.ts'

const limit = 150

const saleLines = Number(process.argv[2] ?? largeShop.saleLines)
const today = shopDay('Asia/Tokyo', new Date())
const yearAgo = `${Number(today.slice(0, 4)) - 1}${today.slice(4)}`
const lastPage = largeShop.customers / 10

const asked = {
  'dashboard, all time': '/api/v1/dashboard',
  'dashboard, this month': `/api/v1/dashboard?from=${today.slice(0, 8)}01&to=${today}`,
  'dashboard, a year': `/api/v1/dashboard?from=${yearAgo}&to=${today}`,
  'profit, today': `/api/v1/dashboard/profit?from=${today}&to=${today}`,
  'profit, this month': `/api/v1/dashboard/profit?from=${today.slice(0, 8)}01&to=${today}`,
  'profit, all time': '/api/v1/dashboard/profit',
  'what waits': '/api/v1/dashboard/waiting',
  'customers, first page': '/api/v1/dashboard/customers?sort=id',
  'customers, a page in the middle': `/api/v1/dashboard/customers?sort=id&page=${lastPage / 2}`,
  'customers, last page': `/api/v1/dashboard/customers?sort=id&page=${lastPage}`,
}

const slow = await timeAnswers((client) => fillLargeShop(client, { ...largeShop, saleLines }), asked, limit)
if (slow.some((what) => what.startsWith('dashboard'))) {
  console.error(`Expected the dashboard in at most ${limit} ms.`)
  process.exitCode = 1
}
