CREATE TABLE "piece_image" (
	"image_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "piece_image_image_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"piece_id" integer NOT NULL,
	"position" integer NOT NULL,
	"url" text NOT NULL,
	"thumb_url" text NOT NULL,
	"focus_x" integer DEFAULT 50 NOT NULL,
	"focus_y" integer DEFAULT 50 NOT NULL,
	"focus_from" text DEFAULT 'nothing' NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "piece_image_focus" CHECK ("focus_x" between 0 and 100 and "focus_y" between 0 and 100),
	CONSTRAINT "piece_image_focus_from" CHECK ("focus_from" in ('nothing', 'picture', 'person'))
);
--> statement-breakpoint
CREATE INDEX "piece_image_piece" ON "piece_image" ("piece_id","position");--> statement-breakpoint
ALTER TABLE "piece_image" ADD CONSTRAINT "piece_image_piece_id_piece_piece_id_fkey" FOREIGN KEY ("piece_id") REFERENCES "piece"("piece_id") ON DELETE CASCADE;