// Measures the public catalogue with 10,000 items (or the given number) on its own PostgreSQL: the plain list, its
// pages, filters, text search, and the filter choices. Prints the time of the first request, and the median and the
// maximum of the later ones. Exits 1 where a median is above 50 ms.
import type pg from 'pg'

import { timeAnswers } from './own-shop.ts'

const limit = 50
const pieces = Number(process.argv[2] ?? 10_000)

const asked = {
  'the list': '/api/shop/items?pageSize=12',
  'its last page': `/api/shop/items?pageSize=12&page=${Math.ceil(pieces / 12)}`,
  'karat, metal and price': '/api/shop/items?pageSize=12&karat=18K&metal=rose%20gold&maxPrice=30000&sort=price',
  'in stock': '/api/shop/items?pageSize=12&availability=inStock',
  'a word that many have': '/api/shop/items?pageSize=12&search=ring',
  'a word that one has': '/api/shop/items?pageSize=12&search=000777',
  'three words': '/api/shop/items?pageSize=12&search=rose%20gold%20handmade',
  'a word of a translation': '/api/shop/items?pageSize=12&search=%E6%8C%87%E8%BC%AA&language=ja',
  'what can be chosen': '/api/shop/facets',
  'what can be chosen, with words': '/api/shop/facets?search=rose%20gold%20handmade',
}

const slow = await timeAnswers(fill, asked, limit)
if (slow.length > 0) {
  console.error(`Expected every answer in at most ${limit} ms.`)
  process.exitCode = 1
}

/** Inserts items in ten categories, each with Tagalog and Japanese translations; every second item has stock. */
async function fill(client: pg.Client) {
  const statements = [
    `insert into category (category_code, category_name) select 'C' || n, name from unnest(array['Rings', 'Earrings',
      'Pendants', 'Chains', 'Bracelets', 'Bangles', 'Brooches', 'Loose stones', 'Findings', 'Sets'])
      with ordinality as c (name, n)`,
    `insert into item (item_code, item_name, category_id, description, grams, uom, price, average_cost, karat, metal, stone)
      select 'IT-' || lpad(n::text, 6, '0'), karat || ' ' || metal || ' piece ' || n, category_id,
        'Handmade in our own workshop and finished by hand, number ' || n || '. Comes in a box.', 1 + n % 90 / 10.0,
        'PCS', 500 + n * 7919::bigint % 49500, 400, karat, metal,
        (array['Diamond', 'Ruby', 'Emerald, two baguette diamonds', null])[1 + n % 4]
      from generate_series(1, ${pieces}) n
      join category on category_id = 1 + n % 10,
        lateral (select (array['24K', '22K', '21K', '18K', '14K', '10K'])[1 + n % 6] as karat,
          (array['Yellow gold', 'White gold', 'Rose gold'])[1 + n / 7 % 3] as metal) made`,
    `insert into item_translation (item_id, language, item_name, description)
      select item_id, language, case language when 'ja' then '指輪 ' else 'Singsing ' end || item_id, 'x' || item_id
      from item, unnest(array['tl', 'ja']) language`,
    `insert into inventory (item_id, location_id, inventory_type_id) select item_id, 1, 1 from item`,
    // Triggers are off, because a movement for each row would take longer than all the rest.
    `set session_replication_role = 'replica'`,
    'update inventory set quantity = 3 where item_id % 2 = 0',
    'vacuum analyze',
  ]
  for (const statement of statements) await client.query(statement)
}
