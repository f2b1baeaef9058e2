insert into api_token (token_name, token_hash, user_id, operations, created_at, expires_at)
  values ('Bookkeeping', repeat('a', 64), 1, array['salesList'], '2026-11-24T10:00:00Z', '2027-11-24T10:00:00Z');
