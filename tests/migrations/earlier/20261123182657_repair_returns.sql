insert into inventory_type (type_name, code, sellable) values ('Repair', 'repair', false);
insert into inventory (item_id, location_id, inventory_type_id)
  select 1, 1, inventory_type_id from inventory_type where code = 'repair';
insert into stock_movement (inventory_id, kind, document_type, document_id, quantity, unit_cost, user_id)
  select inventory_id, 'opening', 'inventory', inventory_id, 2, 600, 1
  from inventory join inventory_type using (inventory_type_id) where code = 'repair';
insert into stock_repair_return (repair_return_number, inventory_id, shelf_inventory_id, quantity, outcome, cost, value,
    remarks, created_by_id)
  select 'RR-2026-000001', inventory_id, 1, 1, 'shelf', 50, share_of_value(v.value, 1, v.quantity), 'New clasp', 1
  from inventory join inventory_type using (inventory_type_id) join stock_value v using (item_id) where code = 'repair';
insert into stock_movement (inventory_id, kind, document_type, document_id, quantity, unit_cost, value, user_id)
  select inventory_id, 'repair', 'repair', repair_return_id, -1, 600, -value, 1 from stock_repair_return;
insert into stock_movement (inventory_id, kind, document_type, document_id, quantity, unit_cost, value, user_id)
  select shelf_inventory_id, 'repair', 'repair', repair_return_id, 1, 650, value + cost, 1 from stock_repair_return;
