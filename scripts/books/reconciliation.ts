import { sql } from 'drizzle-orm'
import { Temporal } from 'temporal-polyfill'

import { type ProfitKey, profitLines } from '../../contract/insight/profit.ts'
import { fromCentavos, toCentavos } from '../../contract/shared/money.ts'
import type { Db, Tx } from '../../server/kernel/database.ts'

/** A figure of a month, from both sides, in pesos. */
export type Reconciled = { month: string; figure: string; reports: number; ledgers: number }

/** Requests a path of the API and returns its JSON. */
type Read = (path: string) => Promise<any>
type Days = { from: string; to: string }
type Sides = Omit<Reconciled, 'month'>[]

/**
 * Compares each figure of each month: from the reports, and again from the ledgers and documents by other formulas.
 * `today` ends the last month.
 */
export async function reconcileBooks(db: Db | Tx, read: Read, timeZone: string, today: string): Promise<Reconciled[]> {
  const { rows } = await db.execute<{ first: string }>(sql`
    select (min(at) at time zone ${timeZone})::date::text as first from (
      select min(at) as at from money_entry union all select min(at) from stock_movement) entries`)
  const last = Temporal.PlainDate.from(today)
  const found: Reconciled[] = []
  for (
    let first = Temporal.PlainDate.from(rows[0]!.first).with({ day: 1 });
    Temporal.PlainDate.compare(first, last) <= 0;
    first = first.add({ months: 1 })
  ) {
    const end = first.add({ months: 1 }).subtract({ days: 1 })
    const days = { from: first.toString(), to: (Temporal.PlainDate.compare(end, last) < 0 ? end : last).toString() }
    const month = days.from.slice(0, 7)
    for (const sides of await reconcilePeriod(db, read, timeZone, days)) found.push({ month, ...sides })
  }
  return found
}

/** Compares each figure of a period. A report with several ways to a figure has a row for each. */
async function reconcilePeriod(db: Db | Tx, read: Read, timeZone: string, days: Days): Promise<Sides> {
  const [reports, ledgers] = [await readReports(read, days), await readLedgers(db, timeZone, days)]
  const byType = await readPaymentsByType(db, days)
  const { statement } = reports
  return [
    { figure: 'Total Sales, Sales report', reports: reports.sales.sales, ledgers: ledgers.totalSales },
    { figure: 'Total Sales, Sale lines', reports: reports.lines.sales, ledgers: ledgers.totalSales },
    { figure: 'Total Sales, By seller', reports: reports.sellers.sales, ledgers: ledgers.totalSales },
    { figure: 'Total Sales, Customers', reports: reports.customers.sales, ledgers: ledgers.totalSales },
    { figure: 'Total Sales, dashboard', reports: reports.dashboard, ledgers: ledgers.totalSales },
    { figure: 'Total Sales, Analytics', reports: reports.analytics.totals.total, ledgers: ledgers.totalSales },
    { figure: 'Refunds by their own day', reports: reports.sales.refunded, ledgers: ledgers.refunds },
    { figure: 'Shipping fees kept', reports: statement.shippingKept, ledgers: ledgers.shippingKept },
    { figure: 'Deposits kept', reports: statement.depositsKept, ledgers: ledgers.depositsKept },
    { figure: 'Deposits held at the end', reports: statement.depositsHeld, ledgers: ledgers.depositsHeld },
    { figure: 'Store credit owed at the end', reports: statement.creditOwed, ledgers: ledgers.creditOwed },
    { figure: 'Trade-ins owed at the end', reports: statement.tradeInsOwed, ledgers: ledgers.tradeInsOwed },
    { figure: 'Payments, net', reports: reports.payments.net, ledgers: ledgers.cash },
    { figure: 'Payments, net, Analytics', reports: reports.kept, ledgers: ledgers.cash },
    ...reports.byType.map(({ paymentName, net }) => ({
      figure: `Payments, ${paymentName}`,
      reports: net,
      ledgers: byType.get(paymentName) ?? 0,
    })),
    { figure: 'Payments by trade-in', reports: reports.payments.tradedIn, ledgers: ledgers.tradedIn },
    { figure: 'Payments by store credit', reports: reports.payments.storeCredit, ledgers: ledgers.byCredit },
    { figure: 'Customer balances at the end', reports: reports.balances, ledgers: ledgers.balances },
    { figure: 'Tax, net of refunds', reports: reports.tax.netTax, ledgers: ledgers.tax },
    {
      figure: 'Net cost of goods',
      reports: subtract(reports.lines.cost, reports.lines.returnedCost),
      ledgers: ledgers.cost,
    },
    { figure: 'Profit from sales, Sale lines', reports: reports.lines.profit, ledgers: ledgers.salesProfit },
    { figure: 'Profit from sales, Analytics', reports: reports.analytics.totals.profit, ledgers: ledgers.salesProfit },
    { figure: 'Profit, Profit report', reports: statement.profit, ledgers: ledgers.profit },
    { figure: 'Profit, Analytics', reports: reports.analytics.statement.profit, ledgers: ledgers.profit },
    { figure: 'Stock value, Stock report', reports: reports.stock, ledgers: ledgers.stockValue },
    { figure: 'Stock value, Profit report', reports: statement.stockValue, ledgers: ledgers.stockValue },
  ]
}

