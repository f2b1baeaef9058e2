ALTER TABLE "shop_setting" ADD COLUMN "least_deposit" numeric(14,2) DEFAULT '0' NOT NULL;--> statement-breakpoint
ALTER TABLE "shop_setting" ADD COLUMN "least_deposit_unit" text DEFAULT 'pesos' NOT NULL;--> statement-breakpoint
ALTER TABLE "sales_transaction" ADD COLUMN "client_key" uuid;--> statement-breakpoint
ALTER TABLE "sales_transaction" ADD COLUMN "client_digest" text;--> statement-breakpoint
ALTER TABLE "sales_transaction" ADD CONSTRAINT "sales_transaction_client_key_unique" UNIQUE("client_key");--> statement-breakpoint
ALTER TABLE "shop_setting" ADD CONSTRAINT "shop_setting_least_deposit" CHECK ("least_deposit" >= 0 and ("least_deposit_unit" = 'pesos' or ("least_deposit_unit" = 'percent' and "least_deposit" <= 100)));