-- A live is running, and its first piece is on show.
insert into live (live_name, platforms, status, planned_start, expected_end, started_at, location_id, transaction_type_id, created_by_id)
  values ('Friday', '{TikTok}', 'Running', now(), now() + interval '3 hours', now(), 1, 1, 1);
insert into live_piece (live_id, number, position, item_id, price, quantity) values (1, 1, 0, 1, 1000, 1);
insert into live_show (live_id, live_piece_id, shown_at, shown_by_id) values (1, 1, now(), 1);
