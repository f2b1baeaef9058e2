insert into credit_entry (day, customer_id, kind, amount, reason, created_by_id)
  values ((now() at time zone 'UTC')::date, 1, 'given', 500, 'Goodwill', 1);
insert into sales_exchange (refund_id, sales_transaction_id, amount, created_by_id)
  select min(refund_id), (select max(sales_transaction_id) from sales_transaction), 0, 1 from sales_refund;
