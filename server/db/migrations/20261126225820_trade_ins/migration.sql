CREATE TABLE "scrap_item" (
	"karat" text PRIMARY KEY,
	"item_id" integer NOT NULL CONSTRAINT "scrap_item_item_unique" UNIQUE,
	CONSTRAINT "scrap_item_karat" CHECK ("karat" in ('24K', '22K', '21K', '18K', '14K', '10K'))
);
--> statement-breakpoint
CREATE TABLE "trade_in" (
	"trade_in_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "trade_in_trade_in_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"trade_in_number" text NOT NULL CONSTRAINT "trade_in_number_unique" UNIQUE,
	"customer_id" integer NOT NULL,
	"location_id" integer NOT NULL,
	"status" text NOT NULL,
	"remarks" text,
	"offer" numeric(14,2),
	"offered_by_id" integer,
	"offered_at" timestamp(3) with time zone,
	"identity_seen_by_id" integer,
	"identity_document" text,
	"accepted_by_id" integer,
	"accepted_at" timestamp(3) with time zone,
	"closed_by_id" integer,
	"closed_at" timestamp(3) with time zone,
	"close_reason" text,
	"settled" numeric(14,2) DEFAULT '0' NOT NULL,
	"created_by_id" integer,
	"modified_by_id" integer,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "trade_in_status" CHECK ("status" in ('Weighed', 'Tested', 'Offered', 'Accepted', 'Declined', 'Returned')),
	CONSTRAINT "trade_in_offer" CHECK (("offer" is null or "offer" > 0.0)
        and ("offer" is null) = ("offered_at" is null)
        and ("status" not in ('Offered', 'Accepted', 'Returned') or "offer" is not null)),
	CONSTRAINT "trade_in_accepted" CHECK (("accepted_at" is not null) = ("status" in ('Accepted', 'Returned'))),
	CONSTRAINT "trade_in_closed" CHECK (("closed_at" is not null) = ("status" in ('Declined', 'Returned'))),
	CONSTRAINT "trade_in_identity" CHECK (("identity_seen_by_id" is null) = ("identity_document" is null)),
	CONSTRAINT "trade_in_identity_document" CHECK ("identity_document" in ('passport', 'driving_licence', 'residence_card', 'national_id', 'other')),
	CONSTRAINT "trade_in_settled" CHECK ("settled" >= 0.0 and ("settled" = 0.0 or ("status" = 'Accepted' and "settled" <= "offer")))
);
--> statement-breakpoint
CREATE TABLE "trade_in_piece" (
	"trade_in_piece_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "trade_in_piece_trade_in_piece_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"trade_in_id" integer NOT NULL,
	"description" text NOT NULL,
	"marked_karat" text,
	"tested_karat" text,
	"test_note" text,
	"gross_grams" numeric(14,3) NOT NULL,
	"stone_grams" numeric(14,3) NOT NULL,
	"loss_basis" integer NOT NULL,
	"counted_grams" numeric(14,3) NOT NULL,
	"gold_rate_id" integer,
	"buy_per_gram" numeric(14,2),
	"sum" numeric(14,2),
	"cost" numeric(26,2),
	"inventory_id" integer,
	CONSTRAINT "trade_in_piece_karats" CHECK ("marked_karat" in ('24K', '22K', '21K', '18K', '14K', '10K') and "tested_karat" in ('24K', '22K', '21K', '18K', '14K', '10K')),
	CONSTRAINT "trade_in_piece_weights" CHECK ("stone_grams" >= 0.0 and "gross_grams" > "stone_grams"),
	CONSTRAINT "trade_in_piece_counted" CHECK ("loss_basis" between 0 and 9999 and "counted_grams" = round(("gross_grams" - "stone_grams") * (10000 - "loss_basis") / 10000, 3)),
	CONSTRAINT "trade_in_piece_sum" CHECK (("gold_rate_id" is null) = ("sum" is null) and ("buy_per_gram" is null) = ("sum" is null)
        and ("sum" is null or "tested_karat" is not null) and "sum" = round("counted_grams" * "buy_per_gram", 2)),
	CONSTRAINT "trade_in_piece_cost" CHECK (("cost" is null) = ("inventory_id" is null) and ("cost" is null or "sum" is not null) and "cost" >= 0.0)
);
--> statement-breakpoint
ALTER TABLE "shop_setting" ADD COLUMN "identity_from" numeric(14,2);--> statement-breakpoint
ALTER TABLE "gold_rate" ADD CONSTRAINT "gold_rate_of_purchase" UNIQUE("gold_rate_id","karat","buy_per_gram");--> statement-breakpoint
CREATE INDEX "trade_in_customer" ON "trade_in" ("customer_id");--> statement-breakpoint
CREATE INDEX "trade_in_status" ON "trade_in" ("status");--> statement-breakpoint
CREATE INDEX "trade_in_piece_trade_in" ON "trade_in_piece" ("trade_in_id");--> statement-breakpoint
CREATE INDEX "trade_in_piece_inventory" ON "trade_in_piece" ("inventory_id");--> statement-breakpoint
ALTER TABLE "scrap_item" ADD CONSTRAINT "scrap_item_item_id_item_item_id_fkey" FOREIGN KEY ("item_id") REFERENCES "item"("item_id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "trade_in" ADD CONSTRAINT "trade_in_customer_id_customer_customer_id_fkey" FOREIGN KEY ("customer_id") REFERENCES "customer"("customer_id");--> statement-breakpoint
ALTER TABLE "trade_in" ADD CONSTRAINT "trade_in_location_id_location_location_id_fkey" FOREIGN KEY ("location_id") REFERENCES "location"("location_id");--> statement-breakpoint
ALTER TABLE "trade_in" ADD CONSTRAINT "trade_in_offered_by_id_user_account_user_id_fkey" FOREIGN KEY ("offered_by_id") REFERENCES "user_account"("user_id");--> statement-breakpoint
ALTER TABLE "trade_in" ADD CONSTRAINT "trade_in_identity_seen_by_id_user_account_user_id_fkey" FOREIGN KEY ("identity_seen_by_id") REFERENCES "user_account"("user_id");--> statement-breakpoint
ALTER TABLE "trade_in" ADD CONSTRAINT "trade_in_accepted_by_id_user_account_user_id_fkey" FOREIGN KEY ("accepted_by_id") REFERENCES "user_account"("user_id");--> statement-breakpoint
ALTER TABLE "trade_in" ADD CONSTRAINT "trade_in_closed_by_id_user_account_user_id_fkey" FOREIGN KEY ("closed_by_id") REFERENCES "user_account"("user_id");--> statement-breakpoint
ALTER TABLE "trade_in" ADD CONSTRAINT "trade_in_created_by_id_user_account_user_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "user_account"("user_id");--> statement-breakpoint
ALTER TABLE "trade_in" ADD CONSTRAINT "trade_in_modified_by_id_user_account_user_id_fkey" FOREIGN KEY ("modified_by_id") REFERENCES "user_account"("user_id");--> statement-breakpoint
ALTER TABLE "trade_in_piece" ADD CONSTRAINT "trade_in_piece_trade_in_id_trade_in_trade_in_id_fkey" FOREIGN KEY ("trade_in_id") REFERENCES "trade_in"("trade_in_id");--> statement-breakpoint
ALTER TABLE "trade_in_piece" ADD CONSTRAINT "trade_in_piece_inventory_id_inventory_inventory_id_fkey" FOREIGN KEY ("inventory_id") REFERENCES "inventory"("inventory_id");--> statement-breakpoint
ALTER TABLE "trade_in_piece" ADD CONSTRAINT "trade_in_piece_rate" FOREIGN KEY ("gold_rate_id","tested_karat","buy_per_gram") REFERENCES "gold_rate"("gold_rate_id","karat","buy_per_gram");--> statement-breakpoint
ALTER TABLE "shop_setting" ADD CONSTRAINT "shop_setting_identity_from" CHECK ("identity_from" >= 0);
--> statement-breakpoint

-- A trade-in may change until it is accepted or declined. Afterwards only its ledger changes what is settled, and only
-- giving the pieces back changes the status. Clearing the demo shop deletes its own.
create function guard_trade_in() returns trigger language plpgsql as $$
declare
  may_change text[] := array['modified_by_id', 'updated_at'];
begin
  if tg_op = 'DELETE' then
    if is_cleared_demo_row('trade_in', old.trade_in_id) then return old; end if;
    raise exception 'a trade-in is never deleted' using errcode = 'restrict_violation';
  end if;
  if old.status in ('Accepted', 'Declined', 'Returned') then
    if pg_trigger_depth() > 1 then
      may_change := may_change || 'settled'::text;
    elsif old.status = 'Accepted' and new.status = 'Returned' then
      may_change := may_change || array['status', 'closed_by_id', 'closed_at', 'close_reason'];
    end if;
    if to_jsonb(old) - may_change <> to_jsonb(new) - may_change then
      raise exception 'trade-in % is %', old.trade_in_number, old.status using errcode = 'restrict_violation';
    end if;
  elsif new.settled <> 0.0 or new.trade_in_number <> old.trade_in_number or new.created_at <> old.created_at then
    raise exception 'trade-in % keeps its number', old.trade_in_number using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger trade_in_guarded before update or delete on trade_in
  for each row execute function guard_trade_in();
--> statement-breakpoint
create function start_trade_in() returns trigger language plpgsql as $$
begin
  if new.status not in ('Weighed', 'Tested') or new.settled <> 0.0 then
    raise exception 'a trade-in starts without an offer' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger trade_in_starts_open before insert on trade_in
  for each row execute function start_trade_in();
--> statement-breakpoint
create trigger trade_in_stays before truncate on trade_in
  for each statement execute function refuse_change();
--> statement-breakpoint

-- The pieces of an accepted or declined trade-in are final.
create function guard_trade_in_piece() returns trigger language plpgsql as $$
declare
  piece trade_in_piece := case when tg_op = 'DELETE' then old else new end;
begin
  if tg_op = 'DELETE' then
    if is_cleared_demo_row('trade_in', old.trade_in_id) then return old; end if;
  end if;
  if exists (select from trade_in where trade_in_id in (piece.trade_in_id, case when tg_op = 'UPDATE' then old.trade_in_id end)
      and status in ('Accepted', 'Declined', 'Returned')) then
    raise exception 'the pieces of trade-in % are final', piece.trade_in_id using errcode = 'restrict_violation';
  end if;
  return piece;
end $$;
--> statement-breakpoint
create trigger trade_in_piece_guarded before insert or update or delete on trade_in_piece
  for each row execute function guard_trade_in_piece();
--> statement-breakpoint
create trigger trade_in_piece_stays before truncate on trade_in_piece
  for each statement execute function refuse_change();
--> statement-breakpoint

-- An accepted offer is the cost of its pieces, to the centavo. The check waits for the commit.
create function refuse_other_cost() returns trigger language plpgsql as $$
begin
  if exists (select from trade_in t where t.trade_in_id = new.trade_in_id and status in ('Accepted', 'Returned')
      and offer is distinct from (select sum(cost) from trade_in_piece p where p.trade_in_id = t.trade_in_id)) then
    raise exception 'the pieces of trade-in % do not cost its offer', new.trade_in_number using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
--> statement-breakpoint
create constraint trigger trade_in_costs_its_offer after update on trade_in
  deferrable initially deferred for each row when (new.status = 'Accepted' and old.status <> 'Accepted')
  execute function refuse_other_cost();
--> statement-breakpoint

-- Scrap is stock by the gram. Nobody sells, orders or receives it, and its item stays what it is.
create function refuse_scrap() returns trigger language plpgsql as $$
begin
  if exists (select from scrap_item) and exists (select from added join scrap_item using (item_id)) then
    raise exception 'scrap is no item of %', tg_table_name
      using errcode = 'check_violation', constraint = tg_table_name || '_no_scrap', table = tg_table_name;
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger sales_item_no_scrap after insert on sales_item referencing new table as added
  for each statement execute function refuse_scrap();
--> statement-breakpoint
create trigger purchase_order_item_no_scrap after insert on purchase_order_item referencing new table as added
  for each statement execute function refuse_scrap();
--> statement-breakpoint
create trigger po_receiving_item_no_scrap after insert on po_receiving_item referencing new table as added
  for each statement execute function refuse_scrap();
--> statement-breakpoint
create function keep_scrap_item() returns trigger language plpgsql as $$
begin
  if exists (select from scrap_item where item_id = new.item_id)
    and (new.uom <> 'BULK' or new.on_site or not new.status or new.price <> 0.0 or new.karat is distinct from old.karat) then
    raise exception 'item % stays scrap', new.item_code
      using errcode = 'check_violation', constraint = 'item_stays_scrap', table = 'item';
  end if;
  return new;
end $$;
--> statement-breakpoint
-- Scrap is by the gram, so that a change of other items' prices does not call the function.
create trigger item_stays_scrap before update of uom, on_site, status, price, karat on item
  for each row when (old.uom = 'BULK') execute function keep_scrap_item();
--> statement-breakpoint
create function start_scrap_item() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    raise exception 'a karat keeps the item of its scrap' using errcode = 'restrict_violation';
  end if;
  if not exists (select from item where item_id = new.item_id and uom = 'BULK' and not on_site and status and price = 0.0
      and karat = new.karat) then
    raise exception 'item % cannot keep scrap of %', new.item_id, new.karat using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger scrap_item_starts before insert or update on scrap_item
  for each row execute function start_scrap_item();
--> statement-breakpoint

-- Clearing the demo shop takes out its trade-ins, and refuses while the shop has one of its own. A demo of an earlier
-- version noted no trade-ins: it had none.
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
    ('customer', 'customer_id'), ('inventory_type', 'inventory_type_id'), ('location', 'location_id'),
    ('gold_rate', 'gold_rate_id'), ('user_account', 'user_id')) as masters (of_table, key)
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
