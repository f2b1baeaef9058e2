CREATE TABLE "credit_entry" (
	"entry_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "credit_entry_entry_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"day" date NOT NULL,
	"customer_id" integer NOT NULL,
	"kind" text NOT NULL,
	"amount" numeric(14,2) NOT NULL,
	"balance" numeric(14,2) DEFAULT '0' NOT NULL,
	"sales_transaction_id" integer,
	"location_id" integer,
	"money_entry_id" integer,
	"corrects_id" integer,
	"reason" text,
	"created_by_id" integer,
	CONSTRAINT "credit_entry_kind" CHECK (case "kind"
        when 'given' then "amount" > 0 and "corrects_id" is null and "reason" is not null
        when 'taken back' then "amount" < 0 and "corrects_id" is not null and "reason" is not null
        when 'used' then "amount" < 0 and "corrects_id" is null
        when 'returned' then "amount" > 0
        when 'expired' then "amount" < 0 and "corrects_id" is null
        else false end),
	CONSTRAINT "credit_entry_links" CHECK (("money_entry_id" is not null) = ("kind" in ('used', 'returned'))
        and ("sales_transaction_id" is not null) = ("money_entry_id" is not null)
        and ("location_id" is not null) = ("money_entry_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "customer_credit" (
	"customer_id" integer PRIMARY KEY,
	"balance" numeric(14,2) DEFAULT '0' NOT NULL,
	CONSTRAINT "customer_credit_balance" CHECK ("balance" >= 0)
);
--> statement-breakpoint
CREATE TABLE "sales_exchange" (
	"exchange_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sales_exchange_exchange_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"refund_id" integer NOT NULL CONSTRAINT "sales_exchange_refund_unique" UNIQUE,
	"sales_transaction_id" integer NOT NULL CONSTRAINT "sales_exchange_sale_unique" UNIQUE,
	"amount" numeric(14,2) NOT NULL,
	"created_by_id" integer,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sales_exchange_amount" CHECK ("amount" >= 0)
);
--> statement-breakpoint
ALTER TABLE "shop_setting" ADD COLUMN "credit_months" integer;--> statement-breakpoint
DROP INDEX "money_entry_refund";--> statement-breakpoint
CREATE UNIQUE INDEX "money_entry_refund" ON "money_entry" ("refund_id","payment_type_id") WHERE "refund_id" is not null;--> statement-breakpoint
CREATE INDEX "credit_entry_customer" ON "credit_entry" ("customer_id");--> statement-breakpoint
CREATE INDEX "credit_entry_sale" ON "credit_entry" ("sales_transaction_id") WHERE "sales_transaction_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "credit_entry_money" ON "credit_entry" ("money_entry_id") WHERE "money_entry_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "credit_entry_corrects" ON "credit_entry" ("corrects_id") WHERE "corrects_id" is not null;--> statement-breakpoint
ALTER TABLE "credit_entry" ADD CONSTRAINT "credit_entry_customer_id_customer_customer_id_fkey" FOREIGN KEY ("customer_id") REFERENCES "customer"("customer_id");--> statement-breakpoint
ALTER TABLE "credit_entry" ADD CONSTRAINT "credit_entry_Fp0ocngrHnXs_fkey" FOREIGN KEY ("sales_transaction_id") REFERENCES "sales_transaction"("sales_transaction_id");--> statement-breakpoint
ALTER TABLE "credit_entry" ADD CONSTRAINT "credit_entry_location_id_location_location_id_fkey" FOREIGN KEY ("location_id") REFERENCES "location"("location_id");--> statement-breakpoint
ALTER TABLE "credit_entry" ADD CONSTRAINT "credit_entry_money_entry_id_money_entry_entry_id_fkey" FOREIGN KEY ("money_entry_id") REFERENCES "money_entry"("entry_id");--> statement-breakpoint
ALTER TABLE "credit_entry" ADD CONSTRAINT "credit_entry_corrects_id_credit_entry_entry_id_fkey" FOREIGN KEY ("corrects_id") REFERENCES "credit_entry"("entry_id");--> statement-breakpoint
ALTER TABLE "credit_entry" ADD CONSTRAINT "credit_entry_created_by_id_user_account_user_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "user_account"("user_id");--> statement-breakpoint
ALTER TABLE "customer_credit" ADD CONSTRAINT "customer_credit_customer_id_customer_customer_id_fkey" FOREIGN KEY ("customer_id") REFERENCES "customer"("customer_id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "sales_exchange" ADD CONSTRAINT "sales_exchange_refund_id_sales_refund_refund_id_fkey" FOREIGN KEY ("refund_id") REFERENCES "sales_refund"("refund_id");--> statement-breakpoint
ALTER TABLE "sales_exchange" ADD CONSTRAINT "sales_exchange_JTKuKBcYj8qI_fkey" FOREIGN KEY ("sales_transaction_id") REFERENCES "sales_transaction"("sales_transaction_id");--> statement-breakpoint
ALTER TABLE "sales_exchange" ADD CONSTRAINT "sales_exchange_created_by_id_user_account_user_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "user_account"("user_id");--> statement-breakpoint
ALTER TABLE "shop_setting" ADD CONSTRAINT "shop_setting_credit_months" CHECK ("credit_months" between 1 and 120);
--> statement-breakpoint

-- A shop with payment types gets the two that the program means. A new shop gets them at its first start.
insert into payment_type (payment_name, code, description, created_at, updated_at)
  select case when exists (select from payment_type where lower(payment_name) = lower(name)) then name || ' (ledger)' else name end,
    code, description, now(), now()
  from (values
    ('Store Credit', 'store_credit', 'Credit that the shop owes a customer'),
    ('Exchange', 'exchange', 'Returned goods that pay for others')) as means (name, code, description)
  where exists (select from payment_type);
--> statement-breakpoint

-- An entry changes the customer's credit and takes its place in its order. The update locks the credit, so that two
-- entries of one customer take turns, and its check refuses a credit below zero.
create function apply_credit_entry() returns trigger language plpgsql as $$
begin
  if (new.money_entry_id is not null) <> (pg_trigger_depth() > 1) then
    raise exception 'credit of a sale moves with its money entries' using errcode = 'restrict_violation';
  end if;
  insert into customer_credit (customer_id) values (new.customer_id) on conflict do nothing;
  update customer_credit set balance = balance + new.amount where customer_id = new.customer_id
    returning balance into new.balance;
  return new;
end $$;
--> statement-breakpoint
create trigger credit_entry_applies before insert on credit_entry
  for each row execute function apply_credit_entry();
--> statement-breakpoint

-- A money entry by store credit uses the credit of the sale's customer, or returns to it.
create function apply_store_credit() returns trigger language plpgsql as $$
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
  insert into credit_entry (at, day, customer_id, kind, amount, sales_transaction_id, location_id, money_entry_id,
      corrects_id, reason, created_by_id)
    values (new.at, new.day, of_customer,
      case when new.kind = 'payment' and new.corrects_id is null then 'used' else 'returned' end, -new.amount,
      new.sales_transaction_id, new.location_id, new.entry_id,
      (select entry_id from credit_entry where money_entry_id = new.corrects_id), new.reason, new.created_by_id);
  return null;
end $$;
--> statement-breakpoint
create trigger money_entry_applies_credit after insert on money_entry
  for each row when (new.payment_type_id is not null) execute function apply_store_credit();
--> statement-breakpoint

-- A sale that credit paid for stays with the customer of that credit.
create function keep_credit_customer() returns trigger language plpgsql as $$
begin
  if exists (select from credit_entry where sales_transaction_id = new.sales_transaction_id) then
    raise exception 'sale % stays with the customer of its store credit', new.sales_transaction_id
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger sales_transaction_keeps_credit_customer before update of customer_id on sales_transaction
  for each row when (old.customer_id is distinct from new.customer_id) execute function keep_credit_customer();
--> statement-breakpoint

-- Only entries change a credit: a new row starts empty, and a direct update fails.
create function refuse_direct_credit() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.balance <> 0 then
      raise exception 'a row of customer_credit starts empty' using errcode = 'restrict_violation';
    end if;
  elsif pg_trigger_depth() < 2 then
    raise exception 'store credit moves through its ledger' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger customer_credit_starts_empty before insert on customer_credit
  for each row execute function refuse_direct_credit();
--> statement-breakpoint
create trigger customer_credit_moves_through_ledger before update on customer_credit
  for each row execute function refuse_direct_credit();
--> statement-breakpoint
create trigger customer_credit_stays_with_customer before delete on customer_credit
  for each row when (pg_trigger_depth() < 1) execute function refuse_change();
--> statement-breakpoint
create trigger customer_credit_stays before truncate on customer_credit
  for each statement execute function refuse_change();
--> statement-breakpoint
create trigger credit_entry_is_final before update or delete on credit_entry
  for each row execute function refuse_change();
--> statement-breakpoint
create trigger credit_entry_stays before truncate on credit_entry
  for each statement execute function refuse_change();
--> statement-breakpoint
create trigger credit_entry_open_day before insert on credit_entry
  for each row when (new.day < (now() at time zone 'UTC')::date - 1)
  execute function refuse_closed_day('day');
--> statement-breakpoint
create trigger sales_exchange_is_final before update or delete on sales_exchange
  for each row execute function refuse_change();
--> statement-breakpoint
create trigger sales_exchange_stays before truncate on sales_exchange
  for each statement execute function refuse_change();
--> statement-breakpoint

-- An exchange moves one amount: what its refund gives is what the new sale takes.
create function refuse_other_exchange() returns trigger language plpgsql as $$
declare
  given numeric;
  taken numeric;
begin
  select coalesce(-sum(amount) filter (where refund_id = new.refund_id), 0),
      coalesce(sum(amount) filter (where kind = 'payment' and sales_transaction_id = new.sales_transaction_id), 0)
    into given, taken
    from money_entry join payment_type using (payment_type_id)
    where code = 'exchange' and (refund_id = new.refund_id or sales_transaction_id = new.sales_transaction_id);
  if (given, taken) <> (new.amount, new.amount) then
    raise exception 'exchange % moves %, but its entries give % and take %', new.exchange_id, new.amount, given, taken
      using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
--> statement-breakpoint
create constraint trigger sales_exchange_adds_up after insert on sales_exchange
  deferrable initially deferred for each row execute function refuse_other_exchange();
--> statement-breakpoint

-- Money entries by exchange belong to an exchange.
create function refuse_lone_exchange() returns trigger language plpgsql as $$
begin
  if new.amount <> 0
    and exists (select from payment_type where payment_type_id = new.payment_type_id and code = 'exchange')
    and not exists (select from sales_exchange where refund_id = new.refund_id and amount = -new.amount)
    and not exists (select from sales_exchange where sales_transaction_id = new.sales_transaction_id
      and amount = new.amount and new.kind = 'payment')
  then
    raise exception 'money entry % belongs to no exchange', new.entry_id using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
--> statement-breakpoint
create constraint trigger money_entry_of_exchange after insert on money_entry
  deferrable initially deferred for each row when (new.kind in ('payment', 'refund') and new.corrects_id is null)
  execute function refuse_lone_exchange();
--> statement-breakpoint

-- Only clearing the demo shop deletes entries. A customer who stays loses their credit.
create function leave_customer_credit() returns trigger language plpgsql as $$
begin
  update customer_credit c set balance = c.balance - left_ledger.amount
    from (select customer_id, sum(amount) as amount from gone group by customer_id) left_ledger
    where left_ledger.customer_id = c.customer_id;
  return null;
end $$;
--> statement-breakpoint
create trigger credit_entry_leaves_credit after delete on credit_entry referencing old table as gone
  for each statement execute function leave_customer_credit();
--> statement-breakpoint
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    -- The checks are nested, because a table has only its own columns.
    if tg_table_name = 'stock_movement' then
      if is_cleared_demo_row('inventory', old.inventory_id) then return old; end if;
    elsif tg_table_name = 'audit' then
      if is_cleared_demo_row('audit', old.audit_id) then return old; end if;
    elsif tg_table_name in ('money_entry', 'sales_exchange') then
      if is_cleared_demo_row('sales_transaction', old.sales_transaction_id) then return old; end if;
    elsif tg_table_name = 'stock_repair_return' then
      if is_cleared_demo_row('stock_repair_return', old.repair_return_id) then return old; end if;
    elsif tg_table_name = 'credit_entry' then
      if is_cleared_demo_row('customer', old.customer_id)
        or is_cleared_demo_row('sales_transaction', old.sales_transaction_id)
        or old.kind = 'expired' and exists (select from shop_setting where demo_rows ->> 'clearing' = pg_current_xact_id()::text)
      then return old; end if;
    end if;
  end if;
  raise exception 'rows of % are never changed', tg_table_name using errcode = 'restrict_violation';
end $$;
--> statement-breakpoint
create or replace function clear_demo_shop() returns void language plpgsql as $$
declare
  made jsonb;
  document record;
  own boolean;
  master record;
  row_key int;
begin
  select demo_rows into made from shop_setting for update;
  if made is null then
    raise exception 'there is no demo shop to clear' using errcode = 'restrict_violation';
  end if;
  for document in select * from (values
    ('sales_transaction', 'sales_transaction_id'), ('purchase_order', 'po_id'), ('po_receiving', 'po_receiving_id'),
    ('inventory_adjustment', 'adjustment_id'), ('stock_transfer', 'transfer_id'), ('stock_count', 'count_id'),
    ('stock_repair_return', 'repair_return_id'), ('question', 'question_id')) as documents (of_table, key)
  loop
    execute format('select exists (select from %I
        where %I <= ($1 -> ''from'' ->> $2)::bigint or %2$I > ($1 -> ''to'' ->> $2)::bigint)',
      document.of_table, document.key) into own using made, document.of_table;
    if own then
      raise exception 'the shop has documents of its own' using errcode = 'restrict_violation';
    end if;
  end loop;
  update shop_setting set demo_rows = made || jsonb_build_object('clearing', pg_current_xact_id()::text);

  -- The documents and their parts.
  delete from stock_reservation where sales_item_id in (select sales_item_id from sales_item
    where is_cleared_demo_row('sales_transaction', sales_transaction_id));
  -- A customer of the shop's own may have credit from a demo sale. Its expiry leaves with it.
  delete from credit_entry c where is_cleared_demo_row('customer', customer_id)
    or is_cleared_demo_row('sales_transaction', sales_transaction_id)
    or kind = 'expired' and exists (select from credit_entry d where d.customer_id = c.customer_id
      and is_cleared_demo_row('sales_transaction', d.sales_transaction_id));
  delete from sales_exchange where is_cleared_demo_row('sales_transaction', sales_transaction_id);
  delete from money_entry where is_cleared_demo_row('sales_transaction', sales_transaction_id);
  delete from sales_refund_item where refund_id in (select refund_id from sales_refund
    where is_cleared_demo_row('sales_transaction', sales_transaction_id));
  delete from sales_refund where is_cleared_demo_row('sales_transaction', sales_transaction_id);
  delete from sales_instalment where is_cleared_demo_row('sales_transaction', sales_transaction_id);
  delete from sales_item where is_cleared_demo_row('sales_transaction', sales_transaction_id);
  delete from sales_transaction where is_cleared_demo_row('sales_transaction', sales_transaction_id);
  delete from po_receiving_item where is_cleared_demo_row('po_receiving', po_receiving_id);
  delete from po_receiving where is_cleared_demo_row('po_receiving', po_receiving_id);
  delete from purchase_order_item where is_cleared_demo_row('purchase_order', po_id);
  delete from purchase_order where is_cleared_demo_row('purchase_order', po_id);
  delete from inventory_adjustment where is_cleared_demo_row('inventory_adjustment', adjustment_id);
  delete from stock_count_line where is_cleared_demo_row('stock_count', count_id);
  delete from stock_count where is_cleared_demo_row('stock_count', count_id);
  delete from stock_transfer_item where is_cleared_demo_row('stock_transfer', transfer_id);
  delete from stock_transfer where is_cleared_demo_row('stock_transfer', transfer_id);
  delete from stock_repair_return where is_cleared_demo_row('stock_repair_return', repair_return_id);
  delete from question where is_cleared_demo_row('question', question_id);
  delete from stock_movement where is_cleared_demo_row('inventory', inventory_id);
  delete from notification where is_cleared_demo_row('notification', notification_id);
  delete from reminder where is_cleared_demo_row('reminder', reminder_id);
  delete from audit where is_cleared_demo_row('audit', audit_id);
  delete from item_translation where is_cleared_demo_row('item', item_id);
  delete from item_image where is_cleared_demo_row('item', item_id);

  -- What they referred to, one by one: something of the shop's own may refer to it too, and then it stays.
  for master in select * from (values
    ('inventory', 'inventory_id'), ('item', 'item_id'), ('category', 'category_id'), ('supplier', 'supplier_id'),
    ('customer', 'customer_id'), ('inventory_type', 'inventory_type_id'), ('location', 'location_id'),
    ('user_account', 'user_id')) as masters (of_table, key)
  loop
    for row_key in execute format('select %I from %I where is_cleared_demo_row($1, %1$I) order by 1 desc', master.key, master.of_table)
      using master.of_table
    loop
      begin
        execute format('delete from %I where %I = $1', master.of_table, master.key) using row_key;
      exception when foreign_key_violation then
        -- Nobody signs in as one of the demo's people any more.
        if master.of_table = 'user_account' then
          update user_account set status = false where user_id = row_key;
        end if;
      end;
    end loop;
  end loop;

  -- A demo of an earlier version took numbers of these kinds and has no record of them.
  if not made ? 'numbers' then
    delete from document_number where kind in ('SO', 'PO', 'ST', 'SC');
  end if;
  -- A number goes on from where it was before the demo, unless the shop has taken the next one since.
  update document_number n set last = demo.before
    from jsonb_to_recordset(made -> 'numbers') as demo (kind text, year int, before int, after int)
    where n.kind = demo.kind and n.year = demo.year and n.last = demo.after;
  delete from document_number where last = 0;
  -- The demo added its visits and searches to the shop's own of the same days.
  delete from daily_count where day <= (made ->> 'countedUntil')::date;
  insert into daily_count (day, kind, subject, count) select day, kind, subject, count
    from jsonb_to_recordset(made -> 'ownCounts') as own (day date, kind text, subject text, count int);
  delete from company_profile where updated_at = (made ->> 'profileAt')::timestamptz;
  update shop_setting set demo = false, demo_rows = null;
end $$;
