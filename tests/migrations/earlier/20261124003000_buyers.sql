-- A handle that bought something, and one that a person joined to a customer.
insert into buyer (platform, handle) values ('TikTok', '@mina');
insert into buyer (platform, handle, customer_id) select 'LINE', 'joined', min(customer_id) from customer;
update sales_transaction set buyer_id = 1 where sales_transaction_id =
  (select min(sales_transaction_id) from sales_transaction where customer_id is null);
