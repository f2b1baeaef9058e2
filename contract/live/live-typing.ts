import { answer } from '../shared/answers.ts'
import { endpoint } from '../shared/endpoint.ts'
import { z } from '../shared/zod.ts'

/** The longest text that staff type about a claim. */
export const typedAtMost = 500

/** A person at a live does one of these before a claim is noted. */
export const doings = ['nothing', 'typing', 'pasting'] as const
export type Doing = (typeof doings)[number]

export const liveTyping = {
  tell: endpoint({
    method: 'PUT',
    path: '/api/v1/lives/:id/typing',
    summary: 'Tells the others at a live that this person types or pastes, and the typed text. Nothing is stored',
    access: 'lives.host',
    body: z.object({
      doing: z.enum(doings),
      /** The text in the box of a person who types. */
      typed: z.string('What is typed must be a text').max(typedAtMost).default(''),
    }),
    returns: answer(z.null()),
  }),
}
