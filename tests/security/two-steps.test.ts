// Proves by calls that Staff reach nothing that needs a manager in several steps: a lower price, a larger discount, money
// that goes back, stock that nobody approved, another cost. Each way ends with a refusal, and the books stay as they were.
import { randomUUID } from 'node:crypto'

import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import type { SaleRow } from '../../contract/sales/sales.ts'
import { item } from '../../server/db/schema/catalogue.ts'
import { customerCredit } from '../../server/db/schema/credit.ts'
import { moneyEntry } from '../../server/db/schema/money.ts'
import { saleRefund } from '../../server/db/schema/refunds.ts'
import { paymentType, sale, saleItem } from '../../server/db/schema/sales.ts'
import { inventory, inventoryAdjustment, location } from '../../server/db/schema/stock.ts'
import { stockValue } from '../../server/db/schema/valuation.ts'
import { findContradictions } from '../../server/prove-books.ts'
import { testApp } from '../support/fixtures.ts'
import { orderGoods } from '../support/ordered.ts'
import { formOf } from '../support/pictures.ts'
import { stockItem } from '../support/stocked.ts'

const { db, as } = await testApp()
const [manager, staff] = [as(2), as(3)]
type Answer = Awaited<ReturnType<typeof staff>>

const types = await db.select().from(paymentType)
const typeOf = (code: string) => types.find((type) => type.code === code)!.paymentTypeID
const [cash, credit, bank] = [typeOf('cash'), typeOf('store_credit'), 2]
const ring = await stockItem(db, { itemName: 'Ring', quantity: 100, price: 1000, cost: 600 })
const charm = await stockItem(db, { itemName: 'Charm', quantity: 100, price: 100, cost: 40 })
const grain = await stockItem(db, { itemName: 'Grain', quantity: 50, price: 500, cost: 300, uom: 'BULK' })
const [branch] = await db.insert(location).values({ locationName: 'Cebu' }).returning()
await db.update(item).set({ createdAt: sql`now() - interval '3 days'` })
const { poID, lines: ordered } = await orderGoods(db, [{ itemID: ring.itemID, orderQty: 10, unitCost: 650 }])
const customerID: number = (
  await staff('POST', '/api/v2/customers', {
    firstName: 'Ana',
    lastName: 'Reyes',
    contactNo: '1',
    email: 'ana@x.example',
    customerTypeID: 1,
  })
).body.data.customerID

const path = '/api/v2/sales'
const at = ({ salesTransactionID }: Pick<SaleRow, 'salesTransactionID'>) => `${path}/${salesTransactionID}`
const bodyOf = (over: object = {}) => ({
  locationID: 1,
  transactionTypeID: 1,
  items: [{ itemID: ring.itemID, orderQty: 2 }],
  ...over,
})
/** Makes a call that must succeed, and returns its data. */
async function must<T = SaleRow>(answer: Promise<Answer>): Promise<T> {
  const { status, body } = await answer
  expect(status, body.message).toBeLessThan(300)
  return body.data
}
const saved = (over: object = {}) => must(staff('POST', path, bodyOf(over)))
const sold = (over: object = {}) =>
  saved({ customerID, payments: [{ paymentTypeID: cash, amount: 2000 }], complete: true, ...over })
const change = (made: SaleRow, over: object) => staff('PUT', at(made), bodyOf(over))
const exchange = (made: SaleRow, over: object) =>
  staff('POST', `/api/v1/sales/${made.salesTransactionID}/exchanges`, {
    reason: 'Other size',
    returned: [{ salesItemID: made.items[0]!.salesItemID, qty: 1 }],
    items: [{ itemID: ring.itemID, orderQty: 1 }],
    ...over,
  })
const correct = (made: SaleRow, n: number, body: object) =>
  staff('POST', `${at(made)}/payments/${made.payments[n]!.paymentID}/corrections`, { reason: 'Typed wrongly', ...body })
const receive = (over: object) =>
  staff('POST', '/api/v2/po-receiving', {
    poID,
    referenceNumber: 'DR-1',
    receivedDate: '2026-11-20',
    items: [{ itemID: ring.itemID, uom: 'PCS', receivedQty: 1, unitCost: 650 }],
    ...over,
  })
const itemOf = async ({ itemID }: { itemID: number }) => (await staff('GET', `/api/v1/items/${itemID}`)).body.data

