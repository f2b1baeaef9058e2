import { sql } from 'drizzle-orm'

import { item } from '../../db/schema/catalogue.ts'
import { inventory } from '../../db/schema/stock.ts'
import type { Context } from '../../kernel/context.ts'

/**
 * Returns those of the items whose stock rows must stay, each with the reason: something else refers to them, or their
 * movements are in the closed books.
 */
export async function findKeptStock(
  { db }: Context,
  itemIDs: readonly number[],
): Promise<{ itemID: number; name: string; why: string }[]> {
  const anyRow = (table: string) =>
    sql`exists (select from ${sql.identifier(table)} one join ${inventory} using (inventory_id) where item_id = ${item.itemID})`
  const { rows } = await db.execute<{ itemID: number; name: string; why: string }>(sql`
    select * from (
      select ${item.itemID} as "itemID", ${item.itemCode} as name, case
          when ${anyRow('inventory_adjustment')} then 'has an adjustment'
          when ${anyRow('stock_count_line')} then 'is on a count sheet'
          when exists (select from stock_transfer_item one where one.item_id = ${item.itemID}) then 'is on a transfer'
          when exists (select from ${inventory} where ${inventory.itemID} = ${item.itemID}
            and not is_undone_import_stock(${inventory.inventoryID})) then 'has stock movements in the closed books'
        end as why
      from ${item} where ${item.itemID} = any(${sql.param(itemIDs)}::int[])
    ) kept where why is not null order by "itemID"`)
  return rows
}
