-- Money that became store credit, of which a part was paid out again.
insert into money_entry (day, location_id, kind, customer_id, payment_type_id, amount, reference, reason)
  select current_date, 1, 'credit_paid_in', min(customer_id), 1, 750, 'GC-1', 'More than owed' from customer;
insert into money_entry (day, location_id, kind, customer_id, payment_type_id, amount, reason)
  select current_date, 1, 'credit_paid_out', min(customer_id), 1, -250, 'Wants the money' from customer;
