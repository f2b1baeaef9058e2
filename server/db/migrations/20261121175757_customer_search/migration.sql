DROP INDEX "customer_name_trgm";--> statement-breakpoint
-- Lowered once when it is written, not for every row that a search looks at.
ALTER TABLE "customer" ADD COLUMN "name_lowered" text NOT NULL GENERATED ALWAYS AS (
  lower("first_name" || ' ' || coalesce("middle_name" || ' ', '') || "last_name")
) STORED;--> statement-breakpoint
CREATE INDEX "customer_name_lowered_trgm" ON "customer" USING gin ("name_lowered" gin_trgm_ops);
