-- A user who gets unread messages by mail, and a message that was in a mail.
insert into message_digest (user_id, every, hour, last_at) select min(user_id), 'day', 8, now() from user_account;
insert into mail (kind, recipient, subject, body, user_id, state, sent_at)
  select 'digest', 'liza@mail.example', 'What waits for you', 'Added when sent', min(user_id), 'sent', now() from user_account;
update notification set mail_id = (select max(mail_id) from mail)
  where notification_id = (select min(notification_id) from notification);
