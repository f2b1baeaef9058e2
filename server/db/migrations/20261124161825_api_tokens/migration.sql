CREATE TABLE "api_token" (
	"token_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "api_token_token_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"token_name" text NOT NULL,
	"token_hash" text NOT NULL CONSTRAINT "api_token_unique" UNIQUE,
	"user_id" integer NOT NULL,
	"operations" text[] NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL,
	"last_used_at" timestamp(3) with time zone,
	"revoked_at" timestamp(3) with time zone,
	CONSTRAINT "api_token_operations" CHECK (cardinality("operations") > 0),
	CONSTRAINT "api_token_expires" CHECK ("expires_at" > "created_at")
);
--> statement-breakpoint
ALTER TABLE "audit" ADD COLUMN "api_token_id" integer;--> statement-breakpoint
CREATE INDEX "api_token_user_id" ON "api_token" ("user_id");--> statement-breakpoint
ALTER TABLE "api_token" ADD CONSTRAINT "api_token_user_id_user_account_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_account"("user_id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "audit" ADD CONSTRAINT "audit_api_token_id_api_token_token_id_fkey" FOREIGN KEY ("api_token_id") REFERENCES "api_token"("token_id");