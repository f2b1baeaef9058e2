CREATE TABLE "sales_price_choice" (
	"price_choice_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sales_price_choice_price_choice_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"sales_transaction_id" integer NOT NULL,
	"choice" text NOT NULL,
	"kept_until" date NOT NULL,
	"was" numeric(14,2) NOT NULL,
	"today" numeric(14,2) NOT NULL,
	"chosen" numeric(14,2) NOT NULL,
	"next_until" date,
	"reason" text NOT NULL,
	"created_by_id" integer,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sales_price_choice_once" UNIQUE("sales_transaction_id","kept_until"),
	CONSTRAINT "sales_price_choice_chosen" CHECK (case "choice" when 'keep' then "chosen" = "was" when 'reprice' then "chosen" = "today"
        when 'lower' then "chosen" <= "was" and "chosen" <= "today" else false end),
	CONSTRAINT "sales_price_choice_next" CHECK ("next_until" > "kept_until")
);
--> statement-breakpoint
ALTER TABLE "shop_setting" ADD COLUMN "price_kept_days" integer;--> statement-breakpoint
ALTER TABLE "sales_transaction" ADD COLUMN "price_kept_until" date;--> statement-breakpoint
ALTER TABLE "sales_transaction" ADD COLUMN "kept_price" numeric(14,2);--> statement-breakpoint
ALTER TABLE "sales_price_choice" ADD CONSTRAINT "sales_price_choice_hlgNXYdY1FUG_fkey" FOREIGN KEY ("sales_transaction_id") REFERENCES "sales_transaction"("sales_transaction_id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "sales_price_choice" ADD CONSTRAINT "sales_price_choice_created_by_id_user_account_user_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "user_account"("user_id");--> statement-breakpoint
ALTER TABLE "shop_setting" ADD CONSTRAINT "shop_setting_price_kept_days" CHECK ("price_kept_days" between 1 and 365);--> statement-breakpoint
ALTER TABLE "sales_transaction" ADD CONSTRAINT "sales_transaction_kept_price" CHECK (("price_kept_until" is null) = ("kept_price" is null) and "kept_price" >= 0.0);
--> statement-breakpoint

-- A choice is final. The words of its reason change when a customer is anonymised. It goes with a sale of the demo shop.
create function refuse_price_choice_change() returns trigger language plpgsql as $$
declare
  reworded sales_price_choice%rowtype;
begin
  if tg_op = 'DELETE' then
    if is_cleared_demo_row('sales_transaction', old.sales_transaction_id) then return old; end if;
  elsif tg_op = 'UPDATE' then
    reworded := new;
    reworded.reason := old.reason;
    if reworded is not distinct from old and new.reason is distinct from old.reason then return new; end if;
  end if;
  raise exception 'rows of % are never changed', tg_table_name using errcode = 'restrict_violation';
end $$;
--> statement-breakpoint
create trigger sales_price_choice_is_final before update or delete on sales_price_choice
  for each row execute function refuse_price_choice_change();
--> statement-breakpoint
create trigger sales_price_choice_stays before truncate on sales_price_choice
  for each statement execute function refuse_price_choice_change();
