// Measures the upgrade of a shop with 100,000 sales: `npm run bench:upgrade -- FOLDER [sales]`. The folder is a checkout
// of the earlier version with its packages, such as a worktree of an old tag. That version makes and fills the shop on a
// PostgreSQL of its own; this version migrates it. Prints the time of each migration that took a tenth of a second, the
// load of the machine, and the sums. Exits 1 where a sum changed or the books are not right.
import { loadavg } from 'node:os'
import { resolve } from 'node:path'
import { performance } from 'node:perf_hooks'
import { pathToFileURL } from 'node:url'

import pg from 'pg'

import { connect } from '../../server/db/client.ts'
import { missingMigrations, runMigration } from '../../server/db/migrate.ts'
import { findContradictions } from '../../server/prove-books.ts'
import type { fillLargeShop } from './large-shop.ts'
import type { withOwnPlace } from './own-shop.ts'

const [folder, sales = '100000'] = process.argv.slice(2)
if (folder === undefined) {
  console.error('Name the folder of the earlier version: npm run bench:upgrade -- FOLDER [sales]')
  process.exit(1)
}

/** The records and sums that an upgrade must keep, in words that every schema since the first one has. */
const facts = [
  `select status, count(*), sum(total_items) as lines, sum(total_purchase) as total, sum(amount_paid) as paid,
    sum(change) as change, sum(refunded_amount) as refunded from sales_transaction group by 1 order by 1`,
  `select count(*), sum(order_qty) as quantity, sum(line_total) as total from sales_item`,
  `select count(*), sum(quantity) as quantity, sum(reserved) as reserved from inventory`,
  `select count(*), sum(quantity) as quantity from stock_movement where quantity <> 0`,
  `select sum(value) from (select round(sum(quantity) * average_cost, 2) as value from inventory join item using (item_id)
    group by item_id, average_cost) as stock`,
  `select count(*) from customer`,
]

/**
 * The payments, returned deposits and refunds by payment type: from the tables before the money ledger, and from the
 * ledger. A payment that the upgrade added for a sale that counted more as paid has a reason.
 */
const moneyFacts = {
  tables: `select payment_type_id, sum(paid)::numeric(14,2) as payments, sum(returned)::numeric(14,2) as returned,
      sum(refunded)::numeric(14,2) as refunds
    from (
      select payment_type_id, greatest(amount, 0) as paid, greatest(-amount, 0) as returned, 0 as refunded from sales_payment
      union all select payment_type_id, 0, 0, amount from sales_refund
    ) money group by 1 order by 1`,
  ledger: `select payment_type_id, sum(case kind when 'payment' then amount else 0 end)::numeric(14,2) as payments,
      sum(case kind when 'deposit_returned' then -amount else 0 end)::numeric(14,2) as returned,
      sum(case kind when 'refund' then -amount else 0 end)::numeric(14,2) as refunds
    from money_entry
    where kind in ('deposit_returned', 'refund') or kind = 'payment' and (reason is null or corrects_id is not null)
    group by 1 order by 1`,
}

async function readFacts(client: pg.Client) {
  const rows: object[] = []
  for (const fact of facts) rows.push(...(await client.query<object>(fact)).rows)
  const { rows: found } = await client.query<{ ledger: string | null }>(`select to_regclass('money_entry') as ledger`)
  rows.push(...(await client.query<object>(found[0]!.ledger === null ? moneyFacts.tables : moneyFacts.ledger)).rows)
  return rows.map((row) => JSON.stringify(row))
}

/** Runs each missing migration as a start does. Returns the seconds that each took. */
async function upgrade(client: pg.Client) {
  const took = []
  for (const migration of await missingMigrations(client)) {
    const start = performance.now()
    await client.query('begin')
    await runMigration(client, migration)
    await client.query('commit')
    took.push({ name: migration.name, seconds: (performance.now() - start) / 1000 })
  }
  return took
}

/** Upgrades the shop. Returns its facts before and after, and the seconds of each migration. */
async function measure(client: pg.Client) {
  const before = await readFacts(client)
  const took = await upgrade(client)
  return { before, took, after: await readFacts(client) }
}

async function prove(url: string) {
  const { db, pool } = connect(url, 1)
  const problems = await db.transaction(async (tx) => {
    await tx.execute('set local statement_timeout = 0')
    return findContradictions(tx)
  })
  await pool.end()
  return problems
}

const importEarlier = async <T>(path: string): Promise<T> => import(pathToFileURL(resolve(folder, path)).href)
const earlier = {
  ...(await importEarlier<{ withOwnPlace: typeof withOwnPlace }>('scripts/bench/own-shop.ts')),
  ...(await importEarlier<{ fillLargeShop: typeof fillLargeShop }>('scripts/bench/large-shop.ts')),
}

await earlier.withOwnPlace(
  async ({ newShop }) => {
    const size = { saleLines: Number(sales) * 3, items: 3_000, customers: 30_000 }
    const url = await newShop((client) => earlier.fillLargeShop(client, size))
    const client = new pg.Client(url)
    await client.connect()
    const load = loadavg()[0]!
    const { before, took, after } = await measure(client).finally(() => client.end())
    const problems = await prove(url)

    for (const { name, seconds } of took) if (seconds >= 0.1) console.log(`  ${name}: ${seconds.toFixed(1)} s`)
    const whole = took.reduce((sum, { seconds }) => sum + seconds, 0)
    console.log(`${Number(sales).toLocaleString('en-US')} sales: ${took.length} migrations in ${whole.toFixed(1)} s`)
    const changed = before.flatMap((line, n) => (line === after[n] ? [] : [`${line} became ${after[n]}`]))
    console.log(`Load of the machine: ${load.toFixed(1)} before, ${loadavg()[0]!.toFixed(1)} after`)
    for (const line of after) console.log(`  ${line}`)
    for (const problem of [...changed, ...problems.slice(0, 10)]) console.error(problem)
    if (changed.length + problems.length > 0 || took.length === 0) {
      console.error(
        `Expected migrations, no changed sum (${changed.length}) and no contradiction (${problems.length}).`,
      )
      process.exitCode = 1
    }
  },
  { fsync: true },
)
