import { and, eq, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'

import { reminders, timeWithoutDate } from '../../../contract/insight/reminders.ts'
import { readSettings } from '../../company/settings.ts'
import { reminder } from '../../db/schema/insight.ts'
import { serve, serveRecord } from '../../http/serve.ts'
import type { Db, Tx } from '../../kernel/database.ts'
import { AppError, notFound } from '../../kernel/errors.ts'
import { shopDay } from '../../kernel/shop-days.ts'
import { equalsCondition, listPage, searchCondition, commonCondition } from '../../resource/list.ts'
import {
  recordCreated,
  stampCreated,
  findRecord,
  lockUnchanged,
  ok,
  record,
  recordUpdated,
  updateUnchanged,
} from '../../resource/records.ts'

const what = 'Reminder'

/**
 * Sorts open reminders by due date, then done reminders by last change, newest first. A reminder without a time is due
 * at the end of the day. One without a date comes last.
 */
const due = sql`array[${reminder.done}::int, coalesce(case when ${reminder.done} then -extract(epoch from ${reminder.updatedAt})
  else extract(epoch from ${reminder.dueDate} + coalesce(${reminder.dueTime}, '24:00')::time) end, 'Infinity')]`

type Due = { dueDate?: string | null | undefined; dueTime?: string | null | undefined }

export function reminderRoutes(app: FastifyInstance) {
  serve(app, reminders.list, async ({ query }, { db }) => {
    const select = db
      .select()
      .from(reminder)
      .where(
        and(
          searchCondition(query.search, [reminder.text]),
          equalsCondition(reminder.done, query.done),
          await commonCondition(db, query, reminder),
        ),
      )
    return listPage(db, query, select.$dynamic(), {
      reminderID: reminder.reminderID,
      due,
    })
  })

  serveRecord(app, reminders.get, async (db, id) => ok(await findRecord(db, what, reminder, reminder.reminderID, id)))

  serve(app, reminders.create, async ({ body }, context) => {
    const [row] = await context.db
      .insert(reminder)
      .values({ ...body, ...(await dueOf(context.db, body, {})), ...stampCreated(context) })
      .returning()
    return recordCreated(context, 'reminder', row!.reminderID, row!)
  })

  serve(app, reminders.update, async ({ id, body }, context) => {
    const stored = await lockUnchanged(context, what, reminder, reminder.reminderID, id, body.updatedAt)
    const changes = { ...body, ...(await dueOf(context.db, body, stored)) }
    return recordUpdated(
      context,
      'reminder',
      id,
      await updateUnchanged(context, what, reminder, reminder.reminderID, id, changes),
    )
  })

  serve(app, reminders.remove, async ({ id }, context) => {
    const [before] = await context.db.delete(reminder).where(eq(reminder.reminderID, id)).returning()
    if (!before) throw notFound(what)
    await record(context, { action: 'delete', entity: 'reminder', entityID: id, before, after: null })
    return ok(null)
  })
}

/**
 * Returns the due date and time to store. A value that was not sent stays as stored. Removing the date also removes the
 * time. Throws 400 for a time without a date.
 */
async function dueOf(db: Db | Tx, sent: Due, stored: Due): Promise<Due> {
  const { timeZone } = await readSettings(db)
  const dueDate = sent.dueDate === undefined ? stored.dueDate : sent.dueDate && shopDay(timeZone, sent.dueDate)
  if (!dueDate && sent.dueTime) throw new AppError('reminder.time_without_date', timeWithoutDate, { field: 'dueTime' })
  return { dueDate, dueTime: dueDate ? (sent.dueTime === undefined ? stored.dueTime : sent.dueTime) : null }
}
