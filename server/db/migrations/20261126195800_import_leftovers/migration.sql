ALTER TABLE "import" ADD COLUMN "made" jsonb DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "import" ADD COLUMN "kept" jsonb DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE "import_draft" ADD COLUMN "raw_header" jsonb;--> statement-breakpoint
ALTER TABLE "import_draft_row" ADD COLUMN "raw" jsonb;