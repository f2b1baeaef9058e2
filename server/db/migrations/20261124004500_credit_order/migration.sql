-- An entry of store credit took its key before it waited for the customer's credit. Of several at once, the balances
-- therefore could stand in another order than the entries. The credit is now locked before the entry gets its key.
create or replace function apply_store_credit() returns trigger language plpgsql as $$
declare
  of_customer int;
begin
  if new.amount = 0 or not exists (
    select from payment_type where payment_type_id = new.payment_type_id and code = 'store_credit'
  ) then return null; end if;
  if new.kind = 'change' then
    raise exception 'store credit gives no change' using errcode = 'restrict_violation';
  end if;
  select customer_id into of_customer from sales_transaction where sales_transaction_id = new.sales_transaction_id;
  if of_customer is null then
    raise exception 'store credit of sale % has no customer', new.sales_transaction_id using errcode = 'restrict_violation';
  end if;
  insert into customer_credit (customer_id) values (of_customer) on conflict do nothing;
  perform from customer_credit where customer_id = of_customer for update;
  insert into credit_entry (at, day, customer_id, kind, amount, sales_transaction_id, location_id, money_entry_id,
      corrects_id, reason, created_by_id)
    values (new.at, new.day, of_customer,
      case when new.kind = 'payment' and new.corrects_id is null then 'used' else 'returned' end, -new.amount,
      new.sales_transaction_id, new.location_id, new.entry_id,
      (select entry_id from credit_entry where money_entry_id = new.corrects_id), new.reason, new.created_by_id);
  return null;
end $$;
--> statement-breakpoint

-- Balances that stood in another order follow the entries.
alter table credit_entry disable trigger credit_entry_is_final;
--> statement-breakpoint
update credit_entry set balance = running.balance
  from (select entry_id, sum(amount) over (partition by customer_id order by entry_id) as balance from credit_entry) running
  where credit_entry.entry_id = running.entry_id and credit_entry.balance <> running.balance;
--> statement-breakpoint
alter table credit_entry enable trigger credit_entry_is_final;
