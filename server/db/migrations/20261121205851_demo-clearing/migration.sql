-- The demo shop can be taken out again, although what has been written to the ledger and the audit trail stays.

-- Rows that the demo shop made, as shop_setting.demo_rows says: of each table those after one key and up to another.
-- Only while clear_demo_shop runs, which notes its transaction there.
create function is_cleared_demo_row(of_table text, row_key bigint) returns boolean language sql stable as $$
  select exists (
    select from shop_setting
    where demo_rows ->> 'clearing' = pg_current_xact_id()::text
      and row_key > (demo_rows -> 'from' ->> of_table)::bigint
      and row_key <= (demo_rows -> 'to' ->> of_table)::bigint)
$$;
--> statement-breakpoint
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    -- One in the other: a table has the key of its own rows alone.
    if tg_table_name = 'stock_movement' then
      if is_cleared_demo_row('inventory', old.inventory_id) then return old; end if;
    elsif tg_table_name = 'audit' then
      if is_cleared_demo_row('audit', old.audit_id) then return old; end if;
    end if;
  end if;
  raise exception 'rows of % are never changed', tg_table_name using errcode = 'restrict_violation';
end $$;
--> statement-breakpoint

-- Takes out what the demo shop made. It refuses while there is any document that the demo did not make. What somebody
-- has added meanwhile stays, and with it whatever of the demo's it refers to.
create function clear_demo_shop() returns void language plpgsql as $$
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

  -- Documents, all of which are the demo's.
  delete from stock_reservation;
  delete from sales_refund_item;
  delete from sales_refund;
  delete from sales_payment;
  delete from sales_instalment;
  delete from sales_item;
  delete from sales_transaction;
  delete from po_receiving_item;
  delete from po_receiving;
  delete from purchase_order_item;
  delete from purchase_order;
  delete from inventory_adjustment;
  delete from stock_count_line;
  delete from stock_count;
  delete from stock_transfer_item;
  delete from stock_transfer;
  delete from question;
  delete from document_number;
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

  delete from daily_count where day <= (made ->> 'countedUntil')::date;
  delete from company_profile where updated_at = (made ->> 'profileAt')::timestamptz;
  update shop_setting set demo = false, demo_rows = null;
end $$;
--> statement-breakpoint

-- A row of stock changed when its movement happened, which is now for all but the demo shop.
create or replace function apply_stock_movement() returns trigger language plpgsql as $$
begin
  update inventory
    set quantity = quantity + new.quantity, movements = movements + 1,
      updated_at = greatest(new.at, updated_at + interval '1 millisecond')
    where inventory_id = new.inventory_id
    returning movements, quantity into new.sequence, new.quantity_after;
  return new;
end $$;
