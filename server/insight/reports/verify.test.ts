// Proves that the figures of the reports are compared with the ledgers. tests/properties/books.test.ts proves that they
// agree after any sequence.
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { testApp } from '../../../tests/support/fixtures.ts'
import { stockItem } from '../../../tests/support/stocked.ts'
import { verifyReports } from './verify.ts'

const { db, as } = await testApp()

test('verify finds a report that differs from the ledgers', async () => {
  const { itemID } = await stockItem(db, { quantity: 10, price: 1000, cost: 600 })
  const { status } = await as(2)('POST', '/api/v2/sales', {
    locationID: 1,
    transactionTypeID: 1,
    items: [{ itemID, orderQty: 2 }],
    payments: [{ paymentTypeID: 1, amount: 2000 }],
    complete: true,
  })
  expect(status).toBe(201)
  const now = new Date()
  expect(await verifyReports({ db, now })).toEqual([])
  await db.execute(sql`update sales_item set cost = cost + 1`)
  expect(await verifyReports({ db, now })).toContain('Report sale-lines says profit 799, but the ledgers add up to 800')
})
