import { sql } from 'drizzle-orm'
import { boolean, check, date, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'

import { key } from './columns.ts'
import { stamps } from './people.ts'

/** A task for the staff. A done task stays until somebody deletes it. */
export const reminder = pgTable(
  'reminder',
  {
    reminderID: key('reminder_id'),
    text: text('text').notNull(),
    dueDate: date('due_date', { mode: 'string' }),
    /** The time of day in the shop's time zone, as HH:MM. */
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

/** The number of page visits and searches on each day of the shop. It stores nothing about the visitor. */
export const dailyCount = pgTable(
  'daily_count',
  {
    day: date('day', { mode: 'string' }).notNull(),
    kind: text('kind', { enum: ['visit', 'search'] }).notNull(),
    /** The path of the visited page, or the place of the search: 'catalogue' or 'back-office'. */
    subject: text('subject').notNull(),
    count: integer('count').notNull(),
  },
  (t) => [primaryKey({ columns: [t.kind, t.day, t.subject] }), check('daily_count_count', sql`${t.count} > 0`)],
)