const importItems = (who: typeof staff, csv: string) =>
  who('POST', '/api/v1/imports', formOf({ kind: 'items' }, { 'items.csv': new TextEncoder().encode(csv) }, 'file'))

const drafts = '/api/v1/imports/drafts'
/** Keeps a file that changes the ring's price as a checked draft, and returns its path. */
async function draftPrice(who: typeof staff, price: number) {
  const { itemCode } = await itemOf(ring)
  const file = new TextEncoder().encode(`Item code,Price\n${itemCode},${price}`)
  const form = formOf({ kind: 'items' }, { 'prices.csv': file }, 'file')
  const { importDraftID } = await must<{ importDraftID: number }>(who('POST', drafts, form))
  await must(who('POST', `${drafts}/${importDraftID}/check`, {}))
  return `${drafts}/${importDraftID}`
}

/** A digest of every table that these ways are after. */
async function snapshot() {
  const tables = [
    item,
    stockValue,
    inventory,
    inventoryAdjustment,
    sale,
    saleItem,
    saleRefund,
    moneyEntry,
    customerCredit,
  ]
  const sums = tables.map((table) => sql`select md5(string_agg(t::text, '|' order by t::text)) as sum from ${table} t`)
  return (await db.execute<{ sum: string }>(sql.join(sums, sql` union all `))).rows
}

