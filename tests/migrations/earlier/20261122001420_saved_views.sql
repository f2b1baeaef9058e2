-- How somebody likes to see a list, and what everybody may.
insert into saved_view (list, view_name, query, hidden, shared, user_id, created_by_id) values
  ('items', 'Rings', '{"categoryID": "1"}', '["barcode"]', false, 1, 1),
  ('sales', 'Open', '{"status": "Pending"}', '[]', true, 1, 1);
insert into default_view (user_id, list, view_id) values (1, 'items', 1);
