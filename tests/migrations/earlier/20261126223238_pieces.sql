-- An item that is kept by piece from its first day: one piece came into stock, and an open sale's line names the other.
with made as (
  insert into item (item_code, item_name, category_id, grams, uom, price, average_cost, by_piece, pieces_named)
    select 'PC-1', 'Ring by piece', min(category_id), 3, 'PCS', 1000, 600, true, 2 from category returning item_id
)
insert into piece (item_id, serial, number, code, barcode, grams, net_grams, certificate_number, laboratory, note, cost)
  select item_id, n, 'PC-1-00' || n, 'CODE' || n, 'TAG' || n, 3.1, 2.9, 'GIA ' || n, 'GIA', 'Note', 600
    from made, generate_series(1, 2) n;
insert into inventory (item_id, location_id, inventory_type_id)
  select item_id, (select min(location_id) from location), (select min(inventory_type_id) from inventory_type)
    from item where item_code = 'PC-1';
insert into stock_movement (inventory_id, sequence, kind, document_type, document_id, quantity, quantity_after, unit_cost,
    piece_ids)
  select i.inventory_id, 0, 'opening', 'inventory', i.inventory_id, 1, 0, 600, array[piece_id]
    from inventory i join item using (item_id) join piece using (item_id) where serial = 1 and item_code = 'PC-1';
insert into stock_count_piece (count_line_id, piece_id)
  select min(count_line_id), (select piece_id from piece where serial = 1) from stock_count_line having count(*) > 0;
insert into inventory_adjustment_piece (adjustment_id, piece_id)
  select min(adjustment_id), (select piece_id from piece where serial = 1) from inventory_adjustment
    where status = 'Pending' having count(*) > 0;
insert into po_receiving_piece (po_receiving_item_id, grams, note)
  select min(po_receiving_item_id), 3, 'Entered' from po_receiving_item having count(*) > 0;
insert into sales_item_piece (sales_item_id, piece_id, taken)
  select min(sales_item_id), (select piece_id from piece where serial = 2), false from sales_item having count(*) > 0;
