// Proves that the verification of the books finds each contradiction in the sessions of drawers.
import { type SQL, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'

import { countOf, makeDrawers, open } from '../../tests/support/drawers.ts'
import { testApp } from '../../tests/support/fixtures.ts'
import { stockItem } from '../../tests/support/stocked.ts'
import { verifyDrawers } from './verify.ts'

const { db, as } = await testApp()
const [manager, staff] = [as(2), as(3)]

/** Two closed sessions with a sale each, and an open one. */
beforeAll(async () => {
  const { locationID, drawerIDs } = await makeDrawers(manager, ['Counter'])
  for (const cash of [2000, 3000]) {
    const { drawerSessionID } = await open(staff, drawerIDs[0]!, cash - 1000)
    const { itemID } = await stockItem(db, { quantity: 1, price: 1000, locationID })
    const sold = { locationID, transactionTypeID: 1, items: [{ itemID, orderQty: 1 }], complete: true }
    await staff('POST', '/api/v2/sales', { ...sold, payments: [{ paymentTypeID: 1, amount: 1000 }] })
    const path = `/api/v1/drawer-sessions/${drawerSessionID}`
    await staff('PUT', `${path}/counting`)
    await staff('POST', `${path}/count`, countOf(cash))
    await staff('PUT', `${path}/finished`)
    await staff('PUT', `${path}/close`, {})
  }
  await open(staff, drawerIDs[0]!, 3000)
})

/** Returns what the verification says after a change past all guards, and undoes the change. */
async function verifyAfter(change: SQL): Promise<string[]> {
  let found: string[] = []
  await db
    .transaction(async (tx) => {
      await tx.execute(sql`set local session_replication_role = replica`)
      await tx.execute(change)
      found = await verifyDrawers({ db: tx })
      tx.rollback()
    })
    .catch(() => {})
  return found
}

test('right sessions have no contradiction', async () => {
  expect(await verifyDrawers({ db })).toEqual([])
})

test.each([
  [
    'a missing number',
    sql`update drawer_session set number = 'Z-0009' where number = 'Z-0003'`,
    'The sessions of drawers have 3 numbers up to Z-0009, and the last number is 3',
  ],
  [
    'a number that no session has',
    sql`update document_number set last = 4 where kind = 'Z'`,
    'The sessions of drawers have 3 numbers up to Z-0003, and the last number is 4',
  ],
  [
    'cash beside an open session',
    sql`update money_entry set drawer_session_id = null, at = now() + interval '1 hour'`,
    /^Cash entry \d+ belongs to no session, but Z-0003 was open$/,
  ],
  [
    'an entry from before its session',
    sql`update money_entry set at = now() - interval '1 hour'`,
    /^Money entry \d+ of .* belongs to session Z-0001, which was not open then$/,
  ],
  [
    'a late entry of a later session',
    sql`update money_entry set late_from_id = 2 where drawer_session_id = 1`,
    /^Money entry \d+ is late, but session Z-0002 was not closed before its session Z-0001$/,
  ],
  [
    'an entry in another session',
    sql`update money_entry set drawer_session_id = 2`,
    'The Z report Z-0001 differs from the rows of its session',
  ],
  [
    'a changed report',
    sql`update drawer_report set figures = jsonb_set(figures, '{currencies,0,expected}', '1')`,
    'The Z report Z-0002 differs from the rows of its session',
  ],
  [
    'a closed session without a report',
    sql`delete from drawer_report where drawer_session_id = 1`,
    'Session Z-0001 is Closed, but has no Z report',
  ],
  [
    'a guard that is switched off',
    sql`alter table money_entry disable trigger money_entry_of_drawer`,
    'The guard money_entry_of_drawer of table money_entry is switched off',
  ],
])('%s is found', async (_, change, sentence) => {
  expect(await verifyAfter(change)).toContainEqual(expect.stringMatching(sentence))
})
