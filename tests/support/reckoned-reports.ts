import type pg from 'pg'
import { Temporal } from 'temporal-polyfill'

import type { ReportKey } from '../../contract/insight/report-definitions.ts'
import { computeLineNets } from '../../contract/sales/refunds.ts'
import { reckonedProfit } from './reckoned-profit.ts'

// This oracle (it computes the expected results) computes every report again from the bare tables, in whole centavos,
// without the reports' own statements.

/** A row as a report returns it. */
export type Row = Record<string, string | number | null>
const cents = (pesos: unknown) => Math.round(Number(pesos) * 100)
const milli = (quantity: unknown) => Math.round(Number(quantity) * 1000)
const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
/** Multiplies a quantity (3 decimals) by a cost (6 decimals) and returns centavos, rounded half away from zero. */
function worth(quantity: unknown, cost: unknown) {
  const whole = BigInt(milli(quantity)) * BigInt(Math.round(Number(cost) * 1_000_000))
  const half = whole < 0n ? -5_000_000n : 5_000_000n
  return Number((whole + half) / 10_000_000n)
}

const names = [
  'adjustment_reason',
  'category',
  'credit_entry',
  'customer',
  'customer_type',
  'inventory',
  'inventory_adjustment',
  'inventory_type',
  'item',
  'location',
  'payment_type',
  'po_receiving',
  'po_receiving_item',
  'purchase_order',
  'purchase_order_item',
  'sales_item',
  'money_entry',
  'sales_refund',
  'sales_refund_item',
  'sales_transaction',
  'trade_in',
  'stock_movement',
  'stock_repair_return',
  'stock_reservation',
  'stock_transfer',
  'supplier',
  'tax_entry',
  'tax_rate',
  'transaction_type',
  'user_account',
] as const

/** A row as the database driver returns it: numbers are texts. */
export type Stored = Record<string, any>
export type Tables = Record<(typeof names)[number], Stored[]>

/** Reads the tables in the order in which they were filled. */
export async function readTables(sql: pg.Pool): Promise<Tables> {
  const tables: Partial<Tables> = {}
  for (const name of names) tables[name] = (await sql.query<Stored>(`select * from ${name} order by 1, 2`)).rows
  return tables as Tables
}

const keyed = (rows: Stored[], key: string) => new Map(rows.map((row) => [row[key], row]))

const zone = 'Asia/Tokyo'
const dayOf = (moment: Date) =>
  Temporal.Instant.from(moment.toISOString()).toZonedDateTimeISO(zone).toPlainDate().toString()
const nameOf = (person: Stored | undefined) =>
  person ? [person['first_name'], person['middle_name'], person['last_name']].filter(Boolean).join(' ') : null
const down = (...keys: (string | number)[][]) => {
  for (const [a, b] of keys) if (a !== b) return a! < b! ? 1 : -1
  return 0
}
const latest = (...days: unknown[]) => days.map(String).toSorted().at(-1)!
type Expected = Record<string, unknown> & { $day?: string; $order: (string | number)[]; $ids: Record<string, unknown> }

