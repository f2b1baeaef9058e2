import fc from 'fast-check'
import pg from 'pg'
import { Temporal } from 'temporal-polyfill'
import { expect, test } from 'vitest'

import { netLines } from '../../contract/refunds.ts'
import { definitionOf, type ReportKey } from '../../contract/report-definitions.ts'
import { readCsv } from '../../tests/csv-reader.ts'
import { testApp } from '../../tests/fixtures.ts'
import { orderGoods } from '../../tests/ordered.ts'
import { stockItem } from '../../tests/stocked.ts'

// Every report against a recomputation from the bare tables, row by row: read with plain SQL, reckoned here, in whole
// centavos. Nothing is shared with the statements of the reports.
const { db, url, as } = await testApp()
const admin = as(1)
const staff = as(3)
const sql = new pg.Client(url)
await sql.connect()

type Row = Record<string, string | number | null>
/** A table as it stands; numbers come as PostgreSQL writes them. */
const table = async (name: string) => (await sql.query<Record<string, any>>(`select * from ${name}`)).rows
const keyed = async (name: string, key: string) => new Map((await table(name)).map((row) => [row[key], row]))

const cents = (pesos: unknown) => Math.round(Number(pesos) * 100)
const milli = (quantity: unknown) => Math.round(Number(quantity) * 1000)
const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
/** Of a quantity with 3 decimals and a cost with 6, in centavos, half away from zero. */
function worth(quantity: unknown, cost: unknown) {
  const whole = BigInt(milli(quantity)) * BigInt(Math.round(Number(cost) * 1_000_000))
  const half = whole < 0n ? -5_000_000n : 5_000_000n
  return Number((whole + half) / 10_000_000n)
}

// ---- a busy little shop

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
await post('/api/v1/location', { locationName: 'Cebu' })
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

type Plan = {
  locationID: number
  customer: number
  lines: { item: number; qty: number; dear: boolean }[]
  discount: number
  shippingFee: number
  pay: 'nothing' | 'part' | 'exact' | 'over'
  then: 'leave' | 'complete' | 'refund some' | 'refund all' | 'cancel and refund' | 'forfeit'
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
  then: fc.constantFrom('leave', 'complete', 'complete', 'refund some', 'refund all', 'cancel and refund', 'forfeit'),
})

