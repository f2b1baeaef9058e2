import fc from 'fast-check'
import type pg from 'pg'
import { expect } from 'vitest'

import type { InventoryRow } from '../../contract/stock/inventory.ts'
import type { testApp } from './fixtures.ts'
import { onLedger } from './ledger.ts'
import { orderGoods } from './ordered.ts'
import { stockItem } from './stocked.ts'

const cents = (pesos: unknown) => Math.round(Number(pesos) * 100)

type Plan = {
  locationID: number
  customer: number
  lines: { item: number; qty: number; dear: boolean }[]
  discount: number
  shippingFee: number
  pay: 'nothing' | 'part' | 'exact' | 'over'
  fate: 'leave' | 'complete' | 'refund some' | 'refund all' | 'cancel and refund' | 'forfeit'
}
const plans: fc.Arbitrary<Plan> = fc.record({
  locationID: fc.constantFrom(1, 2),
  customer: fc.integer({ min: 0, max: 3 }),
  lines: fc.array(
    fc.record({ item: fc.integer({ min: 0, max: 4 }), qty: fc.integer({ min: 1, max: 4 }), dear: fc.boolean() }),
    { minLength: 1, maxLength: 4 },
  ),
  discount: fc.constantFrom(0, 0, 1, 7, 33, 100),
  shippingFee: fc.constantFrom(0, 0, 150, 99.5),
  pay: fc.constantFrom('nothing', 'part', 'exact', 'over'),
  fate: fc.constantFrom('leave', 'complete', 'complete', 'refund some', 'refund all', 'cancel and refund', 'forfeit'),
})

/**
 * Fills a small shop with two months of data through its API: sales with discounts, fees, change, refunds, deposits
 * and cancellations, orders and deliveries in every status, a transfer, a repair return. The data is deterministic.
 */
