import { type SQL, sql } from 'drizzle-orm'

/**
 * SQL table of the stock rows with quantity and value before a moment, computed back from the present stock by the later
 * movements of the ledger. The ledger knows values per item, so each row holds its share of the item's value
 * (`valueOfRow`), and the shares add up to it.
 */
export const stockBefore = (moment: SQL): SQL => sql`(
  select past.inventory_id, past.item_id, past.location_id, past.quantity, past.item_quantity, past.item_value,
      share_of_value(item_value, up_to, item_quantity) - share_of_value(item_value, up_to - quantity, item_quantity) as value
    from (
      select row.inventory_id, row.item_id, row.location_id, row.quantity - coalesce(later.quantity, 0) as quantity,
          sum(row.quantity - coalesce(later.quantity, 0)) over (partition by row.item_id) as item_quantity,
          valued.value - sum(coalesce(later.value, 0)) over (partition by row.item_id) as item_value,
          sum(row.quantity - coalesce(later.quantity, 0)) over (partition by row.item_id order by row.inventory_id) as up_to
        from inventory row
        join stock_value valued using (item_id)
        left join (
          select inventory_id, sum(quantity) as quantity, sum(value) as value
            from stock_movement where at >= ${moment} group by inventory_id
        ) later using (inventory_id)
    ) past
)`
