CREATE TABLE "buyer" (
	"buyer_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "buyer_buyer_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"platform" text NOT NULL,
	"handle" text NOT NULL,
	"contact" text,
	"remarks" text,
	"status" boolean DEFAULT true NOT NULL,
	"customer_id" integer,
	"created_by_id" integer,
	"modified_by_id" integer,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "buyer_platform" CHECK ("platform" in ('Facebook', 'Messenger', 'TikTok', 'Instagram', 'LINE', 'Viber', 'Other'))
);
--> statement-breakpoint
ALTER TABLE "sales_transaction" ADD COLUMN "buyer_id" integer;--> statement-breakpoint
CREATE UNIQUE INDEX "buyer_handle_unique" ON "buyer" ("platform",lower(regexp_replace(btrim(ltrim(btrim("handle"), '@')), '\s+', ' ', 'g')));--> statement-breakpoint
CREATE INDEX "buyer_customer" ON "buyer" ("customer_id");--> statement-breakpoint
CREATE INDEX "sales_transaction_buyer" ON "sales_transaction" ("buyer_id") WHERE "buyer_id" is not null;--> statement-breakpoint
ALTER TABLE "buyer" ADD CONSTRAINT "buyer_customer_id_customer_customer_id_fkey" FOREIGN KEY ("customer_id") REFERENCES "customer"("customer_id");--> statement-breakpoint
ALTER TABLE "buyer" ADD CONSTRAINT "buyer_created_by_id_user_account_user_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "user_account"("user_id");--> statement-breakpoint
ALTER TABLE "buyer" ADD CONSTRAINT "buyer_modified_by_id_user_account_user_id_fkey" FOREIGN KEY ("modified_by_id") REFERENCES "user_account"("user_id");--> statement-breakpoint
ALTER TABLE "sales_transaction" ADD CONSTRAINT "sales_transaction_buyer_id_buyer_buyer_id_fkey" FOREIGN KEY ("buyer_id") REFERENCES "buyer"("buyer_id");--> statement-breakpoint

-- A sale of a buyer belongs to the customer that the buyer is joined to, or to nobody.
create function keep_buyer_customer() returns trigger language plpgsql as $$
begin
  if new.customer_id is not null
      and new.customer_id is distinct from (select customer_id from buyer where buyer_id = new.buyer_id) then
    raise exception 'sale % belongs to the customer of its buyer', new.sales_transaction_id
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger sales_transaction_keeps_buyer_customer before insert or update of customer_id, buyer_id on sales_transaction
  for each row when (new.buyer_id is not null) execute function keep_buyer_customer();
--> statement-breakpoint

-- A buyer that is parted from a customer leaves none of its sales with that customer.
create function keep_customer_of_buyer_sales() returns trigger language plpgsql as $$
begin
  if exists (select from sales_transaction where buyer_id = new.buyer_id and customer_id is not null
      and customer_id is distinct from (select customer_id from buyer where buyer_id = new.buyer_id)) then
    raise exception 'a sale of buyer % belongs to another customer', new.buyer_id using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
--> statement-breakpoint
create constraint trigger buyer_keeps_customer_of_sales after update of customer_id on buyer
  deferrable initially deferred for each row execute function keep_customer_of_buyer_sales();
