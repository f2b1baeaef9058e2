-- A stored refund is final, as its entries of money and tax are: its lines say which goods came back, and at which cost.
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    -- The checks are nested, because a table has only its own columns.
    if tg_table_name = 'stock_movement' then
      if is_cleared_demo_row('inventory', old.inventory_id) or is_undone_import_stock(old.inventory_id) then return old; end if;
    elsif tg_table_name = 'audit' then
      if is_cleared_demo_row('audit', old.audit_id) then return old; end if;
    elsif tg_table_name in ('money_entry', 'sales_exchange', 'sales_refund') then
      if is_cleared_demo_row('sales_transaction', old.sales_transaction_id) then return old; end if;
    elsif tg_table_name = 'sales_refund_item' then
      if is_cleared_demo_row('sales_transaction',
        (select sales_transaction_id from sales_refund where refund_id = old.refund_id)) then return old; end if;
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
create trigger sales_refund_is_final before update or delete on sales_refund
  for each row execute function refuse_change();
--> statement-breakpoint
create trigger sales_refund_stays before truncate on sales_refund
  for each statement execute function refuse_change();
--> statement-breakpoint
create trigger sales_refund_item_is_final before update or delete on sales_refund_item
  for each row execute function refuse_change();
--> statement-breakpoint
create trigger sales_refund_item_stays before truncate on sales_refund_item
  for each statement execute function refuse_change();
