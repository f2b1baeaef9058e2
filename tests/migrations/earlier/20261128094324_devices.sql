-- A browser at a drawer was enrolled and locked after wrong PINs. A person with a PIN uses it, and an approval was used.
insert into device (device_name, token_hash, drawer_id, last_used_at, wrong_pins, wrong_pin_at, locked_until, created_by_id)
  select 'Till', 'd', min(drawer_id), now(), '{1,1,2,1,1}', now(), now(), 1 from drawer;
insert into user_pin (user_id, pin_hash, set_at) values (1, '-', now());
insert into device_session (session_id, device_id) select session_id, 1 from session limit 1;
insert into approval (key_hash, session_id, call, approver_id, used_at)
  select 'k', session_id, 'POST /api/v2/sales/:id/refunds', 1, now() from session limit 1;
insert into audit (user_id, approved_by_id, action, entity, entity_id) values (1, 1, 'refund', 'sale', 1);
