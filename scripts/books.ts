// Writes docs/reference/books.md: `npm run docs:books`. It loads the demo year into a PostgreSQL of its own and
// reconciles every month of it. Exits 1 at a difference.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { formatNumber } from '../contract/shared/numbers.ts'
import { createApp } from '../server/app.ts'
import { readSettings } from '../server/company/settings.ts'
import { connect } from '../server/db/client.ts'
import { createDemoLoader } from '../server/demo/load.ts'
import { pictureFolder } from '../server/files/folder.ts'
import { shopDay } from '../server/kernel/shop-days.ts'
import { runScheduledWork } from '../server/scheduled-work.ts'
import { openApp, withOwnPlace } from './bench/own-shop.ts'
import { type Reconciled, reconcileBooks } from './books/reconciliation.ts'

const page = join(import.meta.dirname, '../docs/reference/books.md')

const pesos = (amount: number) => formatNumber(amount || 0, 2, 2)
const differenceOf = ({ reports, ledgers }: Reconciled) => (Math.round(reports * 100) - Math.round(ledgers * 100)) / 100

function writePage(rows: readonly Reconciled[], today: string): string {
  const off = rows.filter((row) => differenceOf(row) !== 0).length
  return `# The books of the demo year

\`npm run docs:books\` wrote this page; do not edit it. It loaded the demo shop on ${today} into a database of its own and
computed ${rows.length} figures of ${new Set(rows.map(({ month }) => month)).size} months twice: from the reports, the dashboard and Analytics, and from the
ledgers and documents by other formulas (\`scripts/books/reconciliation.ts\`). ${off === 0 ? 'Every difference is 0.00.' : `${off} figures differ.`}
\`server/demo/demo.test.ts\` runs the same reconciliation. The demo year has no tax, hardly any store credit
and few or no kept shipping fees; \`tests/properties/reconciliation.test.ts\` therefore runs it also on a shop with all of them, at two locations.

- The ledgers' Total Sales sums the lines of the sales and the refund entries of the money ledger.
- The ledgers' deposits held are all money of sales so far, less the totals of the sales completed so far.
- The ledgers' profit comes from the other side of the books: the money that came, less the change of the deposits held
  and of the store credit owed, less the shipping fees that pay for deliveries, plus the change of the stock value that neither deliveries, openings nor
  the prices of workshops explain.
- The ledgers' customer balances are the totals of the sales that were ordered and not canceled by that day, with the
  deposits kept, less all money of these sales.
- [Decision 51](../decisions/0051-one-profit.md) defines each figure. The demo shop records no tax, so the tax of every
  month is 0.00.

| Month | Figure | Reports | Ledgers | Difference |
| --- | --- | ---: | ---: | ---: |
${rows.map((row) => `| ${row.month} | ${row.figure} | ${pesos(row.reports)} | ${pesos(row.ledgers)} | ${pesos(differenceOf(row))} |`).join('\n')}
`
}

await withOwnPlace(async ({ folder, newShop }) => {
  const connection = connect(await newShop(async () => {}))
  const { db } = connection
  const { app, ask, close } = await openApp(folder, connection)
  try {
    const pictureStore = pictureFolder(folder)
    const load = createDemoLoader(
      db,
      (inside, clock) => createApp({ db: inside, pictureStore, clock }),
      {
        store: async () => [],
        privateStore: pictureStore,
        show: () => {},
      },
      (inside) => runScheduledWork({ db: inside }),
    )
    await load({ by: null, say: () => {}, signal: new AbortController().signal })
    const { timeZone } = await readSettings(db)
    const today = shopDay(timeZone, app.clock())
    const rows = await reconcileBooks(db, async (path) => JSON.parse((await ask(path)).body), timeZone, today)
    await writeFile(page, writePage(rows, today))
    const off = rows.filter((row) => differenceOf(row) !== 0)
    for (const row of off) console.error(`${row.month}: ${row.figure} differs by ${pesos(differenceOf(row))}`)
    if (off.length > 0) process.exitCode = 1
  } finally {
    await close()
  }
})
