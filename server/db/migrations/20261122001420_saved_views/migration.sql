CREATE TABLE "default_view" (
	"user_id" integer,
	"list" text,
	"view_id" integer NOT NULL,
	CONSTRAINT "default_view_pkey" PRIMARY KEY("user_id","list")
);
--> statement-breakpoint
CREATE TABLE "saved_view" (
	"view_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "saved_view_view_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"list" text NOT NULL,
	"view_name" text NOT NULL,
	"query" jsonb NOT NULL,
	"hidden" jsonb NOT NULL,
	"shared" boolean DEFAULT false NOT NULL,
	"user_id" integer NOT NULL,
	"created_by_id" integer,
	"modified_by_id" integer,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "default_view_view" ON "default_view" ("view_id");--> statement-breakpoint
CREATE UNIQUE INDEX "saved_view_name_unique" ON "saved_view" ("user_id","list",lower("view_name"));--> statement-breakpoint
ALTER TABLE "default_view" ADD CONSTRAINT "default_view_user_id_user_account_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_account"("user_id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "default_view" ADD CONSTRAINT "default_view_view_id_saved_view_view_id_fkey" FOREIGN KEY ("view_id") REFERENCES "saved_view"("view_id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "saved_view" ADD CONSTRAINT "saved_view_user_id_user_account_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_account"("user_id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "saved_view" ADD CONSTRAINT "saved_view_created_by_id_user_account_user_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "user_account"("user_id");--> statement-breakpoint
ALTER TABLE "saved_view" ADD CONSTRAINT "saved_view_modified_by_id_user_account_user_id_fkey" FOREIGN KEY ("modified_by_id") REFERENCES "user_account"("user_id");