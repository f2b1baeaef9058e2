import { asc, eq, getColumns, inArray, type SQL, sql } from 'drizzle-orm'

import { customerTypes } from '../../../contract/sales/customer-types.ts'
import { CustomerInput, type customers, fullName } from '../../../contract/sales/customers.ts'
import { EmailOrEmpty, ID } from '../../../contract/shared/fields.ts'
import type { z } from '../../../contract/shared/zod.ts'
import { shownCustomerName } from '../../db/names.ts'
import { contactKey, customer, customerName, customerType } from '../../db/schema/sales.ts'
import { createUpdates } from '../../imports/kinds/changed.ts'
import {
  anyOfArray,
  changedSince,
  columnsOf,
  type FiltersOf,
  findFirstUndoBlockers,
  type Kind,
  type Stored,
} from '../../imports/kinds/kind.ts'
import { deleteRecorded, insertRecorded, lockRecords } from '../../imports/kinds/recorded.ts'
import { type Context, mayAct } from '../../kernel/context.ts'
import { recordAll, stampCreated } from '../../resource/records.ts'
import { customerFilters } from './customers.queries.ts'

const Row = CustomerInput.omit({ customerTypeID: true }).extend({ customerType: ID, email: EmailOrEmpty })
type Row = z.output<typeof Row>

const nameOf = ({ firstName = '', middleName = null, lastName = '' }: Partial<Row>) =>
  fullName({ firstName, middleName, lastName })

/**
 * The texts that identify a customer in a file: the name with the email or, in a row without one, with the contact
 * number. The second has an empty line, so that they never meet.
 */
const byEmail = sql<string>`lower(${customerName(customer)} || chr(10) || ${customer.email})`
const byContact = sql<string>`lower(${customerName(customer)}) || chr(10) || chr(10) || ${contactKey(customer.contactNo)}`

/** The name of a customer's type. A join would let PostgreSQL read all customers of a type. */
const typeName = sql<string>`(select ${customerType.TypeName} from ${customerType}
  where ${eq(customerType.customerTypeID, customer.customerTypeID)})`

const keyOf = (row: Partial<Row>) => {
  if (row.email) return `${nameOf(row)}\n${row.email}`.toLowerCase()
  return row.contactNo ? `${nameOf(row).toLowerCase()}\n\n${contactKeyOf(row.contactNo)}` : null
}
/** Makes a contact number comparable, as `contactKey` does in SQL. */
const contactKeyOf = (contactNo: string) => contactNo.replaceAll(/[^0-9]/g, '') || contactNo.toLowerCase()

/** Finds the customers with these texts, each with its own. The indexes find the emails and the contact numbers. */
async function findByKeys<Row extends { byEmail: string; byContact: string }>(
  keys: readonly string[],
  select: (where: SQL) => Promise<Row[]>,
) {
  const wanted = new Set(keys)
  const tails = keys.map((key) => key.slice(key.lastIndexOf('\n') + 1))
  const rows = await select(
    sql`(lower(${customer.email}) = ${anyOfArray(tails, 'text')} and ${byEmail} = ${anyOfArray(keys, 'text')})
      or (${contactKey(customer.contactNo)} = ${anyOfArray(tails, 'text')} and ${byContact} = ${anyOfArray(keys, 'text')})`,
  )
  return rows.flatMap((row) =>
    [row.byEmail, row.byContact].filter((key) => wanted.has(key)).map((key) => ({ key, row })),
  )
}

const trail = { entity: 'customer', keyOf: ({ customerID }: typeof customer.$inferSelect) => customerID } as const

