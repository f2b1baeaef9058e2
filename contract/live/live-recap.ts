import { answer } from '../shared/answers.ts'
import { endpoint } from '../shared/endpoint.ts'
import { ID, Moment } from '../shared/fields.ts'
import { z } from '../shared/zod.ts'

/** The results of a live. The amounts are those of its sales, in pesos. */
const LiveRecap = z
  .object({
    /** The people of the shop who showed pieces, brought comments in or noted claims. */
    people: z.array(z.string()),
    /** The number of all claims, and of those that are won, also when their sale is completed. */
    claims: z.int(),
    won: z.int(),
    /** The totals of the sales that are open or completed, what is paid of them, and what is left to pay. */
    sold: z.number(),
    paid: z.number(),
    balance: z.number(),
    /** The number of open sales with something to pay, and of baskets whose page is still to be sent. */
    unpaidSales: z.int(),
    unsentBaskets: z.int(),
    /** The number of claims that came to nothing. */
    withdrawn: z.int(),
    lapsed: z.int(),
    refused: z.int(),
    /** The numbers of the pieces that were on show and that nobody claimed. */
    neverClaimed: z.array(z.int()),
    comments: z.int(),
    /** The number of comments that wait for a person. */
    unread: z.int(),
    /** The seconds from a comment with a time to its decision: of half of them, and of nine in ten. */
    secondsToDecision: z.object({ half: z.number(), nineInTen: z.number(), comments: z.int() }).nullable(),
    /** The won claims of each quarter of an hour in which there were some, with the amounts of their lines. */
    quarters: z.array(z.object({ from: Moment, won: z.int(), amount: z.number() })),
    /** The live that started last before this one; null without one. */
    before: z
      .object({
        liveID: ID,
        liveName: z.string(),
        startedAt: Moment,
        closedAt: Moment.nullable(),
        won: z.int(),
        sold: z.number(),
      })
      .nullable(),
  })
  .meta({ id: 'LiveRecap' })

export const liveRecap = {
  get: endpoint({
    method: 'GET',
    path: '/api/v1/lives/:id/recap',
    summary:
      'Returns what became of a live: won, unpaid, never claimed, unread, times, sales per quarter of an hour and the live before',
    access: 'lives.read',
    tellsCash: 'many',
    about: ['live', 'sale'],
    returns: answer(LiveRecap),
  }),
}
