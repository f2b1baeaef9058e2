import { expect, test } from 'vitest'

import { listSaleFigures, describePaid } from '../../../contract/sales/sale-papers.ts'
import type { SaleRow } from '../../../contract/sales/sales.ts'
import { testApp } from '../../../tests/support/fixtures.ts'
import { stockItem } from '../../../tests/support/stocked.ts'

const { app, db, as, tokens } = await testApp()
const manager = as(2)
const path = '/api/v2/sales'

async function sold(body: object): Promise<SaleRow> {
  const answer = await manager('POST', path, { locationID: 1, transactionTypeID: 1, ...body })
  expect(answer.status).toBe(201)
  return answer.body.data
}
const file = async (id: number, roleID: 0 | 3 | null = 3) =>
  app.inject({
    url: `${path}/${id}/pdf`,
    headers: roleID === null ? {} : { authorization: `Bearer ${tokens.get(roleID)}` },
  })
const pagesOf = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type \/Page\b/g)!.length

test('staff get an invoice as a PDF named after its sale, and a canceled sale has none', async () => {
  const ring = await stockItem(db, { itemName: '真珠の指輪', quantity: 5 })
  const sale = await sold({
    items: [{ itemID: ring.itemID, orderQty: 2 }],
    customer: { firstName: '由美', lastName: '佐藤', contactNo: '1', email: 'yumi@x.example', customerTypeID: 1 },
    remarks: 'Gift-wrapped',
    payments: [{ paymentTypeID: 1, amount: 500 }],
    schedule: [
      { dueDate: '2020-01-01', amount: 1000 },
      { dueDate: '2999-01-01', amount: 1000 },
    ],
  })
  const id = sale.salesTransactionID
  const pdf = await file(id)
  expect(pdf.statusCode).toBe(200)
  expect(pdf.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': `inline; filename="${sale.transactionNumber}.pdf"`,
    'cache-control': 'no-store',
  })
  expect(pdf.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
  expect(pdf.rawPayload.toString('latin1')).toContain('NotoSansJP')
  expect(pagesOf(pdf.rawPayload)).toBe(1)
  expect([(await file(id, null)).statusCode, (await file(id, 0)).statusCode]).toEqual([401, 403])
  const missing = await file(999_999)
  expect([missing.statusCode, missing.json().message]).toEqual([404, 'Sale not found'])

  await manager('PUT', `${path}/${id}/cancel`, { deposit: 'forfeit', reason: 'No answer' })
  const canceled = await file(id)
  expect([canceled.statusCode, canceled.json().message]).toEqual([
    409,
    'This sale is Canceled: there is no invoice of it',
  ])
})

test('an invoice with the most lines and payments continues on further pages', async () => {
  const { itemID } = await stockItem(db, { itemName: `Charm ${'long '.repeat(25)}`, quantity: 200, price: 10 })
  const payments = Array.from({ length: 20 }, (_, n) => ({
    paymentTypeID: 1,
    amount: 100,
    reference: `Note ${n} ${'long '.repeat(20)}`,
  }))
  const items = Array.from({ length: 200 }, () => ({ itemID, orderQty: 1 }))
  const sale = await sold({ items, payments, complete: true })
  expect(pagesOf((await file(sale.salesTransactionID)).rawPayload)).toBeGreaterThan(8)
})

test('the papers show the sold goods, the payments, the refunds and the balance', async () => {
  const ring = await stockItem(db, { quantity: 5, price: 1000 })
  const sale = await sold({
    items: [{ itemID: ring.itemID, orderQty: 2 }],
    discount: 100,
    shippingFee: 350,
    payments: [
      { paymentTypeID: 2, amount: 1000, reference: 'BDO 7719' },
      { paymentTypeID: 1, amount: 2000 },
    ],
    complete: true,
  })
  const { body } = await manager('POST', `${path}/${sale.salesTransactionID}/refunds`, {
    paymentTypeID: 1,
    reason: 'Too small',
    items: [{ salesItemID: sale.items[0]!.salesItemID, qty: 1 }],
  })
  const figures = listSaleFigures(body.data as SaleRow, () => 'now')
  expect(figures.map(({ name, note, amount }) => [name, note, amount])).toEqual([
    ['Subtotal', null, '₱2,000.00'],
    ['Discount', null, '−₱100.00'],
    ['Shipping fee', null, '₱350.00'],
    ['Total', null, '₱2,250.00'],
    ['Paid by Bank transfer', 'now, BDO 7719', '₱1,000.00'],
    ['Paid by Cash', 'now', '₱2,000.00'],
    ['Change', null, '−₱750.00'],
    ['Paid in full', null, ''],
    ['Refunded by Cash', 'now, Too small', '−₱950.00'],
  ])
})

test.each([
  [{ amount: 100, paid: 100, overdue: false }, 'Paid'],
  [{ amount: 100, paid: 40, overdue: false }, '₱40.00 paid'],
  [{ amount: 100, paid: 40, overdue: true }, '₱40.00 paid, overdue'],
  [{ amount: 100, paid: 0, overdue: true }, 'Overdue'],
  [{ amount: 100, paid: 0, overdue: false }, ''],
])('an instalment with %j shows its state', (instalment, words) => {
  expect(describePaid(instalment)).toBe(words)
})
