import type pg from 'pg'

/** The number of different items that the benchmarks of sales sell in turn. */
export const items = 300

const statements = [
  `insert into category (category_code, category_name) values ('RG', 'Rings')`,
  `insert into item (item_code, item_name, category_id, grams, uom, price, average_cost)
    select 'RG-' || n, 'Ring ' || n, 1, 3.2, 'PCS', 1234.5, 700 from generate_series(1, ${items}) n`,
  `insert into inventory (item_id, location_id, inventory_type_id) select item_id, 1, 1 from item`,
  `insert into stock_movement
      (inventory_id, sequence, quantity, quantity_after, unit_cost, kind, document_type, document_id)
    select inventory_id, 0, 1000, 0, 700, 'opening', 'inventory', inventory_id from inventory`,
  'vacuum analyze',
]

/** Fills a shop with items that have much more stock at Main than a benchmark sells. */
export async function fill(client: pg.Client) {
  for (const statement of statements) await client.query(statement)
}