/** Each way: its name, the code of its refusal, and the steps before, which return the forbidden call. */
const ways: [name: string, code: string, way: () => Promise<() => Promise<Answer>>][] = [
  [
    'a discount that a removed line makes larger',
    'sale.discount_above',
    async () => {
      const lines = [
        { itemID: ring.itemID, orderQty: 1 },
        { itemID: charm.itemID, orderQty: 1 },
      ]
      const made = await saved({ items: lines, discount: 110 })
      return () => staff('DELETE', `${at(made)}/lines/${made.items[1]!.salesItemID}`)
    },
  ],
  [
    'a discount that a smaller quantity makes larger',
    'sale.discount_above',
    async () => {
      const made = await saved({ discount: 200 })
      return () => staff('PUT', `${at(made)}/lines/${made.items[0]!.salesItemID}`, { orderQty: 1 })
    },
  ],
  [
    'a discount after a deposit',
    'sale.discount_above',
    async () => {
      const made = await saved({ payments: [{ paymentTypeID: cash, amount: 100 }] })
      return () => change(made, { discount: 200.01 })
    },
  ],
  [
    'a discount after holding on',
    'sale.discount_above',
    async () => {
      const made = await saved()
      await must(staff('PUT', `${at(made)}/hold`, { days: 30 }))
      return () => change(made, { discount: 201 })
    },
  ],
  [
    'a discount for a buyer',
    'sale.discount_above',
    async () => () => staff('POST', path, bodyOf({ buyer: { platform: 'LINE', handle: 'ana' }, discount: 201 })),
  ],
  [
    'another discount sent with the key of a sale that is made',
    'sale.made_already',
    async () => {
      const clientKey = randomUUID()
      await saved({ clientKey })
      return () => staff('POST', path, bodyOf({ clientKey, discount: 1000 }))
    },
  ],
  [
    'a discount on the goods of an exchange, by lowering their price',
    'sale.price_below',
    async () => {
      const made = await sold()
      return () => exchange(made, { items: [{ itemID: ring.itemID, orderQty: 1, price: 999.99 }] })
    },
  ],
  [
    'a low price on a line of its own',
    'sale.price_below',
    async () => {
      const lines = `${at(await saved())}/lines`
      return () => staff('POST', lines, { itemID: charm.itemID, orderQty: 1, price: 99 })
    },
  ],
  [
    'a price that a line had before it was raised',
    'sale.price_below',
    async () => {
      const made: SaleRow = await must(
        manager('POST', path, bodyOf({ items: [{ itemID: ring.itemID, orderQty: 1, price: 700 }] })),
      )
      const line = `${at(made)}/lines/${made.items[0]!.salesItemID}`
      await must(staff('PUT', line, { orderQty: 1, price: 1000 }))
      return () => staff('PUT', line, { orderQty: 1, price: 700 })
    },
  ],
  [
    'an allowed price for another item',
    'sale.price_below',
    async () => {
      const made: SaleRow = await must(
        manager('POST', path, bodyOf({ items: [{ itemID: charm.itemID, orderQty: 2, price: 50 }] })),
      )
      return () => change(made, { items: [{ itemID: ring.itemID, orderQty: 1, price: 50 }] })
    },
  ],
  [
    'another unit for an item with stock',
    'item.has_stock',
    async () => {
      const body = { ...(await itemOf(grain)), uom: 'PCS' }
      return () => staff('PUT', `/api/v1/items/${grain.itemID}`, body)
    },
  ],
  [
    'an item without tax',
    'item.tax_class_denied',
    async () => {
      const body = { ...(await itemOf(ring)), taxClass: 'exempt' }
      return () => staff('PUT', `/api/v1/items/${ring.itemID}`, body)
    },
  ],
  [
    'an import of a manager undone, to repeat it at another price',
    'import.undo_denied',
    async () => {
      const csv = 'Item code,Item name,Category,Grams,UOM,Price,Cost\nIM-1,Ring,RG,1,PCS,1000,5'
      const { importID } = await must<{ importID: number }>(importItems(manager, csv))
      return () => staff('PUT', `/api/v1/imports/${importID}/undo`)
    },
  ],
  [
    'a price by a file that changes items',
    'import.rows_wrong',
    async () => {
      const draft = await draftPrice(staff, 1)
      return () => staff('POST', `${draft}/import`, {})
    },
  ],
  [
    'the price before the file of a manager',
    'import.undo_denied',
    async () => {
      const draft = await draftPrice(manager, 1100)
      const { importID } = await must<{ importID: number }>(manager('POST', `${draft}/import`, {}))
      await must(manager('POST', `${await draftPrice(manager, 1000)}/import`, {}))
      return () => staff('PUT', `/api/v1/imports/${importID}/undo`)
    },
  ],
  [
    'a sale made cheaper than its deposit',
    'sale.total_below_paid',
    async () => {
      const made = await saved({ payments: [{ paymentTypeID: cash, amount: 1500 }] })
      return () => change(made, { items: [{ itemID: ring.itemID, orderQty: 1 }] })
    },
  ],
  [
    'a deposit raised by one correction and lowered by the next',
    'payment.lowering_denied',
    async () => {
      const two = [
        { paymentTypeID: cash, amount: 300 },
        { paymentTypeID: bank, amount: 300 },
      ]
      const made = await saved({ payments: two })
      await must(correct(made, 0, { amount: 600 }))
      return () => correct(made, 1, { amount: 0.01 })
    },
  ],
  [
    'a cancellation that hands the deposit back',
    'sale.deposit_return_denied',
    async () => {
      const made = await saved({ payments: [{ paymentTypeID: bank, amount: 300 }] })
      const body = { deposit: 'refund', paymentTypeID: cash, reason: 'Changed their mind' }
      return () => staff('PUT', `${at(made)}/cancel`, body)
    },
  ],
  [
    'a cancellation that keeps the deposit',
    'sale.forfeit_denied',
    async () => {
      const made = await saved({ payments: [{ paymentTypeID: bank, amount: 300 }] })
      return () => staff('PUT', `${at(made)}/cancel`, { deposit: 'forfeit', reason: 'No answer' })
    },
  ],
  [
    'an exchange for less, after an exchange for as much',
    'exchange.money_back_denied',
    async () => {
      const even: SaleRow = await must(exchange(await sold(), {}))
      return () => exchange(even, { items: [{ itemID: charm.itemID, orderQty: 1 }], backTypeID: cash })
    },
  ],
  [
    'an exchange that writes goods off',
    'exchange.scrap_denied',
    async () => {
      const made = await sold()
      const returned = [{ salesItemID: made.items[0]!.salesItemID, qty: 1, disposition: 'scrap' }]
      return () => exchange(made, { returned })
    },
  ],
  [
    'money replaced by store credit',
    'payment.lowering_denied',
    async () => {
      const made = await sold()
      return () => correct(made, 0, { paymentTypeID: credit })
    },
  ],
  [
    'store credit',
    'access.denied',
    async () => () => staff('POST', `/api/v1/customers/${customerID}/credit`, { amount: 1, reason: 'x' }),
  ],
  [
    'a refund',
    'access.denied',
    async () => {
      const refunds = `${at(await sold())}/refunds`
      return () => staff('POST', refunds, { paymentTypeID: cash, reason: 'x' })
    },
  ],
  [
    'a quantity of their own',
    'stock.quantity_denied',
    async () => () => staff('PUT', `/api/v1/inventory/${ring.inventoryID}`, { ...stockOf(ring), quantity: 101 }),
  ],
  [
    'an adjustment that they decide',
    'access.denied',
    async () => {
      const { adjustmentID } = await must<{ adjustmentID: number }>(
        staff('POST', '/api/v1/inventory-adjustment', {
          inventoryID: ring.inventoryID,
          adjustmentReasonID: 1,
          quantityAdjusted: 5,
        }),
      )
      return () => staff('PUT', `/api/v1/inventory-adjustment/${ring.inventoryID}/approve/${adjustmentID}`)
    },
  ],
  [
    'stock of a count',
    'sale.stock_short',
    async () => {
      const { countID } = await must<{ countID: number }>(staff('POST', '/api/v1/stock-counts', { locationID: 1 }))
      const lines = (await staff('GET', `/api/v1/stock-counts/${countID}`)).body.data.lines
      const line = lines.find(({ itemID }: { itemID: number }) => itemID === charm.itemID)
      await must(staff('PUT', `/api/v1/stock-counts/${countID}/lines/${line.countLineID}`, { counted: 1000 }))
      await must(staff('PUT', `/api/v1/stock-counts/${countID}/finish`))
      return () => staff('POST', path, bodyOf({ items: [{ itemID: charm.itemID, orderQty: 101 }] }))
    },
  ],
  [
    'stock that a transfer makes',
    'stock.short',
    async () => () =>
      staff('POST', '/api/v1/stock-transfers', {
        fromLocationID: 1,
        toLocationID: branch!.locationID,
        items: [{ itemID: ring.itemID, quantity: 101 }],
      }),
  ],
  [
    'goods at another cost',
    'receiving.cost_denied',
    async () => () => receive({ items: received({ unitCost: 1 }), status: 'Completed' }),
  ],
  [
    'goods at another cost, by their weight',
    'receiving.cost_denied',
    async () => () =>
      receive({ items: received({ uom: 'grams', receivedQty: 3.2, unitCost: 1 }), status: 'Completed' }),
  ],
  [
    'more goods than ordered, after a lighter weight of a piece',
    'receiving.exceeds_order',
    async () => {
      await must(staff('PUT', `/api/v1/items/${ring.itemID}`, { ...(await itemOf(ring)), grams: 0.1 }))
      return () => receive({ items: received({ uom: 'grams', receivedQty: 32, unitCost: 6500 }), status: 'Completed' })
    },
  ],
  [
    'another cost in an approved order',
    'order.closed',
    async () => () =>
      staff('PUT', `/api/v2/purchase-order-items/${ordered[0]!.poItemID}`, {
        poID,
        itemID: ring.itemID,
        uom: 'PCS',
        unitCost: 1,
        orderQty: 10,
      }),
  ],
  [
    'an order that they approve',
    'access.denied',
    async () => () => staff('PUT', `/api/v2/purchase-orders/${poID}/approve`, {}),
  ],
  [
    'a revaluation',
    'access.denied',
    async () => () => staff('POST', `/api/v1/items/${ring.itemID}/revaluations`, { unitCost: 1, reason: 'x' }),
  ],
  [
    'other settings',
    'access.denied',
    async () => {
      const { data } = (await staff('GET', '/api/v1/settings')).body
      return () => staff('PUT', '/api/v1/settings', data)
    },
  ],
]
const stockOf = ({ itemID }: { itemID: number }) => ({ itemID, locationID: 1, inventoryTypeID: 1, reOrderThreshold: 0 })
const received = (over: object) => [{ itemID: ring.itemID, uom: 'PCS', receivedQty: 1, unitCost: 650, ...over }]

test.each(ways)('Staff do not reach %s', async (_, code, way) => {
  const forbidden = await way()
  const before = await snapshot()
  const { status, body } = await forbidden()
  expect([status, body.code]).toEqual([expect.toSatisfy((is: number) => is >= 400 && is < 500), code])
  expect(body.message).toMatch(/^[A-Z]\w* .{10}/)
  expect(await snapshot()).toEqual(before)
  expect(await findContradictions(db)).toEqual([])
})