export async function fillShop({ db, as }: Pick<Awaited<ReturnType<typeof testApp>>, 'db' | 'as'>, sql: pg.Pool) {
  const admin = as(1)
  const post = async (path: string, body: object, expected = 201) => {
    const answer = await admin('POST', path, body)
    expect([answer.status, answer.body.message]).toEqual([expected, answer.body.message])
    return answer.body.data
  }
  const put = async (path: string, body: object | null = null) => {
    const answer = await admin('PUT', path, body)
    expect([answer.status, answer.body.message]).toEqual([200, answer.body.message])
    return answer.body.data
  }

  await post('/api/v1/categories', { categoryCode: 'CH', categoryName: 'Chains, "fine"' })
  await post('/api/v1/locations', { locationName: 'Cebu' })
  await post('/api/v1/buyers', { platform: 'TikTok', handle: '@busy' })
  const { supplierID } = await post('/api/v2/suppliers', {
    supplierName: '=Tahanan Gold',
    contactDetails: '1',
    email: 's@x.example',
  })
  const customers: number[] = []
  for (const [firstName, lastName] of [
    ['Ana', 'Reyes'],
    ['+Yumi', 'Sato'],
    ['Grace', 'de "la" Cruz'],
  ])
    customers.push(
      (
        await post('/api/v2/customers', {
          firstName,
          lastName,
          contactNo: `+63 ${customers.length}`,
          email: 'c@x.example',
          address: 'Binondo,\nManila',
          customerTypeID: 1 + (customers.length % 2),
        })
      ).customerID,
    )
  const items: { itemID: number; uom: string; price: number }[] = []
  for (const [n, cost] of [600, 333.333333, 12.345678, 1999.99, 0].entries()) {
    const price = [1000, 999.99, 45.67, 3333.33, 0.01][n]!
    const uom = n === 2 ? ('BULK' as const) : ('PCS' as const)
    for (const locationID of [1, 2]) {
      if (locationID === 1) {
        const { itemID } = await stockItem(db, { uom, price, cost, quantity: 500, categoryID: n % 2 ? 2 : 1 })
        items.push({ itemID, uom, price })
      } else
        await post('/api/v1/inventory', {
          itemID: items[n]!.itemID,
          locationID: 2,
          inventoryTypeID: 1,
          quantity: uom === 'BULK' ? 250.125 : 300,
          reOrderThreshold: n < 3 ? 400 : 5,
        })
    }
  }

  /** Creates a planned sale, as far as the shop's rules allow it. */
  async function sell({ locationID, customer, lines, discount, shippingFee, pay, fate }: Plan) {
    const sold = lines.map(({ item, qty, dear }) => {
      const { itemID, uom, price } = items[item]!
      return { itemID, orderQty: uom === 'BULK' ? qty + 0.125 : qty, price: dear ? price + 0.01 : price }
    })
    const body = { locationID, transactionTypeID: 1, customerID: customers[customer] ?? null, items: sold, shippingFee }
    const draft = await post('/api/v2/sales', body)
    const off = Math.floor((cents(draft.subtotal) * discount) / 100) / 100
    const sale = await put(`/api/v2/sales/${draft.salesTransactionID}`, { ...body, discount: off })
    const path = `/api/v2/sales/${sale.salesTransactionID}`
    const total = cents(sale.totalPurchase)
    const wanted = { nothing: 0, part: Math.floor(total / 3), exact: total, over: total + 12_345 }[
      fate === 'leave' || fate.includes('cancel') || fate === 'forfeit' ? pay : pay === 'over' ? 'over' : 'exact'
    ]
    const change = wanted > total
    const parts = change || wanted < 2 ? [wanted] : [Math.floor(wanted / 2), wanted - Math.floor(wanted / 2)]
    for (const [n, part] of parts.entries())
      if (part > 0 && total > 0)
        await post(`${path}/payments`, { paymentTypeID: change ? 1 : 1 + n, amount: part / 100, reference: `=${n}` })
    if (fate === 'leave') return
    if (fate === 'cancel and refund' || fate === 'forfeit') {
      const paid = total > 0 && wanted > 0
      const deposit = fate === 'forfeit' ? { deposit: 'forfeit' } : { deposit: 'refund', paymentTypeID: 2 }
      await put(`${path}/cancel`, paid ? { ...deposit, reason: 'Not wanted' } : null)
      return
    }
    await put(`${path}/complete`)
    if (fate === 'refund all') await post(`${path}/refunds`, { paymentTypeID: 2, reason: 'Too small' })
    if (fate === 'refund some') {
      const [first] = sale.items
      await post(`${path}/refunds`, {
        paymentTypeID: 1,
        reason: '@whim',
        items: [{ salesItemID: first.salesItemID, qty: Math.min(1, first.orderQty), disposition: 'repair' }],
      })
    }
  }
  for (const plan of fc.sample(plans, { numRuns: 45, seed: 20261121 })) await sell(plan)

  // Orders and deliveries in every status, an adjustment, a transfer.
  const approved = await orderGoods(db, [{ itemID: items[0]!.itemID }, { itemID: items[1]!.itemID, unitCost: 333.33 }])
  await sql.query('update purchase_order set supplier_id = $1 where po_id = $2', [supplierID, approved.poID])
  await post('/api/v2/po-receiving', {
    poID: approved.poID,
    referenceNumber: 'DR,1',
    receivedDate: '2026-11-10',
    status: 'Completed',
    items: [
      { poItemID: approved.lines[0]!.poItemID, itemID: items[0]!.itemID, uom: 'PCS', receivedQty: 4, unitCost: 600 },
      { poItemID: approved.lines[1]!.poItemID, itemID: items[1]!.itemID, uom: 'PCS', receivedQty: 3, unitCost: 350.55 },
    ],
  })
  await post('/api/v2/po-receiving', { poID: approved.poID, referenceNumber: '-2', receivedDate: '2026-11-12' })
  await orderGoods(db, [{ itemID: items[2]!.itemID, orderQty: 12.5, unitCost: 10.01 }], {
    status: 'Pending',
    totalCost: 125.13,
    locationID: 2,
    orderDate: '2026-10-31',
  })
  await orderGoods(db, [{ itemID: items[3]!.itemID }], { status: 'Canceled', totalCost: 6000, orderDate: '2026-11-12' })
  await post('/api/v2/po-receiving-items', {
    itemID: items[2]!.itemID,
    uom: 'kg',
    receivedQty: 0.012345,
    unitCost: 12_345.67,
  })
  await post('/api/v1/stock-transfers', {
    fromLocationID: 1,
    toLocationID: 2,
    items: [{ itemID: items[3]!.itemID, inventoryTypeID: 1, quantity: 7 }],
  })
  const { body: stock } = await admin('GET', '/api/v1/inventory?sort=inventoryID&pageSize=100')
  const inRepair = stock.data.find((row: InventoryRow) => row.typeCode === 'repair' && row.quantity > 0)
  await post('/api/v1/repair-returns', {
    inventoryID: inRepair.inventoryID,
    quantity: Math.min(1, inRepair.quantity),
    outcome: 'shelf',
    cost: 12.34,
  })
  // Spread the sales over all hours of two months. Each is completed some days after it was entered.
  await sql.query(`update sales_transaction set
    transaction_date = timestamptz '2026-10-01 00:00:00Z' + sales_transaction_id * interval '31 hours 7 minutes',
    completed_at = case when completed_at is not null then
      timestamptz '2026-10-03 00:00:00Z' + sales_transaction_id * interval '31 hours 7 minutes' end`)
  // A payment and its change stay together.
  await sql.query(
    onLedger(`with paid as (
        select entry_id, row_number() over (order by entry_id) as n from money_entry where kind in ('payment', 'deposit_returned'))
      update money_entry e set at = timestamptz '2026-10-01Z' + n * interval '17 hours'
        from paid where paid.entry_id = coalesce(e.payment_entry_id, e.entry_id);
      update money_entry set at = timestamptz '2026-11-01Z' + refund_id * interval '29 hours' where kind = 'refund'`),
  )
  await sql.query(
    onLedger(
      `update sales_refund set created_at = timestamptz '2026-11-01Z' + refund_id * interval '29 hours'`,
      'sales_refund',
    ),
  )
}
