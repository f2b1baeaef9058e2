-- Reckons a price by the gold rate as contract/pricing/price-rules.ts does. Every product is exact, and the price is
-- rounded up once.
create function reckon_price(net_grams numeric, sell_per_gram numeric, markup_basis int, making_per_gram numeric,
  making_per_piece numeric, stones numeric, round_to int) returns numeric language sql immutable parallel safe as $$
  select ceil((net_grams * sell_per_gram * (10000 + markup_basis) * 0.0001 + net_grams * making_per_gram + making_per_piece
    + stones) * case round_to when 10 then 0.1 when 50 then 0.02 end) * round_to
$$;
--> statement-breakpoint
CREATE TABLE "item_price" (
	"item_price_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "item_price_item_price_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"item_id" integer NOT NULL,
	"gold_rate_id" integer NOT NULL,
	"karat" text NOT NULL,
	"sell_per_gram" numeric(14,2) NOT NULL,
	"net_grams" numeric(14,3) NOT NULL,
	"markup_basis" integer NOT NULL,
	"making_per_gram" numeric(14,2) NOT NULL,
	"making_per_piece" numeric(14,2) NOT NULL,
	"stones" numeric(14,2) NOT NULL,
	"round_to" integer NOT NULL,
	"price" numeric(14,2) NOT NULL,
	"created_by_id" integer,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "item_price_of_item" UNIQUE("item_price_id","item_id","price","karat","net_grams"),
	CONSTRAINT "item_price_reckoned" CHECK ("price" = reckon_price("net_grams", "sell_per_gram", "markup_basis", "making_per_gram",
        "making_per_piece", "stones", "round_to")),
	CONSTRAINT "item_price_round_to" CHECK ("round_to" in (10, 50)),
	CONSTRAINT "item_price_parts" CHECK ("net_grams" > 0.0 and "markup_basis" between 0 and 100000 and "making_per_gram" >= 0.0
        and "making_per_piece" >= 0.0 and "stones" >= 0.0)
);
--> statement-breakpoint
ALTER TABLE "item" ADD COLUMN "net_grams" numeric(14,3);--> statement-breakpoint
ALTER TABLE "item" ADD COLUMN "item_price_id" integer;--> statement-breakpoint
ALTER TABLE "sales_item" ADD COLUMN "item_price_id" integer;--> statement-breakpoint
ALTER TABLE "gold_rate" ADD CONSTRAINT "gold_rate_of_price" UNIQUE("gold_rate_id","karat","sell_per_gram");--> statement-breakpoint
CREATE INDEX "item_price_item" ON "item_price" ("item_id");--> statement-breakpoint
CREATE INDEX "item_price_rate" ON "item_price" ("gold_rate_id");--> statement-breakpoint
CREATE INDEX "sales_item_price" ON "sales_item" ("item_price_id") WHERE "item_price_id" is not null;--> statement-breakpoint
ALTER TABLE "item" ADD CONSTRAINT "item_by_rate" FOREIGN KEY ("item_price_id","item_id","price","karat","net_grams") REFERENCES "item_price"("item_price_id","item_id","price","karat","net_grams");--> statement-breakpoint
ALTER TABLE "item_price" ADD CONSTRAINT "item_price_created_by_id_user_account_user_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "user_account"("user_id");--> statement-breakpoint
ALTER TABLE "item_price" ADD CONSTRAINT "item_price_rate" FOREIGN KEY ("gold_rate_id","karat","sell_per_gram") REFERENCES "gold_rate"("gold_rate_id","karat","sell_per_gram");--> statement-breakpoint
ALTER TABLE "sales_item" ADD CONSTRAINT "sales_item_item_price_id_item_price_item_price_id_fkey" FOREIGN KEY ("item_price_id") REFERENCES "item_price"("item_price_id");--> statement-breakpoint
ALTER TABLE "item" ADD CONSTRAINT "item_priced" CHECK ("net_grams" > 0.0 and ("item_price_id" is null or ("karat" is not null and "net_grams" is not null)));
--> statement-breakpoint

-- A reckoned price is final. It goes with its item.
create function refuse_price_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if not exists (select from item where item_id = old.item_id) then return old; end if;
  end if;
  raise exception 'rows of % are never changed', tg_table_name using errcode = 'restrict_violation';
end $$;
--> statement-breakpoint
create trigger item_price_is_final before update or delete on item_price
  for each row execute function refuse_price_change();
--> statement-breakpoint
create trigger item_price_stays before truncate on item_price
  for each statement execute function refuse_price_change();
--> statement-breakpoint
create function delete_item_prices() returns trigger language plpgsql as $$
begin
  delete from item_price where item_id = old.item_id;
  return null;
end $$;
--> statement-breakpoint
create trigger item_takes_prices after delete on item
  for each row execute function delete_item_prices();
