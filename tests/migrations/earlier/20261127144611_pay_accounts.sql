-- An account into which buyers pay, and one that is no longer shown.
insert into pay_account (kind, holder, number, payment_type_id, position) values ('GCash', 'The shop', '09000000001', 1, 1);
insert into pay_account (kind, bank_or_wallet, holder, number, payment_type_id, status)
  values ('Bank transfer', 'A bank', 'The shop', '0000 0001', 1, false);
