CREATE TABLE "sales_instalment" (
	"sales_transaction_id" integer,
	"due_date" date,
	"amount" numeric(14,2) NOT NULL,
	"told_at" timestamp(3) with time zone,
	CONSTRAINT "sales_instalment_pkey" PRIMARY KEY("sales_transaction_id","due_date"),
	CONSTRAINT "sales_instalment_amount" CHECK ("amount" > 0)
);
--> statement-breakpoint
CREATE INDEX "sales_instalment_due" ON "sales_instalment" ("due_date");--> statement-breakpoint
ALTER TABLE "sales_instalment" ADD CONSTRAINT "sales_instalment_1Csg4bozZOBC_fkey" FOREIGN KEY ("sales_transaction_id") REFERENCES "sales_transaction"("sales_transaction_id");