-- An accepted trade-in: its chain is scrap in stock, and half of its offer is paid out in cash.
insert into inventory_type (type_name, code, sellable) values ('Scrap', 'scrap', false);
insert into inventory (item_id, location_id, inventory_type_id)
  select item_id, 1, inventory_type_id from scrap_item, inventory_type where code = 'scrap';
insert into stock_movement (inventory_id, sequence, kind, document_type, document_id, quantity, quantity_after, unit_cost, value)
  select inventory_id, 0, 'trade_in', 'trade_in', trade_in_id, 1.96, 0, 6224.489796, 12200
    from trade_in, inventory join scrap_item using (item_id);
update trade_in_piece set cost = 12200, inventory_id = (select inventory_id from inventory join scrap_item using (item_id));
update trade_in set status = 'Accepted', accepted_at = now(), accepted_by_id = 1;
insert into money_entry (day, location_id, kind, trade_in_id, payment_type_id, amount, reference)
  select current_date, 1, 'trade_in_paid', trade_in_id, payment_type_id, -6100, trade_in_number
    from trade_in, payment_type where code = 'cash';
