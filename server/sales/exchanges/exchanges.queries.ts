import { eq } from 'drizzle-orm'

import { sale } from '../../db/schema/sales.ts'
import type { Db, Tx } from '../../kernel/database.ts'

/** Returns the sale that was made with a client key. */
export async function findMadeExchange(db: Db | Tx, clientKey: string) {
  const [made] = await db
    .select({
      salesTransactionID: sale.salesTransactionID,
      transactionNumber: sale.transactionNumber,
      clientDigest: sale.clientDigest,
    })
    .from(sale)
    .where(eq(sale.clientKey, clientKey))
  return made
}
