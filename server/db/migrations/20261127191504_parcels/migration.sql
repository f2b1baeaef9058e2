CREATE TABLE "parcel" (
	"parcel_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "parcel_parcel_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"sales_transaction_id" integer NOT NULL,
	"carrier" text NOT NULL,
	"tracking_number" text NOT NULL,
	"sent_on" date NOT NULL,
	"tracking_address" text,
	"note" text,
	"created_by_id" integer,
	"modified_by_id" integer,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "parcel_tracking_address" CHECK ("tracking_address" like 'https://%')
);
--> statement-breakpoint
CREATE UNIQUE INDEX "parcel_number_unique" ON "parcel" ("sales_transaction_id",lower("carrier"),lower("tracking_number"));--> statement-breakpoint
ALTER TABLE "parcel" ADD CONSTRAINT "parcel_nKMksgqoVeKF_fkey" FOREIGN KEY ("sales_transaction_id") REFERENCES "sales_transaction"("sales_transaction_id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "parcel" ADD CONSTRAINT "parcel_created_by_id_user_account_user_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "user_account"("user_id");--> statement-breakpoint
ALTER TABLE "parcel" ADD CONSTRAINT "parcel_modified_by_id_user_account_user_id_fkey" FOREIGN KEY ("modified_by_id") REFERENCES "user_account"("user_id");