CREATE TABLE "event" (
	"event_id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "event_event_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"transaction_id" xid8 DEFAULT pg_current_xact_id() NOT NULL,
	"at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"type" text NOT NULL,
	"entity" text NOT NULL,
	"entity_id" integer,
	"user_id" integer,
	"recipient_id" integer,
	"call_id" text,
	"touched" jsonb
);
--> statement-breakpoint
CREATE INDEX "event_transaction" ON "event" ("transaction_id");