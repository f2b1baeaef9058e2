CREATE TABLE "cart" (
	"cart_key" uuid,
	"user_id" integer,
	"lines" jsonb NOT NULL,
	"at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "cart_pkey" PRIMARY KEY("cart_key","user_id")
);
--> statement-breakpoint
CREATE INDEX "cart_at" ON "cart" ("at");--> statement-breakpoint
ALTER TABLE "cart" ADD CONSTRAINT "cart_user_id_user_account_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_account"("user_id") ON DELETE CASCADE;