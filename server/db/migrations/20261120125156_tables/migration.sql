CREATE TABLE "adjustment_reason" (
	"adjustment_reason_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "adjustment_reason_adjustment_reason_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"reason_name" text NOT NULL,
	"description" text NOT NULL,
	"created_by_id" integer,
	"modified_by_id" integer,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "adjustment_type" (
	"adjustment_type_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "adjustment_type_adjustment_type_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"type_name" text NOT NULL,
	"description" text NOT NULL,
	"created_by_id" integer,
	"modified_by_id" integer,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "attempt" (
	"attempt_id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "attempt_attempt_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"bucket" text NOT NULL,
	"at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit" (
	"audit_id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_audit_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"user_id" integer,
	"action" text NOT NULL,
	"entity" text NOT NULL,
	"entity_id" integer NOT NULL,
	"before" jsonb,
	"after" jsonb
);
--> statement-breakpoint
CREATE TABLE "category" (
	"category_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "category_category_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"category_code" text NOT NULL,
	"category_name" text NOT NULL,
	"description" text,
	"status" boolean DEFAULT true NOT NULL,
	"created_by_id" integer,
	"modified_by_id" integer,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "company_profile" (
	"id" integer PRIMARY KEY DEFAULT 1,
	"company_name" text NOT NULL,
	"registration_number" text NOT NULL,
	"company_address" text,
	"company_email" text NOT NULL,
	"company_phone" text NOT NULL,
	"company_phone_secondary" text,
	"tax_details" text,
	"image_url" text,
	"instagram" text,
	"facebook" text,
	"tiktok" text,
	"lineapp" text,
	"created_by_id" integer,
	"modified_by_id" integer,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "company_profile_one_row" CHECK ("id" = 1)
);
--> statement-breakpoint
CREATE TABLE "customer" (
	"customer_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "customer_customer_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"first_name" text NOT NULL,
	"middle_name" text,
	"last_name" text NOT NULL,
	"contact_no" text NOT NULL,
	"address" text,
	"email" text NOT NULL,
	"customer_type_id" integer NOT NULL,
	"created_by_id" integer,
	"modified_by_id" integer,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "customer_type" (
	"customer_type_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "customer_type_customer_type_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"type_name" text NOT NULL,
	"description" text,
	"created_by_id" integer,
	"modified_by_id" integer,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "document_number" (
	"kind" text,
	"year" integer,
	"last" integer NOT NULL,
	CONSTRAINT "document_number_pkey" PRIMARY KEY("kind","year")
);
--> statement-breakpoint
CREATE TABLE "idempotency_key" (
	"user_id" integer,
	"endpoint" text,
	"key" text,
	"request_hash" text NOT NULL,
	"answer" text,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_key_pkey" PRIMARY KEY("user_id","endpoint","key")
);
--> statement-breakpoint
CREATE TABLE "inventory" (
	"inventory_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "inventory_inventory_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"item_id" integer NOT NULL,
	"location_id" integer NOT NULL,
	"inventory_type_id" integer NOT NULL,
	"quantity" numeric(14,3) DEFAULT '0' NOT NULL,
	"reserved" numeric(14,3) DEFAULT '0' NOT NULL,
	"re_order_threshold" integer DEFAULT 0 NOT NULL,
	"movements" integer DEFAULT 0 NOT NULL,
	"created_by_id" integer,
	"modified_by_id" integer,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "inventory_quantity" CHECK ("quantity" >= 0),
	CONSTRAINT "inventory_reserved" CHECK ("reserved" >= 0 and "reserved" <= "quantity"),
	CONSTRAINT "inventory_threshold" CHECK ("re_order_threshold" >= 0)
);
--> statement-breakpoint
CREATE TABLE "inventory_type" (
	"inventory_type_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "inventory_type_inventory_type_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"type_name" text NOT NULL,
	"description" text,
	"status" boolean DEFAULT true NOT NULL,
	"sellable" boolean DEFAULT true NOT NULL,
	"created_by_id" integer,
	"modified_by_id" integer,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "item" (
	"item_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "item_item_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"item_code" text NOT NULL,
	"item_name" text NOT NULL,
	"category_id" integer NOT NULL,
	"barcode" text,
	"description" text,
	"grams" numeric(14,3) NOT NULL,
	"uom" text NOT NULL,
	"price" numeric(14,2) NOT NULL,
	"average_cost" numeric(18,6) NOT NULL,
	"karat" text,
	"metal" text,
	"stone" text,
	"size" text,
	"certificate_number" text,
	"lead_time_days" integer,
	"status" boolean DEFAULT true NOT NULL,
	"created_by_id" integer,
	"modified_by_id" integer,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "item_uom" CHECK ("uom" in ('PCS', 'PAIR', 'BULK')),
	CONSTRAINT "item_karat" CHECK ("karat" in ('24K', '22K', '21K', '18K', '14K', '10K')),
	CONSTRAINT "item_amounts" CHECK ("price" >= 0 and "average_cost" >= 0 and "grams" >= 0)
);
--> statement-breakpoint
CREATE TABLE "item_image" (
	"image_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "item_image_image_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"item_id" integer NOT NULL,
	"position" integer NOT NULL,
	"url" text NOT NULL,
	"thumb_url" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "location" (
	"location_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "location_location_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"location_name" text NOT NULL,
	"description" text,
	"status" boolean DEFAULT true NOT NULL,
	"created_by_id" integer,
	"modified_by_id" integer,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment_type" (
	"payment_type_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payment_type_payment_type_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"payment_name" text NOT NULL,
	"description" text,
	"gives_change" boolean DEFAULT false NOT NULL,
	"created_by_id" integer,
	"modified_by_id" integer,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "role" (
	"role_id" integer PRIMARY KEY,
	"role_name" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sales_transaction" (
	"sales_transaction_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sales_transaction_sales_transaction_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"transaction_number" text NOT NULL CONSTRAINT "sales_transaction_number_unique" UNIQUE,
	"location_id" integer NOT NULL,
	"transaction_type_id" integer NOT NULL,
	"customer_id" integer,
	"order_date" date NOT NULL,
	"expected_deliver_date" date,
	"total_items" integer NOT NULL,
	"total_quantity" numeric(14,3) NOT NULL,
	"subtotal" numeric(14,2) NOT NULL,
	"discount" numeric(14,2) DEFAULT '0' NOT NULL,
	"shipping_fee" numeric(14,2) DEFAULT '0' NOT NULL,
	"total_purchase" numeric(14,2) NOT NULL,
	"amount_paid" numeric(14,2) DEFAULT '0' NOT NULL,
	"change" numeric(14,2) DEFAULT '0' NOT NULL,
	"refunded_amount" numeric(14,2) DEFAULT '0' NOT NULL,
	"transaction_date" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"hold_until" timestamp(3) with time zone,
	"completed_at" timestamp(3) with time zone,
	"status" text NOT NULL,
	"deposit" text,
	"remarks" text,
	"created_by_id" integer,
	"modified_by_id" integer,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sales_transaction_amounts" CHECK ("total_purchase" >= 0 and "discount" >= 0 and "shipping_fee" >= 0),
	CONSTRAINT "sales_transaction_status" CHECK ("status" in ('Pending', 'Processing', 'Completed', 'Canceled', 'Refunded'))
);
--> statement-breakpoint
CREATE TABLE "sales_item" (
	"sales_item_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sales_item_sales_item_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"sales_transaction_id" integer NOT NULL,
	"item_id" integer NOT NULL,
	"price" numeric(14,2) NOT NULL,
	"order_qty" numeric(14,3) NOT NULL,
	"line_total" numeric(14,2) NOT NULL,
	"unit_cost" numeric(18,6),
	CONSTRAINT "sales_item_quantity" CHECK ("order_qty" > 0)
);
--> statement-breakpoint
CREATE TABLE "sales_payment" (
	"payment_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sales_payment_payment_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"sales_transaction_id" integer NOT NULL,
	"payment_type_id" integer NOT NULL,
	"amount" numeric(14,2) NOT NULL,
	"reference" text,
	"paid_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by_id" integer,
	CONSTRAINT "sales_payment_amount" CHECK ("amount" <> 0)
);
--> statement-breakpoint
CREATE TABLE "session" (
	"session_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "session_session_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"token_hash" text NOT NULL CONSTRAINT "session_token_unique" UNIQUE,
	"agent" text DEFAULT '' NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "shop_setting" (
	"id" integer PRIMARY KEY DEFAULT 1,
	"time_zone" text DEFAULT 'Asia/Tokyo' NOT NULL,
	"default_location_id" integer NOT NULL,
	"hold_days" integer DEFAULT 3 NOT NULL,
	"demo" boolean,
	"created_by_id" integer,
	"modified_by_id" integer,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "shop_setting_one_row" CHECK ("id" = 1),
	CONSTRAINT "shop_setting_hold_days" CHECK ("hold_days" >= 1)
);
--> statement-breakpoint
CREATE TABLE "sign_in_link" (
	"token_hash" text PRIMARY KEY,
	"user_id" integer NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "stock_movement" (
	"inventory_id" integer,
	"sequence" integer,
	"at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"kind" text NOT NULL,
	"document_type" text NOT NULL,
	"document_id" integer NOT NULL,
	"quantity" numeric(14,3) NOT NULL,
	"quantity_after" numeric(14,3) NOT NULL,
	"unit_cost" numeric(18,6) NOT NULL,
	"user_id" integer,
	CONSTRAINT "stock_movement_pkey" PRIMARY KEY("inventory_id","sequence"),
	CONSTRAINT "stock_movement_quantity" CHECK ("quantity" <> 0)
);
--> statement-breakpoint
CREATE TABLE "stock_reservation" (
	"sales_item_id" integer,
	"inventory_id" integer,
	"quantity" numeric(14,3) NOT NULL,
	CONSTRAINT "stock_reservation_pkey" PRIMARY KEY("sales_item_id","inventory_id"),
	CONSTRAINT "stock_reservation_quantity" CHECK ("quantity" > 0)
);
--> statement-breakpoint
CREATE TABLE "supplier" (
	"supplier_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "supplier_supplier_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"supplier_name" text NOT NULL,
	"contact_details" text NOT NULL,
	"address" text,
	"email" text NOT NULL,
	"status" boolean DEFAULT true NOT NULL,
	"created_by_id" integer,
	"modified_by_id" integer,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "transaction_type" (
	"transaction_type_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "transaction_type_transaction_type_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"transaction_name" text NOT NULL,
	"description" text,
	"beyond_stock" boolean DEFAULT false NOT NULL,
	"created_by_id" integer,
	"modified_by_id" integer,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "user_account" (
	"user_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "user_account_user_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"first_name" text NOT NULL,
	"middle_name" text,
	"last_name" text NOT NULL,
	"role_id" integer NOT NULL,
	"username" text NOT NULL,
	"email" text NOT NULL,
	"password_hash" text NOT NULL,
	"phone_number" text,
	"address" text,
	"birthday" date,
	"image_url" text,
	"status" boolean DEFAULT true NOT NULL,
	"created_by_id" integer,
	"modified_by_id" integer,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "adjustment_reason_name_unique" ON "adjustment_reason" (lower("reason_name"));--> statement-breakpoint
CREATE UNIQUE INDEX "adjustment_type_name_unique" ON "adjustment_type" (lower("type_name"));--> statement-breakpoint
CREATE INDEX "attempt_bucket" ON "attempt" ("bucket","at");--> statement-breakpoint
CREATE INDEX "audit_entity" ON "audit" ("entity","entity_id");--> statement-breakpoint
CREATE INDEX "audit_user" ON "audit" ("user_id","audit_id");--> statement-breakpoint
CREATE UNIQUE INDEX "category_code_unique" ON "category" (lower("category_code"));--> statement-breakpoint
CREATE UNIQUE INDEX "category_name_unique" ON "category" (lower("category_name"));--> statement-breakpoint
CREATE INDEX "customer_customer_type" ON "customer" ("customer_type_id");--> statement-breakpoint
CREATE INDEX "customer_email" ON "customer" (lower("email"));--> statement-breakpoint
CREATE INDEX "customer_contact_no" ON "customer" ("contact_no");--> statement-breakpoint
CREATE INDEX "customer_name_trgm" ON "customer" USING gin (("first_name" || ' ' || coalesce("middle_name" || ' ', '') || "last_name") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "customer_contact_no_trgm" ON "customer" USING gin ("contact_no" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "customer_email_trgm" ON "customer" USING gin ("email" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "customer_address_trgm" ON "customer" USING gin ("address" gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "customer_type_name_unique" ON "customer_type" (lower("type_name"));--> statement-breakpoint
CREATE INDEX "idempotency_key_age" ON "idempotency_key" ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "inventory_unique" ON "inventory" ("item_id","location_id","inventory_type_id");--> statement-breakpoint
CREATE INDEX "inventory_location" ON "inventory" ("location_id");--> statement-breakpoint
CREATE UNIQUE INDEX "inventory_type_name_unique" ON "inventory_type" (lower("type_name"));--> statement-breakpoint
CREATE UNIQUE INDEX "item_code_unique" ON "item" (lower("item_code"));--> statement-breakpoint
CREATE UNIQUE INDEX "item_barcode_unique" ON "item" (lower("barcode"));--> statement-breakpoint
CREATE INDEX "item_category" ON "item" ("category_id");--> statement-breakpoint
CREATE INDEX "item_name_trgm" ON "item" USING gin ("item_name" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "item_code_trgm" ON "item" USING gin ("item_code" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "item_barcode_trgm" ON "item" USING gin ("barcode" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "item_description_trgm" ON "item" USING gin ("description" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "item_image_item" ON "item_image" ("item_id","position");--> statement-breakpoint
CREATE UNIQUE INDEX "location_name_unique" ON "location" (lower("location_name"));--> statement-breakpoint
CREATE UNIQUE INDEX "payment_type_name_unique" ON "payment_type" (lower("payment_name"));--> statement-breakpoint
CREATE INDEX "sales_transaction_date" ON "sales_transaction" ("transaction_date");--> statement-breakpoint
CREATE INDEX "sales_transaction_customer" ON "sales_transaction" ("customer_id");--> statement-breakpoint
CREATE INDEX "sales_transaction_status" ON "sales_transaction" ("status");--> statement-breakpoint
CREATE INDEX "sales_transaction_number_trgm" ON "sales_transaction" USING gin ("transaction_number" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "sales_item_sale" ON "sales_item" ("sales_transaction_id");--> statement-breakpoint
CREATE INDEX "sales_item_item" ON "sales_item" ("item_id");--> statement-breakpoint
CREATE INDEX "sales_payment_sale" ON "sales_payment" ("sales_transaction_id");--> statement-breakpoint
CREATE INDEX "session_user_id" ON "session" ("user_id");--> statement-breakpoint
CREATE INDEX "stock_movement_document" ON "stock_movement" ("document_type","document_id");--> statement-breakpoint
CREATE INDEX "stock_reservation_inventory" ON "stock_reservation" ("inventory_id");--> statement-breakpoint
CREATE UNIQUE INDEX "supplier_name_unique" ON "supplier" (lower("supplier_name"));--> statement-breakpoint
CREATE INDEX "supplier_name_trgm" ON "supplier" USING gin ("supplier_name" gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "transaction_type_name_unique" ON "transaction_type" (lower("transaction_name"));--> statement-breakpoint
CREATE UNIQUE INDEX "user_email_unique" ON "user_account" (lower("email"));--> statement-breakpoint
CREATE UNIQUE INDEX "user_username_unique" ON "user_account" (lower("username"));--> statement-breakpoint
ALTER TABLE "adjustment_reason" ADD CONSTRAINT "adjustment_reason_created_by_id_user_account_user_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "user_account"("user_id");--> statement-breakpoint
ALTER TABLE "adjustment_reason" ADD CONSTRAINT "adjustment_reason_modified_by_id_user_account_user_id_fkey" FOREIGN KEY ("modified_by_id") REFERENCES "user_account"("user_id");--> statement-breakpoint
ALTER TABLE "adjustment_type" ADD CONSTRAINT "adjustment_type_created_by_id_user_account_user_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "user_account"("user_id");--> statement-breakpoint
ALTER TABLE "adjustment_type" ADD CONSTRAINT "adjustment_type_modified_by_id_user_account_user_id_fkey" FOREIGN KEY ("modified_by_id") REFERENCES "user_account"("user_id");--> statement-breakpoint
ALTER TABLE "audit" ADD CONSTRAINT "audit_user_id_user_account_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_account"("user_id");--> statement-breakpoint
ALTER TABLE "category" ADD CONSTRAINT "category_created_by_id_user_account_user_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "user_account"("user_id");--> statement-breakpoint
ALTER TABLE "category" ADD CONSTRAINT "category_modified_by_id_user_account_user_id_fkey" FOREIGN KEY ("modified_by_id") REFERENCES "user_account"("user_id");--> statement-breakpoint
ALTER TABLE "company_profile" ADD CONSTRAINT "company_profile_created_by_id_user_account_user_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "user_account"("user_id");--> statement-breakpoint
ALTER TABLE "company_profile" ADD CONSTRAINT "company_profile_modified_by_id_user_account_user_id_fkey" FOREIGN KEY ("modified_by_id") REFERENCES "user_account"("user_id");--> statement-breakpoint
ALTER TABLE "customer" ADD CONSTRAINT "customer_customer_type_id_customer_type_customer_type_id_fkey" FOREIGN KEY ("customer_type_id") REFERENCES "customer_type"("customer_type_id");--> statement-breakpoint
ALTER TABLE "customer" ADD CONSTRAINT "customer_created_by_id_user_account_user_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "user_account"("user_id");--> statement-breakpoint
ALTER TABLE "customer" ADD CONSTRAINT "customer_modified_by_id_user_account_user_id_fkey" FOREIGN KEY ("modified_by_id") REFERENCES "user_account"("user_id");--> statement-breakpoint
ALTER TABLE "customer_type" ADD CONSTRAINT "customer_type_created_by_id_user_account_user_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "user_account"("user_id");--> statement-breakpoint
ALTER TABLE "customer_type" ADD CONSTRAINT "customer_type_modified_by_id_user_account_user_id_fkey" FOREIGN KEY ("modified_by_id") REFERENCES "user_account"("user_id");--> statement-breakpoint
ALTER TABLE "idempotency_key" ADD CONSTRAINT "idempotency_key_user_id_user_account_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_account"("user_id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "inventory" ADD CONSTRAINT "inventory_item_id_item_item_id_fkey" FOREIGN KEY ("item_id") REFERENCES "item"("item_id");--> statement-breakpoint
ALTER TABLE "inventory" ADD CONSTRAINT "inventory_location_id_location_location_id_fkey" FOREIGN KEY ("location_id") REFERENCES "location"("location_id");--> statement-breakpoint
ALTER TABLE "inventory" ADD CONSTRAINT "inventory_A263a5MFY5gS_fkey" FOREIGN KEY ("inventory_type_id") REFERENCES "inventory_type"("inventory_type_id");--> statement-breakpoint
ALTER TABLE "inventory" ADD CONSTRAINT "inventory_created_by_id_user_account_user_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "user_account"("user_id");--> statement-breakpoint
ALTER TABLE "inventory" ADD CONSTRAINT "inventory_modified_by_id_user_account_user_id_fkey" FOREIGN KEY ("modified_by_id") REFERENCES "user_account"("user_id");--> statement-breakpoint
ALTER TABLE "inventory_type" ADD CONSTRAINT "inventory_type_created_by_id_user_account_user_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "user_account"("user_id");--> statement-breakpoint
ALTER TABLE "inventory_type" ADD CONSTRAINT "inventory_type_modified_by_id_user_account_user_id_fkey" FOREIGN KEY ("modified_by_id") REFERENCES "user_account"("user_id");--> statement-breakpoint
ALTER TABLE "item" ADD CONSTRAINT "item_category_id_category_category_id_fkey" FOREIGN KEY ("category_id") REFERENCES "category"("category_id");--> statement-breakpoint
ALTER TABLE "item" ADD CONSTRAINT "item_created_by_id_user_account_user_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "user_account"("user_id");--> statement-breakpoint
ALTER TABLE "item" ADD CONSTRAINT "item_modified_by_id_user_account_user_id_fkey" FOREIGN KEY ("modified_by_id") REFERENCES "user_account"("user_id");--> statement-breakpoint
ALTER TABLE "item_image" ADD CONSTRAINT "item_image_item_id_item_item_id_fkey" FOREIGN KEY ("item_id") REFERENCES "item"("item_id");--> statement-breakpoint
ALTER TABLE "location" ADD CONSTRAINT "location_created_by_id_user_account_user_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "user_account"("user_id");--> statement-breakpoint
ALTER TABLE "location" ADD CONSTRAINT "location_modified_by_id_user_account_user_id_fkey" FOREIGN KEY ("modified_by_id") REFERENCES "user_account"("user_id");--> statement-breakpoint
ALTER TABLE "payment_type" ADD CONSTRAINT "payment_type_created_by_id_user_account_user_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "user_account"("user_id");--> statement-breakpoint
ALTER TABLE "payment_type" ADD CONSTRAINT "payment_type_modified_by_id_user_account_user_id_fkey" FOREIGN KEY ("modified_by_id") REFERENCES "user_account"("user_id");--> statement-breakpoint
ALTER TABLE "sales_transaction" ADD CONSTRAINT "sales_transaction_location_id_location_location_id_fkey" FOREIGN KEY ("location_id") REFERENCES "location"("location_id");--> statement-breakpoint
ALTER TABLE "sales_transaction" ADD CONSTRAINT "sales_transaction_MMEpa3pRztTD_fkey" FOREIGN KEY ("transaction_type_id") REFERENCES "transaction_type"("transaction_type_id");--> statement-breakpoint
ALTER TABLE "sales_transaction" ADD CONSTRAINT "sales_transaction_customer_id_customer_customer_id_fkey" FOREIGN KEY ("customer_id") REFERENCES "customer"("customer_id");--> statement-breakpoint
ALTER TABLE "sales_transaction" ADD CONSTRAINT "sales_transaction_created_by_id_user_account_user_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "user_account"("user_id");--> statement-breakpoint
ALTER TABLE "sales_transaction" ADD CONSTRAINT "sales_transaction_modified_by_id_user_account_user_id_fkey" FOREIGN KEY ("modified_by_id") REFERENCES "user_account"("user_id");--> statement-breakpoint
ALTER TABLE "sales_item" ADD CONSTRAINT "sales_item_2sLp8sPW6UAQ_fkey" FOREIGN KEY ("sales_transaction_id") REFERENCES "sales_transaction"("sales_transaction_id");--> statement-breakpoint
ALTER TABLE "sales_item" ADD CONSTRAINT "sales_item_item_id_item_item_id_fkey" FOREIGN KEY ("item_id") REFERENCES "item"("item_id");--> statement-breakpoint
ALTER TABLE "sales_payment" ADD CONSTRAINT "sales_payment_CpqChACNjk5p_fkey" FOREIGN KEY ("sales_transaction_id") REFERENCES "sales_transaction"("sales_transaction_id");--> statement-breakpoint
ALTER TABLE "sales_payment" ADD CONSTRAINT "sales_payment_payment_type_id_payment_type_payment_type_id_fkey" FOREIGN KEY ("payment_type_id") REFERENCES "payment_type"("payment_type_id");--> statement-breakpoint
ALTER TABLE "sales_payment" ADD CONSTRAINT "sales_payment_created_by_id_user_account_user_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "user_account"("user_id");--> statement-breakpoint
ALTER TABLE "session" ADD CONSTRAINT "session_user_id_user_account_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_account"("user_id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "shop_setting" ADD CONSTRAINT "shop_setting_default_location_id_location_location_id_fkey" FOREIGN KEY ("default_location_id") REFERENCES "location"("location_id");--> statement-breakpoint
ALTER TABLE "shop_setting" ADD CONSTRAINT "shop_setting_created_by_id_user_account_user_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "user_account"("user_id");--> statement-breakpoint
ALTER TABLE "shop_setting" ADD CONSTRAINT "shop_setting_modified_by_id_user_account_user_id_fkey" FOREIGN KEY ("modified_by_id") REFERENCES "user_account"("user_id");--> statement-breakpoint
ALTER TABLE "sign_in_link" ADD CONSTRAINT "sign_in_link_user_id_user_account_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_account"("user_id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "stock_movement" ADD CONSTRAINT "stock_movement_inventory_id_inventory_inventory_id_fkey" FOREIGN KEY ("inventory_id") REFERENCES "inventory"("inventory_id");--> statement-breakpoint
ALTER TABLE "stock_movement" ADD CONSTRAINT "stock_movement_user_id_user_account_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_account"("user_id");--> statement-breakpoint
ALTER TABLE "stock_reservation" ADD CONSTRAINT "stock_reservation_sales_item_id_sales_item_sales_item_id_fkey" FOREIGN KEY ("sales_item_id") REFERENCES "sales_item"("sales_item_id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "stock_reservation" ADD CONSTRAINT "stock_reservation_inventory_id_inventory_inventory_id_fkey" FOREIGN KEY ("inventory_id") REFERENCES "inventory"("inventory_id");--> statement-breakpoint
ALTER TABLE "supplier" ADD CONSTRAINT "supplier_created_by_id_user_account_user_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "user_account"("user_id");--> statement-breakpoint
ALTER TABLE "supplier" ADD CONSTRAINT "supplier_modified_by_id_user_account_user_id_fkey" FOREIGN KEY ("modified_by_id") REFERENCES "user_account"("user_id");--> statement-breakpoint
ALTER TABLE "transaction_type" ADD CONSTRAINT "transaction_type_created_by_id_user_account_user_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "user_account"("user_id");--> statement-breakpoint
ALTER TABLE "transaction_type" ADD CONSTRAINT "transaction_type_modified_by_id_user_account_user_id_fkey" FOREIGN KEY ("modified_by_id") REFERENCES "user_account"("user_id");--> statement-breakpoint
ALTER TABLE "user_account" ADD CONSTRAINT "user_account_role_id_role_role_id_fkey" FOREIGN KEY ("role_id") REFERENCES "role"("role_id");--> statement-breakpoint
ALTER TABLE "user_account" ADD CONSTRAINT "user_account_created_by_id_user_account_user_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "user_account"("user_id");--> statement-breakpoint
ALTER TABLE "user_account" ADD CONSTRAINT "user_account_modified_by_id_user_account_user_id_fkey" FOREIGN KEY ("modified_by_id") REFERENCES "user_account"("user_id");