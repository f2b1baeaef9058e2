-- Unlogged: it is written often, and after a crash of PostgreSQL no import runs.
CREATE UNLOGGED TABLE "import_progress" (
	"user_id" integer PRIMARY KEY,
	"doing" text NOT NULL,
	"rows" integer NOT NULL,
	"total" integer NOT NULL,
	"at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "import_progress" ADD CONSTRAINT "import_progress_user_id_user_account_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_account"("user_id") ON DELETE CASCADE;