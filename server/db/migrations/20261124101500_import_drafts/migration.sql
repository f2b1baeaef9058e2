-- Unlogged: customers' data stays out of the log and of standbys, and the owners of the files still have them after a crash.
CREATE UNLOGGED TABLE "import_draft" (
	"import_draft_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "import_draft_import_draft_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"file_name" text NOT NULL,
	"encoding" text,
	"separator" text,
	"sheet" text,
	"header" jsonb NOT NULL,
	"rows" integer NOT NULL,
	"mapping" jsonb NOT NULL,
	"mapping_name" text,
	"fixes" jsonb NOT NULL,
	"check_result" jsonb,
	"created_by_id" integer,
	"modified_by_id" integer,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE UNLOGGED TABLE "import_draft_row" (
	"import_draft_id" integer,
	"row_number" integer,
	"cells" jsonb NOT NULL,
	"corrected" jsonb,
	"left_out" boolean DEFAULT false NOT NULL,
	"wrong" jsonb,
	CONSTRAINT "import_draft_row_pkey" PRIMARY KEY("import_draft_id","row_number")
);
--> statement-breakpoint
CREATE TABLE "import_mapping" (
	"import_mapping_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "import_mapping_import_mapping_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"mapping_name" text NOT NULL,
	"header" jsonb NOT NULL,
	"mapping" jsonb NOT NULL,
	"created_by_id" integer,
	"modified_by_id" integer,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "import_mapping_name_unique" ON "import_mapping" ("kind",lower("mapping_name"));--> statement-breakpoint
ALTER TABLE "import_draft" ADD CONSTRAINT "import_draft_created_by_id_user_account_user_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "user_account"("user_id");--> statement-breakpoint
ALTER TABLE "import_draft" ADD CONSTRAINT "import_draft_modified_by_id_user_account_user_id_fkey" FOREIGN KEY ("modified_by_id") REFERENCES "user_account"("user_id");--> statement-breakpoint
ALTER TABLE "import_draft_row" ADD CONSTRAINT "import_draft_row_MCjX0ARlMDZ0_fkey" FOREIGN KEY ("import_draft_id") REFERENCES "import_draft"("import_draft_id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "import_mapping" ADD CONSTRAINT "import_mapping_created_by_id_user_account_user_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "user_account"("user_id");--> statement-breakpoint
ALTER TABLE "import_mapping" ADD CONSTRAINT "import_mapping_modified_by_id_user_account_user_id_fkey" FOREIGN KEY ("modified_by_id") REFERENCES "user_account"("user_id");