function salesRows(tables: Tables): Expected[] {
  const [places, kinds, people, users] = [
    keyed(tables.location, 'location_id'),
    keyed(tables.transaction_type, 'transaction_type_id'),
    keyed(tables.customer, 'customer_id'),
    keyed(tables.user_account, 'user_id'),
  ]
  const ofSale = (s: Stored): Expected => {
    const at: Date = s['completed_at'] ?? s['transaction_date']
    const open = s['status'] === 'Pending' || s['status'] === 'Processing' || s['status'] === 'Completed'
    const net = cents(s['amount_paid']) - cents(s['change'])
    const total = cents(s['subtotal']) - cents(s['discount']) + cents(s['shipping_fee'])
    return {
      transactionNumber: s['transaction_number'],
      kind: 'Sale',
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
      refunded: 0,
      sales: s['completed_at'] === null ? 0 : total / 100,
      refundedWithSale:
        sum(
          tables.sales_refund
            .filter((refund) => refund['sales_transaction_id'] === s['sales_transaction_id'])
            .map((refund) => cents(refund['amount'])),
        ) / 100,
      enteredBy: `${users.get(s['created_by_id'])!['first_name']} ${users.get(s['created_by_id'])!['last_name']}`,
      $day: dayOf(at),
      $orders: s['completed_at'] === null ? 0 : 1,
      $order: [at.getTime(), s['sales_transaction_id'], 0],
      $ids: {
        saleID: s['sales_transaction_id'],
        kind: 'Sale',
        locationID: s['location_id'],
        transactionTypeID: s['transaction_type_id'],
        customerID: s['customer_id'],
        customerTypeID: people.get(s['customer_id'])?.['customer_type_id'],
        status: s['status'],
        createdByID: s['created_by_id'],
      },
    }
  }
  const sales = tables.sales_transaction.map(ofSale)
  const refunds = tables.sales_refund.map((refund): Expected => {
    const at: Date = refund['created_at']
    const sale = sales.find(({ $ids }) => $ids['saleID'] === refund['sales_transaction_id'])!
    const parts = tables.sales_refund_item.filter((part) => part['refund_id'] === refund['refund_id'])
    const empty = ['lines', 'subtotal', 'discount', 'shippingFee', 'total', 'paid', 'balance'] as const
    return {
      ...sale,
      ...Object.fromEntries(empty.map((field) => [field, null])),
      kind: 'Refund',
      date: at.toISOString(),
      quantity: -sum(parts.map((part) => milli(part['qty']))) / 1000,
      refunded: Number(refund['amount']),
      sales: 0 - Number(refund['amount']),
      refundedWithSale: 0,
      $day: dayOf(at),
      // The refund that returned the last goods takes the order away.
      $orders:
        sale['status'] === 'Refunded' &&
        !tables.sales_refund.some(
          (one) =>
            one['sales_transaction_id'] === refund['sales_transaction_id'] && one['refund_id'] > refund['refund_id'],
        )
          ? -1
          : 0,
      $order: [at.getTime(), sale.$order[1]!, refund['refund_id']],
      $ids: { ...sale.$ids, kind: 'Refund', refundID: refund['refund_id'] },
    }
  })
  return [...sales, ...refunds]
}

function lineRows(tables: Tables): Expected[] {
  const [sales, items, categories] = [
    salesRows(tables),
    keyed(tables.item, 'item_id'),
    keyed(tables.category, 'category_id'),
  ]
  const [lines, refunds] = [tables.sales_item, tables.sales_refund_item]
  const linesByKey = keyed(lines, 'sales_item_id')
  const nameLine = (sale: Expected, line: Stored) => {
    const item = items.get(line['item_id'])!
    return {
      transactionNumber: sale['transactionNumber'],
      kind: sale['kind'],
      date: sale['date'],
      status: sale['status'],
      location: sale['location'],
      customer: sale['customer'],
      itemCode: item['item_code'],
      itemName: item['item_name'],
      category: categories.get(item['category_id'])!['category_name'],
      uom: item['uom'],
      price: Number(line['price']),
      unitCost: line['unit_cost'] === null ? null : Number(line['unit_cost']),
      $day: sale.$day!,
      $ids: { ...sale.$ids, categoryID: item['category_id'] },
    }
  }
  return sales.flatMap((sale): Expected[] => {
    if (sale['kind'] === 'Refund')
      return refunds
        .filter((part) => part['refund_id'] === sale.$ids['refundID'])
        .map((part) => {
          const returnedCost = part['disposition'] === 'scrap' ? 0 : Number(part['cost'])
          return {
            ...nameLine(sale, linesByKey.get(part['sales_item_id'])!),
            quantity: -Number(part['qty']),
            lineTotal: null,
            discount: null,
            refundedQty: Number(part['qty']),
            refunded: Number(part['amount']),
            sales: 0 - Number(part['amount']),
            refundedWithSale: 0,
            cost: null,
            returnedCost,
            profit: (cents(returnedCost) - cents(part['amount'])) / 100,
            $order: [...sale.$order, -part['sales_item_id']],
          }
        })
    const own = lines
      .filter((line) => line['sales_transaction_id'] === sale.$ids['saleID'])
      .toSorted((a, b) => a['sales_item_id'] - b['sales_item_id'])
    const nets = computeLineNets(
      own.map((line) => ({ lineTotal: Number(line['line_total']) })),
      Number(sale['discount']),
    )
    const isCompleted = sale['status'] === 'Completed' || sale['status'] === 'Refunded'
    const rows: Expected[] = own.map((line, n) => ({
      ...nameLine(sale, line),
      quantity: Number(line['order_qty']),
      lineTotal: Number(line['line_total']),
      discount: (cents(line['line_total']) - nets[n]!) / 100,
      refundedQty: 0,
      refunded: 0,
      sales: isCompleted ? nets[n]! / 100 : 0,
      refundedWithSale:
        sum(
          refunds
            .filter((part) => part['sales_item_id'] === line['sales_item_id'])
            .map((part) => cents(part['amount'])),
        ) / 100,
      cost: line['cost'] === null ? null : Number(line['cost']),
      returnedCost: 0,
      profit: ((isCompleted ? nets[n]! : 0) - cents(line['cost'] ?? 0)) / 100,
      $order: [...sale.$order, -line['sales_item_id']],
    }))
    const fee = sale['shippingFee'] as number
    if (fee > 0)
      rows.push({
        ...nameLine(sale, own[0]!),
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
        sales: isCompleted ? fee : 0,
        refundedWithSale: 0,
        unitCost: null,
        cost: null,
        returnedCost: 0,
        profit: 0,
        $order: [...sale.$order, -Infinity],
        $ids: sale.$ids,
      })
    return rows
  })
}

