import { type SQL, sql } from 'drizzle-orm'

import { saleItem } from '../../db/schema/sales.ts'

/**
 * Returns SQL for sale lines with `discount_share`, the part of the sale's discount that falls on the line, in pesos.
 * It equals the deduction of `computeLineNets` in contract/sales/refunds.ts to the centavo. `sales` gives rows with
 * sales_transaction_id, subtotal and discount.
 */
export const linesWithDiscount = (sales: SQL) => sql`
  select sales_transaction_id, line.sales_item_id, line.item_id, line.price, line.order_qty, line.line_total, line.unit_cost, line.cost,
      0::numeric as discount_share
    from ${saleItem} line join ${sales} sold using (sales_transaction_id)
    where sold.discount = 0
  union all
  select sales_transaction_id, sales_item_id, item_id, price, order_qty, line_total, unit_cost, cost,
      share + sign(missing) * greatest(0, least(room, abs(missing) - coalesce(sum(room) over larger, 0)))
    from (
      -- The sum of the rounded shares may differ from the discount. The largest lines bear the difference.
      select *, case when missing > 0 then line_total - share else share end as room
        from (
          select *, discount - sum(share) over (partition by sales_transaction_id) as missing
            from (
              -- Integers are rounded half up exactly. A decimal quotient could be slightly below the half.
              select line.*, sold.discount,
                  div(2 * (100 * sold.discount) * (100 * line.line_total) + 100 * sold.subtotal, 200 * sold.subtotal)
                    / 100 as share
                from ${saleItem} line join ${sales} sold using (sales_transaction_id)
                where sold.discount > 0
            ) shared
        ) rounded
    ) roomy
    window larger as (partition by sales_transaction_id order by line_total desc, sales_item_id
      rows between unbounded preceding and 1 preceding)`
