import { sql } from 'drizzle-orm'

import type { Context } from '../../kernel/context.ts'

/**
 * Returns a sentence for each contradiction between pieces, stock, ledger, sales and receivings. An empty list means that
 * each piece is at one place, and that the pieces of every stock row are its quantity.
 */
export async function verifyPieces({ db }: Pick<Context, 'db'>): Promise<string[]> {
  const { rows } = await db.execute<{ problem: string }>(
    sql`${pieceTables} ${sql.join(contradictions, sql` union all `)}`,
  )
  return rows.map((row) => row.problem)
}

const pieceTables = sql`with
  -- Each piece of each movement that names pieces.
  steps as materialized (
    select inventory_id, sequence, document_type, document_id, kind, sign(quantity)::int as direction, piece_id
    from stock_movement, unnest(piece_ids) as piece_id where piece_ids is not null
  ),
  -- The stock in which the ledger says that a piece is: it came there once more often than it left.
  booked as materialized (
    select piece_id, inventory_id, sum(direction) as there
    from (
      select piece_id, inventory_id, direction from steps
      union all select piece_id, counted_in_id, 1 from piece where counted_in_id is not null
    ) moved group by 1, 2 having sum(direction) <> 0
  ),
  -- The line of each named piece, with how much of it came back.
  named as materialized (
    select n.piece_id, n.taken, l.sales_item_id, l.item_id, l.order_qty, s.sales_transaction_id, s.transaction_number, s.status,
      (select coalesce(sum(qty), 0) from sales_refund_item r where r.sales_item_id = l.sales_item_id) as back,
      exists (select from stock_reservation r where r.sales_item_id = l.sales_item_id) as holds
    from sales_item_piece n join sales_item l using (sales_item_id) join sales_transaction s using (sales_transaction_id)
  )`

