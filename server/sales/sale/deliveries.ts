import { and, between, eq, inArray, sql } from 'drizzle-orm'

import { day } from '../../../contract/shared/dates.ts'
import { shopToday } from '../../company/settings.ts'
import { customer, customerName, sale } from '../../db/schema/sales.ts'
import { location } from '../../db/schema/stock.ts'
import type { Db } from '../../kernel/database.ts'
import { dueKey, tellOnce } from '../../people/notify.ts'

/** Tells the staff of open sales that are to be delivered today or tomorrow, once for each and its date. */
export const tellOfDeliveries = (db: Db, now: Date) =>
  tellOnce(db, now, async (tx) => {
    const due = await tx
      .select({
        id: sale.salesTransactionID,
        transactionNumber: sale.transactionNumber,
        expected: sale.expectedDeliverDate,
        locationName: location.locationName,
        name: sql<string | null>`${customerName(customer)}`,
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
    return due.map(({ id, transactionNumber, expected, locationName, name }) => ({
      kind: 'deliveryDue',
      message: `${transactionNumber} is due on ${day(expected!)}: delivery from ${locationName}${name === null ? '' : ` to ${name}`}`,
      entity: 'sale',
      id,
      dedupeKey: dueKey('deliveryDue', id, expected!),
    }))
  })
