import { sql } from 'drizzle-orm'

import { verifyDrawers } from './drawers/verify.ts'
import { verifyReports } from './insight/verify.ts'
import type { Db, Tx } from './kernel/database.ts'
import { verifyMoney } from './money/verify.ts'
import { verifyPricing } from './pricing/verify.ts'
import { verifyBuyers } from './sales/buyers/verify.ts'
import { verifyCertificates } from './sales/certificates/verify.ts'
import { verifyPriceLocks } from './sales/price-locks/verify.ts'
import { verifyProofs } from './sales/proofs/verify.ts'
import { verifyTax } from './sales/tax/verify.ts'
import { verifyTerms } from './sales/terms/verify.ts'
import { verifyTotals } from './sales/totals/verify.ts'
import { verifyTradeIns } from './sales/trade-ins/verify.ts'
import { verifyStock } from './stock/ledger/verify.ts'
import { verifyPieces } from './stock/pieces/verify.ts'
import { recordRun, runRecorded } from './system/runs.ts'

/**
 * Returns a sentence for every contradiction in the ledgers: in stock, money, store credit, tax, buyers, totals,
 * prices, kept prices, pieces, trade-ins, payment proofs, certificates, agreed terms and cash drawers.
 */
export const findContradictions = async (db: Db | Tx): Promise<string[]> => [
  ...(await verifyStock({ db })),
  ...(await verifyMoney({ db })),
  ...(await verifyTax({ db })),
  ...(await verifyBuyers({ db })),
  ...(await verifyTotals({ db })),
  ...(await verifyPricing({ db })),
  ...(await verifyPriceLocks({ db })),
  ...(await verifyPieces({ db })),
  ...(await verifyTradeIns({ db })),
  ...(await verifyProofs({ db })),
  ...(await verifyCertificates({ db })),
  ...(await verifyTerms({ db })),
  ...(await verifyDrawers({ db })),
]

/**
 * Returns the contradictions in the ledgers or, when there are none, a sentence for every report that differs from them.
 * A report of wrong ledgers says nothing new. A restore does not depend on reports.
 */
export async function findAllContradictions(db: Db | Tx): Promise<string[]> {
  const problems = await findContradictions(db)
  return problems.length > 0 ? problems : verifyReports({ db, now: new Date() })
}

type Figures = {
  rows: string
  movements: string
  reservations: string
  sales: string
  entries: string
  taxes: string
  credits: string
  exchanges: string
  items: string
  pieces: string
  tradeIns: string
  prices: string
  keptPrices: string
  proofs: string
  drawerSessions: string
}

/** The contradictions in the books, a sentence each, and how many rows of each kind were compared. */
export type Proof = { problems: string[]; figures: Figures }

/**
 * Proves the books of the whole database, even while servers run, and records how that ended. When the record cannot be
 * written, `warn` gets one line.
 */
export const proveBooks = (db: Db, warn: (line: string) => void): Promise<Proof> =>
  runRecorded('verify', () => compareBooks(db), {
    record: (ended) => recordRun(db, ended),
    describe: ({ problems, figures: { movements, sales, entries } }) =>
      problems.length > 0
        ? { failed: true, detail: describeContradictions(problems) }
        : {
            detail: `The books are right: ${[
              describeCount(movements, 'movement', 'movements'),
              describeCount(sales, 'sale', 'sales'),
              describeCount(entries, 'money entry', 'money entries'),
            ].join(', ')}`,
          },
    warn,
  })

/** Compares everything on one snapshot, so that a concurrent sale is in it completely or not at all. */
const compareBooks = (db: Db): Promise<Proof> =>
  db.transaction(
    async (tx) => {
      await tx.execute(sql`set local statement_timeout = 0`)
      const problems = await findAllContradictions(tx)
      const { rows } = await tx.execute<Figures>(sql`select
        (select count(*) from inventory) as rows, (select count(*) from stock_movement) as movements,
        (select count(*) from stock_reservation) as reservations, (select count(*) from sales_transaction) as sales,
        (select count(*) from money_entry) as entries, (select count(*) from tax_entry) as taxes,
        (select count(*) from credit_entry) as credits, (select count(*) from sales_exchange) as exchanges, (select count(*) from stock_value) as items,
        (select count(*) from piece) as pieces, (select count(*) from trade_in) as "tradeIns",
        (select count(*) from item_price) as prices,
        (select count(*) from sales_transaction where kept_price is not null) as "keptPrices",
        (select count(*) from payment_proof where status = 'Approved') as proofs,
        (select count(*) from drawer_session) as "drawerSessions"`)
      return { problems, figures: rows.at(0)! }
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )

/** Proves the books every night. Throws when they are not right, so that administrators find it in the failed work. */
export async function proveBooksByNight({ db }: { db: Db }) {
  const { problems } = await proveBooks(db, () => {})
  if (problems.length > 0) throw new Error(`The books are not right: ${describeContradictions(problems)}`)
}

const describeContradictions = (problems: readonly string[]) =>
  `${describeCount(problems.length, 'contradiction', 'contradictions')}. The first: ${problems[0]}`

/** Writes a count with its noun: `1 sale`, `1,074 sales`. */
export const describeCount = (n: string | number, one: string, many: string) =>
  `${Number(n).toLocaleString('en-US')} ${Number(n) === 1 ? one : many}`
