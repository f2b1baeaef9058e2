ALTER TABLE "order_link" ADD COLUMN "mail_id" integer;--> statement-breakpoint
DROP INDEX "order_link_one_of_sale";--> statement-breakpoint
CREATE UNIQUE INDEX "order_link_one_of_sale" ON "order_link" ("sales_transaction_id") WHERE "revoked_at" is null and "mail_id" is null;--> statement-breakpoint
CREATE INDEX "order_link_mail" ON "order_link" ("mail_id");--> statement-breakpoint
ALTER TABLE "order_link" ADD CONSTRAINT "order_link_mail_id_mail_mail_id_fkey" FOREIGN KEY ("mail_id") REFERENCES "mail"("mail_id") ON DELETE CASCADE;