// Proves that the schema marks every text as personal or impersonal, names a customer's rows for the export and for
// anonymising, and has a message for every unique constraint.
import { getTableColumns, getTableName, sql } from 'drizzle-orm'
import { integer, jsonb, pgTable, type PgTable, text } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'

import { CustomerData } from '../../contract/sales/customer-data.ts'
import { sentences } from '../../server/db/constraints.ts'
import { savedView } from '../../server/db/schema/company.ts'
import { mail } from '../../server/db/schema/mail.ts'
import { question } from '../../server/db/schema/messages.ts'
import { buyer, customer } from '../../server/db/schema/sales.ts'
import { audit, idempotencyKey } from '../../server/db/schema/shared.ts'
import { tables, tablesBySubject } from '../../server/db/tables.ts'
import { textMarks } from '../../server/db/text-marks.ts'
import { exportedRows } from '../../server/sales/customer-data/customer-data.queries.ts'
import { keyOf, ownRows, refersToCustomer } from '../../server/sales/customer-data/own-rows.ts'
import { testApp } from '../support/fixtures.ts'

const { db } = await testApp()

const fileOf = (table: PgTable) => {
  const subject = Object.entries(tablesBySubject).find(([, file]) => Object.values(file).includes(table))?.[0]
  return `server/db/schema/${subject ?? '…'}.ts`
}

/** A table of a hypothetical new subject. It breaks every rule below. */
const liveOrder = pgTable('live_order', {
  liveOrderID: integer('live_order_id').primaryKey(),
  customerID: integer('customer_id').references(() => customer.customerID),
  buyer: text('buyer'),
  wishes: jsonb('wishes'),
})

const isMarkable = (type: string | undefined) => type === 'text' || type === 'jsonb'

const unmarked = (all: readonly PgTable[]) =>
  all.flatMap((table) => {
    const marks = textMarks.find((one) => one.table === table)?.marks ?? {}
    return Object.entries(getTableColumns(table)).flatMap(([name, column]) =>
      isMarkable(column.getSQLType()) && !(name in marks)
        ? [`${getTableName(table)}.${column.name} in ${fileOf(table)}`]
        : [],
    )
  })

test('every column of text or JSON is marked personal or impersonal', () => {
  expect(unmarked([liveOrder])).toEqual([
    'live_order.buyer in server/db/schema/….ts',
    'live_order.wishes in server/db/schema/….ts',
  ])
  expect(unmarked(tables), 'Mark these columns in server/db/text-marks.ts').toEqual([])
})

test('every mark names a column of text or JSON once, and every personal text can be anonymised', () => {
  expect(new Set(textMarks.map(({ table }) => table)).size).toBe(textMarks.length)
  for (const { table, marks } of textMarks)
    for (const [name, mark] of Object.entries(marks)) {
      const type = getTableColumns(table)[name]?.getSQLType()
      const fits = mark === 'free' || mark === 'customer' ? type === 'text' : isMarkable(type)
      expect([`${getTableName(table)}.${name}`, fits]).toEqual([`${getTableName(table)}.${name}`, true])
    }
  const free = textMarks.filter(({ marks }) => Object.values(marks).includes('free'))
  // Anonymising finds the rows by a primary key of one column.
  expect(free.map(({ table }) => keyOf(table))).toHaveLength(free.length)
  const redacted = textMarks.filter(({ marks }) => Object.values(marks).includes('record')).map(({ table }) => table)
  expect(redacted, 'Redact these columns in server/sales/customer-data/anonymise.ts').toEqual([
    savedView,
    idempotencyKey,
    audit,
  ])
  const replaced = textMarks.filter(({ marks }) => Object.values(marks).includes('customer')).map(({ table }) => table)
  expect(replaced, 'Replace the details of a customer in server/sales/customer-data/anonymise.ts').toEqual([
    question,
    mail,
    customer,
    buyer,
  ])
})

const unexported = (all: readonly PgTable[]) =>
  all
    .filter((table) => refersToCustomer(table) && !exportedRows.has(table))
    .map((table) => `${getTableName(table)} in ${fileOf(table)}`)

test('the export covers every foreign key to a customer, and anonymising covers the customer’s own rows', () => {
  expect(unexported([liveOrder])).toEqual(['live_order in server/db/schema/….ts'])
  expect(ownRows(liveOrder, 7)).toBeDefined()
  expect(
    unexported(tables),
    'Answer these rows in the export of server/sales/customer-data/customer-data.queries.ts, and name the field in exportedRows',
  ).toEqual([])
  for (const field of exportedRows.values()) expect(CustomerData.shape).toHaveProperty(field)
  const own = tables.filter((table) => ownRows(table, 7)).map(getTableName)
  expect(own).toEqual(expect.arrayContaining(['sales_transaction', 'money_entry', 'sales_refund']))
  expect(own).not.toContain('purchase_order')
})

/**
 * Returns the unique constraints and indexes of the live schema without a message. Primary keys are set by the
 * program.
 */
async function speechless() {
  const { rows } = await db.execute<{ name: string; table: string }>(sql`
    select i.relname as name, t.relname as table from pg_index
      join pg_class i on i.oid = indexrelid join pg_class t on t.oid = indrelid
      where indisunique and not indisprimary and t.relnamespace = 'public'::regnamespace order by 1`)
  return rows.filter(({ name }) => !(name in sentences)).map(({ name, table }) => `${name} of ${table}`)
}

test('every unique constraint has a message', async () => {
  expect(await speechless(), 'Write what each means to people in server/db/constraints.ts').toEqual([])
  await db.execute(sql`create table live_order (number text constraint live_order_number_unique unique)`)
  expect(await speechless()).toEqual(['live_order_number_unique of live_order'])
})
