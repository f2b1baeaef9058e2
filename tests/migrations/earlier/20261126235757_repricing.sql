-- A batch that replaced the price of an item by one of the rate of that day.
insert into repricing (items, difference, karats, created_by_id) values (1, 0, '{18K}', 1);
insert into item_price (item_id, gold_rate_id, karat, sell_per_gram, net_grams, markup_basis, making_per_gram,
  making_per_piece, stones, round_to, price)
  select item_id, gold_rate_id, karat, sell_per_gram, net_grams, markup_basis, making_per_gram, making_per_piece, stones,
    round_to, price from item_price;
insert into repricing_item (item_id, repricing_id, old_price_id, new_price_id)
  select item_id, (select max(repricing_id) from repricing), min(item_price_id), max(item_price_id) from item_price
  group by item_id;
update item set item_price_id = (select max(item_price_id) from item_price where item_price.item_id = item.item_id)
  where item_price_id is not null;
