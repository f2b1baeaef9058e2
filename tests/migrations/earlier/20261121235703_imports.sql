-- A file that was imported, and one that was taken back.
insert into import (kind, file_name, rows, record_ids, created_by_id, undone_at, undone_by_id) values
  ('suppliers', 'suppliers.csv', 1, '{1}', 1, null, null),
  ('items', 'items.csv', 2, '{}', 1, '2026-01-06 10:00:00+09', 1);
