ALTER TABLE "drawer_session" ADD COLUMN "finished_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "drawer_session" ADD COLUMN "signature" jsonb;--> statement-breakpoint
ALTER TABLE "drawer_session" ADD CONSTRAINT "drawer_session_finished" CHECK ("finished_at" is null or "counting_at" is not null);