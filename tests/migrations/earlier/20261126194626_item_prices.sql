-- An item by the rate: 2 g at 6710 and 10 % on it, and its making.
insert into item_price (item_id, gold_rate_id, karat, sell_per_gram, net_grams, markup_basis, making_per_gram,
  making_per_piece, stones, round_to, price)
  select max(item_id), (select gold_rate_id from gold_rate where sell_per_gram = 6710), '18K', 6710, 2, 1000, 100, 500, 0, 50,
    15500 from item;
update item set karat = '18K', net_grams = 2, price = 15500,
    item_price_id = (select item_price_id from item_price where item_price.item_id = item.item_id)
  where item_id = (select max(item_id) from item);
