// Measures the customers' list with 1,000 and with 100,000 customers on its own PostgreSQL: the first page, the last
// page, and searches for the middle of a name. Prints the medians. Exits 1 where the large list takes more than three
// times as long.
import type pg from 'pg'

import { connect } from '../../server/db/client.ts'
import { addCustomers } from './customers-seed.ts'
import { openApp, type Place, withOwnPlace } from './own-shop.ts'

const few = 1000
const many = 100_000
const rounds = 40
const limit = 3

type Shop = Awaited<ReturnType<typeof open>>

/** Creates a shop with this many customers, and returns a function that times its list. */
async function open({ folder, newShop }: Place, customers: number) {
  const fill = async (client: pg.Client) => {
    await addCustomers(client, customers)
    // PostgreSQL vacuums by itself later; until then, a count reads every row instead of an index.
    await client.query('vacuum analyze')
    await client.query('vacuum customer')
  }
  const { ask, close } = await openApp(folder, connect(await newShop(fill, `shop_${customers}`), 4))

  /** Requests the list with this query. Returns the time in milliseconds and the total. */
  async function time(query: string) {
    const { took, body } = await ask(`/api/v2/customers?${query}`)
    return { took, total: (JSON.parse(body) as { meta: { total: number } }).meta.total }
  }
  return { customers, time, close }
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!

/**
 * Measures the medians of both shops in alternating requests, so that other load on the machine affects both equally.
 */
async function compare(what: string, queryOf: (shop: Shop) => string, shops: [Shop, Shop]) {
  const times: [number[], number[]] = [[], []]
  const totals = [0, 0]
  for (let round = 0; round < rounds + 10; round++)
    for (const [n, shop] of shops.entries()) {
      const { took, total } = await shop.time(queryOf(shop))
      if (round >= 10) times[n]?.push(took)
      totals[n] = total
    }
  const [small, large] = times.map(median) as [number, number]
  console.log(
    [
      what.padEnd(36),
      ...[small, large].map((took, n) => `${took.toFixed(2)} ms (${totals[n]?.toLocaleString('en-US')})`.padStart(20)),
      `${(large / small).toFixed(2)} times`.padStart(12),
    ].join(''),
  )
  return large / small
}

await withOwnPlace(async (place) => {
  const shops: [Shop, Shop] = [await open(place, few), await open(place, many)]
  const lastPage = ({ customers }: Shop) => `page=${customers / 10}`
  const ratios = [
    await compare('first page', () => '', shops),
    await compare('last page', lastPage, shops),
    await compare('search, one customer (bbbnnn)', () => 'search=bbbnnn', shops),
    await compare('search, a common name (ricel)', () => 'search=ricel', shops),
    await compare('search, nobody (xyzzy)', () => 'search=xyzzy', shops),
  ]
  for (const shop of shops) await shop.close()
  if (Math.max(...ratios) > limit) {
    console.error(`With ${many / few} times the customers an answer takes more than ${limit} times as long.`)
    process.exitCode = 1
  }
})
