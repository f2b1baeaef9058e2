-- A webhook that is on, one that was turned off, and a delivery of each state.
insert into webhook (webhook_name, address, events, active, secret) values
  ('Bookkeeping', 'https://books.example/alahas', array['sale.completed'], true, 'whsec_' || repeat('A', 43) || '=');
insert into webhook (webhook_name, address, events, off_reason, secret, failures, failing_since) values
  ('Web shop', 'https://web.example/hook', array['item.changed'], 'failing', 'whsec_' || repeat('B', 43) || '=', 9, now());
insert into webhook_delivery (webhook_id, event_id, type, entity, entity_id, happened_at, state)
  select min(webhook_id), 1000 + n, 'sale.completed', 'sale', n, now(), state
  from webhook, unnest(array['waiting', 'delivered', 'failed', 'dropped']) with ordinality as states (state, n) group by n, state;
