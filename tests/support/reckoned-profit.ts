import { Temporal } from 'temporal-polyfill'

import { type ProfitKey, profitLines } from '../../contract/insight/profit.ts'
import type { Row, Stored, Tables } from './reckoned-reports.ts'

// Computes the profit statement from the bare tables in whole centavos, without the statement's own SQL.

const cents = (pesos: unknown) => Math.round(Number(pesos) * 100)
const milli = (quantity: unknown) => Math.round(Number(quantity) * 1000)
const add = (rows: readonly Stored[], amount: (row: Stored) => number) =>
  rows.reduce((total, row) => total + amount(row), 0)
const zone = 'Asia/Tokyo'
const dayOf = (moment: Date) =>
  Temporal.Instant.from(moment.toISOString()).toZonedDateTimeISO(zone).toPlainDate().toString()

/** The days and the location of a statement. */
type Asked = { from?: string; to?: string; locationID?: string }

export function reckonedProfit(tables: Tables, asked: Asked): Row[] {
  const figures = reckonFigures(tables, asked)
  return profitLines.map(({ key, section, line, tells }) => ({
    section,
    line,
    amount: (figures[key] || 0) / 100,
    meaning: tells,
  }))
}

/** Returns each line of the statement in centavos. */
export function reckonFigures(tables: Tables, { from, to, locationID }: Asked): Record<ProfitKey, number> {
  const inPeriod = (at: Date | null) => {
    if (at === null) return false
    const day = dayOf(at)
    return (from === undefined || day >= from) && (to === undefined || day <= to)
  }
  const isBeforeEnd = (at: Date | null) => at !== null && (to === undefined || dayOf(at) <= to)
  const isHere = (row: Stored) => locationID === undefined || String(row['location_id']) === locationID
  const sales = tables.sales_transaction.filter(isHere)
  const saleIDs = new Set(sales.map((sale) => sale['sales_transaction_id']))
  const ofSales = (rows: readonly Stored[]) => rows.filter((row) => saleIDs.has(row['sales_transaction_id']))
  const stockIDs = new Set(tables.inventory.filter(isHere).map((row) => row['inventory_id']))
  const ofStock = (rows: readonly Stored[]) => rows.filter((row) => stockIDs.has(row['inventory_id']))

  const sold = sales.filter((sale) => inPeriod(sale['completed_at']))
  const soldIDs = new Set(sold.map((sale) => sale['sales_transaction_id']))
  const refunds = ofSales(tables.sales_refund)
  const given = refunds.filter((refund) => inPeriod(refund['created_at']))
  const givenIDs = new Set(given.map((refund) => refund['refund_id']))
  const parts = tables.sales_refund_item.filter((part) => givenIDs.has(part['refund_id']))
  const gross = add(sold, (sale) => cents(sale['subtotal']))
  const discounts = -add(sold, (sale) => cents(sale['discount']))
  const refunded = -add(given, (refund) => cents(refund['amount']))
  const netSales = gross + discounts + refunded
  const cost = -add(
    tables.sales_item.filter((line) => soldIDs.has(line['sales_transaction_id'])),
    (line) => cents(line['cost'] ?? 0),
  )
  const returnedCost = add(parts, (part) => cents(part['cost']))
  const grossProfit = netSales + cost + returnedCost
  const scrapped = -add(
    parts.filter((part) => part['disposition'] === 'scrap'),
    (part) => cents(part['cost']),
  )
  const shippingKept = add(
    sales.filter((sale) => {
      const own = refunds.filter((refund) => refund['sales_transaction_id'] === sale['sales_transaction_id'])
      return sale['status'] === 'Refunded' && inPeriod(own.at(-1)!['created_at'])
    }),
    (sale) => cents(sale['shipping_fee']),
  )
  const depositsKept = add(
    ofSales(tables.money_entry).filter((entry) => entry['kind'] === 'deposit_kept' && inPeriod(entry['at'])),
    (entry) => cents(entry['amount']),
  )
  // Store credit that was given belongs to no location.
  const credits = locationID === undefined ? tables.credit_entry : []
  const creditOf = (...kinds: string[]) =>
    -add(
      credits.filter((entry) => kinds.includes(entry['kind']) && inPeriod(entry['at'])),
      (entry) => cents(entry['amount']),
    )
  const creditGiven = creditOf('given', 'taken back')
  const creditExpired = creditOf('expired')
  const creditOwed = add(
    tables.credit_entry.filter((entry) => isBeforeEnd(entry['at'])),
    (entry) => cents(entry['amount']),
  )
  const repairsScrapped = -add(
    ofStock(tables.stock_repair_return).filter((one) => one['outcome'] === 'scrap' && inPeriod(one['created_at'])),
    (one) => cents(one['value']) + cents(one['cost']),
  )
  const stock = reckonStock(tables, ofStock(tables.stock_movement), inPeriod)
  const open = sales.filter((sale) => !isBeforeEnd(sale['completed_at']))
  const openIDs = new Set(open.map((sale) => sale['sales_transaction_id']))
  const depositsHeld = add(
    tables.money_entry.filter((entry) => openIDs.has(entry['sales_transaction_id']) && isBeforeEnd(entry['at'])),
    ({ kind, amount }) => (kind === 'refund' ? 0 : kind === 'deposit_kept' ? -cents(amount) : cents(amount)),
  )
  const bought = tables.trade_in.filter(isHere)
  const gone = Map.groupBy(
    tables.stock_movement.filter((one) => one['document_type'] === 'trade_in' && milli(one['quantity']) < 0),
    (one) => one['document_id'],
  )
  const tradeInsReturned = add(
    bought.filter((one) => one['status'] === 'Returned' && inPeriod(one['closed_at'])),
    (one) => cents(one['offer']) + add(gone.get(one['trade_in_id']) ?? [], ({ value }) => cents(value)),
  )
  const tradeInsOwed = add(bought, (one) => {
    const accepted = isBeforeEnd(one['accepted_at']) ? cents(one['offer']) : 0
    const back = one['status'] === 'Returned' && isBeforeEnd(one['closed_at']) ? cents(one['offer']) : 0
    const isOf = (entry: Stored) => entry['trade_in_id'] === one['trade_in_id'] && isBeforeEnd(entry['at'])
    const used = add(tables.money_entry.filter(isOf), ({ kind, amount }) =>
      kind === 'trade_in_paid' ? -cents(amount) : cents(amount),
    )
    return accepted - back - used - add(tables.credit_entry.filter(isOf), ({ amount }) => cents(amount))
  })
  const salesProfit = grossProfit + scrapped
  const shipping = add(sold, (sale) => cents(sale['shipping_fee']))
  return {
    gross,
    discounts,
    refunds: refunded,
    netSales,
    cost,
    returnedCost,
    grossProfit,
    scrapped,
    salesProfit,
    shippingKept,
    depositsKept,
    creditGiven,
    creditExpired,
    creditOwed,
    tradeInsReturned,
    tradeInsOwed,
    repairsScrapped,
    ...stock,
    shipping,
    totalSales: netSales + shipping,
    depositsHeld,
    profit:
      salesProfit +
      shippingKept +
      depositsKept +
      creditGiven +
      creditExpired +
      repairsScrapped +
      stock.counted +
      stock.adjusted +
      tradeInsReturned +
      stock.revalued,
    stockValue: valueAtEnd(tables, isBeforeEnd, (id) => stockIDs.has(id)),
  }
}

