// Measures the customers' list with 1,000 and with 100,000 customers, on a PostgreSQL of its own: the first page, the
// last page, and searches for a part from the middle of a name. Prints the medians, and exits 1 where the many take
// more than three times as long as the few.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'

import pg from 'pg'

import { createApp } from '../../server/app.ts'
import { connect } from '../../server/db/client.ts'
import { startCluster } from '../../server/db/embedded.ts'
import { migrate } from '../../server/db/migrate.ts'
import { firstStart } from '../../server/first-start.ts'
import { openSession } from '../../server/http/session.ts'
import { addCustomers } from './customers-seed.ts'

const few = 1000
const many = 100_000
const rounds = 40
const limit = 3

type Shop = Awaited<ReturnType<typeof open>>

/** A shop with so many customers, and a way to time one of its answers. */
async function open(url: (database: string) => string, customers: number) {
  const name = `shop_${customers}`
  const owner = new pg.Client(url('postgres'))
  await owner.connect()
  await owner.query(`create database ${name}`)
  await owner.end()
  await migrate(url(name))
  const { db, pool } = connect(url(name), 4)
  await firstStart(db, { email: 'bench@alahas.test' })
  // A connection of its own: the app's end a statement that takes this long.
  const seeder = new pg.Client(url(name))
  await seeder.connect()
  await addCustomers(seeder, customers)
  // As PostgreSQL does by itself in time; until then counting reads every row instead of an index.
  await seeder.query('vacuum analyze')
  await seeder.query('vacuum customer')
  await seeder.end()
  const app = await createApp({ db, uploadsFolder: folder })
  const authorization = `Bearer ${await openSession(db, 1, 'bench')}`

  /** Milliseconds to the answer of the list with this query, and the total it tells. */
  async function time(query: string) {
    const start = performance.now()
    const answer = await app.inject({ url: `/api/v2/customers?${query}`, headers: { authorization } })
    const took = performance.now() - start
    if (answer.statusCode !== 200) throw new Error(answer.body)
    return { took, total: answer.json<{ meta: { total: number } }>().meta.total }
  }
  const close = async () => {
    await app.close()
    await pool.end()
  }
  return { customers, time, close }
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!

/** The medians of both shops, asked in turns so that whatever else the machine does strikes both alike. */
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

const folder = await mkdtemp(join(tmpdir(), 'alahas-bench-'))
const cluster = await startCluster(`${folder}/db`, { fsync: false })
try {
  const shops: [Shop, Shop] = [await open(cluster.url, few), await open(cluster.url, many)]
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
} finally {
  await cluster.stop()
  await rm(folder, { recursive: true, force: true })
}
