import { answer } from '../shared/answers.ts'
import { endpoint } from '../shared/endpoint.ts'
import { ID, Moment, required } from '../shared/fields.ts'
import { z } from '../shared/zod.ts'
import { buyerMarks } from './live-statuses.ts'

/** The record of a buyer in lives, for staff. Other buyers and overlays never see it. */
export const LiveBuyerFacts = z
  .object({
    buyerID: ID,
    handle: z.string(),
    /** The number of claims of all lives. */
    won: z.int(),
    paid: z.int(),
    lapsed: z.int(),
    withdrawn: z.int(),
    marks: z.array(
      z.object({
        markID: ID,
        mark: z.enum(buyerMarks),
        reason: z.string(),
        markedAt: Moment,
        markedByName: z.string().nullable(),
        endedAt: Moment.nullable(),
        endedByName: z.string().nullable(),
        /** Why it ended; null while it holds, and for one that ended before reasons were asked for. */
        endReason: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: 'LiveBuyerFacts' })

const path = '/api/v1/live-buyers/:id'

export const liveBuyers = {
  get: endpoint({
    method: 'GET',
    path,
    summary: 'Returns what a buyer has won, paid and let lapse in lives, with the marks',
    access: 'lives.read',
    about: ['buyer', 'live'],
    returns: answer(LiveBuyerFacts),
  }),
  mark: endpoint({
    method: 'POST',
    path: `${path}/marks`,
    summary: 'Marks a buyer as deposit first or not served, with a reason',
    access: 'lives.mark_buyers',
    body: z.object({ mark: z.enum(buyerMarks), reason: required(500, 'Say why') }),
    returns: answer(LiveBuyerFacts),
    status: 201,
  }),
  unmark: endpoint({
    method: 'PUT',
    path: `${path}/marks/:markID/end`,
    summary: 'Ends a mark of a buyer, with a reason. The mark stays in the history',
    access: 'lives.mark_buyers',
    body: z.object({ reason: required(500, 'Say why') }),
    returns: answer(LiveBuyerFacts),
  }),
}
