insert into tax_rate (country, rate_name, code, kind, percent, from_date) values ('PH', 'VAT', 'V', 'standard', 12, '2026-01-01');
insert into tax_entry (day, sales_transaction_id, sales_item_id, tax_rate_id, amount, base, tax)
  select (now() at time zone 'UTC')::date, sales_transaction_id, sales_item_id, tax_rate_id, line_total, line_total - tax, tax
  from sales_item, tax_rate, lateral (select round(line_total * 12 / 112, 2) as tax) share where sales_item_id = 1;
