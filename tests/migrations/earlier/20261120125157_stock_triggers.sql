-- A small shop, as the first schema that was whole could keep it.
insert into role (role_id, role_name) values (0, 'Unassigned'), (1, 'Admin'), (2, 'Manager'), (3, 'Staff');
insert into user_account (first_name, last_name, role_id, username, email, password_hash) values
  ('Ana', 'Reyes', 1, 'ana', 'Ana@shop.example', '-'), ('Ben', 'Cruz', 3, 'ben', 'ben@shop.example', '-');
insert into session (user_id, token_hash, expires_at) values (1, 'HASH', now() + interval '30 days');
insert into sign_in_link (token_hash, user_id, expires_at) values ('LINK', 2, now() + interval '1 day');
insert into location (location_name) values ('Main'), ('Vault');
insert into inventory_type (type_name) values ('On hand');
insert into shop_setting (default_location_id, time_zone) values (1, 'Asia/Manila');
insert into customer_type (type_name) values ('Walk-in');
insert into payment_type (payment_name, gives_change) values ('Cash', true);
insert into transaction_type (transaction_name) values ('Walk-in');
insert into adjustment_type (type_name, description) values ('Manual adjustment', 'By hand');
insert into adjustment_reason (reason_name, description) values ('Damaged', 'Broken or scratched');
insert into company_profile (company_name, registration_number, company_email, company_phone)
  values ('Amihan', 'T-1', 'hello@shop.example', '+63 2 5555 0100');
insert into supplier (supplier_name, contact_details, email) values ('Kofu Casting', '+81 55 000 0000', 'k@shop.example');
insert into category (category_code, category_name) values ('RG', 'Rings');
insert into item (item_code, item_name, category_id, grams, uom, price, average_cost, karat) values
  ('RG-1', 'Halo ring', 1, 3.2, 'PCS', 1000, 612.345678, '18K'), ('GR-1', 'Gold grain', 1, 1, 'BULK', 5000, 4800.5, '24K');
insert into item_image (item_id, position, url, thumb_url) values (1, 0, '/pictures/a.webp', '/pictures/b.webp');
insert into inventory (item_id, location_id, inventory_type_id, re_order_threshold) values (1, 1, 1, 2), (2, 1, 1, 0), (1, 2, 1, 0);
insert into stock_movement (inventory_id, kind, document_type, document_id, quantity, unit_cost, user_id) values
  (1, 'opening', 'inventory', 1, 10, 612.345678, 1), (2, 'opening', 'inventory', 2, 40.125, 4800.5, 1);
insert into customer (first_name, middle_name, last_name, contact_no, email, customer_type_id) values
  ('María', null, 'dela Cruz', '+63 917 555 0142', 'maria@shop.example', 1),
  ('Liza', 'B', 'Santos', 'Viber', 'liza@shop.example', 1);
insert into document_number (kind, year, last) values ('SO', 2025, 2);
insert into sales_transaction (transaction_number, location_id, transaction_type_id, customer_id, order_date, total_items,
    total_quantity, subtotal, discount, total_purchase, amount_paid, refunded_amount, completed_at, status) values
  ('SO-2025-000001', 1, 1, 1, '2025-12-30', 1, 2, 2000, 0.01, 1999.99, 2000, 0, '2025-12-31 16:30:00+00', 'Completed'),
  ('SO-2025-000002', 1, 1, 2, '2025-12-31', 1, 3, 3000, 0, 3000, 500, 0, null, 'Processing');
insert into sales_item (sales_transaction_id, item_id, price, order_qty, line_total, unit_cost) values
  (1, 1, 1000, 2, 2000, 612.345678), (2, 1, 1000, 3, 3000, null);
insert into sales_payment (sales_transaction_id, payment_type_id, amount) values (1, 1, 2000), (2, 1, 500);
insert into stock_movement (inventory_id, kind, document_type, document_id, quantity, unit_cost, user_id)
  values (1, 'sale', 'sale', 1, -2, 612.345678, 2);
insert into stock_reservation (sales_item_id, inventory_id, quantity) values (2, 1, 3);
insert into audit (action, entity, entity_id, user_id, before, after)
  values ('create', 'customer', 1, 2, null, '{"firstName": "María", "lastName": "dela Cruz"}');
insert into idempotency_key (user_id, endpoint, key, request_hash, answer)
  values (2, 'POST /api/v2/sales', 'k', 'h', '{"success":true}');
insert into attempt (bucket) values ('login x');
