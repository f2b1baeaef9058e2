import { sql } from 'drizzle-orm'

import { event } from '../db/schema/events.ts'
import type { Db, Tx } from '../kernel/database.ts'

/** Deletes the events that are older than a day, the oldest first. The next run deletes what this one leaves. */
export const deleteOldEvents = (db: Db | Tx) =>
  db.execute(sql`delete from ${event} where event_id in (select event_id from ${event} order by event_id limit 20000)
    and at < now() - interval '1 day'`)