export const customerKind: Kind<Row> = {
  entity: 'customer',
  schema: Row,

  async names(context) {
    const { db, actor } = context
    const types = await db.select().from(customerType)
    return {
      customerType: {
        what: 'Customer type',
        found: new Map(
          types.map(({ customerTypeID, TypeName }) => [
            TypeName.toLowerCase(),
            { id: customerTypeID, name: TypeName, active: true },
          ]),
        ),
        ...(mayAct(actor, customerTypes.create.access) && {
          make: { longest: 120, these: (names: string[]) => createTypes(context, names) },
        }),
      },
    }
  },

  made: {
    customerType: {
      table: customerType,
      key: customerType.customerTypeID,
      name: customerType.TypeName,
      entity: 'customerType',
      one: 'customer type',
      many: 'customer types',
    },
  },

  unique: [
    {
      column: 'email',
      // Family members may share an address, and strangers a name. The same name and address mean the same person.
      of: keyOf,
      called: (row) => `${nameOf(row)} with this ${row.email ? 'email' : 'contact number'}`,
      async taken({ db }, keys) {
        const found = await findByKeys(keys, (where) => db.select({ byEmail, byContact }).from(customer).where(where))
        return new Set(found.map(({ key }) => key))
      },
    },
  ],

  updates: createUpdates(
    { table: customer, key: customer.customerID, keyName: 'customerID', entity: 'customer' },
    {
      keys: ['firstName', 'middleName', 'lastName', 'email'],
      keyReads: ['contactNo'],
      fields: Row.shape,
      name: shownCustomerName(customer),
      toColumns: ({ customerType: customerTypeID, ...fields }: Partial<Row>) => ({
        ...fields,
        ...(customerTypeID !== undefined && { customerTypeID }),
      }),
      async find({ db }, keys) {
        const found = await findByKeys(keys, (where) =>
          db
            .select({ ...getColumns(customer), typeName, byEmail, byContact })
            .from(customer)
            .where(where),
        )
        // Of several customers with one identity, a file cannot say which it means. They exist, and are not changed.
        return new Map(
          [...Map.groupBy(found, ({ key }) => key)].map(([key, [one, ...others]]) => [
            key,
            others.length === 0 ? toStored(one!.row) : null,
          ]),
        )
      },
    },
  ),

  insert: (context, _, rows, reportProgress) =>
    insertRecorded(context, customer, trail, rows, reportProgress, ({ customerType: customerTypeID, ...fields }) => ({
      ...fields,
      customerTypeID,
    })),

  async findUndoBlockers(context, importID, ids) {
    await lockRecords(context, customer, customer.customerID, ids)
    return findFirstUndoBlockers(
      context,
      sql`select ${customer.customerID}, ${shownCustomerName(customer)}, case
          when exists (select from sales_transaction s where s.customer_id = ${customer.customerID}) then 'has bought something'
          when exists (select from buyer b where b.customer_id = ${customer.customerID}) then 'is joined to a buyer'
          when ${changedSince('customer', customer.customerID, importID)} then 'has been changed'
        end
        from ${customer} where ${customer.customerID} = ${anyOfArray(ids, 'int')}`,
    )
  },

  undo: (context, _, ids, reportProgress) =>
    deleteRecorded(context, trail, ids, reportProgress, (batch) =>
      context.db.delete(customer).where(inArray(customer.customerID, batch)).returning(),
    ),

  async exported({ db }, filters) {
    return db
      .select(
        columnsOf({
          firstName: customer.firstName,
          middleName: customer.middleName,
          lastName: customer.lastName,
          contactNo: customer.contactNo,
          address: customer.address,
          email: customer.email,
          customerType: customerType.TypeName,
        }),
      )
      .from(customer)
      .leftJoin(customerType, eq(customerType.customerTypeID, customer.customerTypeID))
      .where(await customerFilters(db, filters as FiltersOf<typeof customers.list>))
      .orderBy(asc(customer.customerID))
      .getSQL()
  },
}

function toStored({
  customerID,
  updatedAt,
  customerTypeID,
  typeName: named,
  ...fields
}: typeof customer.$inferSelect & { typeName: string }): Stored<Row> {
  return {
    id: customerID,
    name: nameOf(fields),
    updatedAt,
    value: { ...fields, customerType: customerTypeID },
    names: { customerType: named },
  }
}

async function createTypes(context: Context, names: string[]) {
  const made = await context.db
    .insert(customerType)
    .values(names.map((TypeName) => ({ TypeName, ...stampCreated(context) })))
    .returning()
  await recordAll(
    context,
    made.map((row) => ({
      action: 'create',
      entity: 'customerType',
      entityID: row.customerTypeID,
      before: null,
      after: row,
    })),
  )
  return made.map(({ customerTypeID }) => customerTypeID)
}