const subtract = (one: number, other: number) => fromCentavos(toCentavos(one) - toCentavos(other))

const paymentTypes = '/api/v3/transaction/payment-types?pageSize=100'
/** The codes of the payment types that are no money. */
const notMoney = new Set<string | null>(['store_credit', 'exchange', 'trade_in'])

/** Reads the figures of a period from the reports, the dashboard and Analytics. */
async function readReports(read: Read, { from, to }: Days) {
  const period = `from=${from}&to=${to}`
  const totals = async (key: string, query = period) => (await read(`/api/v1/reports/${key}?${query}`)).totals
  const types: { paymentTypeID: number; paymentName: string; code: string | null }[] = (await read(paymentTypes)).data
  const byType = []
  for (const { paymentTypeID, paymentName, code } of types)
    if (!notMoney.has(code)) {
      const { net } = await totals('payments', `${period}&paymentTypeID=${paymentTypeID}`)
      byType.push({ paymentName, net: net as number })
    }
  const analytics = (await read(`/api/v1/analytics?${period}`)).data
  const lines: { line: string; amount: number }[] = (await read(`/api/v1/reports/profit?${period}`)).data
  return {
    sales: await totals('sales'),
    lines: await totals('sale-lines'),
    sellers: await totals('by-seller'),
    customers: await totals('customers'),
    payments: await totals('payments'),
    tax: await totals('tax'),
    dashboard: (await read(`/api/v1/dashboard?${period}`)).data.totalSales.value as number,
    analytics,
    byType,
    kept: fromCentavos(
      (analytics.paymentTypes as { kept: number }[]).reduce((sum, { kept }) => sum + toCentavos(kept), 0),
    ),
    balances: (await totals('customer-balances', `asOf=${to}`)).balance as number,
    stock: (await read(`/api/v1/reports/stock?asOf=${to}`)).totals.value as number,
    statement: Object.fromEntries(
      profitLines.map(({ key, line }) => [key, lines.find((row) => row.line === line)!.amount]),
    ) as Record<ProfitKey, number>,
  }
}

type Ledgers = Record<
  | 'totalSales'
  | 'refunds'
  | 'shippingKept'
  | 'depositsKept'
  | 'depositsHeld'
  | 'creditOwed'
  | 'tradeInsOwed'
  | 'cash'
  | 'byCredit'
  | 'tradedIn'
  | 'balances'
  | 'tax'
  | 'cost'
  | 'salesProfit'
  | 'profit'
  | 'stockValue',
  number
>

/** Adds up what each payment type took, less its change and what it gave back, by the kinds of the money ledger. */
async function readPaymentsByType(db: Db | Tx, { from, to }: Days): Promise<Map<string, number>> {
  const { rows } = await db.execute<{ name: string; net: number }>(sql`
    select payment_name as name, (coalesce(sum(abs(amount)) filter (where comes), 0)
        - coalesce(sum(abs(amount)) filter (where not comes), 0))::float8 as net
      from (select *, (kind in ('payment', 'credit_paid_in')) = (corrects_id is null) as comes from money_entry
        where day between ${from}::date and ${to}::date) entries
      join payment_type using (payment_type_id) group by 1`)
  return new Map(rows.map(({ name, net }) => [name, net]))
}

/**
 * Computes the figures of a period from documents and ledgers. The profit comes from the other side of the books: the
 * money that came, and the change of the stock that no delivery explains.
 */