/** Makes a sale as planned, as far as the shop's rules let it be. */
async function sell({ locationID, customer, lines, discount, shippingFee, pay, then }: Plan) {
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
    then === 'leave' || then.includes('cancel') || then === 'forfeit' ? pay : pay === 'over' ? 'over' : 'exact'
  ]
  const change = wanted > total
  const parts = change || wanted < 2 ? [wanted] : [Math.floor(wanted / 2), wanted - Math.floor(wanted / 2)]
  for (const [n, part] of parts.entries())
    if (part > 0 && total > 0)
      await post(`${path}/payments`, { paymentTypeID: change ? 1 : 1 + n, amount: part / 100, reference: `=${n}` })
  if (then === 'leave') return
  if (then === 'cancel and refund' || then === 'forfeit') {
    const paid = total > 0 && wanted > 0
    const deposit = then === 'forfeit' ? { deposit: 'forfeit' } : { deposit: 'refund', paymentTypeID: 2 }
    await put(`${path}/cancel`, paid ? deposit : null)
    return
  }
  await put(`${path}/complete`)
  if (then === 'refund all') await post(`${path}/refunds`, { paymentTypeID: 2, reason: 'Too small' })
  if (then === 'refund some') {
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
await post('/api/v2/po-receiving', { poID: approved.poID, receivedDate: '2026-11-12' })
await orderGoods(db, [{ itemID: items[2]!.itemID, orderQty: 12.5, unitCost: 10.01 }], {
  status: 'Pending',
  totalCost: 125.13,
  locationID: 2,
  orderDate: '2026-10-31',
})
await orderGoods(db, [{ itemID: items[3]!.itemID }], { status: 'Canceled', totalCost: 6000, orderDate: '2026-11-12' })
await post('/api/v1/po-receiving-items'.replace('v1', 'v2'), {
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
// Sales of every hour of two months, each completed some days after it was entered.
await sql.query(`update sales_transaction set
  transaction_date = timestamptz '2026-10-01 00:00:00Z' + sales_transaction_id * interval '31 hours 7 minutes',
  completed_at = case when completed_at is not null then
    timestamptz '2026-10-03 00:00:00Z' + sales_transaction_id * interval '31 hours 7 minutes' end`)
await sql.query(`update sales_payment set paid_at = timestamptz '2026-10-01Z' + payment_id * interval '17 hours'`)
await sql.query(`update sales_refund set created_at = timestamptz '2026-11-01Z' + refund_id * interval '29 hours'`)

// ---- the recomputation

const zone = 'Asia/Tokyo'
const dayOf = (moment: Date) =>
  Temporal.Instant.from(moment.toISOString()).toZonedDateTimeISO(zone).toPlainDate().toString()
const inTokyo = (iso: string) => {
  const at = Temporal.Instant.from(iso).toZonedDateTimeISO(zone).toPlainDateTime()
  return at.toString({ smallestUnit: 'second', roundingMode: 'trunc' }).replace('T', ' ')
}
const nameOf = (person: Record<string, any> | undefined) =>
  person ? [person['first_name'], person['middle_name'], person['last_name']].filter(Boolean).join(' ') : null
const down = (...keys: (string | number)[][]) => {
  for (const [a, b] of keys) if (a !== b) return a! < b! ? 1 : -1
  return 0
}
const latest = (...days: unknown[]) => days.map(String).toSorted().at(-1)!
type Expected = Row & { $day?: string; $order: (string | number)[]; $ids: Record<string, unknown> }

async function salesRows(): Promise<Expected[]> {
  const [places, kinds, people, users] = await Promise.all([
    keyed('location', 'location_id'),
    keyed('transaction_type', 'transaction_type_id'),
    keyed('customer', 'customer_id'),
    keyed('user_account', 'user_id'),
  ])
  return (await table('sales_transaction')).map((s) => {
    const at: Date = s['completed_at'] ?? s['transaction_date']
    const open = s['status'] === 'Pending' || s['status'] === 'Processing' || s['status'] === 'Completed'
    const net = cents(s['amount_paid']) - cents(s['change'])
    const total = cents(s['subtotal']) - cents(s['discount']) + cents(s['shipping_fee'])
    return {
      transactionNumber: s['transaction_number'],
      date: at.toISOString(),
      status: s['status'],
      location: places.get(s['location_id'])!['location_name'],
      transactionType: kinds.get(s['transaction_type_id'])!['transaction_name'],
      customer: nameOf(people.get(s['customer_id'])) ?? 'Walk-in',
      lines: s['total_items'],
      quantity: Number(s['total_quantity']),
      subtotal: Number(s['subtotal']),
      discount: Number(s['discount']),
      shippingFee: Number(s['shipping_fee']),
      total: total / 100,
      paid: net / 100,
      balance: open ? Math.max(0, total - net) / 100 : 0,
      refunded: Number(s['refunded_amount']),
      sales: s['status'] === 'Completed' ? (total - cents(s['refunded_amount'])) / 100 : 0,
      enteredBy: `${users.get(s['created_by_id'])!['first_name']} ${users.get(s['created_by_id'])!['last_name']}`,
      $day: dayOf(at),
      $order: [at.getTime(), s['sales_transaction_id']],
      $ids: {
        saleID: s['sales_transaction_id'],
        locationID: s['location_id'],
        transactionTypeID: s['transaction_type_id'],
        customerID: s['customer_id'],
        customerTypeID: people.get(s['customer_id'])?.['customer_type_id'],
        status: s['status'],
      },
    }
  })
}

async function lineRows(): Promise<Expected[]> {
  const [sales, items, categories] = await Promise.all([
    salesRows(),
    keyed('item', 'item_id'),
    keyed('category', 'category_id'),
  ])
  const [lines, refunds] = [await table('sales_item'), await table('sales_refund_item')]
  return sales.flatMap((sale) => {
    const own = lines
      .filter((line) => line['sales_transaction_id'] === sale.$ids['saleID'])
      .toSorted((a, b) => a['sales_item_id'] - b['sales_item_id'])
    const nets = netLines(
      own.map((line) => ({ lineTotal: Number(line['line_total']) })),
      Number(sale['discount']),
    )
    const shared = {
      transactionNumber: sale['transactionNumber']!,
      date: sale['date']!,
      status: sale['status']!,
      location: sale['location']!,
      customer: sale['customer']!,
      $day: sale.$day!,
    }
    const completed = sale['status'] === 'Completed'
    const rows: Expected[] = own.map((line, n) => {
      const item = items.get(line['item_id'])!
      const back = refunds.filter((refund) => refund['sales_item_id'] === line['sales_item_id'])
      const refunded = sum(back.map((refund) => cents(refund['amount'])))
      return {
        ...shared,
        itemCode: item['item_code'],
        itemName: item['item_name'],
        category: categories.get(item['category_id'])!['category_name'],
        uom: item['uom'],
        quantity: Number(line['order_qty']),
        price: Number(line['price']),
        lineTotal: Number(line['line_total']),
        discount: (cents(line['line_total']) - nets[n]!) / 100,
        refundedQty: sum(back.map((refund) => milli(refund['qty']))) / 1000,
        refunded: refunded / 100,
        sales: completed ? (nets[n]! - refunded) / 100 : 0,
        unitCost: line['unit_cost'] === null ? null : Number(line['unit_cost']),
        cost: line['unit_cost'] === null ? null : worth(line['order_qty'], line['unit_cost']) / 100,
        $order: [...sale.$order, -line['sales_item_id']],
        $ids: { ...sale.$ids, categoryID: item['category_id'] },
      }
    })
    const fee = sale['shippingFee'] as number
    if (fee > 0)
      rows.push({
        ...shared,
        itemCode: null,
        itemName: 'Shipping fee',
        category: null,
        uom: null,
        quantity: null,
        price: null,
        lineTotal: fee,
        discount: 0,
        refundedQty: 0,
        refunded: 0,
        sales: completed ? fee : 0,
        unitCost: null,
        cost: null,
        $order: [...sale.$order, -Infinity],
        $ids: sale.$ids,
      })
    return rows
  })
}

async function paymentRows(): Promise<Expected[]> {
  const [sales, ways, users] = await Promise.all([
    salesRows(),
    keyed('payment_type', 'payment_type_id'),
    keyed('user_account', 'user_id'),
  ])
  const changes = new Map(
    (await table('sales_transaction')).map((s) => [s['sales_transaction_id'], cents(s['change'])]),
  )
  const payments = await table('sales_payment')
  const row = (
    money: Record<string, any>,
    kind: string,
    at: Date,
    id: number,
    reference: string,
    received: number,
    handedBack: number,
  ): Expected => {
    const sale = sales.find((one) => one.$ids['saleID'] === money['sales_transaction_id'])!
    const user = users.get(money['created_by_id'])!
    return {
      at: at.toISOString(),
      kind,
      paymentType: ways.get(money['payment_type_id'])!['payment_name'],
      transactionNumber: sale['transactionNumber']!,
      location: sale['location']!,
      customer: sale['customer']!,
      reference,
      received: received / 100,
      handedBack: handedBack / 100,
      net: (received - handedBack) / 100,
      takenBy: `${user['first_name']} ${user['last_name']}`,
      $day: dayOf(at),
      $order: [at.getTime(), id],
      $ids: { ...sale.$ids, paymentTypeID: money['payment_type_id'], kind },
    }
  }
  const taken = payments.map((money) => {
    const amount = cents(money['amount'])
    const cash = payments.filter(
      (other) => other['sales_transaction_id'] === money['sales_transaction_id'] && Number(other['amount']) > 0,
    )
    const gave = cash.filter((other) => ways.get(other['payment_type_id'])!['gives_change']).at(-1)
    const change = gave === money ? changes.get(money['sales_transaction_id'])! : 0
    return amount > 0
      ? row(money, 'Payment', money['paid_at'], money['payment_id'], money['reference'], amount, change)
      : row(money, 'Deposit returned', money['paid_at'], money['payment_id'], money['reference'], 0, -amount)
  })
  const back = (await table('sales_refund')).map((money) =>
    row(money, 'Refund', money['created_at'], money['refund_id'], money['reason'], 0, cents(money['amount'])),
  )
  return [...taken, ...back]
}

async function stockNames() {
  const [items, categories, places, types, stock] = await Promise.all([
    keyed('item', 'item_id'),
    keyed('category', 'category_id'),
    keyed('location', 'location_id'),
    keyed('inventory_type', 'inventory_type_id'),
    keyed('inventory', 'inventory_id'),
  ])
  return (inventoryID: number) => {
    const row = stock.get(inventoryID)!
    const item = items.get(row['item_id'])!
    return {
      row,
      item,
      named: {
        itemCode: item['item_code'],
        itemName: item['item_name'],
        category: categories.get(item['category_id'])!['category_name'],
        location: places.get(row['location_id'])!['location_name'],
        inventoryType: types.get(row['inventory_type_id'])!['type_name'],
        uom: item['uom'],
      },
      $ids: {
        locationID: row['location_id'],
        categoryID: item['category_id'],
        inventoryTypeID: row['inventory_type_id'],
      },
    }
  }
}

async function stockRows(): Promise<Expected[]> {
  const of = await stockNames()
  // On hand is what the ledger comes to, not what the row says.
  const ledger = Map.groupBy(await table('stock_movement'), (movement) => movement['inventory_id'])
  const held = Map.groupBy(await table('stock_reservation'), (one) => one['inventory_id'])
  return (await table('inventory')).map(({ inventory_id: id }) => {
    const { item, named, $ids } = of(id)
    const onHand = sum((ledger.get(id) ?? []).map((movement) => milli(movement['quantity']))) / 1000
    const reserved = sum((held.get(id) ?? []).map((one) => milli(one['quantity']))) / 1000
    return {
      ...named,
      quantity: onHand,
      reserved,
      available: (milli(onHand) - milli(reserved)) / 1000,
      averageCost: Number(item['average_cost']),
      value: worth(onHand, item['average_cost']) / 100,
      $order: [named.itemCode.toLowerCase(), named.location, id],
      $ids,
    }
  })
}

async function movementRows(): Promise<Expected[]> {
  const of = await stockNames()
  const [sales, transfers, deliveries, users] = await Promise.all([
    keyed('sales_transaction', 'sales_transaction_id'),
    keyed('stock_transfer', 'transfer_id'),
    keyed('po_receiving', 'po_receiving_id'),
    keyed('user_account', 'user_id'),
  ])
  return (await table('stock_movement')).map((movement) => {
    const { named, $ids } = of(movement['inventory_id'])
    const id = movement['document_id']
    const number = {
      sale: sales.get(id)?.['transaction_number'],
      transfer: transfers.get(id)?.['transfer_number'],
      receiving: deliveries.get(id)?.['reference_number'],
    }[movement['document_type'] as string]
    const change = milli(movement['quantity'])
    const kind = movement['kind'] as string
    const user = users.get(movement['user_id'])
    return {
      at: (movement['at'] as Date).toISOString(),
      kind: kind === 'opening' ? 'Opening stock' : kind[0]!.toUpperCase() + kind.slice(1),
      document: number ?? `${movement['document_type']} ${id}`,
      ...named,
      quantityIn: Math.max(0, change) / 1000,
      quantityOut: Math.max(0, -change) / 1000,
      quantityAfter: Number(movement['quantity_after']),
      unitCost: Number(movement['unit_cost']),
      value: worth(movement['quantity'], movement['unit_cost']) / 100,
      person: user ? `${user['first_name']} ${user['last_name']}` : null,
      $day: dayOf(movement['at']),
      $order: [(movement['at'] as Date).getTime(), -movement['inventory_id'], movement['sequence']],
      $ids: { ...$ids, kind },
    }
  })
}

async function lowStockRows(): Promise<Expected[]> {
  const of = await stockNames()
  const suppliers = await keyed('supplier', 'supplier_id')
  const [orders, lines] = [await keyed('purchase_order', 'po_id'), await table('purchase_order_item')]
  const deliveries = await keyed('po_receiving', 'po_receiving_id')
  const arrived = await table('po_receiving_item')
  return (await stockRows()).flatMap((stock) => {
    const { row, item, named, $ids } = of(stock.$order[2] as number)
    const threshold = row['re_order_threshold']
    if (threshold === 0 || milli(row['quantity']) > threshold * 1000) return []
    const ordered = lines
      .filter((line) => line['item_id'] === row['item_id'])
      .map((line) => ({ line, order: orders.get(line['po_id'])! }))
    const waiting = ordered.filter(
      ({ order }) =>
        order['location_id'] === row['location_id'] &&
        ['Pending', 'Approved', 'Partially Received'].includes(order['status']),
    )
    const onOrder = sum(
      waiting.map(({ line }) => milli(line['order_qty']) - milli(line['received_qty']) - milli(line['closed_qty'])),
    )
    const suggested = Math.max(1000, 2 * threshold * 1000 - milli(stock['available']) - onOrder)
    const came = arrived
      .filter((line) => line['item_id'] === row['item_id'])
      .filter((line) => deliveries.get(line['po_receiving_id'])!['status'] === 'Completed')
      .at(-1)
    const cost = came ? came['stock_unit_cost'] : item['average_cost']
    const [last] = ordered
      .filter(({ order }) => order['status'] !== 'Canceled')
      .map(({ line, order }) => ({
        order,
        day: latest(
          String(order['order_date'].toISOString()),
          ...arrived
            .filter((one) => one['po_item_id'] === line['po_item_id'])
            .map((one) => deliveries.get(one['po_receiving_id'])!)
            .filter((delivery) => delivery['status'] === 'Completed')
            .map((delivery) => String(delivery['received_date'].toISOString())),
        ),
      }))
      .toSorted((a, b) => down([a.day, b.day], [a.order['po_id'], b.order['po_id']]))
    return [
      {
        ...named,
        quantity: stock['quantity']!,
        reserved: stock['reserved']!,
        available: stock['available']!,
        reOrderThreshold: threshold,
        onOrder: onOrder / 1000,
        suggestedQuantity: suggested / 1000,
        supplier: last ? suppliers.get(last.order['supplier_id'])!['supplier_name'] : null,
        lastCost: Number(cost),
        suggestedCost: worth(suggested / 1000, cost) / 100,
        $order: stock.$order,
        $ids: { ...$ids, supplierID: last?.order['supplier_id'] },
      },
    ]
  })
}

const dateText = (date: Date) =>
  `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}-${String(date.getDate()).padStart(2, '0')}`

async function purchaseRows(): Promise<Expected[]> {
  const [suppliers, places] = [await keyed('supplier', 'supplier_id'), await keyed('location', 'location_id')]
  const lines = Map.groupBy(await table('purchase_order_item'), (line) => line['po_id'])
  const deliveries = await table('po_receiving')
  return (await table('purchase_order')).map((order) => {
    const own = lines.get(order['po_id']) ?? []
    const all = (field: string) => sum(own.map((line) => milli(line[field])))
    const left = all('order_qty') - all('received_qty') - all('closed_qty')
    const came = deliveries.filter((one) => one['po_id'] === order['po_id'] && one['status'] === 'Completed')
    return {
      poNumber: order['po_number'],
      orderDate: dateText(order['order_date']),
      expectedDeliverDate: dateText(order['expected_deliver_date']),
      status: order['status'],
      supplier: suppliers.get(order['supplier_id'])!['supplier_name'],
      location: places.get(order['location_id'])!['location_name'],
      referenceNo: order['reference_no'],
      lines: own.length,
      ordered: all('order_qty') / 1000,
      received: all('received_qty') / 1000,
      outstanding: order['status'] === 'Canceled' ? 0 : left / 1000,
      totalCost: Number(order['total_cost']),
      receivedCost: sum(came.map((one) => cents(one['total_cost']))) / 100,
      $day: dateText(order['order_date']),
      $order: [dateText(order['order_date']), order['po_id']],
      $ids: { supplierID: order['supplier_id'], locationID: order['location_id'], status: order['status'] },
    }
  })
}

async function receivingRows(): Promise<Expected[]> {
  const [suppliers, places, items, users, orders, deliveries] = await Promise.all([
    keyed('supplier', 'supplier_id'),
    keyed('location', 'location_id'),
    keyed('item', 'item_id'),
    keyed('user_account', 'user_id'),
    keyed('purchase_order', 'po_id'),
    keyed('po_receiving', 'po_receiving_id'),
  ])
  return (await table('po_receiving_item')).map((line) => {
    const delivery = deliveries.get(line['po_receiving_id'])!
    const order = orders.get(delivery['po_id'])
    const item = items.get(line['item_id'])!
    const user = users.get(delivery['received_by_id'])!
    // Entered to the milligram also in kg: 6 decimals, by whole centavos.
    const cost =
      (BigInt(Math.round(Number(line['received_qty']) * 1_000_000)) * BigInt(cents(line['unit_cost'])) + 500_000n) /
      1_000_000n
    return {
      poReceivingID: delivery['po_receiving_id'],
      receivedDate: dateText(delivery['received_date']),
      status: delivery['status'],
      poNumber: order?.['po_number'] ?? null,
      supplier: order ? suppliers.get(order['supplier_id'])!['supplier_name'] : null,
      referenceNumber: delivery['reference_number'],
      location: places.get(delivery['location_id'])!['location_name'],
      itemCode: item['item_code'],
      itemName: item['item_name'],
      receivedQty: Number(line['received_qty']),
      uom: line['uom'],
      unitCost: Number(line['unit_cost']),
      stockQty: Number(line['stock_qty']),
      cost: Number(cost) / 100,
      receivedBy: `${user['first_name']} ${user['last_name']}`,
      $day: dateText(delivery['received_date']),
      $order: [dateText(delivery['received_date']), delivery['po_receiving_id'], -line['po_receiving_item_id']],
      $ids: {
        supplierID: order?.['supplier_id'],
        locationID: delivery['location_id'],
        categoryID: item['category_id'],
        status: delivery['status'],
      },
    }
  })
}

/** Customers are sums over the sales of the period, so the period comes first here. */
async function customerRows(asked: (row: Expected) => boolean): Promise<Expected[]> {
  const [people, types] = [await keyed('customer', 'customer_id'), await keyed('customer_type', 'customer_type_id')]
  const sales = (await salesRows()).filter((sale) => sale['status'] !== 'Canceled' && asked(sale))
  return [...Map.groupBy(sales, (sale) => sale.$ids['customerID']).entries()].map(([id, own]) => {
    const person = people.get(id)
    const count = (...statuses: string[]) => own.filter((sale) => statuses.includes(String(sale['status']))).length
    const all = (field: string) => sum(own.map((sale) => cents(sale[field]))) / 100
    return {
      customer: nameOf(person) ?? 'Walk-in',
      customerType: person ? types.get(person['customer_type_id'])!['type_name'] : null,
      contactNo: person?.['contact_no'] ?? null,
      email: person?.['email'] ?? null,
      address: person?.['address'] ?? null,
      orders: count('Completed'),
      openOrders: count('Pending', 'Processing'),
      sales: all('sales'),
      refunded: all('refunded'),
      balance: all('balance'),
      lastOrder: latest(...own.map((sale) => sale['date'])),
      $order: [all('sales'), -((id as number | null) ?? Number.MAX_SAFE_INTEGER)],
      $ids: {},
    }
  })
}

// ---- the comparison

const upwards = new Set<ReportKey>(['stock', 'low-stock'])
const rowsOf: Record<ReportKey, (asked: (row: Expected) => boolean) => Promise<Expected[]>> = {
  sales: async (asked) => (await salesRows()).filter(asked),
  'sale-lines': async (asked) => (await lineRows()).filter(asked),
  payments: async (asked) => (await paymentRows()).filter(asked),
  stock: async (asked) => (await stockRows()).filter(asked),
  movements: async (asked) => (await movementRows()).filter(asked),
  'low-stock': async (asked) => (await lowStockRows()).filter(asked),
  purchases: async (asked) => (await purchaseRows()).filter(asked),
  receiving: async (asked) => (await receivingRows()).filter(asked),
  customers: customerRows,
}

/** What the report should say: its rows in their order, without what only the test knows of them. */
async function expected(key: ReportKey, query: Record<string, string>): Promise<Row[]> {
  const { from, to, ...filters } = query
  const rows = await rowsOf[key](
    (row) =>
      (from === undefined || row.$day! >= from) &&
      (to === undefined || row.$day! <= to) &&
      Object.entries(filters).every(([field, value]) => String(row.$ids[field]) === value),
  )
  const sorted = rows.toSorted((a, b) => down(...a.$order.map((value, n) => [value, b.$order[n]!])))
  if (upwards.has(key)) sorted.reverse()
  return sorted.map(({ $day: _, $order: __, $ids: ___, ...row }) => row)
}

const read = async (key: ReportKey, query: Record<string, string>) => {
  const { status, body } = await staff('GET', `/api/v1/reports/${key}?${new URLSearchParams(query)}`)
  expect([status, body.message]).toEqual([200, undefined])
  return body as { data: Row[]; totals: Record<string, number>; meta: { total: number } }
}

const november = { from: '2026-11-01', to: '2026-11-30' }
const asked: [ReportKey, Record<string, string>][] = [
  ['sales', {}],
  ['sales', november],
  ['sales', { from: '2026-10-20' }],
  ['sales', { to: '2026-10-20' }],
  ['sales', { ...november, status: 'Completed', locationID: '1' }],
  ['sales', { customerID: '2', transactionTypeID: '1' }],
  ['sales', { transactionTypeID: '2' }],
  ['sale-lines', {}],
  ['sale-lines', november],
  ['sale-lines', { categoryID: '1', locationID: '2' }],
  ['sale-lines', { customerID: '1', status: 'Refunded' }],
  ['payments', {}],
  ['payments', november],
  ['payments', { paymentTypeID: '1', locationID: '1' }],
  ['payments', { kind: 'Refund' }],
  ['payments', { kind: 'Deposit returned' }],
  ['payments', { customerID: '3' }],
  ['stock', {}],
  ['stock', { locationID: '2', categoryID: '1', inventoryTypeID: '1' }],
  ['stock', { inventoryTypeID: '2' }],
  ['movements', {}],
  ['movements', { kind: 'transfer' }],
  ['movements', { kind: 'receiving', locationID: '1' }],
  ['movements', { categoryID: '2', inventoryTypeID: '1' }],
  ['low-stock', {}],
  ['low-stock', { locationID: '2', supplierID: '2' }],
  ['low-stock', { categoryID: '1', inventoryTypeID: '1' }],
  ['purchases', {}],
  ['purchases', november],
  ['purchases', { status: 'Canceled' }],
  ['purchases', { locationID: '2' }],
  ['purchases', { supplierID: '1', from: '2026-11-01', to: '2026-11-01' }],
  ['receiving', {}],
  ['receiving', { from: '2026-11-12', to: '2026-11-12' }],
  ['receiving', { status: 'Completed', supplierID: '1', locationID: '1' }],
  ['receiving', { categoryID: '1' }],
  ['customers', {}],
  ['customers', november],
  ['customers', { locationID: '1', customerTypeID: '1' }],
]

test.each(asked)('%s %j is what the tables say, on the screen and in the file', async (key, query) => {
  const rows = await expected(key, query)
  const { columns } = definitionOf(key)
  const { data, totals, meta } = await read(key, query)
  expect(meta.total).toBe(rows.length)
  expect(data).toEqual(rows.slice(0, 50))
  const scale = 1_000_000
  for (const { field, total } of columns) {
    if (!total) continue
    const whole = sum(rows.map((row) => Math.round(Number(row[field]) * scale)))
    expect([field, totals[field]]).toEqual([field, whole / scale])
  }
  expect(Object.keys(totals)).toEqual(columns.flatMap(({ field, total }) => (total ? field : [])))

  const file = await staff('GET', `/api/v1/reports/${key}?${new URLSearchParams({ ...query, format: 'csv' })}`)
  const [header, ...lines] = readCsv(String(file.body))
  expect(header).toEqual(columns.map(({ label }) => label))
  expect(lines).toEqual(
    rows.map((row) =>
      columns.map(({ field, kind }) => {
        const value = row[field] ?? ''
        if (kind === 'moment' && value !== '') return inTokyo(String(value))
        return kind === 'text' && /^[=+@-]/.test(String(value)) ? `'${value}` : String(value)
      }),
    ),
  )
  expect(file.headers['x-rows']).toBe(String(rows.length))
})

test('the shop has something of everything', async () => {
  const lines = await lineRows()
  expect(lines.length).toBeGreaterThan(50)
  const statuses = new Set((await salesRows()).map((sale) => sale['status']))
  expect([...statuses].toSorted()).toEqual(['Canceled', 'Completed', 'Pending', 'Processing', 'Refunded'])
  for (const field of ['discount', 'refunded', 'sales', 'cost'])
    expect(lines.filter((line) => Number(line[field]) > 0).length, field).toBeGreaterThan(3)
  const payments = await paymentRows()
  for (const kind of ['Payment', 'Deposit returned', 'Refund'])
    expect(payments.filter((payment) => payment['kind'] === kind).length, kind).toBeGreaterThan(2)
  expect(payments.filter((payment) => payment['kind'] === 'Payment' && Number(payment['handedBack']) > 0)).not.toEqual(
    [],
  )
  for (const [key, query] of asked)
    if (!['2'].includes(query['transactionTypeID'] ?? ''))
      expect(await expected(key, query), `${key} ${JSON.stringify(query)}`).not.toEqual([])
})

test.each([{}, november, { locationID: '2' }])('Total Sales %j is one figure in every report', async (query) => {
  const { totals: sales } = await read('sales', query)
  const { totals: lines } = await read('sale-lines', query)
  const { totals: customers } = await read('customers', query)
  expect(sales['sales']).toBeGreaterThan(0)
  expect([lines['sales'], customers['sales']]).toEqual([sales['sales'], sales['sales']])
  // Straight from the table, in SQL: Completed, less what was refunded, on the day of completion in Tokyo.
  const { rows } = await sql.query(
    `select sum(total_purchase) - sum(refunded_amount) as sum from sales_transaction where status = 'Completed'
      and ($1::int is null or location_id = $1) and ($2::date is null or
        (completed_at at time zone 'Asia/Tokyo')::date between $2 and $3)`,
    [
      'locationID' in query ? query.locationID : null,
      'from' in query ? query.from : null,
      'to' in query ? query.to : null,
    ],
  )
  expect(sales['sales']).toBe(Number(rows[0].sum))
})

test('what stayed in the till is what was paid, less change and what was handed back', async () => {
  const { totals } = await read('payments', {})
  const { rows } = await sql.query(`select
    (select sum(amount) from sales_payment) - (select sum(change) from sales_transaction)
      - (select sum(amount) from sales_refund) as net`)
  expect(totals['net']).toBe(Number(rows[0].net))
  await sql.end()
})
