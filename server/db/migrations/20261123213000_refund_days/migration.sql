CREATE INDEX "sales_refund_at" ON "sales_refund" ("created_at");--> statement-breakpoint
-- Refunds count on their own day, so a sale counts with its whole total. PostgreSQL adds up the completed sales of any
-- period from the index alone.
DROP INDEX "sales_transaction_completed";--> statement-breakpoint
ALTER TABLE "sales_transaction" DROP COLUMN "earned_centavos",
  ADD COLUMN "sold_centavos" bigint NOT NULL GENERATED ALWAYS AS (("total_purchase" * 100)::bigint) STORED;--> statement-breakpoint
CREATE INDEX "sales_transaction_completed" ON "sales_transaction" ("completed_at") INCLUDE ("sold_centavos", "status") WHERE "completed_at" is not null;
