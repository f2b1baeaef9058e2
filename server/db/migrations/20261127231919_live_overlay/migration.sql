ALTER TABLE "live" ADD COLUMN "overlay_hash" text;--> statement-breakpoint
ALTER TABLE "live" ADD COLUMN "overlay_made_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "live" ADD CONSTRAINT "live_overlay_unique" UNIQUE("overlay_hash");--> statement-breakpoint
ALTER TABLE "live" ADD CONSTRAINT "live_overlay" CHECK (("overlay_hash" is null) = ("overlay_made_at" is null));