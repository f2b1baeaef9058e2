-- What the unsaved sales of a browser contain.
insert into cart (cart_key, user_id, lines)
  values ('0193a000-0000-7000-8000-000000000001', 1, '[{"itemID": 1, "quantity": 1, "price": 1500}]');
