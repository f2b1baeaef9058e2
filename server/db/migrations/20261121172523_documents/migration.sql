CREATE TABLE "inventory_adjustment" (
	"adjustment_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "inventory_adjustment_adjustment_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"inventory_id" integer NOT NULL,
	"adjustment_type_id" integer NOT NULL,
	"adjustment_reason_id" integer NOT NULL,
	"quantity_adjusted" numeric(14,3) NOT NULL,
	"status" text DEFAULT 'Pending' NOT NULL,
	"count_id" integer,
	"decided_by_id" integer,
	"decided_at" timestamp(3) with time zone,
	"created_by_id" integer,
	"modified_by_id" integer,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "inventory_adjustment_quantity" CHECK ("quantity_adjusted" <> 0),
	CONSTRAINT "inventory_adjustment_status" CHECK ("status" in ('Pending', 'Completed', 'Rejected'))
);
--> statement-breakpoint
CREATE TABLE "notification" (
	"notification_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "notification_notification_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"kind" text NOT NULL,
	"message" text NOT NULL,
	"link" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"read_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "purchase_order" (
	"po_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "purchase_order_po_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"po_number" text NOT NULL CONSTRAINT "purchase_order_number_unique" UNIQUE,
	"supplier_id" integer NOT NULL,
	"location_id" integer NOT NULL,
	"transaction_type_id" integer,
	"customer_type_id" integer,
	"payment_type_id" integer,
	"order_date" date NOT NULL,
	"expected_deliver_date" date NOT NULL,
	"status" text DEFAULT 'Pending' NOT NULL,
	"reference_no" text,
	"remarks" text,
	"total_cost" numeric(14,2) NOT NULL,
	"approved_by_id" integer,
	"approved_at" timestamp(3) with time zone,
	"created_by_id" integer,
	"modified_by_id" integer,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "purchase_order_status" CHECK ("status" in ('Pending', 'Approved', 'Partially Received', 'Received', 'Canceled')),
	CONSTRAINT "purchase_order_dates" CHECK ("expected_deliver_date" >= "order_date"),
	CONSTRAINT "purchase_order_total" CHECK ("total_cost" >= 0)
);
--> statement-breakpoint
CREATE TABLE "purchase_order_item" (
	"po_item_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "purchase_order_item_po_item_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"po_id" integer NOT NULL,
	"item_id" integer NOT NULL,
	"uom" text NOT NULL,
	"unit_cost" numeric(14,2) NOT NULL,
	"order_qty" numeric(14,3) NOT NULL,
	"received_qty" numeric(14,3) DEFAULT '0' NOT NULL,
	"closed_qty" numeric(14,3) DEFAULT '0' NOT NULL,
	"close_reason" text,
	"closed_by_id" integer,
	"closed_at" timestamp(3) with time zone,
	"created_by_id" integer,
	"modified_by_id" integer,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "purchase_order_item_cost" CHECK ("unit_cost" >= 0),
	CONSTRAINT "purchase_order_item_quantity" CHECK ("order_qty" > 0),
	CONSTRAINT "purchase_order_item_outstanding" CHECK ("received_qty" >= 0 and "closed_qty" >= 0 and "received_qty" + "closed_qty" <= "order_qty")
);
--> statement-breakpoint
CREATE TABLE "po_receiving" (
	"po_receiving_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "po_receiving_po_receiving_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"po_id" integer,
	"location_id" integer NOT NULL,
	"reference_number" text,
	"received_date" date NOT NULL,
	"received_by_id" integer NOT NULL,
	"total_qty" numeric(14,3) DEFAULT '0' NOT NULL,
	"total_cost" numeric(14,2) DEFAULT '0' NOT NULL,
	"status" text DEFAULT 'Pending' NOT NULL,
	"completed_at" timestamp(3) with time zone,
	"created_by_id" integer,
	"modified_by_id" integer,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "po_receiving_status" CHECK ("status" in ('Pending', 'Completed', 'Canceled'))
);
--> statement-breakpoint
CREATE TABLE "po_receiving_item" (
	"po_receiving_item_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "po_receiving_item_po_receiving_item_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"po_receiving_id" integer NOT NULL,
	"po_item_id" integer,
	"item_id" integer NOT NULL,
	"uom" text NOT NULL,
	"received_qty" numeric(14,3) NOT NULL,
	"unit_cost" numeric(14,2) NOT NULL,
	"stock_qty" numeric(14,3) NOT NULL,
	"stock_unit_cost" numeric(18,6) NOT NULL,
	"created_by_id" integer,
	"modified_by_id" integer,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "po_receiving_item_amounts" CHECK ("received_qty" > 0 and "stock_qty" > 0 and "unit_cost" >= 0)
);
--> statement-breakpoint
CREATE TABLE "sales_refund" (
	"refund_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sales_refund_refund_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"sales_transaction_id" integer NOT NULL,
	"payment_type_id" integer NOT NULL,
	"reason" text NOT NULL,
	"amount" numeric(14,2) NOT NULL,
	"created_by_id" integer,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sales_refund_amount" CHECK ("amount" >= 0)
);
--> statement-breakpoint
CREATE TABLE "sales_refund_item" (
	"refund_id" integer,
	"sales_item_id" integer,
	"qty" numeric(14,3) NOT NULL,
	"amount" numeric(14,2) NOT NULL,
	"disposition" text,
	CONSTRAINT "sales_refund_item_pkey" PRIMARY KEY("refund_id","sales_item_id","disposition"),
	CONSTRAINT "sales_refund_item_amounts" CHECK ("qty" > 0 and "amount" >= 0),
	CONSTRAINT "sales_refund_item_disposition" CHECK ("disposition" in ('restock', 'repair', 'scrap'))
);
--> statement-breakpoint
CREATE TABLE "stock_count" (
	"count_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "stock_count_count_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"count_number" text NOT NULL CONSTRAINT "stock_count_number_unique" UNIQUE,
	"location_id" integer NOT NULL,
	"category_id" integer,
	"blind" boolean NOT NULL,
	"status" text DEFAULT 'Pending' NOT NULL,
	"remarks" text,
	"finished_at" timestamp(3) with time zone,
	"created_by_id" integer,
	"modified_by_id" integer,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "stock_count_status" CHECK ("status" in ('Pending', 'Completed', 'Canceled'))
);
--> statement-breakpoint
CREATE TABLE "stock_count_line" (
	"count_line_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "stock_count_line_count_line_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"count_id" integer NOT NULL,
	"inventory_id" integer NOT NULL,
	"expected" numeric(14,3) NOT NULL,
	"movements" integer NOT NULL,
	"counted" numeric(14,3),
	"counted_by_id" integer,
	"counted_at" timestamp(3) with time zone,
	CONSTRAINT "stock_count_line_counted" CHECK ("counted" >= 0)
);
--> statement-breakpoint
CREATE TABLE "stock_transfer" (
	"transfer_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "stock_transfer_transfer_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"transfer_number" text NOT NULL CONSTRAINT "stock_transfer_number_unique" UNIQUE,
	"from_location_id" integer NOT NULL,
	"to_location_id" integer NOT NULL,
	"remarks" text,
	"created_by_id" integer,
	"modified_by_id" integer,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "stock_transfer_locations" CHECK ("from_location_id" <> "to_location_id")
);
--> statement-breakpoint
CREATE TABLE "stock_transfer_item" (
	"transfer_item_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "stock_transfer_item_transfer_item_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"transfer_id" integer NOT NULL,
	"item_id" integer NOT NULL,
	"inventory_type_id" integer NOT NULL,
	"quantity" numeric(14,3) NOT NULL,
	CONSTRAINT "stock_transfer_item_quantity" CHECK ("quantity" > 0)
);
--> statement-breakpoint
CREATE INDEX "inventory_adjustment_inventory" ON "inventory_adjustment" ("inventory_id");--> statement-breakpoint
CREATE INDEX "inventory_adjustment_status" ON "inventory_adjustment" ("status");--> statement-breakpoint
CREATE INDEX "inventory_adjustment_count" ON "inventory_adjustment" ("count_id");--> statement-breakpoint
CREATE INDEX "notification_user" ON "notification" ("user_id","notification_id");--> statement-breakpoint
CREATE INDEX "notification_unread" ON "notification" ("user_id") WHERE "read_at" is null;--> statement-breakpoint
CREATE INDEX "purchase_order_supplier" ON "purchase_order" ("supplier_id");--> statement-breakpoint
CREATE INDEX "purchase_order_status" ON "purchase_order" ("status");--> statement-breakpoint
CREATE INDEX "purchase_order_number_trgm" ON "purchase_order" USING gin ("po_number" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "purchase_order_item_order" ON "purchase_order_item" ("po_id");--> statement-breakpoint
CREATE INDEX "purchase_order_item_item" ON "purchase_order_item" ("item_id");--> statement-breakpoint
CREATE INDEX "po_receiving_order" ON "po_receiving" ("po_id");--> statement-breakpoint
CREATE INDEX "po_receiving_status" ON "po_receiving" ("status");--> statement-breakpoint
CREATE INDEX "po_receiving_item_receiving" ON "po_receiving_item" ("po_receiving_id");--> statement-breakpoint
CREATE INDEX "po_receiving_item_item" ON "po_receiving_item" ("item_id");--> statement-breakpoint
CREATE INDEX "po_receiving_item_line" ON "po_receiving_item" ("po_item_id");--> statement-breakpoint
CREATE INDEX "sales_refund_sale" ON "sales_refund" ("sales_transaction_id");--> statement-breakpoint
CREATE INDEX "sales_refund_item_line" ON "sales_refund_item" ("sales_item_id");--> statement-breakpoint
CREATE INDEX "stock_count_location" ON "stock_count" ("location_id");--> statement-breakpoint
CREATE UNIQUE INDEX "stock_count_line_unique" ON "stock_count_line" ("count_id","inventory_id");--> statement-breakpoint
CREATE INDEX "stock_count_line_inventory" ON "stock_count_line" ("inventory_id");--> statement-breakpoint
CREATE INDEX "stock_transfer_from" ON "stock_transfer" ("from_location_id");--> statement-breakpoint
CREATE INDEX "stock_transfer_to" ON "stock_transfer" ("to_location_id");--> statement-breakpoint
CREATE INDEX "stock_transfer_item_transfer" ON "stock_transfer_item" ("transfer_id");--> statement-breakpoint
CREATE INDEX "stock_transfer_item_item" ON "stock_transfer_item" ("item_id");--> statement-breakpoint
ALTER TABLE "inventory_adjustment" ADD CONSTRAINT "inventory_adjustment_inventory_id_inventory_inventory_id_fkey" FOREIGN KEY ("inventory_id") REFERENCES "inventory"("inventory_id");--> statement-breakpoint
ALTER TABLE "inventory_adjustment" ADD CONSTRAINT "inventory_adjustment_vZcLekSVPCQb_fkey" FOREIGN KEY ("adjustment_type_id") REFERENCES "adjustment_type"("adjustment_type_id");--> statement-breakpoint
ALTER TABLE "inventory_adjustment" ADD CONSTRAINT "inventory_adjustment_RLK4ABzuimxf_fkey" FOREIGN KEY ("adjustment_reason_id") REFERENCES "adjustment_reason"("adjustment_reason_id");--> statement-breakpoint
ALTER TABLE "inventory_adjustment" ADD CONSTRAINT "inventory_adjustment_count_id_stock_count_count_id_fkey" FOREIGN KEY ("count_id") REFERENCES "stock_count"("count_id");--> statement-breakpoint
ALTER TABLE "inventory_adjustment" ADD CONSTRAINT "inventory_adjustment_decided_by_id_user_account_user_id_fkey" FOREIGN KEY ("decided_by_id") REFERENCES "user_account"("user_id");--> statement-breakpoint
ALTER TABLE "inventory_adjustment" ADD CONSTRAINT "inventory_adjustment_created_by_id_user_account_user_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "user_account"("user_id");--> statement-breakpoint
ALTER TABLE "inventory_adjustment" ADD CONSTRAINT "inventory_adjustment_modified_by_id_user_account_user_id_fkey" FOREIGN KEY ("modified_by_id") REFERENCES "user_account"("user_id");--> statement-breakpoint
ALTER TABLE "notification" ADD CONSTRAINT "notification_user_id_user_account_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user_account"("user_id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "purchase_order" ADD CONSTRAINT "purchase_order_supplier_id_supplier_supplier_id_fkey" FOREIGN KEY ("supplier_id") REFERENCES "supplier"("supplier_id");--> statement-breakpoint
ALTER TABLE "purchase_order" ADD CONSTRAINT "purchase_order_location_id_location_location_id_fkey" FOREIGN KEY ("location_id") REFERENCES "location"("location_id");--> statement-breakpoint
ALTER TABLE "purchase_order" ADD CONSTRAINT "purchase_order_IN3XjgIKfcr4_fkey" FOREIGN KEY ("transaction_type_id") REFERENCES "transaction_type"("transaction_type_id");--> statement-breakpoint
ALTER TABLE "purchase_order" ADD CONSTRAINT "purchase_order_HboGIMS4FRJQ_fkey" FOREIGN KEY ("customer_type_id") REFERENCES "customer_type"("customer_type_id");--> statement-breakpoint
ALTER TABLE "purchase_order" ADD CONSTRAINT "purchase_order_mivxuoPF1rEa_fkey" FOREIGN KEY ("payment_type_id") REFERENCES "payment_type"("payment_type_id");--> statement-breakpoint
ALTER TABLE "purchase_order" ADD CONSTRAINT "purchase_order_approved_by_id_user_account_user_id_fkey" FOREIGN KEY ("approved_by_id") REFERENCES "user_account"("user_id");--> statement-breakpoint
ALTER TABLE "purchase_order" ADD CONSTRAINT "purchase_order_created_by_id_user_account_user_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "user_account"("user_id");--> statement-breakpoint
ALTER TABLE "purchase_order" ADD CONSTRAINT "purchase_order_modified_by_id_user_account_user_id_fkey" FOREIGN KEY ("modified_by_id") REFERENCES "user_account"("user_id");--> statement-breakpoint
ALTER TABLE "purchase_order_item" ADD CONSTRAINT "purchase_order_item_po_id_purchase_order_po_id_fkey" FOREIGN KEY ("po_id") REFERENCES "purchase_order"("po_id");--> statement-breakpoint
ALTER TABLE "purchase_order_item" ADD CONSTRAINT "purchase_order_item_item_id_item_item_id_fkey" FOREIGN KEY ("item_id") REFERENCES "item"("item_id");--> statement-breakpoint
ALTER TABLE "purchase_order_item" ADD CONSTRAINT "purchase_order_item_closed_by_id_user_account_user_id_fkey" FOREIGN KEY ("closed_by_id") REFERENCES "user_account"("user_id");--> statement-breakpoint
ALTER TABLE "purchase_order_item" ADD CONSTRAINT "purchase_order_item_created_by_id_user_account_user_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "user_account"("user_id");--> statement-breakpoint
ALTER TABLE "purchase_order_item" ADD CONSTRAINT "purchase_order_item_modified_by_id_user_account_user_id_fkey" FOREIGN KEY ("modified_by_id") REFERENCES "user_account"("user_id");--> statement-breakpoint
ALTER TABLE "po_receiving" ADD CONSTRAINT "po_receiving_po_id_purchase_order_po_id_fkey" FOREIGN KEY ("po_id") REFERENCES "purchase_order"("po_id");--> statement-breakpoint
ALTER TABLE "po_receiving" ADD CONSTRAINT "po_receiving_location_id_location_location_id_fkey" FOREIGN KEY ("location_id") REFERENCES "location"("location_id");--> statement-breakpoint
ALTER TABLE "po_receiving" ADD CONSTRAINT "po_receiving_received_by_id_user_account_user_id_fkey" FOREIGN KEY ("received_by_id") REFERENCES "user_account"("user_id");--> statement-breakpoint
ALTER TABLE "po_receiving" ADD CONSTRAINT "po_receiving_created_by_id_user_account_user_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "user_account"("user_id");--> statement-breakpoint
ALTER TABLE "po_receiving" ADD CONSTRAINT "po_receiving_modified_by_id_user_account_user_id_fkey" FOREIGN KEY ("modified_by_id") REFERENCES "user_account"("user_id");--> statement-breakpoint
ALTER TABLE "po_receiving_item" ADD CONSTRAINT "po_receiving_item_75xj77MUyIf3_fkey" FOREIGN KEY ("po_receiving_id") REFERENCES "po_receiving"("po_receiving_id");--> statement-breakpoint
ALTER TABLE "po_receiving_item" ADD CONSTRAINT "po_receiving_item_ZqH5H4tu5q8Z_fkey" FOREIGN KEY ("po_item_id") REFERENCES "purchase_order_item"("po_item_id");--> statement-breakpoint
ALTER TABLE "po_receiving_item" ADD CONSTRAINT "po_receiving_item_item_id_item_item_id_fkey" FOREIGN KEY ("item_id") REFERENCES "item"("item_id");--> statement-breakpoint
ALTER TABLE "po_receiving_item" ADD CONSTRAINT "po_receiving_item_created_by_id_user_account_user_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "user_account"("user_id");--> statement-breakpoint
ALTER TABLE "po_receiving_item" ADD CONSTRAINT "po_receiving_item_modified_by_id_user_account_user_id_fkey" FOREIGN KEY ("modified_by_id") REFERENCES "user_account"("user_id");--> statement-breakpoint
ALTER TABLE "sales_refund" ADD CONSTRAINT "sales_refund_BEfV95uKtFpX_fkey" FOREIGN KEY ("sales_transaction_id") REFERENCES "sales_transaction"("sales_transaction_id");--> statement-breakpoint
ALTER TABLE "sales_refund" ADD CONSTRAINT "sales_refund_payment_type_id_payment_type_payment_type_id_fkey" FOREIGN KEY ("payment_type_id") REFERENCES "payment_type"("payment_type_id");--> statement-breakpoint
ALTER TABLE "sales_refund" ADD CONSTRAINT "sales_refund_created_by_id_user_account_user_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "user_account"("user_id");--> statement-breakpoint
ALTER TABLE "sales_refund_item" ADD CONSTRAINT "sales_refund_item_refund_id_sales_refund_refund_id_fkey" FOREIGN KEY ("refund_id") REFERENCES "sales_refund"("refund_id");--> statement-breakpoint
ALTER TABLE "sales_refund_item" ADD CONSTRAINT "sales_refund_item_sales_item_id_sales_item_sales_item_id_fkey" FOREIGN KEY ("sales_item_id") REFERENCES "sales_item"("sales_item_id");--> statement-breakpoint
ALTER TABLE "stock_count" ADD CONSTRAINT "stock_count_location_id_location_location_id_fkey" FOREIGN KEY ("location_id") REFERENCES "location"("location_id");--> statement-breakpoint
ALTER TABLE "stock_count" ADD CONSTRAINT "stock_count_category_id_category_category_id_fkey" FOREIGN KEY ("category_id") REFERENCES "category"("category_id");--> statement-breakpoint
ALTER TABLE "stock_count" ADD CONSTRAINT "stock_count_created_by_id_user_account_user_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "user_account"("user_id");--> statement-breakpoint
ALTER TABLE "stock_count" ADD CONSTRAINT "stock_count_modified_by_id_user_account_user_id_fkey" FOREIGN KEY ("modified_by_id") REFERENCES "user_account"("user_id");--> statement-breakpoint
ALTER TABLE "stock_count_line" ADD CONSTRAINT "stock_count_line_count_id_stock_count_count_id_fkey" FOREIGN KEY ("count_id") REFERENCES "stock_count"("count_id");--> statement-breakpoint
ALTER TABLE "stock_count_line" ADD CONSTRAINT "stock_count_line_inventory_id_inventory_inventory_id_fkey" FOREIGN KEY ("inventory_id") REFERENCES "inventory"("inventory_id");--> statement-breakpoint
ALTER TABLE "stock_count_line" ADD CONSTRAINT "stock_count_line_counted_by_id_user_account_user_id_fkey" FOREIGN KEY ("counted_by_id") REFERENCES "user_account"("user_id");--> statement-breakpoint
ALTER TABLE "stock_transfer" ADD CONSTRAINT "stock_transfer_from_location_id_location_location_id_fkey" FOREIGN KEY ("from_location_id") REFERENCES "location"("location_id");--> statement-breakpoint
ALTER TABLE "stock_transfer" ADD CONSTRAINT "stock_transfer_to_location_id_location_location_id_fkey" FOREIGN KEY ("to_location_id") REFERENCES "location"("location_id");--> statement-breakpoint
ALTER TABLE "stock_transfer" ADD CONSTRAINT "stock_transfer_created_by_id_user_account_user_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "user_account"("user_id");--> statement-breakpoint
ALTER TABLE "stock_transfer" ADD CONSTRAINT "stock_transfer_modified_by_id_user_account_user_id_fkey" FOREIGN KEY ("modified_by_id") REFERENCES "user_account"("user_id");--> statement-breakpoint
ALTER TABLE "stock_transfer_item" ADD CONSTRAINT "stock_transfer_item_transfer_id_stock_transfer_transfer_id_fkey" FOREIGN KEY ("transfer_id") REFERENCES "stock_transfer"("transfer_id");--> statement-breakpoint
ALTER TABLE "stock_transfer_item" ADD CONSTRAINT "stock_transfer_item_item_id_item_item_id_fkey" FOREIGN KEY ("item_id") REFERENCES "item"("item_id");--> statement-breakpoint
ALTER TABLE "stock_transfer_item" ADD CONSTRAINT "stock_transfer_item_wcnHyTPoBO0e_fkey" FOREIGN KEY ("inventory_type_id") REFERENCES "inventory_type"("inventory_type_id");