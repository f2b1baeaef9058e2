import { platforms } from '../sales/buyers.ts'
import { saleStatuses } from '../sales/sale-statuses.ts'
import { answer, IDFilter } from '../shared/answers.ts'
import { endpoint } from '../shared/endpoint.ts'
import { ID, Moment, required } from '../shared/fields.ts'
import { z } from '../shared/zod.ts'
import { buyerMarks, claimStatuses, commentOutcomes, orderSources, stepKinds } from './live-statuses.ts'
import { typedAtMost } from './live-typing.ts'

/** A member of staff types this for a buyer: `12 ana`, `ana 2.5g`, or `ana` for the piece on show. */
export const TypedClaim = z.object({
  text: required(typedAtMost, 'Type a name, such as: 12 ana'),
  /** The default is the first platform of the live. */
  platform: z.enum(platforms).optional(),
  /** The piece and the buyer, where the text leaves a choice. */
  livePieceID: ID.optional(),
  buyerID: ID.optional(),
})

/** A person's decision about a comment: a claim of this piece by this buyer, or no claim. */
export const CommentDecision = z.object({
  isClaim: z.boolean(),
  livePieceID: ID.optional(),
  /** Without it, the buyer is found by the name, or made. */
  buyerID: ID.optional(),
})

const reason = required(500, 'Say why')

const LiveBuyer = z.object({ buyerID: ID, handle: z.string(), customerName: z.string().nullable() })

export const LiveClaim = z
  .object({
    claimID: ID,
    livePieceID: ID,
    /** The number of the piece in the live. */
    number: z.int(),
    buyer: LiveBuyer,
    /** The marks that staff see. */
    marks: z.array(z.enum(buyerMarks)),
    commentID: ID,
    platform: z.enum(platforms),
    status: z.enum(claimStatuses),
    /** The place among all claims of the piece, from 1. */
    rank: z.int(),
    orderAt: Moment,
    orderSource: z.enum(orderSources),
    askedUntil: Moment.nullable(),
    reason: z.string().nullable(),
    /** The sale that holds the piece; null unless it is won. */
    salesTransactionID: ID.nullable(),
    transactionNumber: z.string().nullable(),
    saleStatus: z.enum(saleStatuses).nullable(),
    holdUntil: Moment.nullable(),
    notedByName: z.string().nullable(),
    notedAt: Moment,
    decidedAt: Moment,
  })
  .meta({ id: 'LiveClaim' })
export type LiveClaimRow = z.input<typeof LiveClaim>

export const LiveComment = z
  .object({
    commentID: ID,
    platform: z.enum(platforms),
    name: z.string(),
    text: z.string(),
    writtenAt: Moment.nullable(),
    orderSource: z.enum(orderSources),
    enteredAt: Moment,
    enteredByName: z.string().nullable(),
    onShowID: ID.nullable(),
    outcome: z.enum(commentOutcomes),
    question: z.string().nullable(),
    claimID: ID.nullable(),
  })
  .meta({ id: 'LiveComment' })
export type LiveCommentRow = z.input<typeof LiveComment>

/** The outcome of a noted comment, with its choices if a person has to decide. */
const Noted = z.object({
  comment: LiveComment,
  claim: LiveClaim.nullable(),
  livePieceIDs: z.array(ID),
  buyers: z.array(LiveBuyer),
})

const live = '/api/v1/lives/:id'
const claim = '/api/v1/live-claims/:id'

export const liveClaims = {
  ofLive: endpoint({
    method: 'GET',
    path: `${live}/claims`,
    summary: 'Returns the claims of a live, by piece and in their order: of one piece, or of all',
    access: 'lives.read',
    about: ['live', 'sale', 'buyer', 'customer'],
    query: z.strictObject({ livePieceID: IDFilter }),
    returns: answer(z.array(LiveClaim)),
  }),
  comments: endpoint({
    method: 'GET',
    path: `${live}/comments`,
    summary: 'Returns the comments of a live, the newest first',
    access: 'lives.read',
    about: ['live'],
    query: z.strictObject({
      outcome: z.enum(commentOutcomes).optional(),
      atMost: z.coerce.number().int().min(1).max(10_000).default(200),
    }),
    returns: answer(z.array(LiveComment)),
  }),
  note: endpoint({
    method: 'POST',
    path: `${live}/comments`,
    summary: 'Notes what a buyer claims, as staff type it',
    access: 'lives.host',
    body: TypedClaim,
    returns: answer(Noted),
    status: 201,
  }),
  decide: endpoint({
    method: 'PUT',
    path: '/api/v1/live-comments/:id/decision',
    summary: 'Decides an undecided comment: it claims a piece, or it is no claim, also after the live',
    access: 'lives.host',
    body: CommentDecision,
    returns: answer(Noted),
  }),
  accept: endpoint({
    method: 'PUT',
    path: `${claim}/acceptance`,
    summary: 'Gives a freed piece to the buyer who was asked',
    access: 'lives.host',
    returns: answer(LiveClaim),
  }),
  pass: endpoint({
    method: 'PUT',
    path: `${claim}/pass`,
    summary: 'Passes a freed piece on: the buyer who was asked, or who waits, does not want it',
    access: 'lives.host',
    returns: answer(LiveClaim),
  }),
  withdraw: endpoint({
    method: 'PUT',
    path: `${claim}/withdrawal`,
    summary: 'Takes a won claim back: the piece leaves the basket, and the next in line is asked',
    access: 'lives.host',
    body: z.object({ reason }),
    returns: answer(LiveClaim),
  }),
  move: endpoint({
    method: 'PUT',
    path: `${claim}/place`,
    summary: 'Moves a claim ahead of another one of the same piece, with a reason',
    access: 'lives.host',
    body: z.object({ aheadOfID: ID, reason }),
    returns: answer(LiveClaim),
  }),
}

const Step = z.object({
  stepID: ID,
  at: Moment,
  kind: z.enum(stepKinds),
  number: z.int(),
  claimID: ID.nullable(),
  /** The handle of the buyer whose claim it is; null for a step of the piece alone. */
  handle: z.string().nullable(),
  outcome: z.enum(claimStatuses).nullable(),
  reason: z.string().nullable(),
  byName: z.string().nullable(),
})

export const liveRecord = {
  replay: endpoint({
    method: 'GET',
    path: `${live}/record`,
    summary: 'Replays the record of a live and says whether it gives the stored outcome',
    access: 'lives.read',
    about: ['live'],
    returns: answer(
      z.object({
        agrees: z.boolean(),
        /** The result as a sentence, such as `1,204 steps replay to the same winners`. */
        sentence: z.string(),
        /** Each claim with another outcome, as a sentence. */
        differences: z.array(z.string()),
        steps: z.array(Step),
      }),
    ),
  }),
}
