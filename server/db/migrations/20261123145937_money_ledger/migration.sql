-- One append-only ledger holds the money of sales: payments, change, refunds and deposits.
CREATE TABLE "money_entry" (
	"entry_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "money_entry_entry_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"day" date NOT NULL,
	"location_id" integer NOT NULL,
	"kind" text NOT NULL,
	"sales_transaction_id" integer NOT NULL,
	"refund_id" integer,
	"payment_entry_id" integer,
	"payment_type_id" integer,
	"amount" numeric(14,2) NOT NULL,
	"reference" text,
	"reason" text,
	"corrects_id" integer,
	"session_id" integer,
	"created_by_id" integer,
	CONSTRAINT "money_entry_kind" CHECK (case "kind"
        when 'payment' then "amount" <> 0 and ("amount" > 0) = ("corrects_id" is null)
        when 'change' then "amount" <> 0 and ("amount" < 0) = ("corrects_id" is null)
        when 'refund' then "amount" <= 0 and "corrects_id" is null
        when 'deposit_returned' then "amount" < 0 and "corrects_id" is null
        when 'deposit_kept' then "amount" > 0 and "corrects_id" is null
        else false end),
	CONSTRAINT "money_entry_links" CHECK (("payment_type_id" is null) = ("kind" = 'deposit_kept') and ("refund_id" is not null) = ("kind" = 'refund')
        and ("payment_entry_id" is not null) = ("kind" = 'change') and ("corrects_id" is null or "reason" is not null))
);
--> statement-breakpoint
ALTER TABLE "sales_transaction" ADD COLUMN "canceled_at" timestamp(3) with time zone;
--> statement-breakpoint
ALTER TABLE "sales_transaction" ADD COLUMN "canceled_by_id" integer;
--> statement-breakpoint
ALTER TABLE "sales_transaction" ADD COLUMN "cancel_reason" text;
--> statement-breakpoint
-- A canceled sale says who canceled it and when, from the audit trail.
update sales_transaction s set canceled_at = a.at, canceled_by_id = a.user_id
  from (select distinct on (entity_id) entity_id, at, user_id from audit
    where entity = 'sale' and action = 'cancel' order by entity_id, audit_id desc) a
  where s.sales_transaction_id = a.entity_id and s.status = 'Canceled';
--> statement-breakpoint
-- Payments and returned deposits keep their keys.
insert into money_entry (entry_id, at, day, location_id, kind, sales_transaction_id, payment_type_id, amount, reference, created_by_id)
  overriding system value
  select payment_id, paid_at, (paid_at at time zone time_zone)::date, location_id, case when amount > 0 then 'payment' else 'deposit_returned' end,
    sales_transaction_id, payment_type_id, amount, p.reference, p.created_by_id
  from sales_payment p join sales_transaction using (sales_transaction_id) cross join (select time_zone from shop_setting) as zone
  order by payment_id;
--> statement-breakpoint
select setval('money_entry_entry_id_seq', coalesce(max(entry_id), 0) + 1, false) from money_entry;
--> statement-breakpoint
-- The program always stored a payment with the amount paid. A sale changed by hand may lack it; an entry says so.
insert into money_entry (at, day, location_id, kind, sales_transaction_id, payment_type_id, amount, reason, created_by_id)
  select at, (at at time zone time_zone)::date, location_id, 'payment', sales_transaction_id,
    (select payment_type_id from payment_type order by code is distinct from 'cash', payment_type_id limit 1),
    amount, 'The sale counted this as paid without a payment', created_by_id
  from (
    select s.*, coalesce(completed_at, transaction_date) as at, amount_paid - coalesce(paid, 0) as amount
    from sales_transaction s left join (
      select sales_transaction_id, sum(amount) as paid from sales_payment where amount > 0 group by 1
    ) p using (sales_transaction_id)
  ) short cross join (select time_zone from shop_setting) as zone
  where amount > 0
  order by sales_transaction_id;
--> statement-breakpoint
-- A sale stored its change as one sum. As in the Payments report until now, its last payment of a type that gives change
-- bears it.
insert into money_entry (at, day, location_id, kind, sales_transaction_id, payment_entry_id, payment_type_id, amount, created_by_id)
  select at, day, location_id, 'change', sales_transaction_id, entry_id, payment_type_id, -change, created_by_id
  from (
    select distinct on (sales_transaction_id) e.*, s.change
    from sales_transaction s join money_entry e using (sales_transaction_id) join payment_type using (payment_type_id)
    where s.change > 0 and e.kind = 'payment'
    order by sales_transaction_id, gives_change desc, entry_id desc
  ) bearer
  order by entry_id;
--> statement-breakpoint
insert into money_entry (at, day, location_id, kind, sales_transaction_id, refund_id, payment_type_id, amount, reason, created_by_id)
  select r.created_at, (r.created_at at time zone time_zone)::date, location_id, 'refund', sales_transaction_id, refund_id, payment_type_id, -amount,
    reason, r.created_by_id
  from sales_refund r join sales_transaction using (sales_transaction_id) cross join (select time_zone from shop_setting) as zone
  order by refund_id;
--> statement-breakpoint
insert into money_entry (at, day, location_id, kind, sales_transaction_id, amount, created_by_id)
  select at, (at at time zone time_zone)::date, location_id, 'deposit_kept', sales_transaction_id, amount_paid - change, by
  from (
    select *, coalesce(canceled_at, s.updated_at) as at, coalesce(canceled_by_id, s.modified_by_id) as by
    from sales_transaction s where status = 'Canceled' and deposit = 'forfeit' and amount_paid > change
  ) kept cross join (select time_zone from shop_setting) as zone
  order by sales_transaction_id;
