CREATE TABLE "import" (
	"import_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "import_import_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"file_name" text NOT NULL,
	"rows" integer NOT NULL,
	"record_ids" integer[] NOT NULL,
	"undone_at" timestamp(3) with time zone,
	"undone_by_id" integer,
	"created_by_id" integer,
	"modified_by_id" integer,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "import" ADD CONSTRAINT "import_undone_by_id_user_account_user_id_fkey" FOREIGN KEY ("undone_by_id") REFERENCES "user_account"("user_id");--> statement-breakpoint
ALTER TABLE "import" ADD CONSTRAINT "import_created_by_id_user_account_user_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "user_account"("user_id");--> statement-breakpoint
ALTER TABLE "import" ADD CONSTRAINT "import_modified_by_id_user_account_user_id_fkey" FOREIGN KEY ("modified_by_id") REFERENCES "user_account"("user_id");