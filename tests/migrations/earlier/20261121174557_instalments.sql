-- What is to be paid until when.
insert into sales_instalment (sales_transaction_id, due_date, amount) values (2, '2099-01-31', 1250), (2, '2099-02-28', 1250);
