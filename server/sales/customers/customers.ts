import { and, eq, getColumns, inArray, max, ne, or, type SQL, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'

import { type CustomerInput, customers } from '../../../contract/sales/customers.ts'
import type { z } from '../../../contract/shared/zod.ts'
import { contactKey, customer, customerName, customerNameLowered, customerType, sale } from '../../db/schema/sales.ts'
import { serve, serveRecord } from '../../http/serve.ts'
import type { FiltersOf } from '../../imports/kind.ts'
import type { Context } from '../../kernel/context.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import { notFound } from '../../kernel/errors.ts'
import { equal, listPage, searching, searchingLowered } from '../../resource/list.ts'
import { createdBy, ok, record, updateUnchanged } from '../../resource/records.ts'
import { overdueAmount } from '../schedule/schedule.ts'

export function customerRoutes(app: FastifyInstance) {
  serve(app, customers.list, async ({ query }, { db }) => {
    const narrowed = await narrowedCustomers(db, query)
    const sorts = {
      customerID: customer.customerID,
      customerName: sql`lower(${customerName(customer)})`,
      contactNo: customer.contactNo,
      email: customer.email,
      address: customer.address,
      TypeName: customerType.TypeName,
    }
    return listPage(db, query, selectCustomers(db).where(narrowed).$dynamic(), sorts, narrowed ? undefined : customer)
  })

  serveRecord(app, customers.get, async (db, id) => ok(await findCustomer(db, id)))

  serve(app, customers.summary, async ({ id }, { db }) => {
    await findCustomer(db, id)
    return ok({ customerID: id, ...(await salesOf(db, id)) })
  })

  serve(app, customers.create, async ({ body }, context) => {
    const customerID = await insertCustomer(context, body)
    return ok(await findCustomer(context.db, customerID))
  })

  serve(app, customers.update, async ({ id, body }, context) => {
    const { before, after } = await updateUnchanged(context, 'Customer', customer, customer.customerID, id, body)
    await record(context, { action: 'update', entity: 'customer', entityID: id, before, after })
    return ok(await findCustomer(context.db, id))
  })
}

/** The condition that the list's filters make, of rows of customers with their types; none where nothing narrows. */
export async function narrowedCustomers(db: Db | Tx, query: FiltersOf<typeof customers.list>) {
  // Found first: a condition on the joined table would keep PostgreSQL from using the indexes for all the others.
  const types = searching(query.search, [customerType.TypeName])
  const found = types ? await db.select({ id: customerType.customerTypeID }).from(customerType).where(types) : []
  const typeIDs = found.map(({ id }) => id)
  return and(
    or(
      searchingLowered(query.search, customerNameLowered),
      searching(query.search, [customer.contactNo, customer.email, customer.address]),
      typeIDs.length > 0 ? inArray(customer.customerTypeID, typeIDs) : undefined,
    ),
    equal(customer.customerTypeID, query.customerTypeID),
    query.email === undefined ? undefined : sql`lower(${customer.email}) = lower(${query.email})`,
    query.contactNo === undefined
      ? undefined
      : sql`${contactKey(customer.contactNo)} = ${contactKey(sql`${query.contactNo}::text`)}`,
  )
}

/** Makes a customer, with its audit row; answers its key. */
export async function insertCustomer(context: Context, body: z.output<typeof CustomerInput>): Promise<number> {
  const [row] = await context.db
    .insert(customer)
    .values({ ...body, ...createdBy(context) })
    .returning()
  await record(context, {
    action: 'create',
    entity: 'customer',
    entityID: row!.customerID,
    before: null,
    after: row!,
  })
  return row!.customerID
}

/** Joined on the left, because PostgreSQL leaves such a join out where rows are only counted. */
const selectCustomers = (db: Db | Tx) =>
  db
    .select({
      ...getColumns(customer),
      customerName: customerName(customer),
      customerType: { TypeName: customerType.TypeName },
    })
    .from(customer)
    .leftJoin(customerType, eq(customerType.customerTypeID, customer.customerTypeID))

/** What the customer's sales come to. */
async function salesOf(db: Db | Tx, customerID: number) {
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
      lastSaleAt: max(sale.transactionDate),
    })
    .from(sale)
    .where(and(eq(sale.customerID, customerID), ne(sale.status, 'Canceled')))
  return found!
}

/** One customer as it is answered; 404 where there is none. */
export async function findCustomer(db: Db | Tx, id: number) {
  const [found] = await selectCustomers(db).where(eq(customer.customerID, id))
  if (!found) throw notFound('Customer')
  return found
}
