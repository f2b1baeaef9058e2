insert into operation_run (kind, started_at, ended_at, result, detail, file, bytes)
  values ('backup', now() - interval '1 minute', now(), 'succeeded', '12 rows of 3 tables, 0 pictures', '/backups/shop.tar.gz', 4096);
insert into database_size (day, bytes) values ('2026-11-24', 12000000);
