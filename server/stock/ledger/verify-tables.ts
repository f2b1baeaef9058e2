import { sql } from 'drizzle-orm'

/**
 * The tables that several checks of the stock read, as the `with` clause of their statement. Each sums the ledger once,
 * because the ledger is by far the longest table.
 */
export const verifiedTables = sql`with
  -- The sums of each stock row.
  booked as materialized (
    select inventory_id, sum(quantity) as quantity, sum(value) as value, count(*) as movements
    from stock_movement group by 1
  ),
  -- The movements that do not follow from the one before.
  broken as materialized (
    select inventory_id, sequence, quantity, quantity_after, before, n
    from (select *, coalesce(lag(quantity_after) over chain, 0) as before, row_number() over chain as n
      from stock_movement window chain as (partition by inventory_id order by sequence)) chained
    where quantity_after <> before + quantity or sequence <> n
  ),
  -- What went out of stock for each item of a sale, and what came back.
  moved_for_sale as materialized (
    select document_id as sales_transaction_id, item_id,
      -sum(m.quantity) filter (where kind = 'sale') as gone, -sum(m.value) filter (where kind = 'sale') as gone_value,
      sum(m.quantity) filter (where kind = 'refund') as back, sum(m.value) filter (where kind = 'refund') as back_value
    from stock_movement m join inventory using (inventory_id)
    where document_type = 'sale' and kind in ('sale', 'refund') group by 1, 2
  ),
  -- The sales whose lines differ from their movements, in quantity or in cost.
  sale_differs as materialized (
    select sales_transaction_id, item_id, coalesce(sold, 0) as sold, coalesce(cost, 0) as cost,
      coalesce(gone, 0) as gone, coalesce(gone_value, 0) as gone_value
    from (
      select sales_transaction_id, item_id, sum(cost) as cost,
        sum(order_qty) filter (where status in ('Completed', 'Refunded')) as sold
      from sales_item join sales_transaction using (sales_transaction_id) group by 1, 2
    ) lines
    full join moved_for_sale using (sales_transaction_id, item_id)
    where coalesce(sold, 0) <> coalesce(gone, 0) or coalesce(cost, 0) <> coalesce(gone_value, 0)
  ),
  -- The sales whose refunds differ from their movements, in quantity or in cost.
  refund_differs as materialized (
    select sales_transaction_id, item_id, coalesce(returned, 0) as returned, coalesce(cost, 0) as cost,
      coalesce(back, 0) as back, coalesce(back_value, 0) as back_value
    from (
      select sales_transaction_id, item_id, sum(r.qty) as returned, sum(r.cost) as cost
      from sales_refund_item r join sales_item using (sales_item_id)
      where disposition <> 'scrap' group by 1, 2
    ) refunds
    full join (select * from moved_for_sale where back is not null) moved using (sales_transaction_id, item_id)
    where coalesce(returned, 0) <> coalesce(back, 0) or coalesce(cost, 0) <> coalesce(back_value, 0)
  )`
