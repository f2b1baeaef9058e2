-- An offer for a chain of 2 g, and the item that keeps the scrap of its karat.
insert into category (category_code, category_name) values ('SCRAP', 'Scrap');
insert into item (item_code, item_name, category_id, grams, uom, price, average_cost, karat, on_site)
  select 'SCRAP-18K', 'Scrap 18K', category_id, 1, 'BULK', 0, 0, '18K', false from category where category_code = 'SCRAP';
insert into scrap_item (karat, item_id) select '18K', item_id from item where item_code = 'SCRAP-18K';
insert into trade_in (trade_in_number, customer_id, location_id, status)
  select 'TI-2026-000001', min(customer_id), 1, 'Tested' from customer;
insert into trade_in_piece (trade_in_id, description, marked_karat, tested_karat, test_note, gross_grams, stone_grams,
    loss_basis, counted_grams, gold_rate_id, buy_per_gram, sum)
  select trade_in_id, 'Chain', '18K', '18K', 'acid', 2, 0, 200, 1.96, gold_rate_id, 6260, 12269.6
    from trade_in, gold_rate where buy_per_gram = 6260;
update trade_in set status = 'Offered', offer = 12200, offered_at = now(), offered_by_id = 1;
