CREATE TABLE "daily_count" (
	"day" date,
	"kind" text,
	"subject" text,
	"count" integer NOT NULL,
	CONSTRAINT "daily_count_pkey" PRIMARY KEY("kind","day","subject"),
	CONSTRAINT "daily_count_count" CHECK ("count" > 0)
);
--> statement-breakpoint
CREATE TABLE "item_translation" (
	"item_id" integer,
	"language" text,
	"item_name" text,
	"description" text,
	CONSTRAINT "item_translation_pkey" PRIMARY KEY("item_id","language")
);
--> statement-breakpoint
CREATE TABLE "question" (
	"question_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "question_question_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"item_id" integer,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"text" text NOT NULL,
	"language" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"answered_at" timestamp(3) with time zone,
	"answered_by_id" integer
);
--> statement-breakpoint
CREATE TABLE "reminder" (
	"reminder_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "reminder_reminder_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"text" text NOT NULL,
	"due_date" date,
	"due_time" text,
	"done" boolean DEFAULT false NOT NULL,
	"created_by_id" integer,
	"modified_by_id" integer,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "reminder_due_time" CHECK ("due_time" ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
	CONSTRAINT "reminder_due" CHECK ("due_time" is null or "due_date" is not null)
);
--> statement-breakpoint
ALTER TABLE "shop_setting" ADD COLUMN "demo_rows" jsonb;--> statement-breakpoint
CREATE INDEX "question_item" ON "question" ("item_id");--> statement-breakpoint
CREATE INDEX "reminder_due" ON "reminder" ("done","due_date");--> statement-breakpoint
ALTER TABLE "item_translation" ADD CONSTRAINT "item_translation_item_id_item_item_id_fkey" FOREIGN KEY ("item_id") REFERENCES "item"("item_id");--> statement-breakpoint
ALTER TABLE "question" ADD CONSTRAINT "question_item_id_item_item_id_fkey" FOREIGN KEY ("item_id") REFERENCES "item"("item_id");--> statement-breakpoint
ALTER TABLE "question" ADD CONSTRAINT "question_answered_by_id_user_account_user_id_fkey" FOREIGN KEY ("answered_by_id") REFERENCES "user_account"("user_id");--> statement-breakpoint
ALTER TABLE "reminder" ADD CONSTRAINT "reminder_created_by_id_user_account_user_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "user_account"("user_id");--> statement-breakpoint
ALTER TABLE "reminder" ADD CONSTRAINT "reminder_modified_by_id_user_account_user_id_fkey" FOREIGN KEY ("modified_by_id") REFERENCES "user_account"("user_id");