function paymentRows(tables: Tables): Expected[] {
  const [sales, ways, users] = [
    salesRows(tables),
    keyed(tables.payment_type, 'payment_type_id'),
    keyed(tables.user_account, 'user_id'),
  ]
  const entries = tables.money_entry
  const [people, places] = [keyed(tables.customer, 'customer_id'), keyed(tables.location, 'location_id')]
  const ofCredit = ({ customer_id: customerID, location_id: locationID }: Stored) => ({
    transactionNumber: '',
    location: places.get(locationID)!['location_name'],
    customer: nameOf(people.get(customerID)),
    $ids: { customerID, locationID },
  })
  const row = (
    money: Stored,
    kind: string,
    at: Date,
    id: number,
    reference: string,
    received: number,
    handedBack: number,
  ): Expected => {
    // Money of store credit has a customer and a place of its own, and no sale.
    const sale =
      sales.find((one) => one['kind'] === 'Sale' && one.$ids['saleID'] === money['sales_transaction_id']) ??
      ofCredit(money)
    const user = users.get(money['created_by_id'])!
    const code = ways.get(money['payment_type_id'])!['code']
    const net = received - handedBack
    const isMoney = !['store_credit', 'exchange', 'trade_in'].includes(code)
    return {
      at: at.toISOString(),
      kind,
      paymentType: ways.get(money['payment_type_id'])!['payment_name'],
      transactionNumber: sale['transactionNumber']!,
      location: sale['location']!,
      customer: sale['customer']!,
      reference,
      received: isMoney ? received / 100 : 0,
      handedBack: isMoney ? handedBack / 100 : 0,
      net: isMoney ? net / 100 : 0,
      storeCredit: code === 'store_credit' ? net / 100 : 0,
      exchanged: code === 'exchange' ? net / 100 : 0,
      tradedIn: code === 'trade_in' ? net / 100 : 0,
      takenBy: `${user['first_name']} ${user['last_name']}`,
      $day: dayOf(at),
      $order: [at.getTime(), id],
      $ids: { ...sale.$ids, paymentTypeID: money['payment_type_id'], kind, createdByID: money['created_by_id'] },
    }
  }
  return entries.flatMap((money) => {
    const [kind, at, id, amount] = [money['kind'], money['at'], money['entry_id'], cents(money['amount'])]
    if (kind === 'payment') {
      const given = entries.find((other) => other['payment_entry_id'] === id)
      const name = money['corrects_id'] === null ? 'Payment' : 'Correction'
      return [row(money, name, at, id, money['reference'], amount, given ? -cents(given['amount']) : 0)]
    }
    if (kind === 'credit_paid_in') {
      const name = money['corrects_id'] === null ? 'Credit paid in' : 'Correction'
      return [row(money, name, at, id, money['reference'] ?? money['reason'], amount, 0)]
    }
    if (kind === 'credit_paid_out')
      return [row(money, 'Credit paid out', at, id, money['reference'] ?? money['reason'], 0, 0 - amount)]
    if (kind === 'deposit_returned') return [row(money, 'Deposit returned', at, id, money['reference'], 0, 0 - amount)]
    return kind === 'refund' ? [row(money, 'Refund', at, id, money['reason'], 0, 0 - amount)] : []
  })
}

