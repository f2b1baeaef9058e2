-- Both guards below run for every movement, and nearly every one comes from the ledger's own trigger. Their conditions
-- now look at the depth of triggers, so that PostgreSQL calls the functions only for a direct change.
create or replace function refuse_direct_quantity() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    raise exception 'inventory quantities move through the ledger' using errcode = 'restrict_violation';
  end if;
  raise exception 'a row of inventory starts empty' using errcode = 'restrict_violation';
end $$;
--> statement-breakpoint
create or replace trigger inventory_starts_empty before insert on inventory
  for each row when (new.quantity <> 0 or new.reserved <> 0 or new.movements <> 0)
  execute function refuse_direct_quantity();
--> statement-breakpoint
create or replace trigger inventory_moves_through_ledger before update of quantity, reserved, movements on inventory
  for each row
  when (pg_trigger_depth() < 1 and (old.quantity is distinct from new.quantity
    or old.reserved is distinct from new.reserved or old.movements is distinct from new.movements))
  execute function refuse_direct_quantity();
--> statement-breakpoint
create or replace function refuse_direct_value() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    raise exception 'stock values move through the ledger' using errcode = 'restrict_violation';
  end if;
  raise exception 'a row of stock_value starts empty' using errcode = 'restrict_violation';
end $$;
--> statement-breakpoint
create or replace trigger stock_value_starts_empty before insert on stock_value
  for each row when (new.quantity <> 0 or new.value <> 0) execute function refuse_direct_value();
--> statement-breakpoint
create or replace trigger stock_value_moves_through_ledger before update on stock_value
  for each row when (pg_trigger_depth() < 1) execute function refuse_direct_value();
--> statement-breakpoint

-- One deferred check of a new entry replaces two: the sale's sums, and that its entries by exchange belong to an exchange.
drop trigger money_entry_of_exchange on money_entry;
--> statement-breakpoint
drop function refuse_lone_exchange();
--> statement-breakpoint
create or replace function refuse_other_sums() returns trigger language plpgsql as $$
declare
  of_sale int := new.sales_transaction_id;
  is_right boolean;
  exchanged boolean;
begin
  select (s.amount_paid, s.change, s.refunded_amount) = (e.paid, e.change, e.refunded), e.exchanged
    into is_right, exchanged
    from sales_transaction s, lateral (
      select coalesce(sum(amount) filter (where kind = 'payment'), 0) as paid,
          coalesce(-sum(amount) filter (where kind = 'change'), 0) as change,
          coalesce(-sum(amount) filter (where kind in ('refund', 'deposit_returned')), 0) as refunded,
          coalesce(bool_or(code = 'exchange' and amount <> 0 and corrects_id is null), false) as exchanged
        from money_entry left join payment_type using (payment_type_id)
        where sales_transaction_id = of_sale
    ) e
    where s.sales_transaction_id = of_sale;
  if exchanged then perform refuse_lone_exchange(of_sale); end if;
  if not is_right then
    raise exception 'the sums of sale % differ from its money entries', of_sale using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
--> statement-breakpoint
create function refuse_lone_exchange(of_sale int) returns void language plpgsql as $$
declare
  lone int;
begin
  select entry_id into lone
    from money_entry e join payment_type using (payment_type_id)
    where e.sales_transaction_id = of_sale and code = 'exchange' and e.amount <> 0 and corrects_id is null
      and not exists (select from sales_exchange x where x.refund_id = e.refund_id and x.amount = -e.amount)
      and not exists (select from sales_exchange x where x.sales_transaction_id = of_sale and x.amount = e.amount
        and e.kind = 'payment')
    limit 1;
  if lone is not null then
    raise exception 'money entry % belongs to no exchange', lone using errcode = 'restrict_violation';
  end if;
end $$;
