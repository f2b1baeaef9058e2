ALTER TABLE "piece" ADD COLUMN "certificate_file" text;--> statement-breakpoint
CREATE INDEX "piece_certificate_file" ON "piece" ("certificate_file") WHERE "certificate_file" is not null;--> statement-breakpoint
ALTER TABLE "piece" ADD CONSTRAINT "piece_certificate_file" CHECK ("certificate_file" ~ '^[0-9a-f]{32}\.(webp|pdf)$');