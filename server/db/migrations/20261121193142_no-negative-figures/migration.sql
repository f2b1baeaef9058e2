ALTER TABLE "po_receiving_item" ADD CONSTRAINT "po_receiving_item_stock_cost" CHECK ("stock_unit_cost" >= 0);--> statement-breakpoint
ALTER TABLE "stock_count_line" ADD CONSTRAINT "stock_count_line_expected" CHECK ("expected" >= 0);--> statement-breakpoint
ALTER TABLE "stock_movement" ADD CONSTRAINT "stock_movement_unit_cost" CHECK ("unit_cost" >= 0);