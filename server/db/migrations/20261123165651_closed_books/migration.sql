ALTER TABLE "shop_setting" ADD COLUMN "closed_until" date;
--> statement-breakpoint

-- Nothing is dated in the closed books. The program checks each day itself; these triggers are the second guard. Their
-- conditions call the function only for days before yesterday, so that a sale of today does not pay for it.
create function refuse_closed_day() returns trigger language plpgsql as $$
declare
  day date := to_jsonb(new) ->> tg_argv[0];
  closed date;
begin
  if tg_op = 'UPDATE' and day = (to_jsonb(old) ->> tg_argv[0])::date then return new; end if;
  -- The lock makes a closing wait for this transaction.
  select closed_until into closed from shop_setting for share;
  if day <= closed then
    raise exception 'the books are closed until %, and % of % is %', closed, tg_argv[0], tg_table_name, day
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger sales_transaction_open_day before insert or update of order_date on sales_transaction
  for each row when (new.order_date < (now() at time zone 'UTC')::date - 1)
  execute function refuse_closed_day('order_date');
--> statement-breakpoint
create trigger purchase_order_open_day before insert or update of order_date on purchase_order
  for each row when (new.order_date < (now() at time zone 'UTC')::date - 1)
  execute function refuse_closed_day('order_date');
--> statement-breakpoint
create trigger po_receiving_open_day before insert or update of received_date on po_receiving
  for each row when (new.received_date < (now() at time zone 'UTC')::date - 1)
  execute function refuse_closed_day('received_date');
--> statement-breakpoint
create trigger money_entry_open_day before insert on money_entry
  for each row when (new.day < (now() at time zone 'UTC')::date - 1)
  execute function refuse_closed_day('day');
