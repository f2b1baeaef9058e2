-- Cash drawers: each session is opened, counted and closed with a Z report.
CREATE TABLE "drawer" (
	"drawer_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "drawer_drawer_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"drawer_name" text NOT NULL,
	"location_id" integer NOT NULL,
	"counts_yen" boolean DEFAULT false NOT NULL,
	"status" boolean DEFAULT true NOT NULL,
	"created_by_id" integer,
	"modified_by_id" integer,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "drawer_count" (
	"count_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "drawer_count_count_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"drawer_session_id" integer NOT NULL,
	"kind" text NOT NULL,
	"currency" text NOT NULL,
	"cash" jsonb NOT NULL,
	"amount" numeric(14,2) NOT NULL,
	"counted_at" timestamp(3) with time zone NOT NULL,
	"counted_by_id" integer,
	CONSTRAINT "drawer_count_once" UNIQUE("drawer_session_id","kind","currency"),
	CONSTRAINT "drawer_count_kind" CHECK ("kind" in ('opening', 'first', 'recount')),
	CONSTRAINT "drawer_count_currency" CHECK ("currency" in ('PHP', 'JPY')),
	CONSTRAINT "drawer_count_amount" CHECK ("amount" >= 0)
);
--> statement-breakpoint
CREATE TABLE "drawer_movement" (
	"movement_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "drawer_movement_movement_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"drawer_session_id" integer NOT NULL,
	"kind" text NOT NULL,
	"reason" text,
	"note" text,
	"currency" text NOT NULL,
	"amount" numeric(14,2) NOT NULL,
	"corrects_id" integer,
	"at" timestamp(3) with time zone NOT NULL,
	"created_by_id" integer,
	CONSTRAINT "drawer_movement_currency" CHECK ("currency" in ('PHP', 'JPY')),
	CONSTRAINT "drawer_movement_kind" CHECK (case "kind" when 'opening_difference' then "amount" <> 0 and "corrects_id" is null and "reason" is null
        when 'cash_in' then "amount" <> 0 and ("amount" > 0) = ("corrects_id" is null) and "reason" is not null
        when 'cash_out' then "amount" <> 0 and ("amount" > 0) = ("corrects_id" is null) and "reason" is not null
        else false end)
);
--> statement-breakpoint
CREATE TABLE "drawer_report" (
	"drawer_session_id" integer PRIMARY KEY,
	"figures" jsonb NOT NULL,
	"closed_at" timestamp(3) with time zone NOT NULL,
	"closed_by_id" integer
);
--> statement-breakpoint
CREATE TABLE "drawer_session" (
	"drawer_session_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "drawer_session_drawer_session_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"number" text NOT NULL CONSTRAINT "drawer_session_number_unique" UNIQUE,
	"drawer_id" integer NOT NULL,
	"status" text DEFAULT 'Open' NOT NULL,
	"counting_at" timestamp(3) with time zone,
	"closed_at" timestamp(3) with time zone,
	"closed_by_id" integer,
	"reason" text,
	"note" text,
	"created_by_id" integer,
	"modified_by_id" integer,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "drawer_session_status" CHECK ("status" in ('Open', 'Counting', 'Closed')),
	CONSTRAINT "drawer_session_counting" CHECK (("counting_at" is null) = ("status" = 'Open')),
	CONSTRAINT "drawer_session_closed" CHECK (("closed_at" is null) = ("status" <> 'Closed'))
);
--> statement-breakpoint
CREATE TABLE "session_drawer" (
	"session_id" integer PRIMARY KEY,
	"drawer_id" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "shop_setting" ADD COLUMN "cash_out_limit" numeric(14,2) DEFAULT '5000' NOT NULL;--> statement-breakpoint
ALTER TABLE "money_entry" ADD COLUMN "drawer_session_id" integer;--> statement-breakpoint
ALTER TABLE "money_entry" ADD COLUMN "late_from_id" integer;--> statement-breakpoint
CREATE UNIQUE INDEX "drawer_name_unique" ON "drawer" (lower("drawer_name"));--> statement-breakpoint
CREATE INDEX "drawer_location" ON "drawer" ("location_id");--> statement-breakpoint
CREATE INDEX "drawer_movement_session" ON "drawer_movement" ("drawer_session_id");--> statement-breakpoint
CREATE UNIQUE INDEX "drawer_movement_corrects" ON "drawer_movement" ("corrects_id") WHERE "corrects_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "drawer_movement_opening" ON "drawer_movement" ("drawer_session_id","currency") WHERE "kind" = 'opening_difference';--> statement-breakpoint
CREATE UNIQUE INDEX "drawer_session_one_open" ON "drawer_session" ("drawer_id") WHERE "status" <> 'Closed';--> statement-breakpoint
CREATE INDEX "drawer_session_drawer" ON "drawer_session" ("drawer_id");--> statement-breakpoint
CREATE INDEX "money_entry_drawer_session" ON "money_entry" ("drawer_session_id") WHERE "drawer_session_id" is not null;--> statement-breakpoint
ALTER TABLE "drawer" ADD CONSTRAINT "drawer_location_id_location_location_id_fkey" FOREIGN KEY ("location_id") REFERENCES "location"("location_id");--> statement-breakpoint
ALTER TABLE "drawer" ADD CONSTRAINT "drawer_created_by_id_user_account_user_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "user_account"("user_id");--> statement-breakpoint
ALTER TABLE "drawer" ADD CONSTRAINT "drawer_modified_by_id_user_account_user_id_fkey" FOREIGN KEY ("modified_by_id") REFERENCES "user_account"("user_id");--> statement-breakpoint
ALTER TABLE "drawer_count" ADD CONSTRAINT "drawer_count_gP104HMXhIdC_fkey" FOREIGN KEY ("drawer_session_id") REFERENCES "drawer_session"("drawer_session_id");--> statement-breakpoint
ALTER TABLE "drawer_count" ADD CONSTRAINT "drawer_count_counted_by_id_user_account_user_id_fkey" FOREIGN KEY ("counted_by_id") REFERENCES "user_account"("user_id");--> statement-breakpoint
ALTER TABLE "drawer_movement" ADD CONSTRAINT "drawer_movement_gItBdPoXdEnU_fkey" FOREIGN KEY ("drawer_session_id") REFERENCES "drawer_session"("drawer_session_id");--> statement-breakpoint
ALTER TABLE "drawer_movement" ADD CONSTRAINT "drawer_movement_corrects_id_drawer_movement_movement_id_fkey" FOREIGN KEY ("corrects_id") REFERENCES "drawer_movement"("movement_id");--> statement-breakpoint
ALTER TABLE "drawer_movement" ADD CONSTRAINT "drawer_movement_created_by_id_user_account_user_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "user_account"("user_id");--> statement-breakpoint
ALTER TABLE "drawer_report" ADD CONSTRAINT "drawer_report_oiMF1cJK0ukz_fkey" FOREIGN KEY ("drawer_session_id") REFERENCES "drawer_session"("drawer_session_id");--> statement-breakpoint
ALTER TABLE "drawer_report" ADD CONSTRAINT "drawer_report_closed_by_id_user_account_user_id_fkey" FOREIGN KEY ("closed_by_id") REFERENCES "user_account"("user_id");--> statement-breakpoint
ALTER TABLE "drawer_session" ADD CONSTRAINT "drawer_session_drawer_id_drawer_drawer_id_fkey" FOREIGN KEY ("drawer_id") REFERENCES "drawer"("drawer_id");--> statement-breakpoint
ALTER TABLE "drawer_session" ADD CONSTRAINT "drawer_session_closed_by_id_user_account_user_id_fkey" FOREIGN KEY ("closed_by_id") REFERENCES "user_account"("user_id");--> statement-breakpoint
ALTER TABLE "drawer_session" ADD CONSTRAINT "drawer_session_created_by_id_user_account_user_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "user_account"("user_id");--> statement-breakpoint
ALTER TABLE "drawer_session" ADD CONSTRAINT "drawer_session_modified_by_id_user_account_user_id_fkey" FOREIGN KEY ("modified_by_id") REFERENCES "user_account"("user_id");--> statement-breakpoint
ALTER TABLE "session_drawer" ADD CONSTRAINT "session_drawer_session_id_session_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "session"("session_id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "session_drawer" ADD CONSTRAINT "session_drawer_drawer_id_drawer_drawer_id_fkey" FOREIGN KEY ("drawer_id") REFERENCES "drawer"("drawer_id");--> statement-breakpoint
ALTER TABLE "money_entry" ADD CONSTRAINT "money_entry_uKtjT2nubgS0_fkey" FOREIGN KEY ("drawer_session_id") REFERENCES "drawer_session"("drawer_session_id");--> statement-breakpoint
ALTER TABLE "money_entry" ADD CONSTRAINT "money_entry_late_from_id_drawer_session_drawer_session_id_fkey" FOREIGN KEY ("late_from_id") REFERENCES "drawer_session"("drawer_session_id");--> statement-breakpoint
ALTER TABLE "shop_setting" ADD CONSTRAINT "shop_setting_cash_out_limit" CHECK ("cash_out_limit" >= 0);
--> statement-breakpoint
-- Counts, movements and reports are final. A session is never deleted, and a closed one never changes.
create trigger drawer_count_is_final before update or delete on drawer_count
  for each row execute function refuse_change();
--> statement-breakpoint
create trigger drawer_count_stays before truncate on drawer_count
  for each statement execute function refuse_change();
--> statement-breakpoint
create trigger drawer_movement_is_final before update or delete on drawer_movement
  for each row execute function refuse_change();
--> statement-breakpoint
create trigger drawer_movement_stays before truncate on drawer_movement
  for each statement execute function refuse_change();
--> statement-breakpoint
create trigger drawer_report_is_final before update or delete on drawer_report
  for each row execute function refuse_change();
--> statement-breakpoint
create trigger drawer_report_stays before truncate on drawer_report
  for each statement execute function refuse_change();
--> statement-breakpoint
create trigger drawer_session_closes before update on drawer_session
  for each row when (old.status = 'Closed') execute function refuse_change();
--> statement-breakpoint
create trigger drawer_session_remains before delete on drawer_session
  for each row execute function refuse_change();
--> statement-breakpoint
create trigger drawer_session_stays before truncate on drawer_session
  for each statement execute function refuse_change();
--> statement-breakpoint
-- Every entry of the money ledger gets the session of its drawer, so that no way to write entries can forget it. An entry
-- may name the session in which it was made. Cash needs an open session. The lock makes counting and closing wait.
create function choose_drawer_session() returns trigger language plpgsql as $$
declare
  named drawer_session;
  chosen drawer;
  present drawer_session;
  drawers int;
  is_cash boolean;
begin
  -- A kept deposit moves no money.
  if new.payment_type_id is null then return new; end if;
  if new.drawer_session_id is not null then
    select * into named from drawer_session where drawer_session_id = new.drawer_session_id;
    -- The foreign key refuses an unknown session.
    if not found then return new; end if;
    new.drawer_session_id := null;
    select * into chosen from drawer where drawer_id = named.drawer_id and status;
  end if;
  if chosen.drawer_id is null then
    if not exists (select from drawer where status) then return new; end if;
    select d.* into chosen from session_drawer s join drawer d using (drawer_id)
      where s.session_id = new.session_id and d.status;
  end if;
  is_cash := coalesce((select code = 'cash' from payment_type where payment_type_id = new.payment_type_id), false);
  if chosen.drawer_id is null then
    select count(*) into drawers from drawer where location_id = new.location_id and status;
    if drawers = 0 then return new; end if;
    if drawers > 1 then
      if not is_cash then return new; end if;
      raise exception 'no drawer is chosen'
        using errcode = 'check_violation', constraint = 'money_entry_drawer_chosen';
    end if;
    select * into chosen from drawer where location_id = new.location_id and status;
  end if;
  select * into present from drawer_session where drawer_id = chosen.drawer_id and status <> 'Closed' for share;
  if not found then
    if not is_cash then return new; end if;
    raise exception 'the drawer is not open'
      using errcode = 'check_violation', constraint = 'money_entry_drawer_open', detail = chosen.drawer_name;
  end if;
  if is_cash and present.status = 'Counting' then
    raise exception 'the drawer is being counted'
      using errcode = 'check_violation', constraint = 'money_entry_drawer_counted', detail = chosen.drawer_name;
  end if;
  new.drawer_session_id := present.drawer_session_id;
  if named.drawer_session_id <> present.drawer_session_id then
    new.late_from_id := named.drawer_session_id;
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger money_entry_of_drawer before insert on money_entry
  for each row execute function choose_drawer_session();
--> statement-breakpoint
-- A shop with sessions of drawers of its own is no longer only a demo shop. The rest is as before.
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
    ('stock_repair_return', 'repair_return_id'), ('trade_in', 'trade_in_id'), ('question', 'question_id')) as documents (of_table, key)
  loop
    execute format('select exists (select from %I
        where %I <= ($1 -> ''from'' ->> $2)::bigint or %2$I > ($1 -> ''to'' ->> $2)::bigint)',
      document.of_table, document.key) into own using made, document.of_table;
    if own then
      raise exception 'the shop has documents of its own' using errcode = 'restrict_violation';
    end if;
  end loop;
  if exists (select from money_entry where customer_id is not null and not coalesce(
      entry_id > (made -> 'from' ->> 'money_entry')::bigint and entry_id <= (made -> 'to' ->> 'money_entry')::bigint, false)) then
    raise exception 'the shop has money of store credit of its own' using errcode = 'restrict_violation';
  end if;
  if exists (select from drawer_session) then
    raise exception 'the shop has sessions of drawers of its own' using errcode = 'restrict_violation';
  end if;
  update shop_setting set demo_rows = made || jsonb_build_object('clearing', pg_current_xact_id()::text);

  -- The lives with all that was written and decided in them, and the marks of their buyers.
  delete from live_step where is_cleared_demo_row('live', live_id);
  delete from live_claim where is_cleared_demo_row('live', live_id);
  delete from live_basket where is_cleared_demo_row('live', live_id);
  delete from live_comment where is_cleared_demo_row('live', live_id);
  delete from live_show where is_cleared_demo_row('live', live_id);
  delete from live_piece where is_cleared_demo_row('live', live_id);
  delete from live where is_cleared_demo_row('live', live_id);
  delete from live_buyer_mark where is_cleared_demo_row('buyer', buyer_id);

  -- The documents and their parts.
  delete from stock_reservation where sales_item_id in (select sales_item_id from sales_item
    where is_cleared_demo_row('sales_transaction', sales_transaction_id));
  -- A customer of the shop's own may have credit from a demo sale. Its expiry leaves with it.
  delete from credit_entry c where is_cleared_demo_row('customer', customer_id)
    or is_cleared_demo_row('sales_transaction', sales_transaction_id)
    or kind = 'expired' and exists (select from credit_entry d where d.customer_id = c.customer_id
      and is_cleared_demo_row('sales_transaction', d.sales_transaction_id));
  delete from proof_payment where proof_id in (select proof_id from payment_proof
      where is_cleared_demo_row('sales_transaction', sales_transaction_id))
    or is_cleared_demo_row('sales_transaction', sales_transaction_id);
  delete from proof_likeness where exists (select from proof_file join payment_proof using (proof_id)
    where proof_file.proof_file_id in (proof_likeness.proof_file_id, other_file_id)
      and is_cleared_demo_row('sales_transaction', sales_transaction_id));
  delete from proof_file where proof_id in (select proof_id from payment_proof
    where is_cleared_demo_row('sales_transaction', sales_transaction_id));
  delete from payment_proof where is_cleared_demo_row('sales_transaction', sales_transaction_id);
  delete from sales_exchange where is_cleared_demo_row('sales_transaction', sales_transaction_id);
  delete from money_entry where is_cleared_demo_row('sales_transaction', sales_transaction_id)
    or customer_id is not null and is_cleared_demo_row('money_entry', entry_id);
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
  delete from trade_in_piece where is_cleared_demo_row('trade_in', trade_in_id);
  delete from trade_in where is_cleared_demo_row('trade_in', trade_in_id);
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
    ('buyer', 'buyer_id'), ('customer', 'customer_id'), ('inventory_type', 'inventory_type_id'), ('location', 'location_id'),
    ('gold_rate', 'gold_rate_id'), ('pay_account', 'pay_account_id'), ('shop_terms', 'terms_id'), ('user_account', 'user_id')) as masters (of_table, key)
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
  update shop_setting set demo = false, demo_rows = null, second_person_from = case
    when second_person_from = (made ->> 'secondPersonFrom')::numeric then null else second_person_from end;
end $$;
