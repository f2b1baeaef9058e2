ALTER TABLE "import" ADD COLUMN "changed_ids" integer[] DEFAULT '{}'::integer[] NOT NULL;--> statement-breakpoint
ALTER TABLE "import_draft_row" ADD COLUMN "change" jsonb;--> statement-breakpoint
ALTER TABLE "import_progress" ADD COLUMN "stopped" boolean DEFAULT false NOT NULL;