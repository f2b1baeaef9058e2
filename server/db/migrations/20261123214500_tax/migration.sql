CREATE TABLE "tax_entry" (
	"tax_entry_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "tax_entry_tax_entry_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"day" date NOT NULL,
	"sales_transaction_id" integer NOT NULL,
	"sales_item_id" integer,
	"refund_id" integer,
	"tax_rate_id" integer NOT NULL,
	"amount" numeric(14,2) NOT NULL,
	"base" numeric(14,2) NOT NULL,
	"tax" numeric(14,2) NOT NULL,
	CONSTRAINT "tax_entry_sum" CHECK ("base" + "tax" = "amount"),
	CONSTRAINT "tax_entry_sign" CHECK (case when "refund_id" is null then "base" >= 0 and "tax" >= 0
        else "sales_item_id" is not null and "base" <= 0 and "tax" <= 0 end)
);
--> statement-breakpoint
CREATE TABLE "tax_rate" (
	"tax_rate_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "tax_rate_tax_rate_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"country" text NOT NULL,
	"rate_name" text NOT NULL,
	"code" text NOT NULL,
	"kind" text NOT NULL,
	"percent" numeric(5,2) NOT NULL,
	"from_date" date NOT NULL,
	"until_date" date,
	"created_by_id" integer,
	"modified_by_id" integer,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "tax_rate_country" CHECK ("country" in ('PH', 'JP')),
	CONSTRAINT "tax_rate_kind" CHECK ("kind" in ('standard', 'reduced') or ("kind" in ('zero-rated', 'exempt') and "percent" = 0)),
	CONSTRAINT "tax_rate_percent" CHECK ("percent" between 0 and 100),
	CONSTRAINT "tax_rate_until" CHECK ("until_date" >= "from_date")
);
--> statement-breakpoint
ALTER TABLE "item" ADD COLUMN "tax_class" text DEFAULT 'standard' NOT NULL;--> statement-breakpoint
ALTER TABLE "shop_setting" ADD COLUMN "tax_country" text;--> statement-breakpoint
ALTER TABLE "shop_setting" ADD COLUMN "tax_registered" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "shop_setting" ADD COLUMN "tax_number" text;--> statement-breakpoint
ALTER TABLE "shop_setting" ADD COLUMN "tax_from" date;--> statement-breakpoint
CREATE INDEX "tax_entry_sale" ON "tax_entry" ("sales_transaction_id");--> statement-breakpoint
CREATE INDEX "tax_entry_day" ON "tax_entry" ("day");--> statement-breakpoint
CREATE INDEX "tax_entry_rate" ON "tax_entry" ("tax_rate_id");--> statement-breakpoint
CREATE UNIQUE INDEX "tax_entry_line" ON "tax_entry" ("sales_item_id") WHERE "refund_id" is null and "sales_item_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "tax_entry_shipping" ON "tax_entry" ("sales_transaction_id") WHERE "sales_item_id" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "tax_entry_refund" ON "tax_entry" ("refund_id","sales_item_id") WHERE "refund_id" is not null;--> statement-breakpoint
CREATE INDEX "tax_entry_item" ON "tax_entry" ("sales_item_id");--> statement-breakpoint
CREATE UNIQUE INDEX "tax_rate_code_unique" ON "tax_rate" ("country",lower("code"));--> statement-breakpoint
CREATE UNIQUE INDEX "tax_rate_from_unique" ON "tax_rate" ("country","kind","from_date");--> statement-breakpoint
ALTER TABLE "tax_entry" ADD CONSTRAINT "tax_entry_jVRAIGxt1PXK_fkey" FOREIGN KEY ("sales_transaction_id") REFERENCES "sales_transaction"("sales_transaction_id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "tax_entry" ADD CONSTRAINT "tax_entry_sales_item_id_sales_item_sales_item_id_fkey" FOREIGN KEY ("sales_item_id") REFERENCES "sales_item"("sales_item_id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "tax_entry" ADD CONSTRAINT "tax_entry_refund_id_sales_refund_refund_id_fkey" FOREIGN KEY ("refund_id") REFERENCES "sales_refund"("refund_id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "tax_entry" ADD CONSTRAINT "tax_entry_tax_rate_id_tax_rate_tax_rate_id_fkey" FOREIGN KEY ("tax_rate_id") REFERENCES "tax_rate"("tax_rate_id");--> statement-breakpoint
ALTER TABLE "tax_rate" ADD CONSTRAINT "tax_rate_created_by_id_user_account_user_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "user_account"("user_id");--> statement-breakpoint
ALTER TABLE "tax_rate" ADD CONSTRAINT "tax_rate_modified_by_id_user_account_user_id_fkey" FOREIGN KEY ("modified_by_id") REFERENCES "user_account"("user_id");--> statement-breakpoint
ALTER TABLE "item" ADD CONSTRAINT "item_tax_class" CHECK ("tax_class" in ('standard', 'reduced', 'zero-rated', 'exempt'));--> statement-breakpoint
ALTER TABLE "shop_setting" ADD CONSTRAINT "shop_setting_tax" CHECK (("tax_country" is null or "tax_country" in ('PH', 'JP')) and (not "tax_registered"
        or ("tax_country" is not null and "tax_number" is not null and "tax_from" is not null)));
--> statement-breakpoint

-- Recorded taxes are final. Clearing the demo deletes its sales, and their entries go with them.
create function refuse_tax_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if is_cleared_demo_row('sales_transaction', old.sales_transaction_id) then return old; end if;
  end if;
  raise exception 'rows of % are never changed', tg_table_name using errcode = 'restrict_violation';
end $$;
--> statement-breakpoint
create trigger tax_entry_is_final before update or delete on tax_entry
  for each row execute function refuse_tax_change();
--> statement-breakpoint
create trigger tax_entry_stays before truncate on tax_entry
  for each statement execute function refuse_tax_change();
--> statement-breakpoint
create trigger tax_entry_open_day before insert on tax_entry
  for each row when (new.day < (now() at time zone 'UTC')::date - 1)
  execute function refuse_closed_day('day');
--> statement-breakpoint

-- A rate never changes, because entries name their rate by its key. It only gets a last day.
create trigger tax_rate_is_final
  before update of tax_rate_id, country, rate_name, code, kind, percent, from_date, created_by_id, created_at on tax_rate
  for each row execute function refuse_tax_change();
