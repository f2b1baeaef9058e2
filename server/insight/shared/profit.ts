import { and, type SQL, sql } from 'drizzle-orm'

import { type ProfitKey, profitLines } from '../../../contract/insight/profit.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import { tradeInEntries } from '../../money/trade-in-entries.ts'
import { duringPeriod, type Period } from './period.ts'
import { salesEntries } from './sales-entries.ts'
import { stockBefore } from './stock-as-of.ts'

// The one profit statement. The Profit report, Analytics, the dashboard and the reconciliation of the books read it here.

/** The days and the location of a statement. A condition is undefined where it is open. */
export type ProfitScope = {
  within: (moment: SQL) => SQL | undefined
  /** The moment after the last day; undefined for the present. */
  before: Date | undefined
  at: (locationID: SQL) => SQL | undefined
}

const where = (...conditions: (SQL | undefined)[]) => sql`where ${and(sql`true`, ...conditions)!}`
const total = (amount: SQL) => sql`coalesce(sum(${amount}), 0)`

/** SQL for the part of a movement's value that a condition selects. */
const valueIf = (condition: SQL) => sql`coalesce(sum(moved.value) filter (where ${condition}), 0)`

/** SQL for the stock value at the end of the statement. */
function stockValueOf({ before, at }: ProfitScope): SQL {
  const ofLocation = at(sql`stock.location_id`)
  if (!ofLocation && before === undefined) return sql`(select ${total(sql`value`)} from stock_value)`
  const end = before === undefined ? sql`'infinity'::timestamptz` : sql`${before.toISOString()}::timestamptz`
  if (ofLocation) return sql`(select ${total(sql`stock.value`)} from ${stockBefore(end)} stock ${where(ofLocation)})`
  return sql`((select ${total(sql`value`)} from stock_value)
    - (select ${total(sql`value`)} from stock_movement where at >= ${end}))`
}

/** SQL for the money of open sales that the shop holds at the end of the statement. */
function depositsHeldOf({ before, at }: ProfitScope): SQL {
  const end = before && sql`${before.toISOString()}::timestamptz`
  return sql`(select ${total(sql`case money_entry.kind when 'deposit_kept' then -amount else amount end`)}
    from sales_transaction sale join money_entry using (sales_transaction_id)
    ${where(
      end ? sql`(sale.completed_at is null or sale.completed_at >= ${end})` : sql`sale.completed_at is null`,
      end && sql`money_entry.at < ${end}`,
      at(sql`sale.location_id`),
    )})`
}

/** SQL for the store credit of all customers at the end of the statement. It belongs to no location. */
const creditOwedOf = ({ before }: ProfitScope): SQL =>
  sql`(select ${total(sql`amount`)} from credit_entry
    ${where(before && sql`at < ${before.toISOString()}::timestamptz`)})`

/** SQL for what the shop owes for accepted trade-ins at the end of the statement. */
const tradeInsOwedOf = ({ before, at }: ProfitScope): SQL =>
  sql`(select ${total(sql`owed.amount`)} from ${tradeInEntries} owed
    ${where(before && sql`owed.at < ${before.toISOString()}::timestamptz`, at(sql`owed.location_id`))})`

/** SQL table of one row: the figures that make up the profit from sales. */
function salesFigures({ within, at }: ProfitScope): SQL {
  const sold = where(sql`sale.completed_at is not null`, within(sql`sale.completed_at`), at(sql`sale.location_id`))
  return sql`
    (select ${total(sql`subtotal`)} as gross, -${total(sql`discount`)} as discounts, ${total(sql`shipping_fee`)} as shipping
      from sales_transaction sale ${sold}) sold,
    (select -${total(sql`line.cost`)} as cost
      from sales_transaction sale join sales_item line using (sales_transaction_id) ${sold}) cost,
    (select ${total(sql`entry.centavos`)} / 100 as refunds
      from ${salesEntries} join sales_transaction sale using (sales_transaction_id)
      ${where(sql`entry.refund_id > 0`, within(sql`entry.at`), at(sql`sale.location_id`))}) refunds,
    (select ${total(sql`part.cost`)} as returned_cost,
        -coalesce(sum(part.cost) filter (where disposition = 'scrap'), 0) as scrapped
      from sales_refund refund join sales_refund_item part using (refund_id)
      join sales_transaction sale using (sales_transaction_id)
      ${where(within(sql`refund.created_at`), at(sql`sale.location_id`))}) returned`
}

