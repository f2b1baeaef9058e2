-- The stock ledger's own rules, kept by the database whoever writes to it.

-- A movement changes the quantity of its row, and takes its place in the row's order. The update locks the row,
-- so that two movements of one row take turns.
create function apply_stock_movement() returns trigger language plpgsql as $$
begin
  update inventory
    set quantity = quantity + new.quantity, movements = movements + 1,
      updated_at = greatest(now(), updated_at + interval '1 millisecond')
    where inventory_id = new.inventory_id
    returning movements, quantity into new.sequence, new.quantity_after;
  return new;
end $$;
--> statement-breakpoint
create trigger stock_movement_applies before insert on stock_movement
  for each row execute function apply_stock_movement();
--> statement-breakpoint

-- What open sales hold of a row is the sum of their reservations.
create function apply_stock_reservation() returns trigger language plpgsql as $$
begin
  if tg_op in ('UPDATE', 'DELETE') then
    update inventory set reserved = reserved - old.quantity where inventory_id = old.inventory_id;
  end if;
  if tg_op in ('UPDATE', 'INSERT') then
    update inventory set reserved = reserved + new.quantity where inventory_id = new.inventory_id;
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger stock_reservation_applies after insert or update or delete on stock_reservation
  for each row execute function apply_stock_reservation();
--> statement-breakpoint
create function refuse_truncate() returns trigger language plpgsql as $$
begin
  raise exception '% cannot be emptied at once', tg_table_name using errcode = 'restrict_violation';
end $$;
--> statement-breakpoint
create trigger stock_reservation_stays before truncate on stock_reservation
  for each statement execute function refuse_truncate();
--> statement-breakpoint

-- Nothing else moves a quantity: a new row starts empty, and a direct update is refused.
create function refuse_direct_quantity() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.quantity <> 0 or new.reserved <> 0 or new.movements <> 0 then
      raise exception 'a row of inventory starts empty' using errcode = 'restrict_violation';
    end if;
  elsif pg_trigger_depth() < 2 then
    raise exception 'inventory quantities move through the ledger' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger inventory_starts_empty before insert on inventory
  for each row execute function refuse_direct_quantity();
--> statement-breakpoint
create trigger inventory_moves_through_ledger before update of quantity, reserved, movements on inventory
  for each row
  when (old.quantity is distinct from new.quantity or old.reserved is distinct from new.reserved
    or old.movements is distinct from new.movements)
  execute function refuse_direct_quantity();
--> statement-breakpoint

-- What has been written to the ledger and to the audit trail stays.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are never changed', tg_table_name using errcode = 'restrict_violation';
end $$;
--> statement-breakpoint
create trigger stock_movement_is_final before update or delete on stock_movement
  for each row execute function refuse_change();
--> statement-breakpoint
create trigger stock_movement_stays before truncate on stock_movement
  for each statement execute function refuse_change();
--> statement-breakpoint
create trigger audit_is_final before update or delete on audit
  for each row execute function refuse_change();
--> statement-breakpoint
create trigger audit_stays before truncate on audit
  for each statement execute function refuse_change();
