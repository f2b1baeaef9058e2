CREATE TABLE "approval" (
	"key_hash" text PRIMARY KEY,
	"session_id" integer NOT NULL,
	"call" text NOT NULL,
	"approver_id" integer NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"used_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "device" (
	"device_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "device_device_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"device_name" text NOT NULL,
	"token_hash" text NOT NULL CONSTRAINT "device_token_unique" UNIQUE,
	"drawer_id" integer,
	"last_used_at" timestamp(3) with time zone,
	"wrong_pins" integer[] DEFAULT '{}'::integer[] NOT NULL,
	"wrong_pin_at" timestamp(3) with time zone,
	"locked_until" timestamp(3) with time zone,
	"created_by_id" integer,
	"modified_by_id" integer,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "device_session" (
	"session_id" integer PRIMARY KEY,
	"device_id" integer NOT NULL CONSTRAINT "device_session_one" UNIQUE,
	"active_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "user_pin" (
	"user_id" integer PRIMARY KEY,
	"pin_hash" text NOT NULL,
	"set_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "audit" ADD COLUMN "approved_by_id" integer;--> statement-breakpoint
CREATE INDEX "approval_session" ON "approval" ("session_id");--> statement-breakpoint
CREATE UNIQUE INDEX "device_name_unique" ON "device" (lower("device_name"));--> statement-breakpoint
ALTER TABLE "approval" ADD CONSTRAINT "approval_session_id_session_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "session"("session_id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "approval" ADD CONSTRAINT "approval_approver_id_user_account_user_id_fkey" FOREIGN KEY ("approver_id") REFERENCES "user_account"("user_id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "device" ADD CONSTRAINT "device_drawer_id_drawer_drawer_id_fkey" FOREIGN KEY ("drawer_id") REFERENCES "drawer"("drawer_id");--> statement-breakpoint
ALTER TABLE "device" ADD CONSTRAINT "device_created_by_id_user_account_user_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "user_account"("user_id");--> statement-breakpoint
ALTER TABLE "device" ADD CONSTRAINT "device_modified_by_id_user_account_user_id_fkey" FOREIGN KEY ("modified_by_id") REFERENCES "user_account"("user_id");--> statement-breakpoint
ALTER TABLE "device_session" ADD CONSTRAINT "device_session_session_id_session_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "session"("session_id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "device_session" ADD CONSTRAINT "device_session_device_id_device_device_id_fkey" FOREIGN KEY ("device_id") REFERENCES "device"("device_id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "user_pin" ADD CONSTRAINT "user_pin_user_id_user_account_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_account"("user_id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "audit" ADD CONSTRAINT "audit_approved_by_id_user_account_user_id_fkey" FOREIGN KEY ("approved_by_id") REFERENCES "user_account"("user_id");