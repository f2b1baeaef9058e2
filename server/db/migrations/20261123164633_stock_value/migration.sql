CREATE TABLE "stock_revaluation" (
	"revaluation_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "stock_revaluation_revaluation_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"item_id" integer NOT NULL,
	"reason" text NOT NULL,
	"cost_before" numeric(18,6) NOT NULL,
	"cost_after" numeric(18,6) NOT NULL,
	"quantity" numeric(20,3) NOT NULL,
	"difference" numeric(26,2) NOT NULL,
	"created_by_id" integer,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "stock_revaluation_costs" CHECK ("cost_before" >= 0 and "cost_after" >= 0)
);
--> statement-breakpoint
CREATE TABLE "stock_value" (
	"item_id" integer PRIMARY KEY,
	"quantity" numeric(20,3) DEFAULT '0' NOT NULL,
	"value" numeric(26,2) DEFAULT '0' NOT NULL,
	CONSTRAINT "stock_value_quantity" CHECK ("quantity" >= 0),
	CONSTRAINT "stock_value_value" CHECK ("value" >= 0 and ("quantity" > 0 or "value" = 0))
);
--> statement-breakpoint
ALTER TABLE "sales_item" ADD COLUMN "cost" numeric(26,2);--> statement-breakpoint
ALTER TABLE "sales_refund_item" ADD COLUMN "cost" numeric(26,2);--> statement-breakpoint
ALTER TABLE "stock_movement" ADD COLUMN "value" numeric(26,2);--> statement-breakpoint
ALTER TABLE "stock_movement" DROP CONSTRAINT "stock_movement_quantity", ADD CONSTRAINT "stock_movement_quantity" CHECK (("kind" = 'revaluation') = ("quantity" = 0));--> statement-breakpoint
CREATE INDEX "stock_revaluation_item" ON "stock_revaluation" ("item_id");--> statement-breakpoint
ALTER TABLE "stock_revaluation" ADD CONSTRAINT "stock_revaluation_item_id_item_item_id_fkey" FOREIGN KEY ("item_id") REFERENCES "item"("item_id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "stock_revaluation" ADD CONSTRAINT "stock_revaluation_created_by_id_user_account_user_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "user_account"("user_id");--> statement-breakpoint
ALTER TABLE "stock_value" ADD CONSTRAINT "stock_value_item_id_item_item_id_fkey" FOREIGN KEY ("item_id") REFERENCES "item"("item_id") ON DELETE CASCADE;--> statement-breakpoint
-- Returns the part of a value that belongs to a part of a quantity, rounded half up to the centavo. Integer division
-- rounds once. Numeric division would round its quotient before.
create function share_of_value(value numeric, part numeric, whole numeric) returns numeric
  language sql immutable parallel safe as $$
  select case when whole = 0 then 0
    else round(div(2 * (100 * value) * (1000 * part) + 1000 * whole, 2000 * whole) / 100, 2) end
$$;
--> statement-breakpoint

-- Every item has one row of stock_value from its first moment.
create function start_stock_value() returns trigger language plpgsql as $$
begin
  insert into stock_value (item_id) select item_id from added;
  return null;
end $$;
--> statement-breakpoint
create trigger item_starts_stock_value after insert on item referencing new table as added
  for each statement execute function start_stock_value();
--> statement-breakpoint

-- A movement changes the quantity of its row and the value of its item, and takes its place in the row's order. The
-- updates lock both, so that two movements of one item take turns. This function computes an omitted value. An arrival
-- brings quantity × unit cost. A departure takes its share of the item's value, and the last of the stock takes all of
-- it. A transfer changes neither the item's quantity nor its value, so both of its halves carry the same value.
create or replace function apply_stock_movement() returns trigger language plpgsql as $$
declare
  of_item int;
  stock stock_value;
begin
  update inventory
    set quantity = quantity + new.quantity, movements = movements + 1,
      updated_at = greatest(new.at, updated_at + interval '1 millisecond')
    where inventory_id = new.inventory_id
    returning movements, quantity, item_id into new.sequence, new.quantity_after, of_item;
  if new.kind = 'transfer' then
    if new.value is null then
      select sign(new.quantity) * share_of_value(value, abs(new.quantity), quantity) into new.value
        from stock_value where item_id = of_item;
    end if;
    return new;
  end if;
  if new.value is null and new.quantity > 0 then
    new.value := round(new.quantity * new.unit_cost, 2);
  end if;
  update stock_value v
    set quantity = quantity + new.quantity,
      value = value + coalesce(new.value, -share_of_value(value, -new.quantity, quantity))
    where item_id = of_item
    returning with (old as before, new as after) after.item_id, after.quantity, after.value,
      coalesce(new.value, after.value - before.value)
    into stock.item_id, stock.quantity, stock.value, new.value;
  -- Goods that leave keep the average. Every other movement changes it.
  if new.quantity >= 0 and stock.quantity > 0 then
    update item
      set average_cost = average_cost_of(stock),
        updated_at = greatest(new.at, updated_at + interval '1 millisecond')
      where item_id = of_item and average_cost <> average_cost_of(stock);
  end if;
  return new;
end $$;
--> statement-breakpoint

-- Returns the cost of one unit, rounded half up to six decimals.
create function average_cost_of(stock stock_value) returns numeric language sql immutable parallel safe as $$
  select round(div(2 * (100 * stock.value) * 10000000 + 1000 * stock.quantity, 2000 * stock.quantity) / 1000000, 6)
$$;
--> statement-breakpoint

-- Old movements get the value that their cost gives. Only this migration changes movements.
alter table stock_movement disable trigger user;
--> statement-breakpoint
alter table inventory disable trigger user;
--> statement-breakpoint
update stock_movement set value = round(quantity * unit_cost, 2);
--> statement-breakpoint
update sales_item l set cost = round(order_qty * coalesce(unit_cost, 0), 2)
  from sales_transaction s
  where s.sales_transaction_id = l.sales_transaction_id and s.status in ('Completed', 'Refunded');
--> statement-breakpoint
update sales_refund_item r set cost = back.cost
  from (
    select refund_id, sales_item_id, disposition,
        share_of_value(l.cost, sum(qty) over earlier, order_qty)
          - share_of_value(l.cost, sum(qty) over earlier - qty, order_qty) as cost
      from sales_refund_item join sales_item l using (sales_item_id)
      window earlier as (partition by sales_item_id order by refund_id, disposition)
  ) back
  where (r.refund_id, r.sales_item_id, r.disposition) = (back.refund_id, back.sales_item_id, back.disposition);
--> statement-breakpoint
alter table sales_refund_item alter column cost set not null;
--> statement-breakpoint

-- Goods of one line may have left several rows of stock. Split the line's cost, so that the parts add up to it.
update stock_movement m set value = moved.value
  from (
    select inventory_id, sequence,
        direction * (share_of_value(cost, sum(abs(quantity)) over earlier, whole)
          - share_of_value(cost, sum(abs(quantity)) over earlier - abs(quantity), whole)) as value
      from (
        select m.inventory_id, sequence, m.quantity, sign(m.quantity) as direction, booked.cost, m.kind, document_id, item_id,
            sum(abs(m.quantity)) over (partition by m.kind, document_id, item_id) as whole
          from stock_movement m
          join inventory using (inventory_id)
          join (
            select 'sale' as kind, sales_transaction_id as document_id, item_id, sum(cost) as cost
              from sales_item where cost is not null group by 2, 3
            union all
            select 'refund', sales_transaction_id, item_id, sum(r.cost)
              from sales_refund_item r join sales_item using (sales_item_id) where disposition <> 'scrap' group by 2, 3
          ) booked using (kind, document_id, item_id)
          where document_type = 'sale'
      ) parts
      window earlier as (partition by kind, document_id, item_id order by inventory_id, sequence)
  ) moved
  where (m.inventory_id, m.sequence) = (moved.inventory_id, moved.sequence) and m.value <> moved.value;
--> statement-breakpoint

-- Each item keeps the value that the reports showed. A revaluation books the difference to the ledger.
insert into stock_value (item_id, quantity, value)
  select item_id, coalesce(sum(i.quantity), 0), round(coalesce(sum(i.quantity), 0) * average_cost, 2)
    from item left join inventory i using (item_id) group by item_id;
--> statement-breakpoint
with booked as (
  select item_id, min(inventory_id) as inventory_id, sum(m.value) as value
    from inventory join stock_movement m using (inventory_id) group by item_id
), made as (
  insert into stock_revaluation (item_id, reason, cost_before, cost_after, quantity, difference)
    select item_id, 'Difference between the average cost and the ledger, from before the ledger had values',
        average_cost, average_cost, v.quantity, v.value - booked.value
      from booked join stock_value v using (item_id) join item using (item_id)
      where v.value <> booked.value
    returning *
)
insert into stock_movement (inventory_id, sequence, at, kind, document_type, document_id, quantity, quantity_after,
    unit_cost, value)
  select inventory_id, movements + 1, made.created_at, 'revaluation', 'revaluation', revaluation_id, 0, i.quantity,
      cost_after, difference
    from made join booked using (item_id) join inventory i using (inventory_id);
--> statement-breakpoint
update inventory i set movements = movements + 1
  from stock_movement m
  where m.inventory_id = i.inventory_id and m.kind = 'revaluation';
--> statement-breakpoint
alter table stock_movement alter column value set not null;
--> statement-breakpoint
alter table inventory enable trigger user;
--> statement-breakpoint
alter table stock_movement enable trigger user;
--> statement-breakpoint

-- Only movements change a value: a new row starts empty, and a direct update fails.
create function refuse_direct_value() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.quantity <> 0 or new.value <> 0 then
      raise exception 'a row of stock_value starts empty' using errcode = 'restrict_violation';
    end if;
  elsif pg_trigger_depth() < 2 then
    raise exception 'stock values move through the ledger' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger stock_value_starts_empty before insert on stock_value
  for each row execute function refuse_direct_value();
--> statement-breakpoint
create trigger stock_value_moves_through_ledger before update on stock_value
  for each row execute function refuse_direct_value();
--> statement-breakpoint
create trigger stock_value_stays_with_item before delete on stock_value
  for each row when (pg_trigger_depth() < 1) execute function refuse_change();
--> statement-breakpoint
create trigger stock_value_stays before truncate on stock_value
  for each statement execute function refuse_truncate();
--> statement-breakpoint
create trigger stock_revaluation_is_final before update or delete on stock_revaluation
  for each row when (pg_trigger_depth() < 1) execute function refuse_change();
--> statement-breakpoint
create trigger stock_revaluation_stays before truncate on stock_revaluation
  for each statement execute function refuse_change();
--> statement-breakpoint

-- Only clearing the demo shop deletes movements. An item that stays loses their quantity and value, and the revaluations
-- that they belong to.
create function leave_stock_value() returns trigger language plpgsql as $$
begin
  update stock_value v set quantity = v.quantity - left_ledger.quantity, value = v.value - left_ledger.value
    from (
      select item_id, sum(gone.quantity) as quantity, sum(gone.value) as value
        from gone join inventory using (inventory_id) group by item_id
    ) left_ledger
    where left_ledger.item_id = v.item_id;
  delete from stock_revaluation r using gone where gone.kind = 'revaluation' and r.revaluation_id = gone.document_id;
  return null;
end $$;
--> statement-breakpoint
create trigger stock_movement_leaves_value after delete on stock_movement referencing old table as gone
  for each statement execute function leave_stock_value();
--> statement-breakpoint
ALTER TABLE "sales_item" ADD CONSTRAINT "sales_item_cost" CHECK ("cost" >= 0);--> statement-breakpoint
ALTER TABLE "stock_movement" ADD CONSTRAINT "stock_movement_value" CHECK (case when "quantity" = 0 then "value" <> 0 else "quantity" * "value" >= 0 end);--> statement-breakpoint
ALTER TABLE "sales_refund_item" DROP CONSTRAINT "sales_refund_item_amounts", ADD CONSTRAINT "sales_refund_item_amounts" CHECK ("qty" > 0 and "amount" >= 0 and "cost" >= 0);