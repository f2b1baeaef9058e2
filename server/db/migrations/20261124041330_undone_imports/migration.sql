-- An item of an undone import goes with its code. Its stock ledger goes with it while it says nothing: every movement of
-- the item is of an import, they add up to nothing, and no day of them is in the closed books.
create function is_undone_import_stock(of_inventory int) returns boolean language sql stable as $$
  select v.quantity = 0 and v.value = 0 and not exists (
      select from inventory every_row join stock_movement m using (inventory_id), shop_setting
      where every_row.item_id = own.item_id
        and (m.document_type <> 'import' or (m.at at time zone time_zone)::date <= closed_until))
    from inventory own join stock_value v using (item_id) where own.inventory_id = of_inventory
$$;
--> statement-breakpoint
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    -- The checks are nested, because a table has only its own columns.
    if tg_table_name = 'stock_movement' then
      if is_cleared_demo_row('inventory', old.inventory_id) or is_undone_import_stock(old.inventory_id) then return old; end if;
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
