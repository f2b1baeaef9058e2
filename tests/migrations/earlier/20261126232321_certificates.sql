-- A certificate of a sold line, and its replacement.
with given as (
  insert into document_number (kind, year, last) values ('AC', 2026, 2)
)
insert into certificate (certificate_number, code, item_id, sales_item_id, unit, piece_number, item_name, karat, grams, net_grams,
    place, issued_on)
  select 'AC-2026-000001', '7KQM2XPA', item_id, sales_item_id, 1, item_code, item_name, '18K', 2.1, 2, 'Main', '2026-11-26'
    from sales_item join item using (item_id) join sales_transaction using (sales_transaction_id)
    where sales_transaction.status in ('Completed', 'Refunded') order by sales_item_id limit 1;
insert into certificate_revocation (certificate_id, reason, note, revoked_on)
  select certificate_id, 'changed', 'Sized', '2026-11-27' from certificate;
insert into certificate (certificate_number, code, item_id, sales_item_id, unit, replaces_id, piece_number, item_name, place, issued_on)
  select 'AC-2026-000002', '7KQM2XPB', item_id, sales_item_id, unit, certificate_id, piece_number, item_name, place, '2026-11-27'
    from certificate;
