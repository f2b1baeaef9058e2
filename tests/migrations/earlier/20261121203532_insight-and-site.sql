-- Tasks, what visitors did and asked, and what pieces are called in other languages.
insert into daily_count (day, kind, subject, count) values ('2026-01-05', 'visit', '/shop', 12), ('2026-01-05', 'search', 'shop', 3);
insert into item_translation (item_id, language, item_name, description) values (1, 'ja', 'ヘイローリング', null);
insert into question (item_id, name, email, text, language) values (1, 'Yumi', 'yumi@shop.example', '9号はありますか。', 'ja');
insert into reminder (text, due_date) values ('Call the bank', '2026-02-01');
