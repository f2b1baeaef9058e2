import { and, eq, getColumns, inArray, max, ne, or, type SQL, sql } from 'drizzle-orm'

import type { customers } from '../../../contract/sales/customers.ts'
import type { Received } from '../../../contract/shared/endpoint.ts'
import { shownCustomerName } from '../../db/names.ts'
import { contactKey, customer, customerName, customerNameLowered, customerType, sale } from '../../db/schema/sales.ts'
import type { FiltersOf } from '../../imports/kinds/kind.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import { notFound } from '../../kernel/errors.ts'
import {
  equalsCondition,
  listPage,
  searchCondition,
  lowercaseSearchCondition,
  commonCondition,
} from '../../resource/list.ts'
import { overdueAmount } from '../schedule/schedule.queries.ts'

/** Returns one page of the customers that match the query's filters. */
export async function listCustomers(db: Db | Tx, query: Received<typeof customers.list>['query']) {
  const filters = await customerFilters(db, query)
  const sorts = {
    customerID: customer.customerID,
    customerName: sql`lower(${customerName(customer)})`,
    contactNo: customer.contactNo,
    email: customer.email,
    address: customer.address,
    TypeName: customerType.TypeName,
  }
  return listPage(db, query, selectCustomers(db).where(filters).$dynamic(), sorts, filters ? undefined : customer)
}

/**
 * Returns the list's filters as an SQL condition on customers joined with their types. Returns undefined without
 * filters.
 */
export async function customerFilters(db: Db | Tx, query: FiltersOf<typeof customers.list>) {
  // The types are found first. A condition on the joined table would keep PostgreSQL from using the other indexes.
  const types = searchCondition(query.search, [customerType.TypeName])
  const found = types ? await db.select({ id: customerType.customerTypeID }).from(customerType).where(types) : []
  const typeIDs = found.map(({ id }) => id)
  return and(
    or(
      lowercaseSearchCondition(query.search, customerNameLowered),
      searchCondition(query.search, [customer.contactNo, customer.email, customer.address]),
      typeIDs.length > 0 ? inArray(customer.customerTypeID, typeIDs) : undefined,
    ),
    equalsCondition(customer.customerTypeID, query.customerTypeID),
    await commonCondition(db, query, customer),
    !query.email ? undefined : sql`lower(${customer.email}) = lower(${query.email})`,
    query.contactNo === undefined
      ? undefined
      : sql`${contactKey(customer.contactNo)} = ${contactKey(sql`${query.contactNo}::text`)}`,
  )
}

/** A left join lets PostgreSQL omit the type when it only counts rows. */
const selectCustomers = (db: Db | Tx) =>
  db
    .select({
      ...getColumns(customer),
      customerName: shownCustomerName(customer),
      customerType: { TypeName: customerType.TypeName },
    })
    .from(customer)
    .leftJoin(customerType, eq(customerType.customerTypeID, customer.customerTypeID))

/** Returns the totals of a customer's sales. Throws 404 when the customer does not exist. */
export async function summarizeCustomer(db: Db | Tx, customerID: number) {
  await findCustomer(db, customerID)
  const open = sql`${sale.status} in ('Pending', 'Processing')`
  const pesos = (amount: SQL) => sql<number>`coalesce(${amount}, 0)`.mapWith(Number)
  const [found] = await db
    .select({
      totalSales: sql<number>`count(*)::int`,
      totalSpend: pesos(sql`sum(${sale.totalPurchase} - ${sale.refundedAmount}) filter (where not ${open})`),
      openSales: sql<number>`(count(*) filter (where ${open}))::int`,
      openBalance: pesos(
        sql`sum(greatest(0, ${sale.totalPurchase} - ${sale.amountPaid} + ${sale.change})) filter (where ${open})`,
      ),
      overdueAmount: pesos(sql`sum(${overdueAmount})`),
      storeCredit: pesos(sql`(select balance from customer_credit where customer_id = ${customerID})`),
      lastSaleAt: max(sale.transactionDate),
    })
    .from(sale)
    .where(and(eq(sale.customerID, customerID), ne(sale.status, 'Canceled')))
  return { customerID, ...found! }
}

/** Returns one customer as the API returns it. Throws 404 when it does not exist. */
export async function findCustomer(db: Db | Tx, id: number) {
  const [found] = await selectCustomers(db).where(eq(customer.customerID, id))
  if (!found) throw notFound('Customer')
  return found
}