async function readLedgers(db: Db | Tx, timeZone: string, { from, to }: Days): Promise<Ledgers> {
  const dayOf = (at: string) => sql`(${sql.raw(at)} at time zone ${timeZone})::date`
  const inPeriod = (at: string) => sql`${dayOf(at)} between ${from}::date and ${to}::date`
  const held = (day: string) => sql`(
    (select coalesce(sum(case kind when 'deposit_kept' then -amount else amount end), 0) from money_entry
      where kind not in ('refund', 'trade_in_paid', 'credit_paid_in', 'credit_paid_out') and day <= ${sql.raw(day)})
    - (select coalesce(sum(total_purchase), 0) from sales_transaction
      where completed_at is not null and ${dayOf('completed_at')} <= ${sql.raw(day)}))`
  /** What the shop owes for trade-ins after a day: accepted offers whose pieces are there, less what was settled. */
  const owedForTradeIns = (day: string) => sql`((select coalesce(sum(offer), 0) from trade_in
      where ${dayOf('accepted_at')} <= ${sql.raw(day)} and (closed_at is null or ${dayOf('closed_at')} > ${sql.raw(day)}))
    - (select coalesce(sum(case kind when 'trade_in_paid' then -amount else amount end), 0) from money_entry
      where trade_in_id is not null and day <= ${sql.raw(day)})
    - (select coalesce(sum(amount), 0) from credit_entry where kind = 'traded in' and day <= ${sql.raw(day)}))`
  const { rows } = await db.execute<Ledgers>(sql`
    with sold as (
      select sales_transaction_id, discount, shipping_fee from sales_transaction
        where status in ('Completed', 'Refunded') and ${inPeriod('completed_at')}
    ), line as (
      select sum(round(price * order_qty, 2)) as gross from sales_item join sold using (sales_transaction_id)
    ), fee as (
      select coalesce(sum(shipping_fee), 0) as fees, coalesce(sum(discount), 0) as discounts from sold
    ), money as (
      select coalesce(sum(money) filter (where kind <> 'deposit_kept'), 0) as cash,
          coalesce(-sum(amount) filter (where kind = 'refund'), 0) as refunds
        from (select kind, day, case when coalesce(code, 'cash') = 'cash' then amount else 0 end as money, amount
          from money_entry left join payment_type using (payment_type_id)) entries where day between ${from}::date and ${to}::date
    ), returned as (
      select coalesce(sum(shipping_fee), 0) as kept from (
        select s.shipping_fee, max(e.day) as day
          from sales_transaction s join money_entry e using (sales_transaction_id)
          where e.kind = 'refund' and (select sum(order_qty) from sales_item l where l.sales_transaction_id = s.sales_transaction_id)
            = (select sum(qty) from sales_refund_item p join sales_item l using (sales_item_id)
              where l.sales_transaction_id = s.sales_transaction_id)
          group by s.sales_transaction_id
      ) whole where day between ${from}::date and ${to}::date
    ), forfeited as (
      select coalesce(sum(amount_paid - change), 0) as kept from sales_transaction
        where deposit = 'forfeit' and ${inPeriod('canceled_at')}
    ), moved as (
      select coalesce(sum(value), 0) as change,
          coalesce(sum(value) filter (where kind = 'receiving'), 0) as bought,
          coalesce(sum(value) filter (where kind = 'opening' or document_type = 'import'), 0)
            + coalesce(sum(value) filter (where document_type = 'adjustment' and document_id in (
              select adjustment_id from inventory_adjustment join adjustment_reason using (adjustment_reason_id)
              where code = 'opening' and count_id is null)), 0) as opened,
          coalesce(-sum(value) filter (where document_type = 'sale'), 0) as cost
        from stock_movement where ${inPeriod('at')}
    ), owed as (
      select (select coalesce(sum(total_purchase), 0) from sales_transaction
          where customer_id is not null and order_date <= ${to}::date
            and (canceled_at is null or greatest(order_date, ${dayOf('canceled_at')}) > ${to}::date))
        + (select coalesce(sum(case kind when 'deposit_kept' then amount else -amount end), 0)
          from money_entry join sales_transaction sold using (sales_transaction_id)
          where sold.customer_id is not null and kind <> 'refund' and day <= ${to}::date) as balances
    ), used as (
      select coalesce(-sum(amount), 0) as by_credit from credit_entry
        where kind in ('used', 'returned') and day between ${from}::date and ${to}::date
    ), traded as (
      select coalesce(sum(amount), 0) as traded_in from money_entry
        where trade_in_id is not null and kind <> 'trade_in_paid' and day between ${from}::date and ${to}::date
    ), taxed as (
      select coalesce(sum(tax), 0) as tax from tax_entry where day between ${from}::date and ${to}::date
    ), repaired as (
      select coalesce(sum(cost), 0) as paid from stock_repair_return where ${inPeriod('created_at')}
    ), ending as (
      select ${held(`'${to}'::date`)} as held, ${held(`'${from}'::date - 1`)} as held_before,
        ${owedForTradeIns(`'${to}'::date`)} as owed_for_trade_ins, ${owedForTradeIns(`'${from}'::date - 1`)} as owed_before,
        (select coalesce(sum(amount), 0) from credit_entry where day <= ${to}::date) as credit,
        (select coalesce(sum(amount), 0) from credit_entry where day < ${from}::date) as credit_before,
        (select coalesce(sum(value), 0) from stock_movement where ${dayOf('at')} <= ${to}::date) as stock
    )
    select (coalesce(gross, 0) - discounts + fees - refunds)::float8 as "totalSales", refunds::float8 as refunds,
        returned.kept::float8 as "shippingKept", forfeited.kept::float8 as "depositsKept",
        held::float8 as "depositsHeld", credit::float8 as "creditOwed",
        owed_for_trade_ins::float8 as "tradeInsOwed", cash::float8 as cash,
        by_credit::float8 as "byCredit", traded_in::float8 as "tradedIn", balances::float8 as balances, tax::float8 as tax, cost::float8 as cost,
        (coalesce(gross, 0) - discounts - refunds - cost)::float8 as "salesProfit",
        (cash - (held - held_before) - (credit - credit_before) - (owed_for_trade_ins - owed_before) - fees + returned.kept + change - bought - opened - paid)::float8 as profit,
        stock::float8 as "stockValue"
      from line, fee, money, returned, forfeited, owed, used, traded, moved, taxed, repaired, ending`)
  return rows[0]!
}
