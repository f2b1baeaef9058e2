// Proves the books of the whole database, even while the server runs: stock, money, store credit, tax and buyers, and
// then the reports against them. Exits 0 with the checked figures, or 1 with one sentence for every contradiction. It
// records its result for the administrators. The database is the server's: DATABASE_URL, or the one in DATA_DIR.
import { sql } from 'drizzle-orm'

import { readConfig } from '../server/kernel/config.ts'
import type { Db } from '../server/kernel/database.ts'
import { recordRun, runRecorded } from '../server/system/runs.ts'
import { openShop } from './database.ts'
import { explain } from './explain.ts'
import { findAllContradictions } from './prove-books.ts'

type Figures = {
  rows: string
  movements: string
  reservations: string
  sales: string
  entries: string
  taxes: string
  items: string
} & Record<'credits' | 'exchanges', string>

async function main() {
  const { db, close } = await openShop(readConfig(process.env))
  try {
    return await runRecorded('verify', () => proveBooks(db), {
      record: (ended) => recordRun(db, ended),
      describe: ({ problems, figures: { movements, sales, entries } }) =>
        problems.length > 0
          ? { failed: true, detail: `${countContradictions(problems)}. The first: ${problems[0]}` }
          : {
              detail: `The books are right: ${[
                count(movements, 'movement', 'movements'),
                count(sales, 'sale', 'sales'),
                count(entries, 'money entry', 'money entries'),
              ].join(', ')}`,
            },
      warn: (line) => console.error(line),
    })
  } finally {
    await close()
  }
}

/** Proves the books on one snapshot, so that a concurrent sale is in it completely or not at all. */
const proveBooks = (db: Db) =>
  db.transaction(
    async (tx) => {
      await tx.execute(sql`set local statement_timeout = 0`)
      const problems = await findAllContradictions(tx)
      const { rows } = await tx.execute<Figures>(sql`select
        (select count(*) from inventory) as rows, (select count(*) from stock_movement) as movements,
        (select count(*) from stock_reservation) as reservations, (select count(*) from sales_transaction) as sales,
        (select count(*) from money_entry) as entries, (select count(*) from tax_entry) as taxes,
        (select count(*) from credit_entry) as credits, (select count(*) from sales_exchange) as exchanges, (select count(*) from stock_value) as items`)
      return { problems, figures: rows.at(0)! }
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )

const count = (n: string, one: string, many: string) => `${Number(n).toLocaleString('en-US')} ${n === '1' ? one : many}`

const countContradictions = (problems: string[]) => count(String(problems.length), 'contradiction', 'contradictions')

try {
  const { problems, figures } = await main()
  const { rows, movements, reservations, sales, entries, taxes, items, credits, exchanges } = figures
  if (problems.length > 0) {
    for (const problem of problems) console.error(problem)
    console.error(`\nThe books are not right: ${countContradictions(problems)}.`)
    process.exitCode = 1
  } else
    console.log(
      [
        'The books are right. Proved:',
        `  ${count(rows, 'row', 'rows')} of stock: never negative, each the sum of its movements`,
        `  ${count(movements, 'movement', 'movements')}: in order without gaps, each after the one before, each with its document`,
        `  ${count(reservations, 'reservation', 'reservations')}: what is reserved is what open sales hold`,
        `  ${count(sales, 'sale', 'sales')}: each total is that of its lines, what was handed over left the stock, and nothing else did`,
        `  ${count(entries, 'money entry', 'money entries')}: what each sale counts as paid, given as change and returned`,
        `  ${count(taxes, 'tax entry', 'tax entries')}: each sale’s add up to its total, and all of a line back returns its tax`,
        `  ${count(credits, 'credit entry', 'credit entries')}: each store credit is their sum, never negative, and what sales used of it`,
        `  ${count(exchanges, 'exchange', 'exchanges')}: what came back paid for what went out, to the centavo`,
        `  ${count(items, 'item', 'items')}: the value of its stock is the sum of its ledger, and each cost is what left or came back`,
        '  the statements of customers: each comes to what its sales say',
        '  reports, dashboard and Analytics of all time: sales, refunds, orders, payments, cash, store credit, balances, profit, deposits, stock and tax are those of the ledgers',
        '  the database’s own guards: all there and switched on',
      ].join('\n'),
    )
} catch (error) {
  console.error(explain(error))
  process.exitCode = 1
}
