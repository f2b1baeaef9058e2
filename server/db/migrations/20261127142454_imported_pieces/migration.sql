-- A piece goes with the import that brought it. Only imports name a piece that came through the ledger, and it is out of
-- stock again; a piece that was named in stock has not moved, and its item is no longer kept by piece at the commit.
create or replace function refuse_piece_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.counted_in_id is distinct from new.inventory_id or exists (
      select from inventory where inventory_id = new.inventory_id and (pieces is not null or item_id <> new.item_id)) then
      raise exception 'a piece comes into stock through the ledger' using errcode = 'restrict_violation';
    end if;
    return new;
  elsif tg_op = 'DELETE' then
    if exists (select from item where item_id = old.item_id) and (old.inventory_id is distinct from old.counted_in_id
      or exists (select from stock_movement where piece_ids @> array[old.piece_id]
        and (document_type <> 'import' or old.counted_in_id is not null))) then
      raise exception 'a piece is never deleted' using errcode = 'restrict_violation';
    end if;
    return old;
  end if;
  raise exception 'the number, the code and the place of a piece are not changed here' using errcode = 'restrict_violation';
end $$;
--> statement-breakpoint
create function refuse_missing_piece() returns trigger language plpgsql as $$
begin
  if exists (select from item where item_id = old.item_id and by_piece) then
    raise exception 'a piece in stock is never deleted' using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
--> statement-breakpoint
create constraint trigger piece_goes_with_its_item after delete on piece deferrable initially deferred
  for each row when (old.inventory_id is not null) execute function refuse_missing_piece();
--> statement-breakpoint
create or replace function keep_by_piece() returns trigger language plpgsql as $$
begin
  if not new.by_piece then
    if exists (select from piece where item_id = new.item_id) then
      raise exception 'an item with pieces stays kept by piece' using errcode = 'restrict_violation';
    end if;
    update inventory set pieces = null where item_id = new.item_id;
    return null;
  end if;
  update inventory i set pieces = (select count(*) from piece p where p.inventory_id = i.inventory_id)
    where item_id = new.item_id;
  return null;
end $$;