/** SQL table of one row: the figures that are no sum of others. */
function baseFigures(scope: ProfitScope): SQL {
  const { within, at } = scope
  const isAdjustment = sql`moved.kind = 'adjustment'`
  return sql`${salesFigures(scope)},
    (select ${total(sql`fee.shipping_fee`)} as shipping_kept from (
        select sale.shipping_fee, max(refund.created_at) as at
          from sales_transaction sale join sales_refund refund using (sales_transaction_id)
          ${where(sql`sale.status = 'Refunded' and sale.shipping_fee > 0`, at(sql`sale.location_id`))}
          group by sale.sales_transaction_id
      ) fee ${where(within(sql`fee.at`))}) fees,
    (select ${total(sql`kept.amount`)} as deposits_kept
      from money_entry kept join sales_transaction sale using (sales_transaction_id)
      ${where(sql`kept.kind = 'deposit_kept'`, within(sql`kept.at`), at(sql`sale.location_id`))}) deposits,
    (select -coalesce(sum(credit.amount) filter (where kind in ('given', 'taken back')), 0) as credit_given,
        -coalesce(sum(credit.amount) filter (where kind = 'expired'), 0) as credit_expired
      from credit_entry credit ${where(within(sql`credit.at`), at(sql`credit.location_id`))}) credits,
    (select -${total(sql`repair.value + repair.cost`)} as repairs_scrapped
      from stock_repair_return repair join inventory using (inventory_id)
      ${where(sql`repair.outcome = 'scrap'`, within(sql`repair.created_at`), at(sql`inventory.location_id`))}) repairs,
    (select ${total(sql`bought.offer + gone.value`)} as trade_ins_returned
      from trade_in bought cross join lateral (
        select sum(value) as value from stock_movement
        where document_type = 'trade_in' and document_id = bought.trade_in_id and quantity < 0
      ) gone
      ${where(sql`bought.status = 'Returned'`, within(sql`bought.closed_at`), at(sql`bought.location_id`))}) given_back,
    (select ${valueIf(sql`${isAdjustment} and change.count_id is not null`)} as counted,
        ${valueIf(sql`${isAdjustment} and change.count_id is null and reason.code is distinct from 'opening'
          or moved.kind = 'correction' and moved.document_type = 'inventory'`)} as adjusted,
        ${valueIf(sql`moved.kind = 'revaluation'`)} as revalued
      from stock_movement moved join inventory using (inventory_id)
      left join inventory_adjustment change on moved.document_type = 'adjustment' and change.adjustment_id = moved.document_id
      left join adjustment_reason reason using (adjustment_reason_id)
      ${where(
        sql`moved.kind in ('adjustment', 'correction', 'revaluation')`,
        within(sql`moved.at`),
        at(sql`inventory.location_id`),
      )}) stock,
    (select ${depositsHeldOf(scope)} as deposits_held, ${creditOwedOf(scope)} as credit_owed,
        ${tradeInsOwedOf(scope)} as trade_ins_owed, ${stockValueOf(scope)} as stock_value) ending`
}

/** The figures by key. The results refer to the figures of `baseFigures`. */
const netSales = sql`(gross + discounts + refunds)`
const grossProfit = sql`(${netSales} + cost + returned_cost)`
const salesProfit = sql`(${grossProfit} + scrapped)`
const figures: Record<ProfitKey, SQL> = {
  gross: sql`gross`,
  discounts: sql`discounts`,
  refunds: sql`refunds`,
  netSales,
  cost: sql`cost`,
  returnedCost: sql`returned_cost`,
  grossProfit,
  scrapped: sql`scrapped`,
  salesProfit,
  shippingKept: sql`shipping_kept`,
  depositsKept: sql`deposits_kept`,
  creditGiven: sql`credit_given`,
  creditExpired: sql`credit_expired`,
  repairsScrapped: sql`repairs_scrapped`,
  counted: sql`counted`,
  adjusted: sql`adjusted`,
  tradeInsReturned: sql`trade_ins_returned`,
  revalued: sql`revalued`,
  profit: sql`(${salesProfit} + shipping_kept + deposits_kept + credit_given + credit_expired + repairs_scrapped + counted + adjusted + trade_ins_returned + revalued)`,
  shipping: sql`shipping`,
  totalSales: sql`(${netSales} + shipping)`,
  depositsHeld: sql`deposits_held`,
  creditOwed: sql`credit_owed`,
  tradeInsOwed: sql`trade_ins_owed`,
  stockValue: sql`stock_value`,
}

/** SQL table of the statement with a row for each line: place, section, line, amount and meaning. */
export function profitTable(scope: ProfitScope): SQL {
  const rows = profitLines.map(
    ({ key, section, line, tells }, n) =>
      sql`(${n}::int, ${section}::text, ${line}::text, round(${figures[key]}, 2), ${tells}::text)`,
  )
  return sql`(select line.* from ${baseFigures(scope)},
    lateral (values ${sql.join(rows, sql`, `)}) line (place, section, line, amount, meaning)) statement`
}

/** Returns the profit statement of a period, in pesos. */
export async function profitStatement(db: Db | Tx, period: Period): Promise<Record<ProfitKey, number>> {
  const scope: ProfitScope = {
    within: (moment) => duringPeriod(moment, period),
    before: period.before,
    at: () => undefined,
  }
  const columns = profitLines.map(({ key }) => sql`${figures[key]}::float8 as ${sql.identifier(key)}`)
  const { rows } = await db.execute<Record<ProfitKey, number>>(
    sql`select ${sql.join(columns, sql`, `)} from ${baseFigures(scope)}`,
  )
  return rows[0]!
}

/** Returns the profit from sales within some days, in pesos. It reads less than the whole statement. */
export async function profitFromSales(db: Db | Tx, within: ProfitScope['within']): Promise<number> {
  const { rows } = await db.execute<{ profit: number }>(sql`
    select ${figures.salesProfit}::float8 as profit
      from ${salesFigures({ within, before: undefined, at: () => undefined })}`)
  return rows[0]!.profit
}
