-- The demo shop has lives of its own. Clearing it deletes them with the buyers who claimed in them. What was on show and the
-- record of claims stay final for everything else.
create or replace function refuse_live_show_change() returns trigger language plpgsql as $$
begin
  -- A statement that truncates the table has no old row.
  if tg_op = 'DELETE' and tg_level = 'ROW' then
    if is_cleared_demo_row('live', old.live_id) then return old; end if;
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
