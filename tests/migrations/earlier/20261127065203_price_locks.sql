-- A manager kept the price of a sale after its day.
insert into sales_price_choice (sales_transaction_id, choice, kept_until, was, today, chosen, next_until, reason, created_by_id)
  values (1, 'keep', current_date - 1, 1500, 1600, 1500, current_date + 29, 'A regular', 1);
