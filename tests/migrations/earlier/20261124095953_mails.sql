-- A sent mail, one that waits, a text that the shop changed, and a customer who said no.
insert into mail (kind, recipient, subject, body, customer_id, state, sent_at)
  select 'orderConfirmation', 'ana@mail.example', 'Your order', 'Thank you', min(customer_id), 'sent', now() from customer;
insert into mail (kind, recipient, subject, body) values ('test', 'liza@mail.example', 'Test', 'A test');
insert into message_template (kind, language, subject, body) values ('ready', 'tl', 'Handa na', 'Kumusta po!');
insert into message_choice (customer_id, language, refused_at) select min(customer_id), 'ja', now() from customer;
