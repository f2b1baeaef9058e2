CREATE TABLE "message_digest" (
	"user_id" integer PRIMARY KEY,
	"every" text NOT NULL,
	"hour" integer NOT NULL,
	"last_at" timestamp(3) with time zone,
	"messages_from" timestamp(3) with time zone,
	"link_key" uuid DEFAULT gen_random_uuid() NOT NULL CONSTRAINT "message_digest_link" UNIQUE,
	CONSTRAINT "message_digest_hour" CHECK ("hour" between 0 and 23)
);
--> statement-breakpoint
ALTER TABLE "notification" ADD COLUMN "mail_id" integer;--> statement-breakpoint
CREATE INDEX "notification_mail" ON "notification" ("mail_id") WHERE "mail_id" is not null;--> statement-breakpoint
ALTER TABLE "message_digest" ADD CONSTRAINT "message_digest_user_id_user_account_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_account"("user_id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "notification" ADD CONSTRAINT "notification_mail_id_mail_mail_id_fkey" FOREIGN KEY ("mail_id") REFERENCES "mail"("mail_id") ON DELETE SET NULL;