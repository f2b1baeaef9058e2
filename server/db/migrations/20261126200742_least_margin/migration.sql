ALTER TABLE "shop_setting" ADD COLUMN "least_margin" numeric(6,2);--> statement-breakpoint
ALTER TABLE "shop_setting" ADD CONSTRAINT "shop_setting_least_margin" CHECK ("least_margin" between 0 and 1000);--> statement-breakpoint

-- Only the deletion of an item deletes its prices.
create or replace function refuse_price_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if pg_trigger_depth() > 1 and not exists (select from item where item_id = old.item_id) then return old; end if;
  end if;
  raise exception 'rows of % are never changed', tg_table_name using errcode = 'restrict_violation';
end $$;
