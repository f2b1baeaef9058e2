CREATE TABLE "repricing" (
	"repricing_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "repricing_repricing_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"items" integer NOT NULL,
	"difference" numeric(14,2) NOT NULL,
	"karats" text[] NOT NULL,
	"created_by_id" integer,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"undone_at" timestamp(3) with time zone,
	"undone_by_id" integer,
	"undo_reason" text,
	CONSTRAINT "repricing_items" CHECK ("items" > 0),
	CONSTRAINT "repricing_undone" CHECK ("undone_at" is not null or ("undone_by_id" is null and "undo_reason" is null))
);
--> statement-breakpoint
CREATE TABLE "repricing_item" (
	"item_id" integer,
	"repricing_id" integer,
	"old_price_id" integer NOT NULL,
	"new_price_id" integer NOT NULL,
	CONSTRAINT "repricing_item_pkey" PRIMARY KEY("item_id","repricing_id")
);
--> statement-breakpoint
ALTER TABLE "sales_item" DROP CONSTRAINT "sales_item_item_price_id_item_price_item_price_id_fkey";--> statement-breakpoint
ALTER TABLE "item_price" ADD COLUMN "undone_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "item_price" ADD CONSTRAINT "item_price_of_line" UNIQUE("item_price_id","item_id");--> statement-breakpoint
CREATE INDEX "repricing_item_repricing" ON "repricing_item" ("repricing_id");--> statement-breakpoint
ALTER TABLE "repricing" ADD CONSTRAINT "repricing_created_by_id_user_account_user_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "user_account"("user_id");--> statement-breakpoint
ALTER TABLE "repricing" ADD CONSTRAINT "repricing_undone_by_id_user_account_user_id_fkey" FOREIGN KEY ("undone_by_id") REFERENCES "user_account"("user_id");--> statement-breakpoint
ALTER TABLE "repricing_item" ADD CONSTRAINT "repricing_item_repricing_id_repricing_repricing_id_fkey" FOREIGN KEY ("repricing_id") REFERENCES "repricing"("repricing_id");--> statement-breakpoint
ALTER TABLE "repricing_item" ADD CONSTRAINT "repricing_item_old" FOREIGN KEY ("old_price_id","item_id") REFERENCES "item_price"("item_price_id","item_id");--> statement-breakpoint
ALTER TABLE "repricing_item" ADD CONSTRAINT "repricing_item_new" FOREIGN KEY ("new_price_id","item_id") REFERENCES "item_price"("item_price_id","item_id");--> statement-breakpoint
ALTER TABLE "sales_item" ADD CONSTRAINT "sales_item_of_price" FOREIGN KEY ("item_price_id","item_id") REFERENCES "item_price"("item_price_id","item_id");
--> statement-breakpoint

-- A reckoned price is final, apart from the moment at which its repricing is undone. It goes with its item.
create or replace function refuse_price_change() returns trigger language plpgsql as $$
declare
  undone item_price%rowtype;
begin
  if tg_op = 'DELETE' then
    if not exists (select from item where item_id = old.item_id) then return old; end if;
  elsif tg_op = 'UPDATE' then
    undone := new;
    undone.undone_at := null;
    if new.undone_at is not null and undone is not distinct from old then return new; end if;
  end if;
  raise exception 'rows of % are never changed', tg_table_name using errcode = 'restrict_violation';
end $$;
--> statement-breakpoint

-- A line of a sale names no price of an undone repricing. The lock waits for an undo that runs at the same time, which
-- locks its prices for update before it looks for sales.
create function refuse_undone_price() returns trigger language plpgsql as $$
declare
  undone timestamptz;
begin
  select undone_at into undone from item_price where item_price_id = new.item_price_id for key share;
  if undone is not null then
    raise exception 'price % is undone', new.item_price_id
      using errcode = 'check_violation', constraint = 'sales_item_price_holds';
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger sales_item_price_holds before insert on sales_item
  for each row when (new.item_price_id is not null) execute function refuse_undone_price();
--> statement-breakpoint
create trigger sales_item_new_price_holds before update of item_price_id on sales_item
  for each row when (new.item_price_id is distinct from old.item_price_id and new.item_price_id is not null)
  execute function refuse_undone_price();
--> statement-breakpoint

-- A batch is final, apart from its undoing, which happens once. The words of its reason change when a customer is
-- anonymised.
create function refuse_repricing_change() returns trigger language plpgsql as $$
declare
  undone repricing%rowtype;
begin
  if tg_op = 'UPDATE' then
    undone := new;
    undone.undo_reason := old.undo_reason;
    if undone is not distinct from old and new.undo_reason is distinct from old.undo_reason then return new; end if;
    undone.undone_at := null;
    undone.undone_by_id := null;
    if new.undone_at is not null and undone is not distinct from old then return new; end if;
  end if;
  raise exception 'rows of % are never changed', tg_table_name using errcode = 'restrict_violation';
end $$;
--> statement-breakpoint
create trigger repricing_is_final before update or delete on repricing
  for each row execute function refuse_repricing_change();
--> statement-breakpoint
create trigger repricing_stays before truncate on repricing
  for each statement execute function refuse_repricing_change();
--> statement-breakpoint
create function refuse_price_of_batch_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if not exists (select from item where item_id = old.item_id) then return old; end if;
  end if;
  raise exception 'rows of % are never changed', tg_table_name using errcode = 'restrict_violation';
end $$;
--> statement-breakpoint
create trigger repricing_item_is_final before update or delete on repricing_item
  for each row execute function refuse_price_of_batch_change();
--> statement-breakpoint
create trigger repricing_item_stays before truncate on repricing_item
  for each statement execute function refuse_price_of_batch_change();
--> statement-breakpoint

create or replace function delete_item_prices() returns trigger language plpgsql as $$
begin
  delete from repricing_item where item_id = old.item_id;
  delete from item_price where item_id = old.item_id;
  return null;
end $$;
--> statement-breakpoint

-- A repricing gives every item a new version of its row. With room for it on the same page, no index changes, which for
-- 50,000 items takes most of the time. The indexes of texts are the slow ones.
alter table item set (fillfactor = 45);
--> statement-breakpoint
cluster item using item_pkey;
--> statement-breakpoint
alter table item set without cluster;
