-- The shop has written terms. Sales of before agreed to none.
insert into shop_terms (kind, version, english, tagalog) values ('return', 1, 'Within 7 days', 'Sa loob ng 7 araw');
insert into shop_terms (kind, version, english) values ('return', 2, 'Within 14 days'), ('layaway', 1, 'We keep the piece');
