CREATE TABLE "live_basket" (
	"basket_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "live_basket_basket_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"live_id" integer NOT NULL,
	"buyer_id" integer NOT NULL,
	"sales_transaction_id" integer CONSTRAINT "live_basket_of_sale" UNIQUE,
	"sent_at" timestamp(3) with time zone,
	"sent_by_id" integer,
	CONSTRAINT "live_basket_of_buyer" UNIQUE("live_id","buyer_id")
);
--> statement-breakpoint
CREATE TABLE "live_buyer_mark" (
	"mark_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "live_buyer_mark_mark_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"buyer_id" integer NOT NULL,
	"mark" text NOT NULL,
	"reason" text NOT NULL,
	"marked_at" timestamp(3) with time zone NOT NULL,
	"marked_by_id" integer,
	"ended_at" timestamp(3) with time zone,
	"ended_by_id" integer,
	CONSTRAINT "live_buyer_mark_mark" CHECK ("mark" in ('deposit first', 'not served'))
);
--> statement-breakpoint
CREATE TABLE "live_claim" (
	"claim_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "live_claim_claim_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"live_id" integer NOT NULL,
	"live_piece_id" integer NOT NULL,
	"buyer_id" integer NOT NULL,
	"comment_id" integer NOT NULL CONSTRAINT "live_claim_of_comment" UNIQUE,
	"status" text NOT NULL,
	"rank" integer NOT NULL,
	"order_at" timestamp(3) with time zone NOT NULL,
	"order_place" integer NOT NULL,
	"asked_until" timestamp(3) with time zone,
	"reason" text,
	"sales_item_id" integer,
	"noted_by_id" integer,
	"noted_at" timestamp(3) with time zone NOT NULL,
	"decided_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "live_claim_asked_until" CHECK (("asked_until" is not null) = ("status" = 'asked'))
);
--> statement-breakpoint
CREATE TABLE "live_comment" (
	"comment_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "live_comment_comment_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"live_id" integer NOT NULL,
	"platform" text NOT NULL,
	"name" text NOT NULL,
	"text" text NOT NULL,
	"platform_key" text,
	"written_at" timestamp(3) with time zone,
	"order_source" text NOT NULL,
	"place" integer NOT NULL,
	"entered_at" timestamp(3) with time zone NOT NULL,
	"entered_by_id" integer,
	"on_show_id" integer,
	"outcome" text NOT NULL,
	"question" text,
	"decided_at" timestamp(3) with time zone,
	"decided_by_id" integer,
	CONSTRAINT "live_comment_question" CHECK (("question" is not null) = ("outcome" = 'undecided'))
);
--> statement-breakpoint
CREATE TABLE "live_step" (
	"step_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "live_step_step_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"live_id" integer NOT NULL,
	"at" timestamp(3) with time zone NOT NULL,
	"kind" text NOT NULL,
	"live_piece_id" integer NOT NULL,
	"claim_id" integer,
	"facts" jsonb NOT NULL,
	"outcome" text,
	"reason" text,
	"by_id" integer
);
--> statement-breakpoint
ALTER TABLE "live" ADD COLUMN "line_length" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE INDEX "live_basket_buyer" ON "live_basket" ("buyer_id");--> statement-breakpoint
CREATE UNIQUE INDEX "live_buyer_mark_once" ON "live_buyer_mark" ("buyer_id","mark") WHERE "ended_at" is null;--> statement-breakpoint
CREATE INDEX "live_claim_of_live" ON "live_claim" ("live_id");--> statement-breakpoint
CREATE INDEX "live_claim_of_piece" ON "live_claim" ("live_piece_id","rank");--> statement-breakpoint
CREATE INDEX "live_claim_of_buyer" ON "live_claim" ("buyer_id");--> statement-breakpoint
CREATE UNIQUE INDEX "live_claim_line_unique" ON "live_claim" ("sales_item_id");--> statement-breakpoint
CREATE UNIQUE INDEX "live_claim_open_once" ON "live_claim" ("live_piece_id","buyer_id") WHERE "status" in ('won', 'waiting', 'asked', 'invoiced');--> statement-breakpoint
CREATE INDEX "live_claim_asked" ON "live_claim" ("asked_until") WHERE "status" = 'asked';--> statement-breakpoint
CREATE UNIQUE INDEX "live_comment_key_unique" ON "live_comment" ("live_id","platform","platform_key") WHERE "platform_key" is not null;--> statement-breakpoint
CREATE INDEX "live_comment_place" ON "live_comment" ("live_id","platform","place");--> statement-breakpoint
CREATE INDEX "live_comment_undecided" ON "live_comment" ("live_id") WHERE "outcome" = 'undecided';--> statement-breakpoint
CREATE INDEX "live_step_of_live" ON "live_step" ("live_id","step_id");--> statement-breakpoint
CREATE INDEX "live_step_of_piece" ON "live_step" ("live_piece_id");--> statement-breakpoint
CREATE INDEX "live_step_of_claim" ON "live_step" ("claim_id");--> statement-breakpoint
ALTER TABLE "live_basket" ADD CONSTRAINT "live_basket_live_id_live_live_id_fkey" FOREIGN KEY ("live_id") REFERENCES "live"("live_id");--> statement-breakpoint
ALTER TABLE "live_basket" ADD CONSTRAINT "live_basket_buyer_id_buyer_buyer_id_fkey" FOREIGN KEY ("buyer_id") REFERENCES "buyer"("buyer_id");--> statement-breakpoint
ALTER TABLE "live_basket" ADD CONSTRAINT "live_basket_6BYSD0K2AlsX_fkey" FOREIGN KEY ("sales_transaction_id") REFERENCES "sales_transaction"("sales_transaction_id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "live_basket" ADD CONSTRAINT "live_basket_sent_by_id_user_account_user_id_fkey" FOREIGN KEY ("sent_by_id") REFERENCES "user_account"("user_id");--> statement-breakpoint
ALTER TABLE "live_buyer_mark" ADD CONSTRAINT "live_buyer_mark_buyer_id_buyer_buyer_id_fkey" FOREIGN KEY ("buyer_id") REFERENCES "buyer"("buyer_id");--> statement-breakpoint
ALTER TABLE "live_buyer_mark" ADD CONSTRAINT "live_buyer_mark_marked_by_id_user_account_user_id_fkey" FOREIGN KEY ("marked_by_id") REFERENCES "user_account"("user_id");--> statement-breakpoint
ALTER TABLE "live_buyer_mark" ADD CONSTRAINT "live_buyer_mark_ended_by_id_user_account_user_id_fkey" FOREIGN KEY ("ended_by_id") REFERENCES "user_account"("user_id");--> statement-breakpoint
ALTER TABLE "live_claim" ADD CONSTRAINT "live_claim_live_id_live_live_id_fkey" FOREIGN KEY ("live_id") REFERENCES "live"("live_id");--> statement-breakpoint
ALTER TABLE "live_claim" ADD CONSTRAINT "live_claim_live_piece_id_live_piece_live_piece_id_fkey" FOREIGN KEY ("live_piece_id") REFERENCES "live_piece"("live_piece_id");--> statement-breakpoint
ALTER TABLE "live_claim" ADD CONSTRAINT "live_claim_buyer_id_buyer_buyer_id_fkey" FOREIGN KEY ("buyer_id") REFERENCES "buyer"("buyer_id");--> statement-breakpoint
ALTER TABLE "live_claim" ADD CONSTRAINT "live_claim_comment_id_live_comment_comment_id_fkey" FOREIGN KEY ("comment_id") REFERENCES "live_comment"("comment_id");--> statement-breakpoint
ALTER TABLE "live_claim" ADD CONSTRAINT "live_claim_sales_item_id_sales_item_sales_item_id_fkey" FOREIGN KEY ("sales_item_id") REFERENCES "sales_item"("sales_item_id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "live_claim" ADD CONSTRAINT "live_claim_noted_by_id_user_account_user_id_fkey" FOREIGN KEY ("noted_by_id") REFERENCES "user_account"("user_id");--> statement-breakpoint
ALTER TABLE "live_comment" ADD CONSTRAINT "live_comment_live_id_live_live_id_fkey" FOREIGN KEY ("live_id") REFERENCES "live"("live_id");--> statement-breakpoint
ALTER TABLE "live_comment" ADD CONSTRAINT "live_comment_entered_by_id_user_account_user_id_fkey" FOREIGN KEY ("entered_by_id") REFERENCES "user_account"("user_id");--> statement-breakpoint
ALTER TABLE "live_comment" ADD CONSTRAINT "live_comment_on_show_id_live_piece_live_piece_id_fkey" FOREIGN KEY ("on_show_id") REFERENCES "live_piece"("live_piece_id");--> statement-breakpoint
ALTER TABLE "live_comment" ADD CONSTRAINT "live_comment_decided_by_id_user_account_user_id_fkey" FOREIGN KEY ("decided_by_id") REFERENCES "user_account"("user_id");--> statement-breakpoint
ALTER TABLE "live_step" ADD CONSTRAINT "live_step_live_id_live_live_id_fkey" FOREIGN KEY ("live_id") REFERENCES "live"("live_id");--> statement-breakpoint
ALTER TABLE "live_step" ADD CONSTRAINT "live_step_live_piece_id_live_piece_live_piece_id_fkey" FOREIGN KEY ("live_piece_id") REFERENCES "live_piece"("live_piece_id");--> statement-breakpoint
ALTER TABLE "live_step" ADD CONSTRAINT "live_step_claim_id_live_claim_claim_id_fkey" FOREIGN KEY ("claim_id") REFERENCES "live_claim"("claim_id");--> statement-breakpoint
ALTER TABLE "live_step" ADD CONSTRAINT "live_step_by_id_user_account_user_id_fkey" FOREIGN KEY ("by_id") REFERENCES "user_account"("user_id");--> statement-breakpoint
ALTER TABLE "live" ADD CONSTRAINT "live_line_length" CHECK ("line_length" between 0 and 3);
--> statement-breakpoint

-- The steps that decided the claims are evidence: nobody changes them.
create trigger live_step_is_final before update or delete on live_step
  for each row execute function refuse_live_show_change();
--> statement-breakpoint
create trigger live_step_stays before truncate on live_step
  for each statement execute function refuse_live_show_change();
