import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

import pg from 'pg'

import { connect } from '../../server/db/client.ts'
import { verifyStock } from '../../server/stock/ledger/verify.ts'

/** Selects the records of the `busyPeople` by their names, and whether each record is complete. */
const documents = `
  with moved as (select document_type, document_id, count(*) as lines from stock_movement group by 1, 2),
  told as (select entity, entity_id from audit where action in ('create', 'receive', 'transfer') group by 1, 2)
  select remarks as name,
    case split_part(remarks, ' ', 1)
      when 'sale' then s.status = 'Completed' and moved.lines = 2 and s.total_purchase = 2000
      else s.status = 'Processing' or s.status = 'Pending'
    end
    and (select count(*) from sales_item l where l.sales_transaction_id = s.sales_transaction_id) = s.total_items
    and s.amount_paid = coalesce((select sum(amount) from money_entry p
      where p.kind = 'payment' and p.sales_transaction_id = s.sales_transaction_id), 0)
    and exists (select from told where entity = 'sale' and entity_id = s.sales_transaction_id) as whole
    from sales_transaction s left join moved on document_type = 'sale' and document_id = s.sales_transaction_id
  union all
  select reference, true from money_entry where reference like 'payment %'
  union all
  select reference_number, status = 'Completed' and moved.lines = 1 and (select count(*) from po_receiving_item l
      where l.po_receiving_id = r.po_receiving_id) = 1
    from po_receiving r left join moved on document_type = 'receiving' and document_id = r.po_receiving_id
  union all
  select 'adjustment ' || trim_scale(quantity_adjusted), case status when 'Pending' then moved is null else moved.lines = 1 end
    from inventory_adjustment a left join moved on document_type = 'adjustment' and document_id = a.adjustment_id
  union all
  select 'approval ' || trim_scale(quantity_adjusted), true from inventory_adjustment where status = 'Completed'
  union all
  select remarks, moved.lines = 2 and (select count(*) from stock_transfer_item l where l.transfer_id = t.transfer_id) = 1
    from stock_transfer t left join moved on document_type = 'transfer' and document_id = t.transfer_id
  union all
  select item_code, (select count(*) from item_image p where p.item_id = i.item_id) = 1
      and (select count(*) from inventory n where n.item_id = i.item_id and quantity = 1) = 1
    from item i where item_code like 'picture %'`

/** Returns the inconsistencies of a shop after a crash, and the picture files that no row names. */
export async function inspect(url: string, pictures: string, answered: Set<string>) {
  const sql = new pg.Client(url)
  await sql.connect()
  try {
    const { rows } = await sql.query<{ name: string; whole: boolean }>(documents)
    const times = new Map<string, number>()
    for (const { name } of rows) times.set(name, (times.get(name) ?? 0) + 1)
    const { rows: gaps } = await sql.query<{ kind: string }>(
      `select kind from document_number where kind in ('SO', 'ST')
        and last <> case kind when 'SO' then (select count(*) from sales_transaction) else (select count(*) from stock_transfer) end`,
    )
    const { rows: files } = await sql.query<{ path: string }>(
      'select url as path from item_image union select thumb_url from item_image',
    )
    const named = new Set(files.map(({ path }) => path.replace('/pictures/', '')))
    const kept = await readdir(pictures)
    const keys = new Set([...named].map(keyOf))
    return {
      wrong: {
        lost: [...answered].filter((name) => !times.has(name)),
        twice: [...times].filter(([, count]) => count > 1).map(([name]) => name),
        half: rows.filter(({ whole }) => !whole).map(({ name }) => name),
        gaps: gaps.map(({ kind }) => kind),
        stock: await stockProblems(url),
        pictures: [...named].filter((name) => !kept.includes(name)),
      },
      names: new Set(times.keys()),
      /** Pictures (by key) without a row, and unfinished files. */
      unnamed: new Set(kept.filter((file) => !isDraft(file) && !keys.has(keyOf(file))).map(keyOf)).size,
      drafts: kept.filter(isDraft).length,
    }
  } finally {
    await sql.end()
  }
}

/** The result of `inspect` for a consistent shop. */
export const nothing = { lost: [], twice: [], half: [], gaps: [], stock: [], pictures: [] }

const keyOf = (file: string) => file.slice(0, 32)
/** An unfinished file has the final name, a dot and a UUID. */
const isDraft = (file: string) => /\.[0-9a-f-]{36}$/.test(file)

async function stockProblems(url: string) {
  const { db, pool } = connect(url, 1)
  try {
    return await verifyStock({ db })
  } finally {
    await pool.end()
  }
}

export const picturesOf = (folder: string) => join(folder, 'pictures')
