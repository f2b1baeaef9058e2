-- Items are counted as customers are (the `row_count` migration): the list's total is added up from notes.
create trigger item_rows_added after insert on item
  referencing new table as changed_rows for each statement execute function note_rows();
--> statement-breakpoint
create trigger item_rows_removed after delete on item
  referencing old table as changed_rows for each statement execute function note_rows();
--> statement-breakpoint
insert into row_count (table_name, change) select 'item', count(*) from item;
