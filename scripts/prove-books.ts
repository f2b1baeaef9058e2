import { verifyReports } from '../server/insight/verify.ts'
import type { Db, Tx } from '../server/kernel/database.ts'
import { verifyMoney } from '../server/money/verify.ts'
import { verifyBuyers } from '../server/sales/buyers/verify.ts'
import { verifyTax } from '../server/sales/tax/verify.ts'
import { verifyTotals } from '../server/sales/totals/verify.ts'
import { verifyStock } from '../server/stock/ledger/verify.ts'

/** Returns a sentence for every contradiction in the ledgers: in stock, money, store credit, tax, buyers and totals. */
export const findContradictions = async (db: Db | Tx): Promise<string[]> => [
  ...(await verifyStock({ db })),
  ...(await verifyMoney({ db })),
  ...(await verifyTax({ db })),
  ...(await verifyBuyers({ db })),
  ...(await verifyTotals({ db })),
]

/**
 * Returns the contradictions in the ledgers or, when there are none, a sentence for every report that differs from them.
 * A report of wrong ledgers says nothing new. A restore does not depend on reports.
 */
export async function findAllContradictions(db: Db | Tx): Promise<string[]> {
  const problems = await findContradictions(db)
  return problems.length > 0 ? problems : verifyReports({ db, now: new Date() })
}
