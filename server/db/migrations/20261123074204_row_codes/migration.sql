-- Rows that the program itself means are known by a code from now on, and messages by their record and a dedupe key.
ALTER TABLE "payment_type" ADD COLUMN "code" text;--> statement-breakpoint
ALTER TABLE "transaction_type" ADD COLUMN "code" text;--> statement-breakpoint
ALTER TABLE "adjustment_reason" ADD COLUMN "code" text;--> statement-breakpoint
ALTER TABLE "adjustment_type" ADD COLUMN "code" text;--> statement-breakpoint
ALTER TABLE "inventory_type" ADD COLUMN "code" text;--> statement-breakpoint
ALTER TABLE "payment_type" ADD CONSTRAINT "payment_type_code_unique" UNIQUE("code");--> statement-breakpoint
ALTER TABLE "transaction_type" ADD CONSTRAINT "transaction_type_code_unique" UNIQUE("code");--> statement-breakpoint
ALTER TABLE "adjustment_reason" ADD CONSTRAINT "adjustment_reason_code_unique" UNIQUE("code");--> statement-breakpoint
ALTER TABLE "adjustment_type" ADD CONSTRAINT "adjustment_type_code_unique" UNIQUE("code");--> statement-breakpoint
ALTER TABLE "inventory_type" ADD CONSTRAINT "inventory_type_code_unique" UNIQUE("code");--> statement-breakpoint

-- Each code goes to the row of the name that the program looked for. Where that row is renamed, it goes to the row that
-- the first start made: always under the same key, and by nobody. Else it goes to the row that is used so.
update inventory_type set code = 'on_hand' where inventory_type_id = coalesce(
  (select inventory_type_id from inventory_type where lower(type_name) = 'on hand'),
  (select inventory_type_id from inventory_type where inventory_type_id = 1 and created_by_id is null));
--> statement-breakpoint
update adjustment_type set code = 'manual' where adjustment_type_id = coalesce(
  (select adjustment_type_id from adjustment_type where lower(type_name) = 'manual adjustment'),
  (select adjustment_type_id from adjustment_type where adjustment_type_id = 1 and created_by_id is null));
--> statement-breakpoint
update adjustment_reason set code = 'stock_count' where adjustment_reason_id = coalesce(
  (select adjustment_reason_id from adjustment_reason where lower(reason_name) = 'stock count'),
  (select adjustment_reason_id from adjustment_reason where adjustment_reason_id = 4 and created_by_id is null),
  (select adjustment_reason_id from inventory_adjustment where count_id is not null
    group by adjustment_reason_id order by count(*) desc, adjustment_reason_id limit 1));
--> statement-breakpoint
update payment_type set code = 'cash' where payment_type_id = coalesce(
  (select payment_type_id from payment_type where lower(payment_name) = 'cash'),
  (select payment_type_id from payment_type where payment_type_id = 1 and created_by_id is null),
  (select min(payment_type_id) from payment_type where gives_change));
--> statement-breakpoint
-- A kind of sale is used as layaway where more than half of its sales have instalments.
update transaction_type set code = 'layaway' where transaction_type_id = coalesce(
  (select transaction_type_id from transaction_type where lower(transaction_name) = 'layaway'),
  (select transaction_type_id from transaction_type where transaction_type_id = 6 and created_by_id is null),
  (select transaction_type_id from sales_transaction s
    left join (select distinct sales_transaction_id as paid_in_parts from sales_instalment) i
      on i.paid_in_parts = s.sales_transaction_id
    group by transaction_type_id having 2 * count(paid_in_parts) > count(*)
    order by count(paid_in_parts) desc, transaction_type_id limit 1));
--> statement-breakpoint
update transaction_type set code = 'made_to_order' where code is null and transaction_type_id = coalesce(
  (select transaction_type_id from transaction_type where lower(transaction_name) = 'made-to-order'),
  (select transaction_type_id from transaction_type where transaction_type_id = 5 and created_by_id is null));
--> statement-breakpoint
-- The first refund to the workshop makes the type for repairs. A renamed one has what refunds put there.
update inventory_type set code = 'repair' where code is null and inventory_type_id = coalesce(
  (select inventory_type_id from inventory_type where lower(type_name) = 'repair'),
  (select i.inventory_type_id from stock_movement m
    join inventory i using (inventory_id)
    join inventory_type t using (inventory_type_id)
    join sales_refund r on r.sales_transaction_id = m.document_id
    join sales_refund_item l on l.refund_id = r.refund_id and l.disposition = 'repair'
    join sales_item s on s.sales_item_id = l.sales_item_id and s.item_id = i.item_id
    where m.kind = 'refund' and not t.sellable
    group by i.inventory_type_id order by count(*) desc, i.inventory_type_id limit 1));
--> statement-breakpoint

create function refuse_other_code() returns trigger language plpgsql as $$
begin
  raise exception 'the code of a row of % is never changed', tg_table_name using errcode = 'restrict_violation';
end $$;
--> statement-breakpoint
create trigger transaction_type_code_stays before update of code on transaction_type
  for each row when (old.code is not null and new.code is distinct from old.code) execute function refuse_other_code();
--> statement-breakpoint
create trigger payment_type_code_stays before update of code on payment_type
  for each row when (old.code is not null and new.code is distinct from old.code) execute function refuse_other_code();
--> statement-breakpoint
create trigger inventory_type_code_stays before update of code on inventory_type
  for each row when (old.code is not null and new.code is distinct from old.code) execute function refuse_other_code();
--> statement-breakpoint
create trigger adjustment_type_code_stays before update of code on adjustment_type
  for each row when (old.code is not null and new.code is distinct from old.code) execute function refuse_other_code();
--> statement-breakpoint
create trigger adjustment_reason_code_stays before update of code on adjustment_reason
  for each row when (old.code is not null and new.code is distinct from old.code) execute function refuse_other_code();
--> statement-breakpoint

ALTER TABLE "notification" ADD COLUMN "entity" text;--> statement-breakpoint
ALTER TABLE "notification" ADD COLUMN "entity_id" integer;--> statement-breakpoint
ALTER TABLE "notification" ADD COLUMN "dedupe_key" text;--> statement-breakpoint
-- A link was always the screen of the record with its key. The sentence of what is due began with its date.
update notification set
  entity = case split_part(link, '?', 1)
    when '/sales' then 'sale'
    when '/purchase-order' then 'purchaseOrder'
    when '/inventory' then 'inventory'
    when '/inventory-adjustment' then 'inventoryAdjustment'
    when '/stock-count' then 'stockCount'
    when '/messages' then 'question'
    when '/users' then 'user'
  end,
  entity_id = substring(link from 'id=(\d+)$')::int,
  dedupe_key = case when kind in ('deliveryDue', 'purchaseDue') then
    kind || ' ' || substring(link from 'id=(\d+)$') || ' ' || to_char(to_date(
      replace(substring(message from ' is due on (\d{1,2} [A-Za-z]+ \d{4}):'), 'Sept', 'Sep'), 'DD Mon YYYY'), 'YYYY-MM-DD')
  end;
--> statement-breakpoint
ALTER TABLE "notification" ALTER COLUMN "entity" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "notification" ALTER COLUMN "entity_id" SET NOT NULL;--> statement-breakpoint
CREATE INDEX "notification_dedupe" ON "notification" ("dedupe_key") WHERE "dedupe_key" is not null;
