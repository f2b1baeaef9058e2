-- A buyer has opened the link of a sale.
insert into order_link (sales_transaction_id, token_hash, code_hash, created_by_id, created_at, first_seen_at, last_seen_at)
  values (1, repeat('a', 64), repeat('b', 64), 1, now(), now(), now());
insert into order_visit (visit_hash, order_link_id, expires_at)
  values (repeat('c', 64), 1, now() + interval '2 hours');