function stockNames(tables: Tables) {
  const [items, categories, places, types, stock] = [
    keyed(tables.item, 'item_id'),
    keyed(tables.category, 'category_id'),
    keyed(tables.location, 'location_id'),
    keyed(tables.inventory_type, 'inventory_type_id'),
    keyed(tables.inventory, 'inventory_id'),
  ]
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

function stockRows(tables: Tables, asOf?: string): Expected[] {
  const of = stockNames(tables)
  // The oracle takes the quantity on hand from the ledger, not from the stored row.
  const isPast = asOf !== undefined && asOf < dayOf(new Date())
  const ledger = Map.groupBy(
    tables.stock_movement.filter((movement) => !isPast || dayOf(movement['at']) <= asOf),
    (movement) => movement['inventory_id'],
  )
  const held = Map.groupBy(tables.stock_reservation, (one) => one['inventory_id'])
  const rowsOfItem = Map.groupBy(
    tables.inventory.toSorted((a, b) => a['inventory_id'] - b['inventory_id']),
    (row) => row['item_id'],
  )
  /** The value of the item's stock up to this row, by the ledger, in centavos. */
  const upTo = (rows: readonly Row[], end: number) => {
    const moved = rows.map((row) => ledger.get(row['inventory_id']) ?? [])
    const onHand = (some: readonly Row[][]) => sum(some.flat().map((movement) => milli(movement['quantity'])))
    const value = sum(moved.flat().map((movement) => cents(movement['value'])))
    const whole = onHand(moved)
    return whole === 0 ? 0 : Math.floor((2 * value * onHand(moved.slice(0, end)) + whole) / (2 * whole))
  }
  /** The average cost of the item's stock by the ledger, in pesos; null without stock. */
  const pastCost = (rows: readonly Stored[]) => {
    const moved = rows.flatMap((row) => ledger.get(row['inventory_id']) ?? [])
    const onHand = sum(moved.map((movement) => milli(movement['quantity'])))
    const value = BigInt(sum(moved.map((movement) => cents(movement['value']))))
    if (onHand === 0) return null
    return Number((2n * value * 10_000_000n + BigInt(onHand)) / (2n * BigInt(onHand))) / 1_000_000
  }
  const stored = tables.inventory.filter((row) => !isPast || dayOf(row['created_at']) <= asOf)
  return stored.map(({ inventory_id: id, item_id: itemID }) => {
    const { item, named, $ids } = of(id)
    const rows = rowsOfItem.get(itemID)!
    const place = rows.findIndex((row) => row['inventory_id'] === id)
    const onHand = sum((ledger.get(id) ?? []).map((movement) => milli(movement['quantity']))) / 1000
    const reserved = sum((held.get(id) ?? []).map((one) => milli(one['quantity']))) / 1000
    return {
      ...named,
      quantity: onHand,
      reserved: isPast ? null : reserved,
      available: isPast ? null : (milli(onHand) - milli(reserved)) / 1000,
      averageCost: isPast ? pastCost(rows) : Number(item['average_cost']),
      value: (upTo(rows, place + 1) - upTo(rows, place)) / 100,
      $order: [named.itemCode.toLowerCase(), named.location, id],
      $ids,
    }
  })
}

function movementRows(tables: Tables): Expected[] {
  const of = stockNames(tables)
  const [sales, transfers, repairs, deliveries, users] = [
    keyed(tables.sales_transaction, 'sales_transaction_id'),
    keyed(tables.stock_transfer, 'transfer_id'),
    keyed(tables.stock_repair_return, 'repair_return_id'),
    keyed(tables.po_receiving, 'po_receiving_id'),
    keyed(tables.user_account, 'user_id'),
  ]
  return tables.stock_movement.map((movement) => {
    const { named, $ids } = of(movement['inventory_id'])
    const id = movement['document_id']
    const number = {
      sale: sales.get(id)?.['transaction_number'],
      transfer: transfers.get(id)?.['transfer_number'],
      repair: repairs.get(id)?.['repair_return_number'],
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
      value: Number(movement['value']),
      person: user ? `${user['first_name']} ${user['last_name']}` : null,
      $day: dayOf(movement['at']),
      $order: [(movement['at'] as Date).getTime(), -movement['inventory_id'], movement['sequence']],
      $ids: { ...$ids, kind },
    }
  })
}

function lowStockRows(tables: Tables): Expected[] {
  const of = stockNames(tables)
  const suppliers = keyed(tables.supplier, 'supplier_id')
  const [orders, lines] = [keyed(tables.purchase_order, 'po_id'), tables.purchase_order_item]
  const deliveries = keyed(tables.po_receiving, 'po_receiving_id')
  const arrived = tables.po_receiving_item
  return stockRows(tables).flatMap((stock) => {
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

function purchaseRows(tables: Tables): Expected[] {
  const [suppliers, places] = [keyed(tables.supplier, 'supplier_id'), keyed(tables.location, 'location_id')]
  const lines = Map.groupBy(tables.purchase_order_item, (line) => line['po_id'])
  const deliveries = tables.po_receiving
  return tables.purchase_order.map((order) => {
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
      canceled: order['status'] === 'Canceled' ? left / 1000 : 0,
      received: all('received_qty') / 1000,
      closedShort: all('closed_qty') / 1000,
      outstanding: order['status'] === 'Canceled' ? 0 : left / 1000,
      totalCost: Number(order['total_cost']),
      receivedCost: sum(came.map((one) => cents(one['total_cost']))) / 100,
      $day: dateText(order['order_date']),
      $order: [dateText(order['order_date']), order['po_id']],
      $ids: { supplierID: order['supplier_id'], locationID: order['location_id'], status: order['status'] },
    }
  })
}

function receivingRows(tables: Tables): Expected[] {
  const [suppliers, places, items, users, orders, deliveries] = [
    keyed(tables.supplier, 'supplier_id'),
    keyed(tables.location, 'location_id'),
    keyed(tables.item, 'item_id'),
    keyed(tables.user_account, 'user_id'),
    keyed(tables.purchase_order, 'po_id'),
    keyed(tables.po_receiving, 'po_receiving_id'),
  ]
  return tables.po_receiving_item.map((line) => {
    const delivery = deliveries.get(line['po_receiving_id'])!
    const order = orders.get(delivery['po_id'])
    const item = items.get(line['item_id'])!
    const user = users.get(delivery['received_by_id'])!
    // kg quantities go down to the milligram: 6 decimals, multiplied by whole centavos.
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

/** Returns the customers' rows. They sum up the sales of a period, so the period filters first. */
function customerRows(tables: Tables, asked: (row: Expected) => boolean): Expected[] {
  const [people, types] = [keyed(tables.customer, 'customer_id'), keyed(tables.customer_type, 'customer_type_id')]
  const sales = salesRows(tables).filter((sale) => sale['status'] !== 'Canceled' && asked(sale))
  return [...Map.groupBy(sales, (sale) => sale.$ids['customerID']).entries()].map(([id, own]) => {
    const person = people.get(id)
    const count = (...statuses: string[]) =>
      own.filter((sale) => sale['kind'] === 'Sale' && statuses.includes(String(sale['status']))).length
    const all = (field: string) => sum(own.map((sale) => cents(sale[field]))) / 100
    return {
      customer: nameOf(person) ?? 'Walk-in',
      customerType: person ? types.get(person['customer_type_id'])!['type_name'] : null,
      contactNo: person?.['contact_no'] ?? null,
      email: person?.['email'] ?? null,
      address: person?.['address'] ?? null,
      orders: sum(own.map((sale) => sale['$orders'] as number)),
      openOrders: count('Pending', 'Processing'),
      sales: all('sales'),
      refunded: all('refunded'),
      refundedWithSale: all('refundedWithSale'),
      balance: all('balance'),
      lastOrder:
        own
          .filter((sale) => sale['kind'] === 'Sale')
          .map((sale) => String(sale['date']))
          .toSorted()
          .at(-1) ?? null,
      $order: [all('sales'), -((id as number | null) ?? Number.MAX_SAFE_INTEGER)],
      $ids: {},
    }
  })
}

/** Returns the balances of the customers at the end of a day: the amounts of their sales that were open then. */
function balanceRows(tables: Tables, asked: (row: Expected) => boolean, asOf: string): Expected[] {
  const types = keyed(tables.customer_type, 'customer_type_id')
  const entries = Map.groupBy(tables.money_entry, (entry) => entry['sales_transaction_id'])
  const day = Temporal.PlainDate.from(asOf)
  const openAmount = (sale: Stored) => {
    const ordered = dateText(sale['order_date'])
    const counts = (date: string) => date <= asOf
    const canceled = sale['status'] === 'Canceled' && counts(latest(ordered, dayOf(sale['canceled_at'])))
    const charged = counts(ordered) && !canceled ? cents(sale['total_purchase']) : 0
    const moved = (entries.get(sale['sales_transaction_id']) ?? []).map((entry) => {
      if (!counts(dateText(entry['day'])) || entry['kind'] === 'refund') return 0
      return entry['kind'] === 'deposit_kept' ? cents(entry['amount']) : -cents(entry['amount'])
    })
    return charged + sum(moved)
  }
  return tables.customer.flatMap((person) => {
    const open = tables.sales_transaction
      .filter((sale) => sale['customer_id'] === person['customer_id'])
      .map((sale) => ({
        amount: openAmount(sale),
        age: Temporal.PlainDate.from(dateText(sale['order_date'])).until(day).days,
      }))
      .filter(({ amount }) => amount !== 0)
    const all = (from: number, to: number) =>
      sum(open.filter(({ age }) => age >= from && age <= to).map(({ amount }) => amount)) / 100
    const credits = tables.credit_entry.filter(
      (entry) => entry['customer_id'] === person['customer_id'] && dateText(entry['day']) <= asOf,
    )
    const credit = sum(credits.map((entry) => cents(entry['amount']))) / 100
    const row: Expected = {
      customer: nameOf(person),
      customerType: types.get(person['customer_type_id'])!['type_name'],
      contactNo: person['contact_no'],
      email: person['email'],
      sales: open.length,
      current: all(-Infinity, 30),
      over30: all(31, 60),
      over60: all(61, 90),
      over90: all(91, Infinity),
      balance: all(-Infinity, Infinity),
      credit,
      $order: [all(-Infinity, Infinity), -person['customer_id']],
      $ids: { customerID: person['customer_id'], customerTypeID: person['customer_type_id'] },
    }
    return (open.length > 0 || credit !== 0) && asked(row) ? [row] : []
  })
}

/** Returns the rows of the sellers: the sales that a person entered, and the cash that a person took. */
function sellerRows(tables: Tables, asked: (row: Expected) => boolean): Expected[] {
  const [users, ways] = [keyed(tables.user_account, 'user_id'), keyed(tables.payment_type, 'payment_type_id')]
  const sales = salesRows(tables).filter(asked)
  const cash = paymentRows(tables).filter(
    (money) => asked(money) && ways.get(money.$ids['paymentTypeID'])!['code'] === 'cash',
  )
  const completed = new Set(
    tables.sales_transaction
      .filter((sale) => sale['completed_at'] !== null)
      .map((sale) => sale['sales_transaction_id']),
  )
  const sold = sales.filter(({ kind, $ids }) => kind === 'Sale' && completed.has($ids['saleID']))
  const ids = new Set([...sales, ...cash].map(({ $ids }) => $ids['createdByID']))
  return [...ids].map((id) => {
    const all = (rows: Expected[], field: string) =>
      sum(rows.filter(({ $ids }) => $ids['createdByID'] === id).map((row) => cents(row[field]))) / 100
    const own = sales.filter(({ $ids }) => $ids['createdByID'] === id)
    const person = users.get(id)!
    return {
      seller: `${person['first_name']} ${person['last_name']}`,
      orders: sum(own.map((sale) => sale['$orders'] as number)),
      discount: all(sold, 'discount'),
      refunded: all(sales, 'refunded'),
      sales: all(sales, 'sales'),
      refundedWithSale: all(sales, 'refundedWithSale'),
      cash: all(cash, 'net'),
      $order: [all(sales, 'sales'), -(id as number)],
      $ids: {},
    }
  })
}

/** Returns the rows of the recorded taxes, one for each rate. */
function taxRows(tables: Tables, asked: (row: Expected) => boolean): Expected[] {
  const [rates, sales] = [
    keyed(tables.tax_rate, 'tax_rate_id'),
    keyed(tables.sales_transaction, 'sales_transaction_id'),
  ]
  const entries = tables.tax_entry.filter((entry) => {
    const { location_id: locationID } = sales.get(entry['sales_transaction_id'])!
    const $ids = { locationID, kind: rates.get(entry['tax_rate_id'])!['kind'] }
    return asked({ $day: String(entry['day']), $order: [], $ids })
  })
  return [...Map.groupBy(entries, (entry) => entry['tax_rate_id'])].map(([id, own]) => {
    const rate = rates.get(id)!
    const all = (column: string, back: boolean) =>
      sum(own.filter((entry) => (entry['refund_id'] !== null) === back).map((entry) => Math.abs(cents(entry[column]))))
    return {
      rate: rate['rate_name'],
      code: rate['code'],
      country: rate['country'],
      kind: rate['kind'],
      percent: Number(rate['percent']),
      amount: all('amount', false) / 100,
      base: all('base', false) / 100,
      tax: all('tax', false) / 100,
      refundedBase: all('base', true) / 100,
      refundedTax: all('tax', true) / 100,
      netBase: (all('base', false) - all('base', true)) / 100,
      netTax: (all('tax', false) - all('tax', true)) / 100,
      $order: [Number(rate['percent']), id],
      $ids: {},
    }
  })
}

const upwards = new Set<ReportKey>(['stock', 'low-stock'])
const rowsOf: Record<ReportKey, (tables: Tables, asked: (row: Expected) => boolean, asOf: string) => Expected[]> = {
  sales: (tables, asked) => salesRows(tables).filter(asked),
  'sale-lines': (tables, asked) => lineRows(tables).filter(asked),
  payments: (tables, asked) => paymentRows(tables).filter(asked),
  stock: (tables, asked, asOf) => stockRows(tables, asOf).filter(asked),
  movements: (tables, asked) => movementRows(tables).filter(asked),
  'low-stock': (tables, asked) => lowStockRows(tables).filter(asked),
  purchases: (tables, asked) => purchaseRows(tables).filter(asked),
  receiving: (tables, asked) => receivingRows(tables).filter(asked),
  customers: customerRows,
  'customer-balances': balanceRows,
  'by-seller': sellerRows,
  tax: taxRows,
  // The statement depends on the period and the location alone.
  profit: () => [],
}

/** Returns the expected rows of a report in their order, without fields that only the oracle needs. */
export function reckoned(tables: Tables, key: ReportKey, query: Record<string, string>): Row[] {
  const { from, to, asOf = dayOf(new Date()), ...filters } = query
  if (key === 'profit') return reckonedProfit(tables, query)
  const rows = rowsOf[key](
    tables,
    (row) =>
      (from === undefined || row.$day! >= from) &&
      (to === undefined || row.$day! <= to) &&
      Object.entries(filters).every(([field, value]) => String(row.$ids[field]) === value),
    asOf,
  )
  const sorted = rows.toSorted((a, b) => down(...a.$order.map((value, n) => [value, b.$order[n]!])))
  if (upwards.has(key)) sorted.reverse()
  // Remove the fields that only the oracle needs.
  return sorted.map((row) => Object.fromEntries(Object.entries(row).filter(([field]) => !field.startsWith('$'))) as Row)
}
