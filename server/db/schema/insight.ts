import { sql } from 'drizzle-orm'
import { boolean, check, date, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'

import { key } from './columns.ts'
import { stamps } from './people.ts'

/** A task that somebody wrote down for the shop; done ones stay until they are deleted. */
export const reminder = pgTable(
  'reminder',
  {
    reminderID: key('reminder_id'),
    text: text('text').notNull(),
    dueDate: date('due_date', { mode: 'string' }),
    /** The shop's time of day, as HH:MM. */
    dueTime: text('due_time'),
    done: boolean('done').notNull().default(false),
    ...stamps,
  },
  (t) => [
    index('reminder_due').on(t.done, t.dueDate),
    check('reminder_due_time', sql`${t.dueTime} ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'`),
    check('reminder_due', sql`${t.dueTime} is null or ${t.dueDate} is not null`),
  ],
)

/** How often something was done on a day of the shop's: pages visited, searches made. No trace of who did. */
export const dailyCount = pgTable(
  'daily_count',
  {
    day: date('day', { mode: 'string' }).notNull(),
    kind: text('kind', { enum: ['visit', 'search'] }).notNull(),
    /** The path that was visited; where it was searched. */
    subject: text('subject').notNull(),
    count: integer('count').notNull(),
  },
  (t) => [primaryKey({ columns: [t.kind, t.day, t.subject] }), check('daily_count_count', sql`${t.count} > 0`)],
)
