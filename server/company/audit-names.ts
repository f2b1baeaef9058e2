import { inArray, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'

import { type RoleID, roleNames } from '../../contract/shared/permissions.ts'
import { userName, shownCustomerName } from '../db/names.ts'
import { category, item } from '../db/schema/catalogue.ts'
import { user } from '../db/schema/people.ts'
import { purchaseOrder, supplier } from '../db/schema/purchasing.ts'
import { buyer, customer, customerType, paymentType, transactionType } from '../db/schema/sales.ts'
import { adjustmentReason, adjustmentType, inventoryType, location, stockCount } from '../db/schema/stock.ts'
import type { Db, Tx } from '../kernel/database.ts'

type Named = { table: PgTable; key: PgColumn; name: PgColumn | SQL<string>; fields: readonly string[] }

/**
 * Lists the fields of audited records that contain another record's key, each with the column that names that other
 * record.
 */
const named: readonly Named[] = [
  {
    table: user,
    key: user.userID,
    name: userName,
    fields: [
      'userID',
      'receivedByID',
      'approvedByID',
      'decidedByID',
      'countedByID',
      'closedByID',
      'answeredByID',
      'canceledByID',
    ],
  },
  {
    table: location,
    key: location.locationID,
    name: location.locationName,
    fields: ['locationID', 'fromLocationID', 'toLocationID', 'defaultLocationID'],
  },
  {
    table: item,
    key: item.itemID,
    name: sql<string>`${item.itemName} || ' (' || ${item.itemCode} || ')'`,
    fields: ['itemID'],
  },
  { table: category, key: category.categoryID, name: category.categoryName, fields: ['categoryID'] },
  { table: supplier, key: supplier.supplierID, name: supplier.supplierName, fields: ['supplierID'] },
  { table: customer, key: customer.customerID, name: shownCustomerName(customer), fields: ['customerID'] },
  { table: buyer, key: buyer.buyerID, name: buyer.handle, fields: ['buyerID'] },
  { table: customerType, key: customerType.customerTypeID, name: customerType.TypeName, fields: ['customerTypeID'] },
  {
    table: inventoryType,
    key: inventoryType.inventoryTypeID,
    name: inventoryType.typeName,
    fields: ['inventoryTypeID'],
  },
  { table: paymentType, key: paymentType.paymentTypeID, name: paymentType.paymentName, fields: ['paymentTypeID'] },
  {
    table: transactionType,
    key: transactionType.transactionTypeID,
    name: transactionType.transactionName,
    fields: ['transactionTypeID', 'transactionType'],
  },
  {
    table: adjustmentType,
    key: adjustmentType.adjustmentTypeID,
    name: adjustmentType.typeName,
    fields: ['adjustmentTypeID'],
  },
  {
    table: adjustmentReason,
    key: adjustmentReason.adjustmentReasonID,
    name: adjustmentReason.reasonName,
    fields: ['adjustmentReasonID'],
  },
  { table: purchaseOrder, key: purchaseOrder.poID, name: purchaseOrder.poNumber, fields: ['poID'] },
  { table: stockCount, key: stockCount.countID, name: stockCount.countNumber, fields: ['countID'] },
]

/**
 * Returns the current names of the records whose keys are in `values`, such as `{ 'locationID 3': 'Main' }`. Deleted
 * records are missing from the result.
 */
export async function namesIn(db: Db | Tx, values: readonly unknown[]): Promise<Record<string, string>> {
  const keys = new Map<string, Set<number>>()
  for (const value of values) collect(value, keys)
  const names: Record<string, string> = {}
  for (const roleID of keys.get('roleID') ?? []) names[`roleID ${roleID}`] = roleNames[roleID as RoleID] ?? ''
  for (const { table, key, name, fields } of named) {
    const asked = new Set(fields.flatMap((field) => [...(keys.get(field) ?? [])]))
    if (asked.size === 0) continue
    const rows = await db
      .select({ id: sql<number>`${key}`, name: sql<string>`${name}` })
      .from(table)
      .where(inArray(key, [...asked]))
    for (const row of rows) for (const field of fields) names[`${field} ${row.id}`] = row.name
  }
  return names
}

/** Adds every integer in `value`, at any depth, to the set of its field name in `keys`. */
function collect(value: unknown, keys: Map<string, Set<number>>) {
  if (typeof value !== 'object' || value === null) return
  for (const [field, part] of Object.entries(value)) {
    if (typeof part === 'number' && Number.isInteger(part) && Math.abs(part) <= 2_147_483_647)
      keys.set(field, (keys.get(field) ?? new Set()).add(part))
    else collect(part, keys)
  }
}
