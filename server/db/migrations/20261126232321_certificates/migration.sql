CREATE TABLE "certificate" (
	"certificate_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "certificate_certificate_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"certificate_number" text NOT NULL CONSTRAINT "certificate_number_unique" UNIQUE,
	"code" text NOT NULL CONSTRAINT "certificate_code_unique" UNIQUE,
	"item_id" integer NOT NULL,
	"piece_id" integer,
	"sales_item_id" integer,
	"unit" integer,
	"replaces_id" integer,
	"piece_number" text NOT NULL,
	"item_name" text NOT NULL,
	"tagalog_name" text,
	"japanese_name" text,
	"karat" text,
	"metal" text,
	"stone" text,
	"size" text,
	"grams" numeric(14,3),
	"net_grams" numeric(14,3),
	"laboratory_report" text,
	"picture_url" text,
	"second_picture_url" text,
	"third_picture_url" text,
	"place" text NOT NULL,
	"issued_on" date NOT NULL,
	"created_by_id" integer,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "certificate_karat" CHECK ("karat" in ('24K', '22K', '21K', '18K', '14K', '10K')),
	CONSTRAINT "certificate_weights" CHECK ("grams" > 0.0 and "net_grams" > 0.0 and ("grams" is null or "net_grams" <= "grams")),
	CONSTRAINT "certificate_of_one_piece" CHECK (("piece_id" is null) = ("unit" is not null) and ("piece_id" is not null or "sales_item_id" is not null)
        and "unit" > 0)
);
--> statement-breakpoint
CREATE TABLE "certificate_revocation" (
	"certificate_id" integer PRIMARY KEY,
	"reason" text NOT NULL,
	"note" text,
	"revoked_by_id" integer,
	"revoked_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"revoked_on" date NOT NULL,
	CONSTRAINT "certificate_revocation_reason" CHECK ("reason" in ('changed', 'mistake', 'lost', 'returned', 'other'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX "certificate_first_of_piece" ON "certificate" ("piece_id") WHERE "piece_id" is not null and "replaces_id" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "certificate_first_of_unit" ON "certificate" ("sales_item_id","unit") WHERE "piece_id" is null and "replaces_id" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "certificate_replaces_once" ON "certificate" ("replaces_id") WHERE "replaces_id" is not null;--> statement-breakpoint
CREATE INDEX "certificate_item" ON "certificate" ("item_id");--> statement-breakpoint
CREATE INDEX "certificate_piece" ON "certificate" ("piece_id");--> statement-breakpoint
CREATE INDEX "certificate_line" ON "certificate" ("sales_item_id");--> statement-breakpoint
ALTER TABLE "certificate" ADD CONSTRAINT "certificate_item_id_item_item_id_fkey" FOREIGN KEY ("item_id") REFERENCES "item"("item_id");--> statement-breakpoint
ALTER TABLE "certificate" ADD CONSTRAINT "certificate_piece_id_piece_piece_id_fkey" FOREIGN KEY ("piece_id") REFERENCES "piece"("piece_id");--> statement-breakpoint
ALTER TABLE "certificate" ADD CONSTRAINT "certificate_sales_item_id_sales_item_sales_item_id_fkey" FOREIGN KEY ("sales_item_id") REFERENCES "sales_item"("sales_item_id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "certificate" ADD CONSTRAINT "certificate_replaces_id_certificate_certificate_id_fkey" FOREIGN KEY ("replaces_id") REFERENCES "certificate"("certificate_id");--> statement-breakpoint
ALTER TABLE "certificate" ADD CONSTRAINT "certificate_created_by_id_user_account_user_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "user_account"("user_id");--> statement-breakpoint
ALTER TABLE "certificate_revocation" ADD CONSTRAINT "certificate_revocation_6bOHs4SIsw2U_fkey" FOREIGN KEY ("certificate_id") REFERENCES "certificate"("certificate_id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "certificate_revocation" ADD CONSTRAINT "certificate_revocation_revoked_by_id_user_account_user_id_fkey" FOREIGN KEY ("revoked_by_id") REFERENCES "user_account"("user_id");
--> statement-breakpoint

-- Certificates and their revocations are final. Clearing the demo shop deletes its own.
create function refuse_certificate_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if is_cleared_demo_row('certificate', old.certificate_id) then return old; end if;
  end if;
  raise exception 'rows of % are never changed', tg_table_name using errcode = 'restrict_violation';
end $$;
--> statement-breakpoint
create trigger certificate_is_final before update or delete on certificate
  for each row execute function refuse_certificate_change();
--> statement-breakpoint
create trigger certificate_stays before truncate on certificate
  for each statement execute function refuse_certificate_change();
--> statement-breakpoint
create trigger certificate_revocation_is_final before update or delete on certificate_revocation
  for each row execute function refuse_certificate_change();
--> statement-breakpoint
create trigger certificate_revocation_stays before truncate on certificate_revocation
  for each statement execute function refuse_certificate_change();
--> statement-breakpoint

-- A certificate replaces a revoked one of the same piece, so that never two of a piece count.
create function refuse_second_certificate() returns trigger language plpgsql as $$
begin
  if not exists (
    select from certificate c join certificate_revocation using (certificate_id)
      where c.certificate_id = new.replaces_id
        and (c.piece_id = new.piece_id or c.piece_id is null and new.piece_id is null
          and (c.sales_item_id, c.unit) = (new.sales_item_id, new.unit))) then
    raise exception 'a certificate replaces a revoked one of the same piece' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger certificate_replaces_revoked before insert on certificate
  for each row when (new.replaces_id is not null) execute function refuse_second_certificate();
