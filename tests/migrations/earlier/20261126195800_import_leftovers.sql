-- An undone import of customers that made a type, which stays because the shop uses it.
insert into import (kind, file_name, rows, record_ids, made, kept, undone_at, undone_by_id, created_by_id) values
  ('customers', 'people.csv', 1, '{}', '{"customerType": [1]}', '[{"name": "Walk-in", "why": "is used"}]', now(), 1, 1);
-- The headings and cells of a file whose bytes prove no encoding.
update import_draft set encoding = 'Windows-1252', raw_header = '["Name", "Email"]';
update import_draft_row set raw = '["Gold works", "x"]';
