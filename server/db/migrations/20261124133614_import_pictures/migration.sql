CREATE TABLE "import_picture" (
	"import_picture_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "import_picture_import_picture_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"import_id" integer NOT NULL,
	"item_id" integer NOT NULL,
	"source" text NOT NULL,
	"state" text NOT NULL,
	"reason" text,
	CONSTRAINT "import_picture_state" CHECK ("state" in ('waiting', 'taken', 'failed', 'named'))
);
--> statement-breakpoint
CREATE INDEX "import_picture_import" ON "import_picture" ("import_id");--> statement-breakpoint
CREATE INDEX "import_picture_item" ON "import_picture" ("item_id");--> statement-breakpoint
CREATE INDEX "import_picture_waiting" ON "import_picture" ("import_picture_id") WHERE "state" = 'waiting';--> statement-breakpoint
ALTER TABLE "import_picture" ADD CONSTRAINT "import_picture_import_id_import_import_id_fkey" FOREIGN KEY ("import_id") REFERENCES "import"("import_id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "import_picture" ADD CONSTRAINT "import_picture_item_id_item_item_id_fkey" FOREIGN KEY ("item_id") REFERENCES "item"("item_id") ON DELETE CASCADE;