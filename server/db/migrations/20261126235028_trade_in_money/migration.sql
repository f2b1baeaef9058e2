ALTER TABLE "credit_entry" ADD COLUMN "trade_in_id" integer;--> statement-breakpoint
ALTER TABLE "money_entry" ADD COLUMN "trade_in_id" integer;--> statement-breakpoint
ALTER TABLE "money_entry" ALTER COLUMN "sales_transaction_id" DROP NOT NULL;--> statement-breakpoint
DROP INDEX "money_entry_refund";--> statement-breakpoint
CREATE UNIQUE INDEX "money_entry_refund" ON "money_entry" ("refund_id","payment_type_id",coalesce("trade_in_id", 0)) WHERE "refund_id" is not null;--> statement-breakpoint
CREATE INDEX "money_entry_trade_in" ON "money_entry" ("trade_in_id") WHERE "trade_in_id" is not null;--> statement-breakpoint
ALTER TABLE "credit_entry" ADD CONSTRAINT "credit_entry_trade_in_id_trade_in_trade_in_id_fkey" FOREIGN KEY ("trade_in_id") REFERENCES "trade_in"("trade_in_id");--> statement-breakpoint
ALTER TABLE "money_entry" ADD CONSTRAINT "money_entry_trade_in_id_trade_in_trade_in_id_fkey" FOREIGN KEY ("trade_in_id") REFERENCES "trade_in"("trade_in_id");--> statement-breakpoint
ALTER TABLE "credit_entry" ADD CONSTRAINT "credit_entry_trade_in" CHECK (("trade_in_id" is not null) = ("kind" = 'traded in'));--> statement-breakpoint
ALTER TABLE "money_entry" ADD CONSTRAINT "money_entry_of" CHECK ("sales_transaction_id" is not null or ("kind" = 'trade_in_paid' and "trade_in_id" is not null));--> statement-breakpoint
ALTER TABLE "credit_entry" DROP CONSTRAINT "credit_entry_kind", ADD CONSTRAINT "credit_entry_kind" CHECK (case "kind"
        when 'given' then "amount" > 0 and "corrects_id" is null and "reason" is not null
        when 'taken back' then "amount" < 0 and "corrects_id" is not null and "reason" is not null
        when 'used' then "amount" < 0 and "corrects_id" is null
        when 'returned' then "amount" > 0
        when 'traded in' then "amount" > 0 and "corrects_id" is null
        when 'expired' then "amount" < 0 and "corrects_id" is null
        else false end);
--> statement-breakpoint

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
      else false end;
end $$;
--> statement-breakpoint

-- Money by the payment type of trade-ins names its trade-in, and no other money does. A trade-in is paid out as money.
-- The function reads the payment type anyway.
create or replace function apply_store_credit() returns trigger language plpgsql as $$
declare
  of_customer int;
  type_code text;
begin
  select code into type_code from payment_type where payment_type_id = new.payment_type_id;
  if new.kind = 'trade_in_paid' then
    if coalesce(type_code, 'cash') <> 'cash' then
      raise exception 'a trade-in is paid out as money' using errcode = 'restrict_violation';
    end if;
  elsif (type_code is not distinct from 'trade_in') <> (new.trade_in_id is not null) then
    raise exception 'money by trade-in names its trade-in' using errcode = 'restrict_violation';
  end if;
  if new.amount = 0 or type_code is distinct from 'store_credit' then return null; end if;
  if new.kind = 'change' then
    raise exception 'store credit gives no change' using errcode = 'restrict_violation';
  end if;
  select customer_id into of_customer from sales_transaction where sales_transaction_id = new.sales_transaction_id;
  if of_customer is null then
    raise exception 'store credit of sale % has no customer', new.sales_transaction_id using errcode = 'restrict_violation';
  end if;
  insert into customer_credit (customer_id) values (of_customer) on conflict do nothing;
  perform from customer_credit where customer_id = of_customer for update;
  insert into credit_entry (at, day, customer_id, kind, amount, sales_transaction_id, location_id, money_entry_id,
      corrects_id, reason, created_by_id)
    values (new.at, new.day, of_customer,
      case when new.kind = 'payment' and new.corrects_id is null then 'used' else 'returned' end, -new.amount,
      new.sales_transaction_id, new.location_id, new.entry_id,
      (select entry_id from credit_entry where money_entry_id = new.corrects_id), new.reason, new.created_by_id);
  return null;
end $$;
--> statement-breakpoint

-- An entry that names a trade-in changes what is settled of it. The update locks the trade-in, so that two sales take
-- turns, and its check refuses more than the offer. A trade-in pays one sale, of its own customer.
create function settle_trade_in() returns trigger language plpgsql as $$
declare
  of_customer int;
  number text;
begin
  update trade_in
    set settled = settled + case when tg_table_name = 'credit_entry' or new.kind <> 'trade_in_paid' then new.amount else -new.amount end
    where trade_in_id = new.trade_in_id and status = 'Accepted'
    returning customer_id, trade_in_number into of_customer, number;
  if number is null then
    raise exception 'trade-in % is not accepted', new.trade_in_id using errcode = 'restrict_violation';
  end if;
  if tg_table_name = 'credit_entry' then
    if new.customer_id <> of_customer then
      raise exception 'trade-in % is of another customer', number using errcode = 'restrict_violation';
    end if;
  elsif new.kind = 'payment' then
    if (select coalesce(sum(amount), 0) from money_entry where trade_in_id = new.trade_in_id and kind <> 'trade_in_paid'
        and entry_id <> new.entry_id) > 0 then
      raise exception 'trade-in % pays a sale already', number using errcode = 'restrict_violation';
    end if;
    if of_customer is distinct from
        (select customer_id from sales_transaction where sales_transaction_id = new.sales_transaction_id) then
      raise exception 'trade-in % is of another customer', number using errcode = 'restrict_violation';
    end if;
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger money_entry_settles_trade_in after insert on money_entry
  for each row when (new.trade_in_id is not null) execute function settle_trade_in();
--> statement-breakpoint
create trigger credit_entry_settles_trade_in after insert on credit_entry
  for each row when (new.trade_in_id is not null) execute function settle_trade_in();
--> statement-breakpoint

-- A sale that credit or a trade-in paid for stays with its customer.
create or replace function keep_credit_customer() returns trigger language plpgsql as $$
begin
  if exists (select from credit_entry where sales_transaction_id = new.sales_transaction_id)
    or exists (select from money_entry where sales_transaction_id = new.sales_transaction_id and trade_in_id is not null)
  then
    raise exception 'sale % stays with the customer of its store credit or trade-in', new.sales_transaction_id
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
