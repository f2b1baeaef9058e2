CREATE TABLE "live" (
	"live_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "live_live_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"live_name" text NOT NULL,
	"platforms" text[] NOT NULL,
	"status" text DEFAULT 'Planned' NOT NULL,
	"planned_start" timestamp(3) with time zone NOT NULL,
	"expected_end" timestamp(3) with time zone NOT NULL,
	"started_at" timestamp(3) with time zone,
	"closed_at" timestamp(3) with time zone,
	"location_id" integer NOT NULL,
	"transaction_type_id" integer NOT NULL,
	"remarks" text,
	"created_by_id" integer,
	"modified_by_id" integer,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "live_status" CHECK ("status" in ('Planned', 'Running', 'Paused', 'Closed')),
	CONSTRAINT "live_started" CHECK (("started_at" is null) = ("status" = 'Planned')),
	CONSTRAINT "live_closed" CHECK (("closed_at" is null) = ("status" <> 'Closed')),
	CONSTRAINT "live_end" CHECK ("expected_end" > "planned_start"),
	CONSTRAINT "live_platforms" CHECK (cardinality("platforms") > 0)
);
--> statement-breakpoint
CREATE TABLE "live_piece" (
	"live_piece_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "live_piece_live_piece_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"live_id" integer NOT NULL,
	"number" integer NOT NULL,
	"position" integer NOT NULL,
	"item_id" integer NOT NULL,
	"piece_id" integer,
	"price" numeric(14,2) NOT NULL,
	"quantity" integer NOT NULL,
	CONSTRAINT "live_piece_number_unique" UNIQUE("live_id","number"),
	CONSTRAINT "live_piece_number" CHECK ("number" between 1 and 999),
	CONSTRAINT "live_piece_quantity" CHECK ("quantity" > 0 and ("piece_id" is null or "quantity" = 1)),
	CONSTRAINT "live_piece_price" CHECK ("price" >= 0)
);
--> statement-breakpoint
CREATE TABLE "live_show" (
	"show_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "live_show_show_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"live_id" integer NOT NULL,
	"live_piece_id" integer,
	"shown_at" timestamp(3) with time zone NOT NULL,
	"shown_by_id" integer
);
--> statement-breakpoint
CREATE INDEX "live_planned_start" ON "live" ("planned_start");--> statement-breakpoint
CREATE UNIQUE INDEX "live_piece_item_unique" ON "live_piece" ("live_id","item_id") WHERE "piece_id" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "live_piece_piece_unique" ON "live_piece" ("live_id","piece_id") WHERE "piece_id" is not null;--> statement-breakpoint
CREATE INDEX "live_piece_of_item" ON "live_piece" ("item_id");--> statement-breakpoint
CREATE INDEX "live_piece_of_piece" ON "live_piece" ("piece_id");--> statement-breakpoint
CREATE INDEX "live_show_of_live" ON "live_show" ("live_id","shown_at");--> statement-breakpoint
CREATE INDEX "live_show_of_piece" ON "live_show" ("live_piece_id");--> statement-breakpoint
ALTER TABLE "live" ADD CONSTRAINT "live_location_id_location_location_id_fkey" FOREIGN KEY ("location_id") REFERENCES "location"("location_id");--> statement-breakpoint
ALTER TABLE "live" ADD CONSTRAINT "live_FB5IsXB46f6Y_fkey" FOREIGN KEY ("transaction_type_id") REFERENCES "transaction_type"("transaction_type_id");--> statement-breakpoint
ALTER TABLE "live" ADD CONSTRAINT "live_created_by_id_user_account_user_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "user_account"("user_id");--> statement-breakpoint
ALTER TABLE "live" ADD CONSTRAINT "live_modified_by_id_user_account_user_id_fkey" FOREIGN KEY ("modified_by_id") REFERENCES "user_account"("user_id");--> statement-breakpoint
ALTER TABLE "live_piece" ADD CONSTRAINT "live_piece_live_id_live_live_id_fkey" FOREIGN KEY ("live_id") REFERENCES "live"("live_id");--> statement-breakpoint
ALTER TABLE "live_piece" ADD CONSTRAINT "live_piece_item_id_item_item_id_fkey" FOREIGN KEY ("item_id") REFERENCES "item"("item_id");--> statement-breakpoint
ALTER TABLE "live_piece" ADD CONSTRAINT "live_piece_piece_id_piece_piece_id_fkey" FOREIGN KEY ("piece_id") REFERENCES "piece"("piece_id");--> statement-breakpoint
ALTER TABLE "live_show" ADD CONSTRAINT "live_show_live_id_live_live_id_fkey" FOREIGN KEY ("live_id") REFERENCES "live"("live_id");--> statement-breakpoint
ALTER TABLE "live_show" ADD CONSTRAINT "live_show_live_piece_id_live_piece_live_piece_id_fkey" FOREIGN KEY ("live_piece_id") REFERENCES "live_piece"("live_piece_id");--> statement-breakpoint
ALTER TABLE "live_show" ADD CONSTRAINT "live_show_shown_by_id_user_account_user_id_fkey" FOREIGN KEY ("shown_by_id") REFERENCES "user_account"("user_id");
--> statement-breakpoint

-- What was on show is evidence: nobody changes it.
create function refuse_live_show_change() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are never changed', tg_table_name using errcode = 'restrict_violation';
end $$;
--> statement-breakpoint
create trigger live_show_is_final before update or delete on live_show
  for each row execute function refuse_live_show_change();
--> statement-breakpoint
create trigger live_show_stays before truncate on live_show
  for each statement execute function refuse_live_show_change();
