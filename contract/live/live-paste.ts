import { platforms } from '../sales/buyers.ts'
import { answer } from '../shared/answers.ts'
import { endpoint } from '../shared/endpoint.ts'
import { ID, Moment, required } from '../shared/fields.ts'
import { z } from '../shared/zod.ts'
import { LiveClaim, LiveComment } from './live-claims.ts'
import { acceptedAtOnce, pastedAtOnce } from './live-statuses.ts'

const ChosenSeam = z.object({
  /** How many comments are here already, counted from the oldest. All others are new. */
  line: z.int().min(0).max(pastedAtOnce),
  /** The stored comment that they follow; null for before all of them. */
  afterID: ID.nullable(),
  /** The number of stored comments that the person has seen. Other ones by now are refused. */
  storedCount: z.int().min(0),
})

/** Comments as they were pasted. `splitPaste` makes them from text. */
export const PastedComments = z.object({
  platform: z.enum(platforms),
  comments: z
    .array(
      z.object({
        name: required(200, 'Every comment needs the name of its writer'),
        text: required(2000, 'Every comment needs its text'),
        writtenAt: Moment.nullish(),
        /** The platform's own key of the comment. Either all comments have one, or none. */
        platformKey: required(200).nullish(),
      }),
    )
    .min(1, 'Paste at least one comment')
    .max(pastedAtOnce, `Paste at most ${pastedAtOnce.toLocaleString('en')} comments at once`),
  /** Whether the newest comment stands first. Without it, the times or the stored comments decide. */
  isNewestFirst: z.boolean().optional(),
  /** Where the paste joins what is stored, if a person has said so. Not for comments with keys. */
  seam: ChosenSeam.optional(),
})

/** How the program reads a comment that waits for a person. */
const Judged = {
  /** Whether it may be accepted together with other certain ones. */
  isCertain: z.boolean(),
  /** The piece that it claims; null unless it names exactly one. */
  livePieceID: ID.nullable(),
  /** The pieces that it may name, and what a person has to decide. */
  livePieceIDs: z.array(ID),
  question: z.string().nullable(),
}

export const UndecidedComment = z
  .object({
    comment: LiveComment,
    ...Judged,
    /** The undecided comment before it that may name the same piece; null without one. */
    waitsForID: ID.nullable(),
    buyers: z.array(z.object({ buyerID: ID, handle: z.string(), customerName: z.string().nullable() })),
  })
  .meta({ id: 'UndecidedComment' })

/** A pasted comment and what storing it would do. Its place is that in the paste, the oldest first. */
const Line = z.object({
  name: z.string(),
  text: z.string(),
  writtenAt: Moment.nullable(),
  kind: z.enum(['here', 'certain', 'again', 'undecided', 'none']),
  /** The stored comment that it repeats; null for a new one. */
  commentID: ID.nullable(),
  onShowID: ID.nullable(),
  ...Judged,
  /** The stored comment that a person has joined it to, if that differs; else null. */
  differsFrom: z.string().nullable(),
  /** The place of the line before it that may name the same piece; null without one. */
  waitsForLine: z.int().nullable(),
})

/** Where a paste joins the stored comments of its platform, and the stored ones beside that place. */
const Seam = z.object({
  line: z.int(),
  after: z.object({ commentID: ID, name: z.string(), text: z.string() }).nullable(),
  /** The comments before and behind `after`; null at the ends. */
  previousID: ID.nullable(),
  nextID: ID.nullable(),
  storedCount: z.int(),
  isByHand: z.boolean(),
  /** Why a person should look at it; null when the program is sure, and when a person has said where it is. */
  doubt: z.string().nullable(),
})

const live = '/api/v1/lives/:id'

export const livePaste = {
  preview: endpoint({
    method: 'POST',
    path: `${live}/paste-preview`,
    summary: 'Says which pasted comments are here already, and how the new ones are read; stores nothing',
    access: 'lives.host',
    body: PastedComments,
    returns: answer(
      z.object({
        sentence: z.string(),
        isNewestFirst: z.boolean(),
        /** Null while nothing is stored, and for comments with keys. */
        seam: Seam.nullable(),
        lines: z.array(Line),
      }),
    ),
  }),
  store: endpoint({
    method: 'POST',
    path: `${live}/pasted-comments`,
    summary: 'Stores the pasted comments that are new; claims wait until they are accepted',
    access: 'lives.host',
    body: PastedComments,
    returns: answer(
      z.object({
        sentence: z.string(),
        added: z.int(),
        here: z.int(),
        /** The seam at which the whole paste is here now; null unless a person has chosen one. */
        seam: ChosenSeam.nullable(),
      }),
    ),
    status: 201,
  }),
  undecided: endpoint({
    method: 'GET',
    path: `${live}/undecided-comments`,
    summary: 'Returns the comments that wait for a person, in their order, and says which ones are certain',
    access: 'lives.read',
    about: ['live', 'buyer', 'customer'],
    returns: answer(z.array(UndecidedComment)),
  }),
  accept: endpoint({
    method: 'PUT',
    path: `${live}/accepted-comments`,
    summary: 'Accepts certain comments together, in their order; nothing when one of them is not certain',
    access: 'lives.host',
    body: z.object({
      commentIDs: z
        .array(ID)
        .min(1, 'Choose at least one comment')
        .max(acceptedAtOnce, `Accept at most ${acceptedAtOnce} comments at once`),
    }),
    returns: answer(
      z.object({
        claims: z.array(LiveClaim),
        /** The number of comments that were decided meanwhile. */
        skipped: z.int(),
      }),
    ),
  }),
}
