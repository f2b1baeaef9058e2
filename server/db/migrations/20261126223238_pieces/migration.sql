CREATE TABLE "inventory_adjustment_piece" (
	"adjustment_id" integer,
	"piece_id" integer,
	CONSTRAINT "inventory_adjustment_piece_pkey" PRIMARY KEY("adjustment_id","piece_id")
);
--> statement-breakpoint
CREATE TABLE "stock_count_piece" (
	"count_line_id" integer,
	"piece_id" integer,
	"found_by_id" integer,
	"found_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "stock_count_piece_pkey" PRIMARY KEY("count_line_id","piece_id")
);
--> statement-breakpoint
CREATE TABLE "piece" (
	"piece_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "piece_piece_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"item_id" integer NOT NULL,
	"serial" integer NOT NULL,
	"number" text NOT NULL,
	"code" text NOT NULL,
	"barcode" text,
	"grams" numeric(14,3),
	"net_grams" numeric(14,3),
	"certificate_number" text,
	"laboratory" text,
	"note" text,
	"cost" numeric(14,2),
	"inventory_id" integer,
	"counted_in_id" integer,
	"created_by_id" integer,
	"modified_by_id" integer,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "piece_weights" CHECK ("grams" > 0 and "net_grams" > 0 and "net_grams" <= "grams"),
	CONSTRAINT "piece_cost" CHECK ("cost" >= 0)
);
--> statement-breakpoint
CREATE TABLE "po_receiving_piece" (
	"receiving_piece_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "po_receiving_piece_receiving_piece_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"po_receiving_item_id" integer NOT NULL,
	"barcode" text,
	"grams" numeric(14,3),
	"net_grams" numeric(14,3),
	"certificate_number" text,
	"laboratory" text,
	"note" text,
	"piece_id" integer CONSTRAINT "po_receiving_piece_once" UNIQUE
);
--> statement-breakpoint
CREATE TABLE "sales_item_piece" (
	"sales_item_id" integer PRIMARY KEY,
	"piece_id" integer NOT NULL,
	"taken" boolean DEFAULT true NOT NULL
);
--> statement-breakpoint
CREATE TABLE "scan_code" (
	"code" text PRIMARY KEY,
	"piece_id" integer
);
--> statement-breakpoint
ALTER TABLE "item" ADD COLUMN "by_piece" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "item" ADD COLUMN "pieces_named" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "inventory" ADD COLUMN "pieces" integer;--> statement-breakpoint
ALTER TABLE "stock_movement" ADD COLUMN "piece_ids" integer[];--> statement-breakpoint
CREATE INDEX "inventory_adjustment_piece_piece" ON "inventory_adjustment_piece" ("piece_id");--> statement-breakpoint
CREATE INDEX "stock_count_piece_piece" ON "stock_count_piece" ("piece_id");--> statement-breakpoint
CREATE UNIQUE INDEX "piece_serial_unique" ON "piece" ("item_id","serial");--> statement-breakpoint
CREATE INDEX "piece_inventory" ON "piece" ("inventory_id") WHERE "inventory_id" is not null;--> statement-breakpoint
CREATE INDEX "po_receiving_piece_line" ON "po_receiving_piece" ("po_receiving_item_id");--> statement-breakpoint
CREATE UNIQUE INDEX "sales_item_piece_taken" ON "sales_item_piece" ("piece_id") WHERE "taken";--> statement-breakpoint
CREATE INDEX "sales_item_piece_piece" ON "sales_item_piece" ("piece_id");--> statement-breakpoint
CREATE INDEX "scan_code_piece" ON "scan_code" ("piece_id") WHERE "piece_id" is not null;--> statement-breakpoint
CREATE INDEX "stock_movement_pieces" ON "stock_movement" USING gin ("piece_ids") WHERE "piece_ids" is not null;--> statement-breakpoint
ALTER TABLE "inventory_adjustment_piece" ADD CONSTRAINT "inventory_adjustment_piece_k5wq1Sd4YZii_fkey" FOREIGN KEY ("adjustment_id") REFERENCES "inventory_adjustment"("adjustment_id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "inventory_adjustment_piece" ADD CONSTRAINT "inventory_adjustment_piece_piece_id_piece_piece_id_fkey" FOREIGN KEY ("piece_id") REFERENCES "piece"("piece_id");--> statement-breakpoint
ALTER TABLE "stock_count_piece" ADD CONSTRAINT "stock_count_piece_rB9HYI9gjImv_fkey" FOREIGN KEY ("count_line_id") REFERENCES "stock_count_line"("count_line_id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "stock_count_piece" ADD CONSTRAINT "stock_count_piece_piece_id_piece_piece_id_fkey" FOREIGN KEY ("piece_id") REFERENCES "piece"("piece_id");--> statement-breakpoint
ALTER TABLE "stock_count_piece" ADD CONSTRAINT "stock_count_piece_found_by_id_user_account_user_id_fkey" FOREIGN KEY ("found_by_id") REFERENCES "user_account"("user_id");--> statement-breakpoint
ALTER TABLE "piece" ADD CONSTRAINT "piece_item_id_item_item_id_fkey" FOREIGN KEY ("item_id") REFERENCES "item"("item_id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "piece" ADD CONSTRAINT "piece_inventory_id_inventory_inventory_id_fkey" FOREIGN KEY ("inventory_id") REFERENCES "inventory"("inventory_id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "piece" ADD CONSTRAINT "piece_counted_in_id_inventory_inventory_id_fkey" FOREIGN KEY ("counted_in_id") REFERENCES "inventory"("inventory_id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "piece" ADD CONSTRAINT "piece_created_by_id_user_account_user_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "user_account"("user_id");--> statement-breakpoint
ALTER TABLE "piece" ADD CONSTRAINT "piece_modified_by_id_user_account_user_id_fkey" FOREIGN KEY ("modified_by_id") REFERENCES "user_account"("user_id");--> statement-breakpoint
ALTER TABLE "po_receiving_piece" ADD CONSTRAINT "po_receiving_piece_jBbPxyXmnjrw_fkey" FOREIGN KEY ("po_receiving_item_id") REFERENCES "po_receiving_item"("po_receiving_item_id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "po_receiving_piece" ADD CONSTRAINT "po_receiving_piece_piece_id_piece_piece_id_fkey" FOREIGN KEY ("piece_id") REFERENCES "piece"("piece_id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "sales_item_piece" ADD CONSTRAINT "sales_item_piece_sales_item_id_sales_item_sales_item_id_fkey" FOREIGN KEY ("sales_item_id") REFERENCES "sales_item"("sales_item_id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "sales_item_piece" ADD CONSTRAINT "sales_item_piece_piece_id_piece_piece_id_fkey" FOREIGN KEY ("piece_id") REFERENCES "piece"("piece_id");--> statement-breakpoint
ALTER TABLE "scan_code" ADD CONSTRAINT "scan_code_piece_id_piece_piece_id_fkey" FOREIGN KEY ("piece_id") REFERENCES "piece"("piece_id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "item" ADD CONSTRAINT "item_by_piece" CHECK (not "by_piece" or "uom" = 'PCS');--> statement-breakpoint
ALTER TABLE "inventory" ADD CONSTRAINT "inventory_pieces" CHECK ("pieces" = "quantity");--> statement-breakpoint
ALTER TABLE "stock_movement" ADD CONSTRAINT "stock_movement_pieces_count" CHECK (cardinality("piece_ids") = abs("quantity"));
--> statement-breakpoint

-- Pieces move with the ledger alone. A movement of an item that is kept by piece names its pieces: their number is its
-- quantity (`stock_movement_pieces_count`), the row counts them (`inventory_pieces`), and each is moved below.
create or replace function apply_stock_movement() returns trigger language plpgsql as $$
declare
  of_item int;
  stock stock_value;
begin
  update inventory
    set quantity = quantity + new.quantity, movements = movements + 1,
      pieces = pieces + sign(new.quantity)::int * coalesce(cardinality(new.piece_ids), 0),
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
create function move_pieces() returns trigger language plpgsql as $$
declare
  moved int;
begin
  if new.quantity > 0 then
    update piece p set inventory_id = new.inventory_id
      from inventory i
      where i.inventory_id = new.inventory_id and i.pieces is not null and p.item_id = i.item_id
        and p.piece_id = any(new.piece_ids) and p.inventory_id is null;
  else
    update piece set inventory_id = null where piece_id = any(new.piece_ids) and inventory_id = new.inventory_id;
  end if;
  get diagnostics moved = row_count;
  if moved <> cardinality(new.piece_ids) then
    raise exception 'a piece is not where its movement takes it from'
      using errcode = 'check_violation', constraint = 'piece_place';
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger stock_movement_moves_pieces after insert on stock_movement
  for each row when (new.piece_ids is not null) execute function move_pieces();
--> statement-breakpoint
create or replace function refuse_direct_quantity() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    raise exception 'a row of inventory starts empty' using errcode = 'restrict_violation';
  end if;
  if (old.quantity, old.reserved, old.movements, old.pieces)
    is distinct from (new.quantity, new.reserved, new.movements, new.pieces) then
    raise exception 'inventory quantities move through the ledger' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
--> statement-breakpoint
create or replace trigger inventory_moves_through_ledger before update of quantity, reserved, movements, pieces on inventory
  for each row when (pg_trigger_depth() < 1) execute function refuse_direct_quantity();
--> statement-breakpoint

-- A new stock row counts pieces from the start if its item is kept by piece. The lock lets it wait for the change of the
-- item, and the change for it.
create function start_pieces() returns trigger language plpgsql as $$
begin
  select case when by_piece then 0 end into new.pieces from item where item_id = new.item_id for key share;
  return new;
end $$;
--> statement-breakpoint
create trigger inventory_starts_pieces before insert on inventory
  for each row execute function start_pieces();
--> statement-breakpoint

-- Stock that was there before becomes its pieces, which were named before this: `inventory_pieces` refuses any other number.
create function keep_by_piece() returns trigger language plpgsql as $$
begin
  if not new.by_piece then
    if new.pieces_named > 0 then
      raise exception 'an item with pieces stays kept by piece' using errcode = 'restrict_violation';
    end if;
    update inventory set pieces = null where item_id = new.item_id;
    return null;
  end if;
  update inventory i set pieces = (select count(*) from piece p where p.inventory_id = i.inventory_id)
    where item_id = new.item_id;
  return null;
end $$;
--> statement-breakpoint
create trigger item_keeps_by_piece after update of by_piece on item
  for each row when (old.by_piece <> new.by_piece) execute function keep_by_piece();
--> statement-breakpoint

-- The number and the code of a piece are final, and only the ledger moves it.
create function refuse_piece_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.counted_in_id is distinct from new.inventory_id or exists (
      select from inventory where inventory_id = new.inventory_id and (pieces is not null or item_id <> new.item_id)) then
      raise exception 'a piece comes into stock through the ledger' using errcode = 'restrict_violation';
    end if;
    return new;
  elsif tg_op = 'DELETE' then
    if exists (select from item where item_id = old.item_id) then
      raise exception 'a piece is never deleted' using errcode = 'restrict_violation';
    end if;
    return old;
  end if;
  raise exception 'the number, the code and the place of a piece are not changed here' using errcode = 'restrict_violation';
end $$;
--> statement-breakpoint
create trigger piece_comes_through_ledger before insert on piece
  for each row when (new.inventory_id is not null or new.counted_in_id is not null) execute function refuse_piece_change();
--> statement-breakpoint
create trigger piece_keeps_number before update on piece
  for each row when ((old.item_id, old.serial, old.number, old.code) is distinct from
    (new.item_id, new.serial, new.number, new.code)
    or pg_trigger_depth() < 1 and (old.inventory_id, old.counted_in_id) is distinct from (new.inventory_id, new.counted_in_id))
  execute function refuse_piece_change();
--> statement-breakpoint
create trigger piece_stays_with_item before delete on piece
  for each row execute function refuse_piece_change();
--> statement-breakpoint
create trigger piece_stays before truncate on piece
  for each statement execute function refuse_truncate();
--> statement-breakpoint

-- Pieces that were named in stock belong to an item that is kept by piece when their transaction ends.
create function refuse_piece_of_other_item() returns trigger language plpgsql as $$
begin
  if exists (select from inventory where inventory_id = new.counted_in_id and pieces is null) then
    raise exception 'the item of a piece in stock is kept by piece' using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
--> statement-breakpoint
create constraint trigger piece_of_item_by_piece after insert on piece deferrable initially deferred
  for each row when (new.counted_in_id is not null) execute function refuse_piece_of_other_item();
--> statement-breakpoint

-- The codes that a scan can mean. Items may share a code with each other, as before. The code of a piece is its own.
create function store_item_codes() returns trigger language plpgsql as $$
declare
  taken text;
begin
  insert into scan_code (code)
    select distinct lower(code) from changed, unnest(array[item_code, barcode]) as code where code is not null
    on conflict do nothing;
  select s.code into taken
    from changed, unnest(array[item_code, barcode]) as one join scan_code s on s.code = lower(one)
    where s.piece_id is not null limit 1;
  if taken is not null then
    raise exception 'a piece has the code %', taken using errcode = 'unique_violation', constraint = 'scan_code_of_piece';
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger item_stores_codes after insert on item referencing new table as changed
  for each statement execute function store_item_codes();
--> statement-breakpoint
create function store_changed_codes() returns trigger language plpgsql as $$
begin
  insert into scan_code (code)
    select distinct lower(code) from unnest(array[new.item_code, new.barcode]) as code where code is not null
    on conflict do nothing;
  if exists (select from scan_code where code in (lower(new.item_code), lower(new.barcode)) and piece_id is not null) then
    raise exception 'a piece has this code' using errcode = 'unique_violation', constraint = 'scan_code_of_piece';
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger item_stores_changed_codes after update of item_code, barcode on item
  for each row when ((old.item_code, old.barcode) is distinct from (new.item_code, new.barcode))
  execute function store_changed_codes();
--> statement-breakpoint
-- A code that an item once had stays its own, because its labels stay. It is free again when the item is deleted.
create function free_item_codes() returns trigger language plpgsql as $$
begin
  delete from scan_code s using gone, unnest(array[gone.item_code, gone.barcode]) as one
    where s.code = lower(one) and s.piece_id is null
      and not exists (select from item where lower(item_code) = s.code or lower(barcode) = s.code);
  return null;
end $$;
--> statement-breakpoint
create trigger item_frees_codes after delete on item referencing old table as gone
  for each statement execute function free_item_codes();
--> statement-breakpoint
create function store_piece_codes() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    delete from scan_code where piece_id = new.piece_id and code = lower(old.barcode)
      and code not in (lower(new.number), lower(new.code));
  end if;
  insert into scan_code (code, piece_id)
    select distinct lower(one), new.piece_id from unnest(array[new.number, new.code, new.barcode]) as one
    where one is not null and not exists (select from scan_code where code = lower(one) and piece_id = new.piece_id);
  return null;
end $$;
--> statement-breakpoint
create trigger piece_stores_codes after insert or update of barcode on piece
  for each row execute function store_piece_codes();
--> statement-breakpoint
insert into scan_code (code)
  select distinct lower(code) from item, unnest(array[item_code, barcode]) as code where code is not null;
