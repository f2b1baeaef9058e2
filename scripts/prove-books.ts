import { verifyReports } from '../server/insight/reports/verify.ts'
import type { Db, Tx } from '../server/kernel/database.ts'
import { verifyMoney } from '../server/money/verify.ts'
import { verifyBuyers } from '../server/sales/buyers/verify.ts'
import { verifyTax } from '../server/sales/tax/verify.ts'
import { verifyStock } from '../server/stock/ledger/verify.ts'

/** Returns a sentence for every contradiction in the ledgers: in stock, money, store credit, tax and buyers. */
export const findContradictions = async (db: Db | Tx): Promise<string[]> => [
  ...(await verifyStock({ db })),
  ...(await verifyMoney({ db })),
  ...(await verifyTax({ db })),
  ...(await verifyBuyers({ db })),
]

/** The same, and a sentence for every report that differs from the ledgers. A restore does not depend on reports. */
export const findAllContradictions = async (db: Db | Tx): Promise<string[]> => [
  ...(await findContradictions(db)),
  ...(await verifyReports({ db, now: new Date() })),
]
