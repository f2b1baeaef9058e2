-- A buyer has sent a proof with a picture and a PDF; another proof was approved, and looks like the first.
insert into payment_proof (sales_transaction_id, order_link_id, language, sent_at, amount, day, reference)
  values (1, 1, 'en', now(), 100, '2026-11-20', '1001');
insert into payment_proof (sales_transaction_id, order_link_id, status, language, sent_at, amount, day, reference,
    decided_by_id, decided_at, seen_amount, seen_day, seen_reference, seen_account_id, reference_key)
  values (1, 1, 'Approved', 'ja', now(), 100, '2026-11-20', '1002', 1, now(), 100, '2026-11-20', '1002', 1, '1002');
insert into proof_file (proof_id, position, file, format, width, height, content_hash, print)
  values (1, 1, repeat('a', 32) || '.webp', 'PNG', 1080, 2160, repeat('d', 64), '\x00'),
    (2, 1, repeat('b', 32) || '.pdf', 'PDF', null, null, repeat('e', 64), null);
insert into proof_likeness (proof_file_id, other_file_id, difference, boxes) values (2, 1, 0.1, '[]');
insert into proof_payment (entry_id, proof_id, sales_transaction_id)
  select min(entry_id), 2, 1 from money_entry where sales_transaction_id = 1 having min(entry_id) is not null;
