import { answer, BooleanFilter, listQuery, pageOf } from '../shared/answers.ts'
import { endpoint } from '../shared/endpoint.ts'
import { Day, DayInput, ID, LastRead, required, Stamps } from '../shared/fields.ts'
import { z } from '../shared/zod.ts'

/** A time of day in the shop's time zone, as HH:MM. Empty text clears it. */
const TimeInput = z
  .string()
  .trim()
  .regex(/^(([01]\d|2[0-3]):[0-5]\d)?$/, 'Enter a time like 20:00')
  .nullish()
  .transform((text) => (text === '' ? null : text))

export const ReminderInput = z.object({
  text: required(200, 'Enter what is to be done'),
  dueDate: DayInput.nullish(),
  /** The time of day at which the reminder is due. A time requires a date. */
  dueTime: TimeInput,
})
export type ReminderInput = z.input<typeof ReminderInput>

/** The message for a reminder with a time and no date. */
export const timeWithoutDate = 'A time needs a date'

export const Reminder = z
  .object({
    reminderID: ID,
    text: z.string(),
    dueDate: Day.nullable(),
    dueTime: z.string().nullable(),
    done: z.boolean(),
    ...Stamps,
  })
  .meta({ id: 'Reminder' })
export type ReminderRow = z.input<typeof Reminder>

const base = '/api/v1/reminders'

export const reminders = {
  list: endpoint({
    method: 'GET',
    path: base,
    summary: 'Lists reminders',
    access: 'reminders.write',
    about: ['reminder'],
    /** Sorting by `due` lists open reminders by date, then done ones with the latest first. */
    query: listQuery(['reminderID', 'due'], { done: BooleanFilter }),
    returns: pageOf(Reminder),
  }),
  get: endpoint({
    method: 'GET',
    path: `${base}/:id`,
    summary: 'Returns a reminder',
    access: 'reminders.write',
    about: ['reminder'],
    returns: answer(Reminder),
  }),
  create: endpoint({
    method: 'POST',
    path: base,
    summary: 'Creates a reminder',
    access: 'reminders.write',
    body: ReminderInput,
    returns: answer(Reminder),
    status: 201,
  }),
  update: endpoint({
    method: 'PUT',
    path: `${base}/:id`,
    summary: 'Changes a reminder, or marks it as done',
    access: 'reminders.write',
    body: ReminderInput.extend({ done: z.boolean().optional(), ...LastRead }),
    returns: answer(Reminder),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${base}/:id`,
    summary: 'Deletes a reminder',
    access: 'reminders.write',
    returns: answer(z.null()),
  }),
}
