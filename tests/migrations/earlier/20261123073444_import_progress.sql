-- How far an import was when its server was killed.
insert into import_progress (user_id, doing, rows, total, at) values (1, 'importing', 2000, 5000, '2026-01-07 10:00:00+09');
