import { answer } from '../shared/answers.ts'
import { endpoint } from '../shared/endpoint.ts'
import { ID, LastRead, Moment } from '../shared/fields.ts'
import { z } from '../shared/zod.ts'

/** The names of the world's time zones, as the IANA gives them, in their order. */
export const timeZones = () => [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC'])].toSorted()

/** A time zone by its IANA name, however it is capitalised; never a bare offset, which knows no summer time. */
const TimeZone = z
  .string()
  .trim()
  .min(1)
  .transform((text) => nameOfZone(text) ?? text)
  .refine((name) => nameOfZone(name) !== null, 'Choose a time zone like Asia/Tokyo')

/** A zone's name in its usual spelling, or null where there is no such zone. Older names, which browsers differ in, count. */
function nameOfZone(text: string): string | null {
  const listed = timeZones().find((name) => name.toLowerCase() === text.toLowerCase())
  if (listed !== undefined) return listed
  if (!/^[A-Za-z]+(\/[A-Za-z0-9_+-]+)+$/.test(text)) return null
  try {
    new Intl.DateTimeFormat('en', { timeZone: text }).format()
    return text
  } catch {
    return null
  }
}

export const SettingsInput = z.object({
  timeZone: TimeZone,
  defaultLocationID: ID,
  holdDays: z.int().min(1).max(365),
})

export const Settings = z
  .object({
    /** The name that the shop goes by. */
    companyName: z.string(),
    /** IANA name; every date in the back-office is a date there. */
    timeZone: z.string(),
    /** Where new sales, new items' stock and direct receipts start. */
    defaultLocationID: ID,
    /** Days that a saved sale keeps its stock reserved. */
    holdDays: z.int().min(1),
    updatedAt: Moment,
  })
  .meta({ id: 'Settings' })
export type Settings = z.output<typeof Settings>
export type SettingsRow = z.input<typeof Settings>

export const settings = {
  get: endpoint({
    method: 'GET',
    path: '/api/v1/settings',
    summary: 'The shop’s settings',
    access: 'signedIn',
    returns: answer(Settings),
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/v1/settings',
    summary: 'Changes the shop’s settings',
    access: 'settings.write',
    body: SettingsInput.extend(LastRead),
    returns: answer(Settings),
  }),
}
