import { and, eq, isNull, sql } from 'drizzle-orm'

import { buyerFields, type buyers } from '../../../contract/sales/buyers.ts'
import { shownCustomerName } from '../../db/names.ts'
import { moneyEntry } from '../../db/schema/money.ts'
import { buyer, customer, sale } from '../../db/schema/sales.ts'
import type { FiltersOf } from '../../imports/kinds/kind.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import { notFound } from '../../kernel/errors.ts'
import { filtersOf } from '../../resource/crud.ts'

/** The storage behind the calls of a buyer. */
export const storedBuyer = {
  fields: buyerFields,
  table: buyer,
  entity: 'buyer',
  searched: [buyer.handle, buyer.contact, buyer.remarks],
  names: {
    customerName: {
      from: customer,
      key: customer.customerID,
      by: buyer.customerID,
      name: shownCustomerName(customer),
    },
  },
} as const

/** Returns the SQL condition of the list's filters. */
export const buyerFilters = (db: Db | Tx, query: FiltersOf<typeof buyers.list>) => filtersOf(db, storedBuyer, query)

/** Returns a buyer with the name of its customer. Throws 404 when there is none. */
export async function findBuyer(db: Db | Tx, id: number) {
  const [found] = await db
    .select({ ...buyerColumns, customerName: sql<string | null>`${shownCustomerName(customer)}` })
    .from(buyer)
    .leftJoin(customer, eq(customer.customerID, buyer.customerID))
    .where(eq(buyer.buyerID, id))
  if (!found) throw notFound('Buyer')
  return found
}

const buyerColumns = {
  buyerID: buyer.buyerID,
  platform: buyer.platform,
  handle: buyer.handle,
  contact: buyer.contact,
  remarks: buyer.remarks,
  status: buyer.status,
  customerID: buyer.customerID,
  createdByID: buyer.createdByID,
  modifiedByID: buyer.modifiedByID,
  createdAt: buyer.createdAt,
  updatedAt: buyer.updatedAt,
}

/** Returns the condition that a sale counts on a day until `closedUntil`: it was ordered or paid then. */
export const countsUntil = (closedUntil: string) => sql<boolean>`least(${sale.orderDate}, (
  select min(${moneyEntry.day}) from ${moneyEntry} where ${moneyEntry.salesTransactionID} = ${sale.salesTransactionID}
)) <= ${closedUntil}::date`

/** Returns the number of the buyer's sales without a customer. */
export const countSalesAlone = (db: Db | Tx, buyerID: number) =>
  db.$count(sale, and(eq(sale.buyerID, buyerID), isNull(sale.customerID)))