/** Returns the gains and losses that a period's movements without a sale or a delivery made. */
function reckonStock(tables: Tables, movements: readonly Stored[], inPeriod: (at: Date) => boolean) {
  const changes = new Map(tables.inventory_adjustment.map((row) => [row['adjustment_id'], row]))
  const openings = new Set(
    tables.adjustment_reason.filter((row) => row['code'] === 'opening').map((row) => row['adjustment_reason_id']),
  )
  const sums = { counted: 0, adjusted: 0, revalued: 0 }
  for (const { at, kind, document_type: type, document_id: id, value } of movements) {
    if (!inPeriod(at)) continue
    if (kind === 'revaluation') sums.revalued += cents(value)
    if (kind === 'correction' && type === 'inventory') sums.adjusted += cents(value)
    if (kind !== 'adjustment') continue
    const change = changes.get(id)!
    if (change['count_id'] !== null) sums.counted += cents(value)
    else if (!openings.has(change['adjustment_reason_id'])) sums.adjusted += cents(value)
  }
  return sums
}

/** Returns the value of the stock at the chosen rows, each with its cumulative share of its item's value. */
function valueAtEnd(tables: Tables, isBeforeEnd: (at: Date) => boolean, isHere: (inventoryID: number) => boolean) {
  const moved = Map.groupBy(
    tables.stock_movement.filter((movement) => isBeforeEnd(movement['at'])),
    (movement) => movement['inventory_id'],
  )
  const items = Map.groupBy(
    tables.inventory.toSorted((a, b) => a['inventory_id'] - b['inventory_id']),
    (row) => row['item_id'],
  )
  let total = 0
  for (const rows of items.values()) {
    const quantities = rows.map((row) => add(moved.get(row['inventory_id']) ?? [], (one) => milli(one['quantity'])))
    const value = add(
      rows.flatMap((row) => moved.get(row['inventory_id']) ?? []),
      (one) => cents(one['value']),
    )
    const whole = quantities.reduce((all, quantity) => all + quantity, 0)
    const upTo = (end: number) => {
      const part = quantities.slice(0, end).reduce((all, quantity) => all + quantity, 0)
      return whole === 0 ? 0 : Math.floor((2 * value * part + whole) / (2 * whole))
    }
    for (const [n, row] of rows.entries()) if (isHere(row['inventory_id'])) total += upTo(n + 1) - upTo(n)
  }
  return total
}
