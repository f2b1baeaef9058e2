CREATE TABLE "row_count" (
	"table_name" text NOT NULL,
	"change" bigint NOT NULL
);
--> statement-breakpoint
CREATE INDEX "row_count_table" ON "row_count" ("table_name");--> statement-breakpoint

-- A note for every statement that adds or removes rows, never a change of an earlier one: nobody waits for anybody.
-- Customers cannot be emptied at once: what hangs on them refuses it.
create function note_rows() returns trigger language plpgsql as $$
declare
  changed bigint;
begin
  select count(*) into changed from changed_rows;
  if changed > 0 then
    insert into row_count (table_name, change)
      values (tg_table_name, case tg_op when 'INSERT' then changed else -changed end);
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger customer_rows_added after insert on customer
  referencing new table as changed_rows for each statement execute function note_rows();
--> statement-breakpoint
create trigger customer_rows_removed after delete on customer
  referencing old table as changed_rows for each statement execute function note_rows();
--> statement-breakpoint
insert into row_count (table_name, change) select 'customer', count(*) from customer;