--> statement-breakpoint
-- The entries are the evidence: a sale changed by hand gets the sums of its entries.
update sales_transaction s set amount_paid = e.paid, change = e.change, refunded_amount = e.refunded
  from (
    select sales_transaction_id,
      coalesce(sum(amount) filter (where kind = 'payment'), 0) as paid,
      coalesce(-sum(amount) filter (where kind = 'change'), 0) as change,
      coalesce(-sum(amount) filter (where kind in ('refund', 'deposit_returned')), 0) as refunded
    from sales_transaction left join money_entry using (sales_transaction_id) group by 1
  ) e
  where s.sales_transaction_id = e.sales_transaction_id and (s.amount_paid, s.change, s.refunded_amount) <> (e.paid, e.change, e.refunded);
--> statement-breakpoint
CREATE INDEX "money_entry_sale" ON "money_entry" ("sales_transaction_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "money_entry_corrects" ON "money_entry" ("corrects_id") WHERE "corrects_id" is not null;
--> statement-breakpoint
CREATE UNIQUE INDEX "money_entry_change" ON "money_entry" ("payment_entry_id") WHERE "payment_entry_id" is not null;
--> statement-breakpoint
CREATE UNIQUE INDEX "money_entry_refund" ON "money_entry" ("refund_id") WHERE "refund_id" is not null;
--> statement-breakpoint
ALTER TABLE "money_entry" ADD CONSTRAINT "money_entry_location_id_location_location_id_fkey" FOREIGN KEY ("location_id") REFERENCES "location"("location_id");
--> statement-breakpoint
ALTER TABLE "money_entry" ADD CONSTRAINT "money_entry_6D4GzkkeQQsH_fkey" FOREIGN KEY ("sales_transaction_id") REFERENCES "sales_transaction"("sales_transaction_id");
--> statement-breakpoint
ALTER TABLE "money_entry" ADD CONSTRAINT "money_entry_refund_id_sales_refund_refund_id_fkey" FOREIGN KEY ("refund_id") REFERENCES "sales_refund"("refund_id");
--> statement-breakpoint
ALTER TABLE "money_entry" ADD CONSTRAINT "money_entry_payment_entry_id_money_entry_entry_id_fkey" FOREIGN KEY ("payment_entry_id") REFERENCES "money_entry"("entry_id");
--> statement-breakpoint
ALTER TABLE "money_entry" ADD CONSTRAINT "money_entry_payment_type_id_payment_type_payment_type_id_fkey" FOREIGN KEY ("payment_type_id") REFERENCES "payment_type"("payment_type_id");
--> statement-breakpoint
ALTER TABLE "money_entry" ADD CONSTRAINT "money_entry_corrects_id_money_entry_entry_id_fkey" FOREIGN KEY ("corrects_id") REFERENCES "money_entry"("entry_id");
--> statement-breakpoint
ALTER TABLE "money_entry" ADD CONSTRAINT "money_entry_created_by_id_user_account_user_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "user_account"("user_id");
--> statement-breakpoint
ALTER TABLE "sales_transaction" ADD CONSTRAINT "sales_transaction_canceled_by_id_user_account_user_id_fkey" FOREIGN KEY ("canceled_by_id") REFERENCES "user_account"("user_id");
--> statement-breakpoint
-- Rows of the ledger are final, as those of the stock ledger are.
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    -- The checks are nested, because a table has only its own columns.
    if tg_table_name = 'stock_movement' then
      if is_cleared_demo_row('inventory', old.inventory_id) then return old; end if;
    elsif tg_table_name = 'audit' then
      if is_cleared_demo_row('audit', old.audit_id) then return old; end if;
    elsif tg_table_name = 'money_entry' then
      if is_cleared_demo_row('sales_transaction', old.sales_transaction_id) then return old; end if;
    end if;
  end if;
  raise exception 'rows of % are never changed', tg_table_name using errcode = 'restrict_violation';
end $$;
--> statement-breakpoint
create trigger money_entry_is_final before update or delete on money_entry
  for each row execute function refuse_change();
--> statement-breakpoint
create trigger money_entry_stays before truncate on money_entry
  for each statement execute function refuse_change();
--> statement-breakpoint

-- A sale's sums are those of its entries when a transaction commits.
create function refuse_other_sums() returns trigger language plpgsql as $$
begin
  if exists (
    select from sales_transaction s where s.sales_transaction_id = new.sales_transaction_id
      and (s.amount_paid, s.change, s.refunded_amount) <> (
        select coalesce(sum(amount) filter (where kind = 'payment'), 0),
          coalesce(-sum(amount) filter (where kind = 'change'), 0),
          coalesce(-sum(amount) filter (where kind in ('refund', 'deposit_returned')), 0)
        from money_entry e where e.sales_transaction_id = new.sales_transaction_id)
  ) then
    raise exception 'the sums of sale % differ from its money entries', new.sales_transaction_id
      using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
--> statement-breakpoint
create constraint trigger money_entry_sums after insert on money_entry
  deferrable initially deferred for each row execute function refuse_other_sums();
--> statement-breakpoint
create constraint trigger sales_transaction_new_sums after insert on sales_transaction
  deferrable initially deferred for each row
  when (new.amount_paid <> 0 or new.change <> 0 or new.refunded_amount <> 0)
  execute function refuse_other_sums();
--> statement-breakpoint
create constraint trigger sales_transaction_sums after update on sales_transaction
  deferrable initially deferred for each row
  when ((old.amount_paid, old.change, old.refunded_amount) is distinct from (new.amount_paid, new.change, new.refunded_amount))
  execute function refuse_other_sums();
--> statement-breakpoint
-- Clearing the demo shop takes out its entries too; the rest is as before.
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
    ('question', 'question_id')) as documents (of_table, key)
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

  -- A demo of an earlier version took numbers of these kinds, and noted nothing.
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
