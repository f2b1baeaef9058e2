-- Buying, moving, counting, adjusting and taking back.
insert into purchase_order (po_number, supplier_id, location_id, order_date, expected_deliver_date, status, total_cost)
  values ('PO-2026-000001', 1, 1, '2026-01-05', '2026-01-20', 'Partially Received', 2500);
insert into purchase_order_item (po_id, item_id, uom, unit_cost, order_qty, received_qty) values (1, 1, 'PCS', 500, 5, 3);
insert into po_receiving (po_id, location_id, reference_number, received_date, received_by_id, total_qty, total_cost, status,
    completed_at) values (1, 1, 'DR-1', '2026-01-19', 2, 3, 1500, 'Completed', now());
insert into po_receiving_item (po_receiving_id, po_item_id, item_id, uom, received_qty, unit_cost, stock_qty, stock_unit_cost)
  values (1, 1, 1, 'PCS', 3, 500, 3, 500);
insert into stock_movement (inventory_id, kind, document_type, document_id, quantity, unit_cost, user_id)
  values (1, 'receiving', 'receiving', 1, 3, 500, 2);
insert into inventory_adjustment (inventory_id, adjustment_type_id, adjustment_reason_id, quantity_adjusted, status, decided_by_id,
    decided_at) values (1, 1, 1, -1, 'Completed', 1, now()), (1, 1, 1, -2, 'Pending', null, null);
insert into stock_movement (inventory_id, kind, document_type, document_id, quantity, unit_cost, user_id)
  values (1, 'adjustment', 'adjustment', 1, -1, 600, 1);
insert into stock_transfer (transfer_number, from_location_id, to_location_id) values ('TR-2026-000001', 1, 2);
insert into stock_transfer_item (transfer_id, item_id, inventory_type_id, quantity) values (1, 1, 1, 2);
insert into stock_movement (inventory_id, kind, document_type, document_id, quantity, unit_cost, user_id)
  values (1, 'transfer', 'transfer', 1, -2, 600, 2), (3, 'transfer', 'transfer', 1, 2, 600, 2);
insert into stock_count (count_number, location_id, blind) values ('SC-2026-000001', 1, true);
insert into stock_count_line (count_id, inventory_id, expected, movements, counted)
  select 1, 1, quantity, movements, quantity from inventory where inventory_id = 1;
insert into sales_refund (sales_transaction_id, payment_type_id, reason, amount) values (1, 1, 'Too small', 999.99);
insert into sales_refund_item (refund_id, sales_item_id, qty, amount, disposition) values (1, 1, 1, 999.99, 'restock');
update sales_transaction set refunded_amount = 999.99 where sales_transaction_id = 1;
insert into stock_movement (inventory_id, kind, document_type, document_id, quantity, unit_cost, user_id)
  values (1, 'refund', 'sale', 1, 1, 612.345678, 2);
insert into notification (user_id, kind, message, link) values (1, 'adjustmentWaiting', 'An adjustment waits', '/inventory-adjustment?id=2');
