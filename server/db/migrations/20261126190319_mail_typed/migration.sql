ALTER TABLE "mail" ADD COLUMN "to_typed_address" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- Earlier invoices keep the address that they were asked for.
UPDATE "mail" SET "to_typed_address" = true WHERE "kind" = 'invoice';