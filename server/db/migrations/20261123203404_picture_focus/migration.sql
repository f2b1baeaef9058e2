ALTER TABLE "category" ADD COLUMN "tagalog_name" text;--> statement-breakpoint
ALTER TABLE "category" ADD COLUMN "japanese_name" text;--> statement-breakpoint
ALTER TABLE "item_image" ADD COLUMN "focus_x" integer DEFAULT 50 NOT NULL;--> statement-breakpoint
ALTER TABLE "item_image" ADD COLUMN "focus_y" integer DEFAULT 50 NOT NULL;--> statement-breakpoint
ALTER TABLE "item_image" ADD COLUMN "focus_from" text DEFAULT 'nothing' NOT NULL;--> statement-breakpoint
CREATE INDEX "item_image_without_focus" ON "item_image" ("image_id") WHERE "focus_from" = 'nothing';--> statement-breakpoint
ALTER TABLE "item_image" ADD CONSTRAINT "item_image_focus" CHECK ("focus_x" between 0 and 100 and "focus_y" between 0 and 100);--> statement-breakpoint
ALTER TABLE "item_image" ADD CONSTRAINT "item_image_focus_from" CHECK ("focus_from" in ('nothing', 'picture', 'person'));