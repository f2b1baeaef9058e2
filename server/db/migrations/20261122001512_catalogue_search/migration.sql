-- What the public catalogue is searched by, put together and lowered once when it is written, not for every row that a search looks at.
ALTER TABLE "item" ADD COLUMN "search_words" text NOT NULL GENERATED ALWAYS AS (
  lower(
    "item_name" || E'\n' || "item_code" || E'\n' || coalesce("description", '') || E'\n' || coalesce("karat", '') || E'\n'
      || coalesce("metal", '') || E'\n' || coalesce("stone", '')
  )
) STORED;--> statement-breakpoint
ALTER TABLE "item_translation" ADD COLUMN "search_words" text NOT NULL GENERATED ALWAYS AS (
  lower(coalesce("item_name", '') || E'\n' || coalesce("description", ''))
) STORED;--> statement-breakpoint
CREATE INDEX "item_translation_search_words_trgm" ON "item_translation" USING gin ("search_words" gin_trgm_ops);
