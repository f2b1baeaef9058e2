import { type SQL, sql } from 'drizzle-orm'

import type { Db, Tx } from '../../kernel/database.ts'

/** The money that came for sales and into store credit, less what was paid out for trade-ins and of store credit. */
const money = sql`settled + credit_moved + credit_paid - (settled_for_trade_ins - credit_traded_in)`

/**
 * The figures of all time by other formulas and, wherever there are two, from other tables than the reports use. The
 * profit comes from the other side of the books: the money that came, less what the shop owes for it, and the change of
 * the stock that no purchase explains.
 */
const figures = {
  totalSales: sql`total - refunds`,
  refunds: sql`refunds`,
  discounts: sql`discounts`,
  shipping: sql`fees`,
  goods: sql`total - fees - refunds`,
  orders: sql`orders`,
  /** What an exchange took, it gave. */
  money,
  cash: sql`cash`,
  byStoreCredit: sql`-credit_moved`,
  exchanged: sql`0::numeric`,
  /** What trade-ins settled otherwise than as money and as store credit. */
  tradedIn: sql`settled_for_trade_ins - paid_for_trade_ins - credit_traded_in`,
  paid: sql`paid`,
  owed: sql`owed`,
  owedByCustomers: sql`owed_by_customers`,
  salesProfit: sql`total - fees - refunds - cost`,
  profit: sql`${money} - (held - total) - credit - owed_for_trade_ins - fees + fees_kept + value - bought - workshop`,
  shippingKept: sql`fees_kept`,
  depositsKept: sql`deposits_kept`,
  depositsHeld: sql`held - total`,
  creditOwed: sql`credit`,
  tradeInsOwed: sql`owed_for_trade_ins`,
  stockValue: sql`value`,
  tax: sql`tax`,
} satisfies Record<string, SQL>

/** The name of a figure that a ledger or a document knows. */
export type LedgerFigure = keyof typeof figures

/** Returns the figures of all time from ledgers and documents, in pesos as text. */
export async function readLedgerFigures(db: Db | Tx): Promise<Record<LedgerFigure, string>> {
  const { rows } = await db.execute<Record<LedgerFigure, string>>(ledgerFigures)
  return rows[0]!
}

const ledgerFigures = sql`
  select ${sql.join(
    Object.entries(figures).map(([name, figure]) => sql`${figure} as ${sql.identifier(name)}`),
    sql`, `,
  )}
  from (
    select coalesce(sum(total_purchase), 0) as total, coalesce(sum(total_purchase - subtotal + discount), 0) as fees,
        coalesce(sum(subtotal + shipping_fee - total_purchase), 0) as discounts,
        coalesce(sum(shipping_fee) filter (where status = 'Refunded'), 0) as fees_kept,
        count(*) filter (where status = 'Completed') as orders
      from sales_transaction where completed_at is not null
  ) sold, (
    select coalesce(sum(amount_paid - change - refunded_amount), 0) as settled,
        coalesce(sum(amount_paid - change) filter (where deposit = 'forfeit'), 0) as deposits_kept
      from sales_transaction
  ) settled, (
    select coalesce(sum(greatest(0, total_purchase - paid)) filter (where status in ('Pending', 'Processing')), 0) as owed,
        coalesce(sum(total_purchase - amount_paid + change) filter (where customer_id is not null), 0) as owed_by_customers
      from sales_transaction join lateral (
        select coalesce(sum(amount), 0) as paid from money_entry
          where money_entry.sales_transaction_id = sales_transaction.sales_transaction_id
      ) entries on true
      where status <> 'Canceled'
  ) owing, (
    select coalesce(-sum(amount) filter (where kind = 'refund'), 0) as refunds,
        coalesce(sum(amount) filter (where kind in ('payment', 'change')), 0) as paid,
        coalesce(sum(case kind when 'deposit_kept' then -amount when 'refund' then 0 when 'trade_in_paid' then 0
          when 'credit_paid_in' then 0 when 'credit_paid_out' then 0 else amount end), 0) as held,
        coalesce(sum(abs(amount)) filter (where kind = 'trade_in_paid'), 0) as paid_for_trade_ins,
        -- Money comes in by a payment, of a sale or into store credit, and goes out by everything else, and a correction turns that round.
        coalesce(sum(case when (kind in ('payment', 'credit_paid_in')) = (corrects_id is null) then abs(amount) else -abs(amount) end)
          filter (where code = 'cash'), 0) as cash
      from money_entry left join payment_type using (payment_type_id)
  ) entries, (
    select coalesce(sum(value), 0) as value, coalesce(-sum(value) filter (where document_type = 'sale'), 0) as cost,
        coalesce(sum(value) filter (where m.kind in ('receiving', 'opening') or document_type = 'import'
          or code = 'opening' and count_id is null), 0) as bought
      from stock_movement m
      left join inventory_adjustment on document_type = 'adjustment' and adjustment_id = document_id
      left join adjustment_reason using (adjustment_reason_id)
  ) moved, (
    select coalesce(sum(cost), 0) as workshop from stock_repair_return
  ) repaired, (
    select coalesce(sum(balance), 0) as credit from customer_credit
  ) credits, (
    select coalesce(sum(offer - settled), 0) as owed_for_trade_ins, coalesce(sum(settled), 0) as settled_for_trade_ins
      from trade_in where status = 'Accepted'
  ) trade_ins, (
    select coalesce(sum(amount) filter (where kind in ('used', 'returned')), 0) as credit_moved,
        coalesce(sum(amount) filter (where kind in ('paid in', 'paid out')), 0) as credit_paid,
        coalesce(sum(amount) filter (where kind = 'traded in'), 0) as credit_traded_in from credit_entry
  ) credit_entries, (
    select coalesce(sum(amount - base), 0) as tax from tax_entry
  ) taxes`
