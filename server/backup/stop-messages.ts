import type pg from 'pg'

/**
 * Keeps the restored shop from telling people again what they were told after the backup: mails that waited then are
 * failed, so that a person decides, reminders begin with the next day, and staff get only new messages by mail. Webhooks
 * are off, because a copy of the shop must not tell other programs of its own changes.
 */
export const stopMessages = (client: pg.Client) =>
  client.query(`
    update mail set state = 'failed', claimed_at = null,
      reason = 'It waited when the backup was made, and may have been sent since' where state = 'queued';
    update webhook set active = false, off_reason = 'restored', place = null, place_database = null where active;
    update shop_setting set reminders_from = (now() at time zone time_zone)::date + 1 where message_kinds <> '[]';
    update message_digest set messages_from = now()`)
