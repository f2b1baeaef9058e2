-- An import that changed a record, and the change that a draft's last check found.
insert into import (kind, file_name, rows, record_ids, changed_ids, created_by_id) values ('suppliers', 'changed.csv', 0, '{}', '{1}', 1);
update import_draft_row set change = '{"recordID": 1, "recordName": "Gold works", "version": 1767744000000, "fields": [{"column": "email", "before": "a@b.example", "after": "b@b.example"}]}';
