create or replace function is_money_entry(kind text, amount numeric, payment_type_id int, refund_id int, payment_entry_id int,
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
      when 'trade_in_paid' then amount < 0.0 and corrects_id is null
      when 'credit_paid_in' then amount <> 0.0 and (amount > 0.0) = (corrects_id is null) and reason is not null
      when 'credit_paid_out' then amount < 0.0 and corrects_id is null and reason is not null
      else false end;
end $$;
--> statement-breakpoint
-- An entry belongs to a sale, to a trade-in that it pays out, or to the customer whose store credit it pays in or out.
create function is_money_entry_of(kind text, sales_transaction_id int, trade_in_id int, customer_id int)
  returns boolean language plpgsql immutable parallel safe as $$
begin
  return case
    when kind in ('credit_paid_in', 'credit_paid_out') then
      customer_id is not null and sales_transaction_id is null and trade_in_id is null
    when kind = 'trade_in_paid' then trade_in_id is not null and customer_id is null
    else sales_transaction_id is not null and customer_id is null end;
end $$;
--> statement-breakpoint
ALTER TABLE "money_entry" ADD COLUMN "customer_id" integer;--> statement-breakpoint
CREATE INDEX "money_entry_customer" ON "money_entry" ("customer_id") WHERE "customer_id" is not null;--> statement-breakpoint
ALTER TABLE "money_entry" ADD CONSTRAINT "money_entry_customer_id_customer_customer_id_fkey" FOREIGN KEY ("customer_id") REFERENCES "customer"("customer_id");--> statement-breakpoint
ALTER TABLE "credit_entry" DROP CONSTRAINT "credit_entry_kind", ADD CONSTRAINT "credit_entry_kind" CHECK (case "kind"
        when 'given' then "amount" > 0 and "corrects_id" is null and "reason" is not null
        when 'taken back' then "amount" < 0 and "corrects_id" is not null and "reason" is not null
        when 'used' then "amount" < 0 and "corrects_id" is null
        when 'returned' then "amount" > 0
        when 'traded in' then "amount" > 0 and "corrects_id" is null
        when 'expired' then "amount" < 0 and "corrects_id" is null
        when 'paid in' then "amount" <> 0 and ("amount" > 0) = ("corrects_id" is null) and "reason" is not null
        when 'paid out' then "amount" < 0 and "corrects_id" is null and "reason" is not null
        else false end);--> statement-breakpoint
ALTER TABLE "credit_entry" DROP CONSTRAINT "credit_entry_links", ADD CONSTRAINT "credit_entry_links" CHECK (("money_entry_id" is not null) = ("kind" in ('used', 'returned', 'paid in', 'paid out'))
        and ("sales_transaction_id" is not null) = ("kind" in ('used', 'returned'))
        and ("location_id" is not null) = ("money_entry_id" is not null));--> statement-breakpoint
ALTER TABLE "money_entry" DROP CONSTRAINT "money_entry_of", ADD CONSTRAINT "money_entry_of" CHECK (is_money_entry_of("kind", "sales_transaction_id", "trade_in_id", "customer_id"));
--> statement-breakpoint

-- Money that is paid into or out of a customer's store credit writes its credit entry here too, so that neither is there
-- without the other. A counter-entry takes back exactly the money that was paid in.
create or replace function apply_store_credit() returns trigger language plpgsql as $$
declare
  of_customer int;
  type_code text;
  is_own boolean := new.kind in ('credit_paid_in', 'credit_paid_out');
begin
  select code into type_code from payment_type where payment_type_id = new.payment_type_id;
  if is_own then
    if coalesce(type_code, 'cash') <> 'cash' then
      raise exception 'store credit is paid in and out as money' using errcode = 'restrict_violation';
    end if;
    if new.corrects_id is not null and not exists (
      select from money_entry where entry_id = new.corrects_id and corrects_id is null and kind = new.kind
        and amount = -new.amount and customer_id = new.customer_id and payment_type_id = new.payment_type_id
    ) then
      raise exception 'a counter-entry takes back the money that was paid into the same store credit'
        using errcode = 'restrict_violation';
    end if;
  elsif new.kind = 'trade_in_paid' then
    if coalesce(type_code, 'cash') <> 'cash' then
      raise exception 'a trade-in is paid out as money' using errcode = 'restrict_violation';
    end if;
  elsif (type_code is not distinct from 'trade_in') <> (new.trade_in_id is not null) then
    raise exception 'money by trade-in names its trade-in' using errcode = 'restrict_violation';
  end if;
  if not is_own and (new.amount = 0 or type_code is distinct from 'store_credit') then return null; end if;
  if new.kind = 'change' then
    raise exception 'store credit gives no change' using errcode = 'restrict_violation';
  end if;
  if is_own then
    of_customer := new.customer_id;
  else
    select customer_id into of_customer from sales_transaction where sales_transaction_id = new.sales_transaction_id;
    if of_customer is null then
      raise exception 'store credit of sale % has no customer', new.sales_transaction_id using errcode = 'restrict_violation';
    end if;
  end if;
  insert into customer_credit (customer_id) values (of_customer) on conflict do nothing;
  perform from customer_credit where customer_id = of_customer for update;
  insert into credit_entry (at, day, customer_id, kind, amount, sales_transaction_id, location_id, money_entry_id,
      corrects_id, reason, created_by_id)
    values (new.at, new.day, of_customer,
      case when new.kind = 'credit_paid_in' then 'paid in' when new.kind = 'credit_paid_out' then 'paid out'
        when new.kind = 'payment' and new.corrects_id is null then 'used' else 'returned' end,
      case when is_own then new.amount else -new.amount end,
      new.sales_transaction_id, new.location_id, new.entry_id,
      (select entry_id from credit_entry where money_entry_id = new.corrects_id), new.reason, new.created_by_id);
  return null;
end $$;
--> statement-breakpoint

-- Money of store credit is the shop's own, and then the demo stays. The rest is as before.
create or replace function clear_demo_shop() returns void language plpgsql as $$
declare
  made jsonb;
  document record;
  own boolean;
  master record;
  row_key int;
begin
  select demo_rows into made from shop_setting for update;
  if made is null then
    raise exception 'there is no demo shop to clear' using errcode = 'restrict_violation';
  end if;
  for document in select * from (values
    ('sales_transaction', 'sales_transaction_id'), ('purchase_order', 'po_id'), ('po_receiving', 'po_receiving_id'),
    ('inventory_adjustment', 'adjustment_id'), ('stock_transfer', 'transfer_id'), ('stock_count', 'count_id'),
    ('stock_repair_return', 'repair_return_id'), ('trade_in', 'trade_in_id'), ('question', 'question_id')) as documents (of_table, key)
  loop
    execute format('select exists (select from %I
        where %I <= ($1 -> ''from'' ->> $2)::bigint or %2$I > ($1 -> ''to'' ->> $2)::bigint)',
      document.of_table, document.key) into own using made, document.of_table;
    if own then
      raise exception 'the shop has documents of its own' using errcode = 'restrict_violation';
    end if;
  end loop;
  if exists (select from money_entry where customer_id is not null) then
    raise exception 'the shop has money of store credit of its own' using errcode = 'restrict_violation';
  end if;
  update shop_setting set demo_rows = made || jsonb_build_object('clearing', pg_current_xact_id()::text);

  -- The documents and their parts.
  delete from stock_reservation where sales_item_id in (select sales_item_id from sales_item
    where is_cleared_demo_row('sales_transaction', sales_transaction_id));
  -- A customer of the shop's own may have credit from a demo sale. Its expiry leaves with it.
  delete from credit_entry c where is_cleared_demo_row('customer', customer_id)
    or is_cleared_demo_row('sales_transaction', sales_transaction_id)
    or kind = 'expired' and exists (select from credit_entry d where d.customer_id = c.customer_id
      and is_cleared_demo_row('sales_transaction', d.sales_transaction_id));
  delete from sales_exchange where is_cleared_demo_row('sales_transaction', sales_transaction_id);
  delete from money_entry where is_cleared_demo_row('sales_transaction', sales_transaction_id);
  delete from sales_refund_item where refund_id in (select refund_id from sales_refund
    where is_cleared_demo_row('sales_transaction', sales_transaction_id));
  delete from sales_refund where is_cleared_demo_row('sales_transaction', sales_transaction_id);
  delete from sales_instalment where is_cleared_demo_row('sales_transaction', sales_transaction_id);
  delete from sales_item where is_cleared_demo_row('sales_transaction', sales_transaction_id);
  delete from sales_transaction where is_cleared_demo_row('sales_transaction', sales_transaction_id);
  delete from po_receiving_item where is_cleared_demo_row('po_receiving', po_receiving_id);
  delete from po_receiving where is_cleared_demo_row('po_receiving', po_receiving_id);
  delete from purchase_order_item where is_cleared_demo_row('purchase_order', po_id);
  delete from purchase_order where is_cleared_demo_row('purchase_order', po_id);
  delete from inventory_adjustment where is_cleared_demo_row('inventory_adjustment', adjustment_id);
  delete from stock_count_line where is_cleared_demo_row('stock_count', count_id);
  delete from stock_count where is_cleared_demo_row('stock_count', count_id);
  delete from stock_transfer_item where is_cleared_demo_row('stock_transfer', transfer_id);
  delete from stock_transfer where is_cleared_demo_row('stock_transfer', transfer_id);
  delete from stock_repair_return where is_cleared_demo_row('stock_repair_return', repair_return_id);
  delete from trade_in_piece where is_cleared_demo_row('trade_in', trade_in_id);
  delete from trade_in where is_cleared_demo_row('trade_in', trade_in_id);
  delete from question where is_cleared_demo_row('question', question_id);
  delete from stock_movement where is_cleared_demo_row('inventory', inventory_id);
  delete from notification where is_cleared_demo_row('notification', notification_id);
  delete from reminder where is_cleared_demo_row('reminder', reminder_id);
  delete from audit where is_cleared_demo_row('audit', audit_id);
  delete from item_translation where is_cleared_demo_row('item', item_id);
  delete from item_image where is_cleared_demo_row('item', item_id);

  -- What they referred to, one by one: something of the shop's own may refer to it too, and then it stays.
  for master in select * from (values
    ('inventory', 'inventory_id'), ('item', 'item_id'), ('category', 'category_id'), ('supplier', 'supplier_id'),
    ('customer', 'customer_id'), ('inventory_type', 'inventory_type_id'), ('location', 'location_id'),
    ('gold_rate', 'gold_rate_id'), ('pay_account', 'pay_account_id'), ('user_account', 'user_id')) as masters (of_table, key)
  loop
    for row_key in execute format('select %I from %I where is_cleared_demo_row($1, %1$I) order by 1 desc', master.key, master.of_table)
      using master.of_table
    loop
      begin
        execute format('delete from %I where %I = $1', master.of_table, master.key) using row_key;
      exception when foreign_key_violation then
        -- Nobody signs in as one of the demo's people any more.
        if master.of_table = 'user_account' then
          update user_account set status = false where user_id = row_key;
        end if;
      end;
    end loop;
  end loop;

  -- A demo of an earlier version took numbers of these kinds and has no record of them.
  if not made ? 'numbers' then
    delete from document_number where kind in ('SO', 'PO', 'ST', 'SC');
  end if;
  -- A number goes on from where it was before the demo, unless the shop has taken the next one since.
  update document_number n set last = demo.before
    from jsonb_to_recordset(made -> 'numbers') as demo (kind text, year int, before int, after int)
    where n.kind = demo.kind and n.year = demo.year and n.last = demo.after;
  delete from document_number where last = 0;
  -- The demo added its visits and searches to the shop's own of the same days.
  delete from daily_count where day <= (made ->> 'countedUntil')::date;
  insert into daily_count (day, kind, subject, count) select day, kind, subject, count
    from jsonb_to_recordset(made -> 'ownCounts') as own (day date, kind text, subject text, count int);
  delete from company_profile where updated_at = (made ->> 'profileAt')::timestamptz;
  update shop_setting set demo = false, demo_rows = null;
end $$;
