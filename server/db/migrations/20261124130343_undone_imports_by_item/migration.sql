-- The same rule as before (the `undone_imports` migration), asked item by item. Its former query read all stock rows for
-- each row of the ledger, so that undoing an import of items took longer the more items the shop had.
create or replace function is_undone_import_stock(of_inventory int) returns boolean language plpgsql stable as $$
declare
  of_item int;
  closed date;
  zone text;
begin
  select v.item_id into of_item from inventory own join stock_value v using (item_id)
    where own.inventory_id = of_inventory and v.quantity = 0 and v.value = 0;
  if of_item is null then return false; end if;
  select closed_until, time_zone into closed, zone from shop_setting;
  return not exists (
    select from inventory every_row where every_row.item_id = of_item and exists (
      select from stock_movement m where m.inventory_id = every_row.inventory_id
        and (m.document_type <> 'import' or (m.at at time zone zone)::date <= closed)));
end $$;
