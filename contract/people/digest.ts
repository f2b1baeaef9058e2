import { answer } from '../shared/answers.ts'
import { endpoint } from '../shared/endpoint.ts'
import { Moment } from '../shared/fields.ts'
import { mailStates } from '../shared/mails.ts'
import { z } from '../shared/zod.ts'

/** How often unread messages are mailed to their user: never, once a day, or at most once an hour. */
export const digestTimes = ['never', 'day', 'hour'] as const
export type DigestTime = (typeof digestTimes)[number]

export const DigestInput = z.object({
  every: z.enum(digestTimes),
  /** The hour of the daily mail, in the shop's time zone. */
  hour: z.int().min(0).max(23),
})

const Digest = DigestInput.extend({
  /** Whether the shop can send mails with links. */
  canMail: z.boolean(),
  /** The address that gets the mail, which is that of the account. */
  email: z.string(),
  /** The state of the last mail; null before the first. */
  last: z.object({ state: z.enum(mailStates), reason: z.string().nullable(), at: Moment }).nullable(),
}).meta({ id: 'MessageDigest' })
export type Digest = z.input<typeof Digest>

export const digest = {
  get: endpoint({
    method: 'GET',
    path: '/api/v1/message-digest',
    summary: 'Returns how often the caller gets unread messages by mail, and what became of the last mail',
    access: 'messages.read',
    about: ['user', 'mail'],
    returns: answer(Digest),
  }),
  choose: endpoint({
    method: 'PUT',
    path: '/api/v1/message-digest',
    summary: 'Sets how often the caller gets unread messages by mail',
    access: 'messages.read',
    body: DigestInput,
    returns: answer(Digest),
  }),
}
