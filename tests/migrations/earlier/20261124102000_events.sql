insert into event (type, entity, entity_id, user_id, call_id, touched)
  values ('sale.completed', 'sale', 1, 1, 'abc.1', '{"item": [1], "inventory": [1]}');
insert into event (type, entity, recipient_id) values ('notification.sent', 'notification', 1);
