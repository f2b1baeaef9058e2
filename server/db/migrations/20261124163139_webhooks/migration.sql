CREATE TABLE "webhook" (
	"webhook_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "webhook_webhook_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"webhook_name" text NOT NULL,
	"address" text NOT NULL,
	"events" text[] NOT NULL,
	"active" boolean DEFAULT false NOT NULL,
	"off_reason" text,
	"secret" text NOT NULL,
	"former_secret" text,
	"former_secret_until" timestamp(3) with time zone,
	"place" text,
	"place_database" text,
	"failures" integer DEFAULT 0 NOT NULL,
	"failing_since" timestamp(3) with time zone,
	"rests_until" timestamp(3) with time zone,
	"created_by_id" integer,
	"modified_by_id" integer,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "webhook_events" CHECK (cardinality("events") > 0),
	CONSTRAINT "webhook_off" CHECK (not ("active" and "off_reason" is not null)),
	CONSTRAINT "webhook_former_secret" CHECK (("former_secret" is null) = ("former_secret_until" is null)),
	CONSTRAINT "webhook_failing" CHECK (("failures" = 0) = ("failing_since" is null))
);
--> statement-breakpoint
CREATE TABLE "webhook_delivery" (
	"delivery_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "webhook_delivery_delivery_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"webhook_id" integer NOT NULL,
	"event_id" bigint,
	"message_id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"type" text NOT NULL,
	"entity" text NOT NULL,
	"entity_id" integer,
	"user_id" integer,
	"touched" jsonb,
	"happened_at" timestamp(3) with time zone NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"claimed_at" timestamp(3) with time zone,
	"next_try_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"tried_at" timestamp(3) with time zone,
	"answer_code" integer,
	"duration" integer,
	"reason" text,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "webhook_delivery_once" UNIQUE("webhook_id","event_id"),
	CONSTRAINT "webhook_delivery_attempts" CHECK ("attempts" >= 0)
);
--> statement-breakpoint
CREATE INDEX "webhook_delivery_newest" ON "webhook_delivery" ("webhook_id","delivery_id");--> statement-breakpoint
CREATE INDEX "webhook_delivery_tried" ON "webhook_delivery" ("webhook_id","tried_at");--> statement-breakpoint
CREATE INDEX "webhook_delivery_user_id" ON "webhook_delivery" ("user_id");--> statement-breakpoint
CREATE INDEX "webhook_delivery_order" ON "webhook_delivery" ("webhook_id","entity","entity_id","delivery_id") WHERE "state" = 'waiting';--> statement-breakpoint
CREATE INDEX "webhook_delivery_due" ON "webhook_delivery" ("webhook_id","next_try_at") WHERE "state" = 'waiting';--> statement-breakpoint
CREATE INDEX "webhook_delivery_failed" ON "webhook_delivery" ("webhook_id") WHERE "state" = 'failed';--> statement-breakpoint
ALTER TABLE "webhook" ADD CONSTRAINT "webhook_created_by_id_user_account_user_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "user_account"("user_id");--> statement-breakpoint
ALTER TABLE "webhook" ADD CONSTRAINT "webhook_modified_by_id_user_account_user_id_fkey" FOREIGN KEY ("modified_by_id") REFERENCES "user_account"("user_id");--> statement-breakpoint
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_webhook_id_webhook_webhook_id_fkey" FOREIGN KEY ("webhook_id") REFERENCES "webhook"("webhook_id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_user_id_user_account_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_account"("user_id") ON DELETE SET NULL;--> statement-breakpoint
SELECT jobs.create_queue('webhook', '{"policy": "short", "deadLetter": "dead"}');
