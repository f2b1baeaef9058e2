-- Items and sales are counted as customers are (the `row_count` migration): their lists' totals are added up from notes.
create trigger item_rows_added after insert on item
  referencing new table as changed_rows for each statement execute function note_rows();
--> statement-breakpoint
create trigger item_rows_removed after delete on item
  referencing old table as changed_rows for each statement execute function note_rows();
--> statement-breakpoint
create trigger sales_transaction_rows_added after insert on sales_transaction
  referencing new table as changed_rows for each statement execute function note_rows();
--> statement-breakpoint
create trigger sales_transaction_rows_removed after delete on sales_transaction
  referencing old table as changed_rows for each statement execute function note_rows();
--> statement-breakpoint
insert into row_count (table_name, change)
  select 'item', count(*) from item union all select 'sales_transaction', count(*) from sales_transaction;
