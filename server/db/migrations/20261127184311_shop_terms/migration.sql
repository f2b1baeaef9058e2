CREATE TABLE "shop_terms" (
	"terms_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "shop_terms_terms_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"version" integer NOT NULL,
	"english" text NOT NULL,
	"tagalog" text,
	"japanese" text,
	"created_by_id" integer,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "shop_terms_kind" CHECK ("kind" in ('return', 'layaway')),
	CONSTRAINT "shop_terms_version" CHECK ("version" > 0)
);
--> statement-breakpoint
ALTER TABLE "sales_transaction" ADD COLUMN "return_terms_id" integer;--> statement-breakpoint
ALTER TABLE "sales_transaction" ADD COLUMN "layaway_terms_id" integer;--> statement-breakpoint
CREATE UNIQUE INDEX "shop_terms_version_unique" ON "shop_terms" ("kind","version");--> statement-breakpoint
ALTER TABLE "shop_terms" ADD CONSTRAINT "shop_terms_created_by_id_user_account_user_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "user_account"("user_id");--> statement-breakpoint
ALTER TABLE "sales_transaction" ADD CONSTRAINT "sales_transaction_return_terms_id_shop_terms_terms_id_fkey" FOREIGN KEY ("return_terms_id") REFERENCES "shop_terms"("terms_id");--> statement-breakpoint
ALTER TABLE "sales_transaction" ADD CONSTRAINT "sales_transaction_layaway_terms_id_shop_terms_terms_id_fkey" FOREIGN KEY ("layaway_terms_id") REFERENCES "shop_terms"("terms_id");
--> statement-breakpoint

-- A version of terms is final: sales refer to what was agreed. Clearing the demo shop deletes its own.
create function refuse_terms_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if is_cleared_demo_row('shop_terms', old.terms_id) then return old; end if;
  end if;
  raise exception 'rows of % are never changed', tg_table_name using errcode = 'restrict_violation';
end $$;
--> statement-breakpoint
create trigger shop_terms_is_final before update or delete on shop_terms
  for each row execute function refuse_terms_change();
--> statement-breakpoint
create trigger shop_terms_stays before truncate on shop_terms
  for each statement execute function refuse_terms_change();
--> statement-breakpoint

-- A sale keeps the terms that were in force when it was made. It agrees to the terms of layaways when it becomes a layaway,
-- and keeps these although its type changes again.
create function agree_terms() returns trigger language plpgsql as $$
declare
  agreed_at timestamptz := new.created_at;
begin
  if tg_op = 'INSERT' then
    new.return_terms_id := (select terms_id from shop_terms where kind = 'return' and created_at <= agreed_at
      order by version desc limit 1);
    new.layaway_terms_id := null;
  else
    agreed_at := new.updated_at;
    if new.return_terms_id is distinct from old.return_terms_id
        or new.layaway_terms_id is distinct from old.layaway_terms_id then
      raise exception 'the agreed terms of a sale are never changed' using errcode = 'restrict_violation';
    end if;
  end if;
  if new.layaway_terms_id is null then
    new.layaway_terms_id := (select terms_id from shop_terms where kind = 'layaway' and created_at <= agreed_at
        and exists (select from transaction_type where transaction_type_id = new.transaction_type_id and code = 'layaway')
      order by version desc limit 1);
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger sales_transaction_agrees_terms before insert on sales_transaction
  for each row execute function agree_terms();
--> statement-breakpoint
create trigger sales_transaction_keeps_terms before update of transaction_type_id, return_terms_id, layaway_terms_id
  on sales_transaction for each row execute function agree_terms();
--> statement-breakpoint

-- Clearing the demo shop also deletes its terms.
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
  if exists (select from money_entry where customer_id is not null) then
    raise exception 'the shop has money of store credit of its own' using errcode = 'restrict_violation';
  end if;
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
  update shop_setting set demo = false, demo_rows = null;
end $$;
