-- A buyer has won a piece in the live that runs, and it is in the buyer's basket.
insert into live_comment (live_id, platform, name, text, order_source, place, entered_at, entered_by_id, on_show_id, outcome)
  values (1, 'TikTok', 'Ana', 'mine', 'entry', 1, now(), 1, 1, 'claim');
insert into live_basket (live_id, buyer_id, sales_transaction_id) values (1, 1, 1);
insert into live_claim (live_id, live_piece_id, buyer_id, comment_id, status, rank, order_at, order_place, noted_at, decided_at)
  values (1, 1, 1, 1, 'won', 1, now(), 1, now(), now());
insert into live_step (live_id, at, kind, live_piece_id, claim_id, facts, outcome)
  values (1, now(), 'noted', 1, 1, '{"quantity": 1, "lineLength": 1, "orderPlace": 1, "obstacle": null}', 'won');
insert into live_buyer_mark (buyer_id, mark, reason, marked_at, marked_by_id) values (1, 'deposit first', 'Unpaid in May', now(), 1);
