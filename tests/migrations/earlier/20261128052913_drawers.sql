-- A drawer was opened with ₱1,000, took ₱500 from the bank, and was closed without a difference. A session chose it.
insert into drawer (drawer_name, location_id) values ('Counter 1', 1);
insert into session_drawer (session_id, drawer_id) select session_id, 1 from session limit 1;
insert into document_number (kind, year, last) values ('Z', 0, 1);
insert into drawer_session (number, drawer_id, created_by_id) values ('Z-0001', 1, 1);
insert into drawer_count (drawer_session_id, kind, currency, cash, amount, counted_at, counted_by_id) values
  (1, 'opening', 'PHP', '[{"form": "note", "value": 1000, "quantity": 1}]', 1000, now(), 1),
  (1, 'first', 'PHP', '[{"form": "note", "value": 500, "quantity": 3}]', 1500, now(), 1);
insert into drawer_movement (drawer_session_id, kind, reason, currency, amount, at, created_by_id)
  values (1, 'cash_in', 'bank', 'PHP', 500, now(), 1);
insert into drawer_report (drawer_session_id, figures, closed_at, closed_by_id) values (1, '{}', now(), 1);
update drawer_session set status = 'Closed', counting_at = now(), closed_at = now(), closed_by_id = 1;
