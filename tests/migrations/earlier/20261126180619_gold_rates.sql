insert into gold_rate (karat, sell_per_gram, buy_per_gram, from_at, source, created_by_id) values
  ('18K', 6670, 6220, '2026-11-25T00:13:00Z', 'Binondo board', 1),
  ('18K', 6710, 6260, '2026-11-26T00:13:00Z', null, 1);
