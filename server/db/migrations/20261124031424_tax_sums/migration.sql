-- At the commit, the taxed amounts of a sale add up to its total, and those of a refund to what it returned.
create function refuse_other_sale_taxes() returns trigger language plpgsql as $$
declare
  of_sale int := new.sales_transaction_id;
begin
  perform from sales_transaction s, lateral (
      select count(*) as entries, sum(e.amount) as taxed,
          bool_or(l.sales_transaction_id is distinct from of_sale and e.sales_item_id is not null) as of_other_sale
        from tax_entry e left join sales_item l using (sales_item_id)
        where e.sales_transaction_id = of_sale and e.refund_id is null
    ) t
    where s.sales_transaction_id = of_sale and t.entries > 0
      and (t.taxed <> s.total_purchase or t.of_other_sale or s.status not in ('Completed', 'Refunded'));
  if found then
    raise exception 'the taxes of sale % differ from the sale', of_sale using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
--> statement-breakpoint
create constraint trigger tax_entry_adds_up after insert on tax_entry
  deferrable initially deferred for each row when (new.refund_id is null) execute function refuse_other_sale_taxes();
--> statement-breakpoint
create constraint trigger sales_transaction_keeps_taxes after update on sales_transaction
  deferrable initially deferred for each row
  when (old.total_purchase is distinct from new.total_purchase
    or (old.status in ('Completed', 'Refunded') and new.status not in ('Completed', 'Refunded')))
  execute function refuse_other_sale_taxes();
--> statement-breakpoint

-- Table tax_entry and table sales_refund_item both name a refund and a line.
create function refuse_other_refund_taxes() returns trigger language plpgsql as $$
begin
  perform from (
      select r.sales_transaction_id, coalesce(sum(i.amount), 0) as returned
        from sales_refund r left join sales_refund_item i on i.refund_id = r.refund_id and i.sales_item_id = new.sales_item_id
        where r.refund_id = new.refund_id group by r.sales_transaction_id
    ) refund
    left join tax_entry sold on sold.sales_item_id = new.sales_item_id and sold.refund_id is null
    left join tax_entry back on back.sales_item_id = new.sales_item_id and back.refund_id = new.refund_id
    left join lateral (
      select -sum(amount) as amount, -sum(tax) as tax
        from tax_entry where sales_item_id = new.sales_item_id and refund_id is not null
    ) every_return on true
    where (sold.tax_entry_id is null) <> (back.tax_entry_id is null)
      or -back.amount <> refund.returned
      or back.tax_rate_id <> sold.tax_rate_id
      or back.sales_transaction_id <> refund.sales_transaction_id
      or sold.sales_transaction_id <> refund.sales_transaction_id
      or every_return.amount > sold.amount
      or every_return.tax > sold.tax
      or (every_return.amount = sold.amount and every_return.tax <> sold.tax);
  if found then
    raise exception 'the taxes of refund % differ from what it returned of line %', new.refund_id, new.sales_item_id
      using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
--> statement-breakpoint
create constraint trigger tax_entry_adds_up_to_refund after insert on tax_entry
  deferrable initially deferred for each row when (new.refund_id is not null)
  execute function refuse_other_refund_taxes();
--> statement-breakpoint
create constraint trigger sales_refund_item_has_tax after insert or update on sales_refund_item
  deferrable initially deferred for each row execute function refuse_other_refund_taxes();