/** Each query finds one kind of contradiction and returns a sentence per row. */
const contradictions = [
  sql`select format('Inventory %s has %s on hand, but %s pieces', i.inventory_id, trim_scale(i.quantity), count(p.piece_id))
        as problem
    from inventory i left join piece p using (inventory_id)
    where i.pieces is not null group by i.inventory_id, i.quantity, i.pieces
    having count(p.piece_id) <> i.quantity or i.pieces <> i.quantity`,

  sql`select format('Inventory %s counts %s pieces, but its item %s is %s by piece', inventory_id,
      coalesce(i.pieces::text, 'no'), item_code, case when by_piece then 'kept' else 'not kept' end)
    from inventory i join item using (item_id) where by_piece <> (i.pieces is not null)`,

  sql`select format('Piece %s is in inventory %s, which is of another item', number, p.inventory_id)
    from piece p join inventory i using (inventory_id) where i.item_id <> p.item_id`,

  sql`select format('Piece %s is in inventory %s, but its ledger says %s', number, coalesce(p.inventory_id::text, 'none'),
      coalesce(string_agg(format('%s of inventory %s', there, b.inventory_id), ', ' order by b.inventory_id), 'none'))
    from piece p left join booked b using (piece_id)
    group by piece_id, number, p.inventory_id
    having array_agg(b.inventory_id) filter (where b.inventory_id is not null)
        is distinct from case when p.inventory_id is not null then array[p.inventory_id] end
      or bool_or(there <> 1)`,

  sql`select format('Movement %s of inventory %s names piece %s, which is not a piece of its item', sequence,
      s.inventory_id, s.piece_id)
    from steps s join inventory i using (inventory_id) left join piece p using (piece_id)
    where p.item_id is distinct from i.item_id and (p.piece_id is not null or s.document_type <> 'import')`,

  // A piece of an import that was undone is named by the movements of that import alone.
  sql`select format('Import %s brought piece %s, which is not there any more, but took it out %s times', document_id, piece_id,
      count(*) filter (where direction < 0))
    from steps s where document_type = 'import' and not exists (select from piece p where p.piece_id = s.piece_id)
    group by document_id, piece_id having sum(direction) <> 0`,

  sql`select format('Sale %s, line %s names piece %s of another item', transaction_number, sales_item_id, number)
    from named n join piece p using (piece_id) where p.item_id <> n.item_id`,

  sql`select format('Sale %s, line %s sells %s pieces under one number', transaction_number, sales_item_id, trim_scale(order_qty))
    from named where order_qty <> 1`,

  sql`select format('Sale %s is %s and %s piece %s', transaction_number, status,
      case when taken then 'keeps' else 'does not keep' end, number)
    from named join piece using (piece_id)
    where taken <> case when status in ('Completed', 'Refunded') then back < order_qty
      when status = 'Canceled' then false else holds end`,

  sql`select format('Piece %s is sold by %s, but it is in stock', number, transaction_number)
    from named join piece using (piece_id)
    where taken and status in ('Completed', 'Refunded') and inventory_id is not null`,

  sql`select format('Sale %s holds piece %s, but not the stock that it is in', transaction_number, number)
    from named n join piece p using (piece_id)
    where taken and status in ('Pending', 'Processing') and not exists (
      select from stock_reservation r where r.sales_item_id = n.sales_item_id and r.inventory_id = p.inventory_id)`,

  sql`select format('Sale %s: its line names piece %s, but %s', transaction_number, number, case
      when gone <> 1 then format('its ledger took the piece out %s times', gone) else format('%s came back', came) end)
    from (
      select n.*, number,
        (select count(*) from steps s where s.piece_id = n.piece_id and document_type = 'sale' and kind = 'sale'
          and document_id = n.sales_transaction_id) as gone,
        (select count(*) from steps s where s.piece_id = n.piece_id and document_type = 'sale' and kind = 'refund'
          and document_id = n.sales_transaction_id) as came,
        (select count(*) from sales_refund_item r where r.sales_item_id = n.sales_item_id and disposition <> 'scrap') as returned
      from named n join piece using (piece_id) where status in ('Completed', 'Refunded')
    ) sold
    where gone <> 1 or came <> returned`,

  sql`select format('Sale %s took piece %s out of stock, but no line of it names the piece', document_id, number)
    from steps s join piece using (piece_id)
    where document_type = 'sale' and kind = 'sale' and not exists (
      select from named n where n.piece_id = s.piece_id and n.sales_transaction_id = s.document_id)`,

  sql`select format('Transfer %s: piece %s left %s times and came %s times', document_id, number, gone, came)
    from (
      select document_id, piece_id, count(*) filter (where direction < 0) as gone, count(*) filter (where direction > 0) as came
      from steps where document_type = 'transfer' group by 1, 2
    ) moved join piece using (piece_id)
    where gone <> came`,

  sql`select format('Receiving %s, line %s brought %s, but %s pieces of it came into stock', po_receiving_id,
      po_receiving_item_id, trim_scale(stock_qty), came)
    from (
      select po_receiving_id, po_receiving_item_id, stock_qty, count(s.piece_id) as came
      from po_receiving_piece r join po_receiving_item using (po_receiving_item_id) join po_receiving using (po_receiving_id)
      left join steps s on s.piece_id = r.piece_id and document_type = 'receiving' and document_id = po_receiving_id
      where status = 'Completed' group by 1, 2, 3
    ) received
    where came <> stock_qty`,

  sql`select format('Piece %s is not found by its code %s', number, one)
    from piece p, unnest(array[number, code, barcode]) as one
    where one is not null and not exists (
      select from scan_code s where s.code = lower(one) and s.piece_id = p.piece_id)`,

  // A missing or disabled trigger would permit contradictions later.
  sql`select format('The guard %s of table %s is %s', guard, guarded,
      case when tgname is null then 'not there' else 'switched off' end)
    from (values
      ('stock_movement', 'stock_movement_moves_pieces'), ('inventory', 'inventory_starts_pieces'),
      ('item', 'item_keeps_by_piece'), ('item', 'item_stores_codes'), ('item', 'item_stores_changed_codes'),
      ('piece', 'piece_comes_through_ledger'), ('piece', 'piece_keeps_number'), ('piece', 'piece_stays_with_item'),
      ('piece', 'piece_stays'), ('piece', 'piece_goes_with_its_item'), ('piece', 'piece_of_item_by_piece'), ('piece', 'piece_stores_codes')
    ) as wanted (guarded, guard)
    left join pg_trigger on tgrelid = guarded::regclass and tgname = guard
    where tgenabled is null or tgenabled not in ('O', 'A')`,

  sql`select format('The rule %s of table %s is not there', rule, ruled)
    from (values
      ('inventory', 'inventory_pieces'), ('stock_movement', 'stock_movement_pieces_count'),
      ('sales_item_piece', 'sales_item_piece_taken'), ('scan_code', 'scan_code_pkey'), ('item', 'item_by_piece'),
      ('piece', 'piece_serial_unique')
    ) as wanted (ruled, rule)
    where not exists (select from pg_constraint where conname = rule and conrelid = ruled::regclass and convalidated)
      and not exists (select from pg_index where indexrelid = to_regclass(rule) and indisunique and indisvalid)`,
]
