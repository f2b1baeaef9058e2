-- PostgreSQL reads every check and every condition of a trigger anew in each statement, constant by constant. The long
-- ones took a counter sale more work than its rows. They are shorter now and refuse the same.
create function is_money_entry(kind text, amount numeric, payment_type_id int, refund_id int, payment_entry_id int,
    corrects_id int, reason text)
  returns boolean language plpgsql immutable parallel safe as $$
begin
  return (payment_type_id is null) = (kind = 'deposit_kept') and (refund_id is not null) = (kind = 'refund')
    and (payment_entry_id is not null) = (kind = 'change') and (corrects_id is null or reason is not null)
    and case kind
      when 'payment' then amount <> 0.0 and (amount > 0.0) = (corrects_id is null)
      when 'change' then amount <> 0.0 and (amount < 0.0) = (corrects_id is null)
      when 'refund' then amount <= 0.0 and corrects_id is null
      when 'deposit_returned' then amount < 0.0 and corrects_id is null
      when 'deposit_kept' then amount > 0.0 and corrects_id is null
      else false end;
end $$;
--> statement-breakpoint
ALTER TABLE "money_entry" DROP CONSTRAINT "money_entry_links", DROP CONSTRAINT "money_entry_kind",
  ADD CONSTRAINT "money_entry_kind" CHECK (is_money_entry("kind", "amount", "payment_type_id", "refund_id", "payment_entry_id", "corrects_id", "reason"));--> statement-breakpoint
ALTER TABLE "inventory" DROP CONSTRAINT "inventory_quantity", ADD CONSTRAINT "inventory_quantity" CHECK ("quantity" >= 0.0),
  DROP CONSTRAINT "inventory_reserved", ADD CONSTRAINT "inventory_reserved" CHECK ("reserved" >= 0.0 and "reserved" <= "quantity");--> statement-breakpoint
ALTER TABLE "sales_transaction" DROP CONSTRAINT "sales_transaction_amounts", ADD CONSTRAINT "sales_transaction_amounts" CHECK ("total_purchase" >= 0.0 and "discount" >= 0.0 and "shipping_fee" >= 0.0);--> statement-breakpoint
ALTER TABLE "sales_item" DROP CONSTRAINT "sales_item_quantity", ADD CONSTRAINT "sales_item_quantity" CHECK ("order_qty" > 0.0),
  DROP CONSTRAINT "sales_item_cost", ADD CONSTRAINT "sales_item_cost" CHECK ("cost" >= 0.0);--> statement-breakpoint
ALTER TABLE "stock_movement" DROP CONSTRAINT "stock_movement_quantity", ADD CONSTRAINT "stock_movement_quantity" CHECK (("kind" = 'revaluation') = ("quantity" = 0.0)),
  DROP CONSTRAINT "stock_movement_unit_cost", ADD CONSTRAINT "stock_movement_unit_cost" CHECK ("unit_cost" >= 0.0),
  DROP CONSTRAINT "stock_movement_value", ADD CONSTRAINT "stock_movement_value" CHECK (case when "quantity" = 0.0 then "value" <> 0.0 else "quantity" * "value" >= 0.0 end);--> statement-breakpoint
ALTER TABLE "stock_value" DROP CONSTRAINT "stock_value_quantity", ADD CONSTRAINT "stock_value_quantity" CHECK ("quantity" >= 0.0),
  DROP CONSTRAINT "stock_value_value", ADD CONSTRAINT "stock_value_value" CHECK ("value" >= 0.0 and ("quantity" > 0.0 or "value" = 0.0));
--> statement-breakpoint

-- The condition is the depth alone. Only a direct update calls the function, which then compares the row.
create or replace function refuse_direct_quantity() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    raise exception 'a row of inventory starts empty' using errcode = 'restrict_violation';
  end if;
  if (old.quantity, old.reserved, old.movements) is distinct from (new.quantity, new.reserved, new.movements) then
    raise exception 'inventory quantities move through the ledger' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
--> statement-breakpoint
create or replace trigger inventory_moves_through_ledger before update of quantity, reserved, movements on inventory
  for each row when (pg_trigger_depth() < 1) execute function refuse_direct_quantity();
--> statement-breakpoint

-- A new sale with its payment and change queued this check three times. The newest entry of a transaction sees the sale
-- and all entries before it, so its check is enough. A row of a savepoint has another xmin and is checked itself.
create or replace function refuse_other_sums() returns trigger language plpgsql as $$
declare
  of_sale int := new.sales_transaction_id;
  is_right boolean;
  exchanged boolean;
begin
  if tg_table_name = 'money_entry' then
    if exists (select from money_entry where sales_transaction_id = of_sale and entry_id > new.entry_id
      and xmin = pg_current_xact_id()::xid) then return null; end if;
  elsif tg_op = 'INSERT' then
    if (new.amount_paid = 0.0 and new.change = 0.0 and new.refunded_amount = 0.0)
      or exists (select from money_entry where sales_transaction_id = of_sale) then return null; end if;
  end if;
  select (s.amount_paid, s.change, s.refunded_amount) = (e.paid, e.change, e.refunded), e.exchanged
    into is_right, exchanged
    from sales_transaction s, lateral (
      select coalesce(sum(amount) filter (where kind = 'payment'), 0) as paid,
          coalesce(-sum(amount) filter (where kind = 'change'), 0) as change,
          coalesce(-sum(amount) filter (where kind in ('refund', 'deposit_returned')), 0) as refunded,
          coalesce(bool_or(payment_type_id = (select payment_type_id from payment_type where code = 'exchange')
            and amount <> 0 and corrects_id is null), false) as exchanged
        from money_entry
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
drop trigger sales_transaction_new_sums on sales_transaction;
--> statement-breakpoint
create constraint trigger sales_transaction_new_sums after insert on sales_transaction
  deferrable initially deferred for each row execute function refuse_other_sums();
--> statement-breakpoint

-- The audit row and the stored answer of a plain sale have 2 to 3 KB. PostgreSQL compressed them from 2 KB on.
alter table audit set (toast_tuple_target = 4080);
--> statement-breakpoint
alter table idempotency_key set (toast_tuple_target = 4080);
