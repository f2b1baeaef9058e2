import { answer } from './answers.ts'
import { endpoint } from './endpoint.ts'
import { ID } from './fields.ts'
import { z } from './zod.ts'

export const Settings = z
  .object({
    /** The name that the shop goes by. */
    companyName: z.string(),
    /** IANA name; every date in the back-office is a date there. */
    timeZone: z.string(),
    defaultLocationID: ID,
    /** Days that a saved sale keeps its stock reserved. */
    holdDays: z.int().min(1),
  })
  .meta({ id: 'Settings' })
export type Settings = z.infer<typeof Settings>

export const settings = {
  get: endpoint({
    method: 'GET',
    path: '/api/v1/settings',
    summary: 'The shop’s settings',
    access: 'signedIn',
    returns: answer(Settings),
  }),
}
