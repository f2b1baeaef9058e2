import { and, type Column, eq, sql } from 'drizzle-orm'

import type { documentTypes } from '../../../contract/stock/inventory.ts'
import { receiving } from '../../db/schema/purchasing.ts'
import { sale } from '../../db/schema/sales.ts'
import { repairReturn, stockMovement, stockTransfer } from '../../db/schema/stock.ts'
import { tradeIn } from '../../db/schema/trade-ins.ts'

// The documents of stock movements, for queries that join all of them.

/** The number of a movement's document. Adjustments, and deliveries without a reference, have only a key. */
export const documentNumber = sql<
  string | null
>`coalesce(${sale.transactionNumber}, ${stockTransfer.transferNumber}, ${receiving.referenceNumber},
  ${repairReturn.repairReturnNumber},
  (select ${tradeIn.tradeInNumber} from ${tradeIn}
    where ${stockMovement.documentType} = 'trade_in' and ${tradeIn.tradeInID} = ${stockMovement.documentID}))`

/** The condition that joins a movement with its document, which must be of this type. */
export const isOf = (type: (typeof documentTypes)[number], id: Column) =>
  and(eq(stockMovement.documentType, type), eq(id, stockMovement.documentID))
