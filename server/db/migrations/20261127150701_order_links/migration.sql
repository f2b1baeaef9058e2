CREATE TABLE "order_link" (
	"order_link_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "order_link_order_link_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"sales_transaction_id" integer NOT NULL,
	"token_hash" text NOT NULL CONSTRAINT "order_link_token_unique" UNIQUE,
	"code_hash" text NOT NULL CONSTRAINT "order_link_code_unique" UNIQUE,
	"created_by_id" integer,
	"created_at" timestamp(3) with time zone NOT NULL,
	"revoked_by_id" integer,
	"revoked_at" timestamp(3) with time zone,
	"first_seen_at" timestamp(3) with time zone,
	"last_seen_at" timestamp(3) with time zone,
	CONSTRAINT "order_link_seen" CHECK (("first_seen_at" is null) = ("last_seen_at" is null))
);
--> statement-breakpoint
CREATE TABLE "order_visit" (
	"visit_hash" text PRIMARY KEY,
	"order_link_id" integer NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "order_link_one_of_sale" ON "order_link" ("sales_transaction_id") WHERE "revoked_at" is null;--> statement-breakpoint
CREATE INDEX "order_link_sale" ON "order_link" ("sales_transaction_id");--> statement-breakpoint
CREATE INDEX "order_visit_link" ON "order_visit" ("order_link_id");--> statement-breakpoint
ALTER TABLE "order_link" ADD CONSTRAINT "order_link_2sKXpVbxHnST_fkey" FOREIGN KEY ("sales_transaction_id") REFERENCES "sales_transaction"("sales_transaction_id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "order_link" ADD CONSTRAINT "order_link_created_by_id_user_account_user_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "user_account"("user_id");--> statement-breakpoint
ALTER TABLE "order_link" ADD CONSTRAINT "order_link_revoked_by_id_user_account_user_id_fkey" FOREIGN KEY ("revoked_by_id") REFERENCES "user_account"("user_id");--> statement-breakpoint
ALTER TABLE "order_visit" ADD CONSTRAINT "order_visit_order_link_id_order_link_order_link_id_fkey" FOREIGN KEY ("order_link_id") REFERENCES "order_link"("order_link_id") ON DELETE CASCADE;