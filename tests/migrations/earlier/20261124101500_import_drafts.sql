-- A file that somebody is about to import, with a corrected row, and a saved mapping.
insert into import_draft (kind, file_name, encoding, separator, header, rows, mapping, fixes, created_by_id) values
  ('suppliers', 'suppliers.csv', 'UTF-8', 'comma', '["Name", "Email"]', 1,
    '{"columns": [{"key": "supplierName", "source": {"from": "column", "column": 0, "reads": "text"}}], "appended": [], "groups": null, "records": []}',
    '[]', 1);
insert into import_draft_row (import_draft_id, row_number, cells, corrected) values (1, 2, '["Gold works", "x"]', '{"email": "a@b.example"}');
insert into import_mapping (kind, mapping_name, header, mapping, created_by_id) values
  ('suppliers', 'From the accountant', '["Name", "Email"]', '{"columns": [], "appended": [], "groups": null, "records": []}', 1);
