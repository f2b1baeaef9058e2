// Proves the books of the whole database, even while the server runs: stock, money, store credit, tax and buyers, and
// then the reports against them. Exits 0 with the checked figures, or 1 with one sentence for every contradiction. It
// records its result for the administrators. The database is the server's: DATABASE_URL, or the one in DATA_DIR.
import { readConfig } from '../server/kernel/config.ts'
import { describeCount, proveBooks } from '../server/prove-books.ts'
import { openShop } from './database.ts'
import { explain } from './explain.ts'

async function main() {
  const { db, close } = await openShop(readConfig(process.env))
  try {
    return await proveBooks(db, (line) => console.error(line))
  } finally {
    await close()
  }
}

try {
  const { problems, figures } = await main()
  const { rows, movements, reservations, sales, entries, taxes, items, credits, exchanges, pieces, tradeIns, prices } =
    figures
  const { keptPrices, proofs, drawerSessions } = figures
  if (problems.length > 0) {
    for (const problem of problems) console.error(problem)
    console.error(`\nThe books are not right: ${describeCount(problems.length, 'contradiction', 'contradictions')}.`)
    process.exitCode = 1
  } else
    console.log(
      [
        'The books are right. Proved:',
        `  ${describeCount(rows, 'row', 'rows')} of stock: never negative, each the sum of its movements`,
        `  ${describeCount(movements, 'movement', 'movements')}: in order without gaps, each after the one before, each with its document`,
        `  ${describeCount(reservations, 'reservation', 'reservations')}: what is reserved is what open sales hold`,
        `  ${describeCount(sales, 'sale', 'sales')}: each total is that of its lines, what was handed over left the stock, and nothing else did`,
        `  ${describeCount(entries, 'money entry', 'money entries')}: what each sale counts as paid, given as change and returned`,
        `  ${describeCount(taxes, 'tax entry', 'tax entries')}: each sale’s add up to its total, and all of a line back returns its tax`,
        `  ${describeCount(credits, 'credit entry', 'credit entries')}: each store credit is their sum, never negative, and what sales used of it`,
        `  ${describeCount(exchanges, 'exchange', 'exchanges')}: what came back paid for what went out, to the centavo`,
        `  ${describeCount(items, 'item', 'items')}: the value of its stock is the sum of its ledger, and each cost is what left or came back`,
        `  ${describeCount(pieces, 'piece', 'pieces')} by number: as many as the stock they lie in, and none sold twice`,
        `  ${describeCount(prices, 'price', 'prices')} by the gold rate: each follows from its rate and its weights`,
        `  ${describeCount(keptPrices, 'price', 'prices')} kept by a deposit: each is the sum of its lines by the rate`,
        `  ${describeCount(tradeIns, 'trade-in', 'trade-ins')}: what was offered became scrap at its cost, and pays at most that`,
        `  ${describeCount(proofs, 'approved payment proof', 'approved payment proofs')}: each made payments of exactly what was seen in the account`,
        `  ${describeCount(drawerSessions, 'session', 'sessions')} of drawers: numbers without gaps, each Z report is what its rows say, and no cash beside an open one`,
        '  the statements of customers: each comes to what its sales say',
        '  reports, dashboard and Analytics of all time: sales, refunds, orders, payments, cash, store credit, balances, profit, deposits, stock and tax are those of the ledgers',
        '  the database’s own guards: all there and switched on',
      ].join('\n'),
    )
} catch (error) {
  console.error(explain(error))
  process.exitCode = 1
}
