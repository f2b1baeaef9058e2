// Proves that the verification finds a sale or a refund whose total is not that of its lines, also where two errors
// cancel each other out in every report.
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { testApp } from '../../../tests/support/fixtures.ts'
import { onLedger } from '../../../tests/support/ledger.ts'
import { stockItem } from '../../../tests/support/stocked.ts'
import { verifyTotals } from './verify.ts'

const { db, as } = await testApp()
const [manager, staff] = [as(2), as(3)]
const { itemID } = await stockItem(db, { quantity: 99, price: 1000 })
const bulk = await stockItem(db, { quantity: 99, price: 333.33, uom: 'BULK' })

async function sell() {
  const { body } = await staff('POST', '/api/v2/sales', {
    locationID: 1,
    transactionTypeID: 1,
    items: [
      { itemID, orderQty: 2 },
      { itemID: bulk.itemID, orderQty: 1.005 },
    ],
    discount: 100,
    shippingFee: 50,
    payments: [{ paymentTypeID: 1, amount: 3000 }],
    complete: true,
  })
  expect(body.message).toBeUndefined()
  return body.data as { salesTransactionID: number; transactionNumber: string; items: { salesItemID: number }[] }
}
/** Changes a row past the program. */
const change = (statement: string) => db.execute(sql.raw(statement))

test('every total is that of the lines, before and after refunds', async () => {
  const { salesTransactionID: id, items } = await sell()
  const refund = (body: object) => manager('POST', `/api/v2/sales/${id}/refunds`, { reason: 'Too small', ...body })
  expect(await verifyTotals({ db })).toEqual([])
  expect((await refund({ items: [{ salesItemID: items[0]!.salesItemID, qty: 1 }] })).status).toBe(201)
  expect(await verifyTotals({ db })).toEqual([])
  expect((await refund({})).body.data.status).toBe('Refunded')
  expect(await verifyTotals({ db })).toEqual([])
})

test('two sales whose errors cancel each other out are both named', async () => {
  const [one, other] = [await sell(), await sell()]
  const shift = (by: number) =>
    change(`update sales_transaction set subtotal = subtotal + ${by} * case sales_transaction_id
        when ${one.salesTransactionID} then 1 else -1 end
      where sales_transaction_id in (${one.salesTransactionID}, ${other.salesTransactionID})`)
  await shift(1)
  const found = await verifyTotals({ db })
  expect(found.toSorted()).toEqual([
    `Sale ${one.transactionNumber} has a subtotal of 2336.00 and a total of 2285.00, but its lines come to 2335.00, less 100.00, with shipping of 50.00`,
    `Sale ${other.transactionNumber} has a subtotal of 2334.00 and a total of 2285.00, but its lines come to 2335.00, less 100.00, with shipping of 50.00`,
  ])
  await shift(-1)
  expect(await verifyTotals({ db })).toEqual([])
})

test('a line and a refund that say another amount are named', async () => {
  const { salesTransactionID: id, transactionNumber, items } = await sell()
  const { salesItemID } = items[0]!
  await change(`update sales_item set price = 999 where sales_item_id = ${salesItemID}`)
  expect(await verifyTotals({ db })).toEqual([
    `Sale ${transactionNumber}, line ${salesItemID} is 2 at 999.00, but says that they come to 2000.00`,
  ])
  await change(`update sales_item set price = 1000 where sales_item_id = ${salesItemID}`)
  await manager('POST', `/api/v2/sales/${id}/refunds`, { reason: 'Too small' })
  const { rows } = await db.execute<{ refund: number }>(
    sql`select refund_id as refund from sales_refund where sales_transaction_id = ${id}`,
  )
  const shift = (by: number) =>
    change(
      onLedger(`update sales_refund set amount = amount + ${by} where sales_transaction_id = ${id}`, 'sales_refund'),
    )
  await shift(-1)
  expect(await verifyTotals({ db })).toEqual([
    `Refund ${rows[0]!.refund} of sale ${transactionNumber} returned 2234.00, but its lines come to 2235.00`,
    `Sale ${transactionNumber} is Refunded at 2235.00 without shipping, but its refunds come to 2234.00`,
  ])
  await shift(1)
  expect(await verifyTotals({ db })).toEqual([])
})
