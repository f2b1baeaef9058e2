// Proves that every amount in the money ledger has its day in the shop's time zone, its location, its kind, and the
// session and the person that entered it.
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import type { SaleRow } from '../../contract/sales/sales.ts'
import { testApp } from '../../tests/support/fixtures.ts'
import { stockItem } from '../../tests/support/stocked.ts'
import { location } from '../db/schema/stock.ts'

const { app, db, as, users } = await testApp()
const [manager, staff] = [as(2), as(3)]
const [branch] = await db.insert(location).values({ locationName: 'Cebu' }).returning()
const { locationID } = branch!
const { itemID } = await stockItem(db, { quantity: 99, price: 1000, locationID })

const path = '/api/v2/sales'
async function must(answer: ReturnType<typeof staff>): Promise<SaleRow> {
  const { status, body } = await answer
  expect([status < 300, body.message]).toEqual([true, undefined])
  return body.data
}
const sell = (who: typeof staff, amount: number, over: object = {}) =>
  must(
    who('POST', path, {
      locationID,
      transactionTypeID: 1,
      items: [{ itemID, orderQty: 1 }],
      payments: [{ paymentTypeID: 1, amount }],
      ...over,
    }),
  )

test('every amount has its day, location, kind, session and person', async () => {
  await db.execute(sql`update shop_setting set time_zone = 'Asia/Manila'`)
  const { clock } = app
  // It is already the next day in Manila.
  app.clock = () => new Date('2026-11-24T16:30:00Z')
  try {
    const { salesTransactionID: completed } = await sell(staff, 1500, { complete: true })
    await must(manager('POST', `${path}/${completed}/refunds`, { paymentTypeID: 1, reason: 'Too small' }))
    const corrected = await sell(staff, 300)
    const { paymentID } = corrected.payments[0]!
    const corrections = `${path}/${corrected.salesTransactionID}/payments/${paymentID}/corrections`
    await must(staff('POST', corrections, { amount: 400, reason: 'Typed wrongly' }))
    for (const deposit of ['refund', 'forfeit']) {
      const { salesTransactionID } = await sell(staff, 200)
      await must(manager('PUT', `${path}/${salesTransactionID}/cancel`, { deposit, reason: 'No answer' }))
    }
  } finally {
    app.clock = clock
  }
  const { rows } = await db.execute<object>(sql`
    select kind, amount::float8, e.created_by_id as person, s.user_id as "sessionOf", location_id as place, day::text,
        to_char(at at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as at
      from money_entry e left join session s using (session_id) order by entry_id`)
  const [staffID, managerID] = [users.get(3), users.get(2)]
  expect(rows).toEqual(
    [
      ['payment', 1500, staffID],
      ['change', -500, staffID],
      ['refund', -1000, managerID],
      ['payment', 300, staffID],
      ['payment', -300, staffID],
      ['payment', 400, staffID],
      ['payment', 200, staffID],
      ['deposit_returned', -200, managerID],
      ['payment', 200, staffID],
      ['deposit_kept', 200, managerID],
    ].map(([kind, amount, person]) => ({
      kind,
      amount,
      person,
      sessionOf: person,
      place: locationID,
      day: '2026-11-25',
      at: '2026-11-24 16:30',
    })),
  )
})
