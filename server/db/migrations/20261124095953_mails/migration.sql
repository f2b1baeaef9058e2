CREATE TABLE "mail" (
	"mail_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "mail_mail_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"channel" text DEFAULT 'email' NOT NULL,
	"language" text DEFAULT 'en' NOT NULL,
	"recipient" text NOT NULL,
	"subject" text NOT NULL,
	"body" text NOT NULL,
	"customer_id" integer,
	"sale_id" integer,
	"user_id" integer,
	"asked_by_id" integer,
	"origin" text,
	"dedupe_key" text CONSTRAINT "mail_told_once" UNIQUE,
	"message_id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"state" text DEFAULT 'queued' NOT NULL,
	"reason" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"uncertain" integer DEFAULT 0 NOT NULL,
	"claimed_at" timestamp(3) with time zone,
	"next_try_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "mail_uncertain" CHECK ("uncertain" between 0 and 2),
	CONSTRAINT "mail_sent" CHECK (("state" = 'sent') = ("sent_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "message_choice" (
	"customer_id" integer PRIMARY KEY,
	"language" text,
	"refused_at" timestamp(3) with time zone,
	"link_key" uuid DEFAULT gen_random_uuid() NOT NULL CONSTRAINT "message_choice_link" UNIQUE
);
--> statement-breakpoint
CREATE TABLE "message_template" (
	"kind" text,
	"language" text,
	"subject" text NOT NULL,
	"body" text NOT NULL,
	"created_by_id" integer,
	"modified_by_id" integer,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "message_template_pkey" PRIMARY KEY("kind","language")
);
--> statement-breakpoint
ALTER TABLE "shop_setting" ADD COLUMN "customer_language" text DEFAULT 'en' NOT NULL;--> statement-breakpoint
ALTER TABLE "shop_setting" ADD COLUMN "message_kinds" jsonb DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE "shop_setting" ADD COLUMN "quiet_from" text;--> statement-breakpoint
ALTER TABLE "shop_setting" ADD COLUMN "quiet_until" text;--> statement-breakpoint
ALTER TABLE "shop_setting" ADD COLUMN "reminders_from" date;--> statement-breakpoint
CREATE INDEX "mail_customer" ON "mail" ("customer_id");--> statement-breakpoint
CREATE INDEX "mail_sale" ON "mail" ("sale_id");--> statement-breakpoint
CREATE INDEX "mail_user" ON "mail" ("user_id");--> statement-breakpoint
CREATE INDEX "mail_asked_by" ON "mail" ("asked_by_id");--> statement-breakpoint
CREATE INDEX "mail_waiting" ON "mail" ("next_try_at") WHERE "state" = 'queued';--> statement-breakpoint
ALTER TABLE "mail" ADD CONSTRAINT "mail_customer_id_customer_customer_id_fkey" FOREIGN KEY ("customer_id") REFERENCES "customer"("customer_id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "mail" ADD CONSTRAINT "mail_sale_id_sales_transaction_sales_transaction_id_fkey" FOREIGN KEY ("sale_id") REFERENCES "sales_transaction"("sales_transaction_id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "mail" ADD CONSTRAINT "mail_user_id_user_account_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_account"("user_id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "mail" ADD CONSTRAINT "mail_asked_by_id_user_account_user_id_fkey" FOREIGN KEY ("asked_by_id") REFERENCES "user_account"("user_id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "message_choice" ADD CONSTRAINT "message_choice_customer_id_customer_customer_id_fkey" FOREIGN KEY ("customer_id") REFERENCES "customer"("customer_id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "message_template" ADD CONSTRAINT "message_template_created_by_id_user_account_user_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "user_account"("user_id");--> statement-breakpoint
ALTER TABLE "message_template" ADD CONSTRAINT "message_template_modified_by_id_user_account_user_id_fkey" FOREIGN KEY ("modified_by_id") REFERENCES "user_account"("user_id");