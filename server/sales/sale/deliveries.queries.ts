import { and, between, eq, inArray, sql } from 'drizzle-orm'

import { shopToday } from '../../company/settings.ts'
import { shownBuyerName } from '../../db/names.ts'
import { customer, sale } from '../../db/schema/sales.ts'
import { location } from '../../db/schema/stock.ts'
import type { Db, Tx } from '../../kernel/database.ts'

/** Returns the open sales with a delivery due today or tomorrow, with their location and customer name. */
export const findDeliveriesDue = (db: Db | Tx) =>
  db
    .select({
      id: sale.salesTransactionID,
      transactionNumber: sale.transactionNumber,
      expected: sale.expectedDeliverDate,
      locationName: location.locationName,
      name: shownBuyerName,
    })
    .from(sale)
    .innerJoin(location, eq(location.locationID, sale.locationID))
    .leftJoin(customer, eq(customer.customerID, sale.customerID))
    .where(
      and(
        inArray(sale.status, ['Pending', 'Processing']),
        between(sale.expectedDeliverDate, shopToday, sql`${shopToday} + 1`),
      ),
    )
    .orderBy(sale.salesTransactionID)
