// Proves that every ledger is append-only in the database itself: no client changes, deletes or empties its rows.
import { getTableName, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { tables } from '../../server/db/tables.ts'
import { findContradictions } from '../../server/prove-books.ts'
import { testApp } from '../support/fixtures.ts'
import { rowGenerator } from '../support/generated-rows.ts'

const { db, users } = await testApp()
// Triggers and migrations make the rows of these tables.
const automatic = new Set(['shop_setting', 'company_profile', 'row_count', 'stock_value', 'customer_credit'])
await rowGenerator(db, users.get(1)!)((table) => !automatic.has(getTableName(table)), 'final')

/** Each ledger, with the columns that may change: anonymising a customer rewrites the words of people. */
const ledgers: Record<string, string[]> = {
  audit: [],
  certificate: [],
  certificate_revocation: ['note'],
  credit_entry: [],
  drawer_count: [],
  drawer_movement: [],
  drawer_report: [],
  gold_rate: [],
  // A repricing is undone once.
  item_price: ['undone_at'],
  live_show: [],
  live_step: [],
  money_entry: [],
  operation_run: [],
  repricing: ['undone_at', 'undone_by_id', 'undo_reason'],
  repricing_item: [],
  sales_exchange: [],
  sales_price_choice: ['reason'],
  sales_refund: [],
  sales_refund_item: [],
  shop_terms: [],
  stock_movement: [],
  stock_repair_return: ['remarks', 'modified_by_id', 'updated_at'],
  stock_revaluation: [],
  tax_entry: [],
}

test('every table that is final is in this test', async () => {
  // A tax rate is no ledger: its name and its last day may change.
  const { rows } = await db.execute<{ name: string }>(sql`
    select tgrelid::regclass::text as name from pg_trigger
    where tgname like '%\\_is\\_final' and tgname <> 'tax_rate_is_final' order by 1`)
  expect(rows.map(({ name }) => name)).toEqual(Object.keys(ledgers).toSorted())
})

test.each(Object.entries(ledgers))('%s is append-only', async (name, changeable) => {
  const table = tables.find((one) => getTableName(one) === name)!
  const read = async () =>
    (await db.execute<{ row: string }>(sql`select to_jsonb(${table})::text as row from ${table} order by 1`)).rows
  const before = await read()
  expect(before.length).toBeGreaterThan(0)
  const { rows: columns } = await db.execute<{ column: string }>(sql`
    select attname as column from pg_attribute
    where attrelid = ${name}::regclass and attnum > 0 and not attisdropped and attgenerated = '' and attidentity = ''`)
  const kept = columns.map(({ column }) => column).filter((column) => !changeable.includes(column))
  expect(kept.length).toBeGreaterThan(3)
  const [key] = kept
  for (const statement of [
    ...kept.map((column) => `update ${name} set ${column} = null`),
    `delete from ${name}`,
    `delete from ${name} where ${key} is not null`,
    `truncate ${name} cascade`,
  ])
    await expect(db.execute(sql.raw(statement)), statement).rejects.toMatchObject({
      cause: { code: '23001', message: expect.stringMatching(/^rows of \w+ are never changed$/) },
    })
  expect(await read()).toEqual(before)
})

/** The audit trail, the records of lives and the record of runs are no part of the books. */
const outsideBooks = new Set(['audit', 'live_show', 'live_step', 'operation_run'])

test.each(Object.keys(ledgers).filter((name) => !outsideBooks.has(name)))(
  'the verification of the books names a disabled guard of %s',
  async (name) => {
    const found = await db
      .transaction(async (tx) => {
        await tx.execute(sql.raw(`alter table ${name} disable trigger user`))
        throw new Found(await findContradictions(tx))
      })
      .catch((error: unknown) => {
        if (error instanceof Found) return error.sentences
        throw error
      })
    for (const guard of [`${name}_is_final`, `${name}_stays`])
      expect(found).toContain(`The guard ${guard} of table ${name} is switched off`)
  },
)

/** Ends the transaction of a test, so that its guards are on again. */
class Found extends Error {
  sentences: string[]
  constructor(sentences: string[]) {
    super('Rolled back')
    this.sentences = sentences
  }
}
