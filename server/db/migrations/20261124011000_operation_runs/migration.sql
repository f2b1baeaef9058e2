CREATE TABLE "database_size" (
	"day" date PRIMARY KEY,
	"bytes" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "operation_run" (
	"run_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "operation_run_run_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"started_at" timestamp(3) with time zone NOT NULL,
	"ended_at" timestamp(3) with time zone NOT NULL,
	"result" text NOT NULL,
	"detail" text NOT NULL,
	"file" text,
	"bytes" bigint,
	CONSTRAINT "operation_run_kind" CHECK ("kind" in ('backup', 'check', 'restore', 'verify', 'housekeeping', 'pictures', 'mail')),
	CONSTRAINT "operation_run_result" CHECK ("result" in ('succeeded', 'failed')),
	CONSTRAINT "operation_run_times" CHECK ("ended_at" >= "started_at")
);
--> statement-breakpoint
ALTER TABLE "shop_setting" ADD COLUMN "remind_of_backups" boolean DEFAULT true NOT NULL;--> statement-breakpoint
CREATE INDEX "operation_run_by_kind" ON "operation_run" ("kind","run_id");--> statement-breakpoint

create trigger operation_run_is_final before update or delete on operation_run
  for each row execute function refuse_change();
--> statement-breakpoint
create trigger operation_run_stays before truncate on operation_run
  for each statement execute function refuse_change();
