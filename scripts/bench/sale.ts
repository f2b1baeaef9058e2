// Measures a counter sale of three items with its payment on its own PostgreSQL: the number of statements, and the
// median and 95th percentile of the server's time. Exits 1 where a sale needs a different number of statements than the
// first: their number must not grow with the shop.
import { performance } from 'node:perf_hooks'

import type pg from 'pg'

import { connect } from '../../server/db/client.ts'
import { openApp, type Place, withOwnPlace } from './own-shop.ts'
import { fill, items } from './sale-seed.ts'

const warmUp = 1000
const sales = 200

/** Counts every statement that any connection of the pool sends, including BEGIN and COMMIT. */
function countStatements(pool: pg.Pool) {
  const counter = { statements: 0 }
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...parts: unknown[]) => unknown
    client.query = ((...parts: unknown[]) => {
      counter.statements++
      return query(...parts)
    }) as typeof client.query
  })
  return counter
}

const percentile = (values: number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1]!

const measure = async ({ folder, newShop }: Place) => {
  const shop = connect(await newShop(fill), 4)
  const counter = countStatements(shop.pool)
  const { app, headers, close } = await openApp(folder, shop)

  /** Makes one sale of three items that the previous sale did not have. */
  async function sell(n: number) {
    const before = counter.statements
    const start = performance.now()
    const answer = await app.inject({
      method: 'POST',
      url: '/api/v2/sales',
      headers: { ...headers, 'idempotency-key': `bench-${n}` },
      payload: {
        locationID: 1,
        transactionTypeID: 1,
        items: [0, 1, 2].map((k) => ({ itemID: 1 + ((n * 3 + k) % items), orderQty: 1 })),
        payments: [{ paymentTypeID: 1, amount: 4000 }],
        complete: true,
      },
    })
    const took = performance.now() - start
    if (answer.statusCode !== 201) throw new Error(answer.body)
    return { took, statements: counter.statements - before }
  }
  for (let n = 0; n < warmUp; n++) await sell(n)
  // PostgreSQL analyzes a growing table by itself within a minute. Until then, plans made for the small tables of a new
  // shop read them whole. So the tables are analyzed once they fill more than a few pages.
  await shop.pool.query('analyze')
  const sold = []
  for (let n = warmUp; n < warmUp + sales; n++) sold.push(await sell(n))
  await close()

  const times = sold.map(({ took }) => took)
  const statements = [...new Set(sold.map((sale) => sale.statements))]
  console.log(
    `${sales} counter sales of 3 items: ${statements.join(' or ')} statements each, ` +
      `p50 ${percentile(times, 0.5).toFixed(1)} ms, p95 ${percentile(times, 0.95).toFixed(1)} ms`,
  )
  if (statements.length > 1) {
    console.error('Expected as many statements for every sale.')
    process.exitCode = 1
  }
}

// Measure with durable commits, as in a real shop, because the commit takes most of a sale's time.
await withOwnPlace(measure, { fsync: true })
