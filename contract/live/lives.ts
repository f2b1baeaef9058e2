import { Metal } from '../catalogue/metal-fields.ts'
import { NamedPiece } from '../catalogue/named-pieces.ts'
import { platforms } from '../sales/buyers.ts'
import { answer, IDFilter, listQuery, pageOf } from '../shared/answers.ts'
import { Cover } from '../shared/covers.ts'
import { endpoint } from '../shared/endpoint.ts'
import { ID, LastRead, Moment, Money, optional, required, Stamps } from '../shared/fields.ts'
import { z } from '../shared/zod.ts'
import { liveStatuses, piecesInLive } from './live-statuses.ts'

const LiveNumber = z.int().min(1).max(piecesInLive)

/** A piece of the plan. Its place in the list is its place in the order of showing. */
const PlannedPiece = z.object({
  /** The number that viewers write; without it, the next free number. */
  number: LiveNumber.optional(),
  itemID: ID,
  /** The piece, for an item that is kept by piece. */
  pieceID: ID.nullish(),
  /** Pesos in this live; the default is the item's price. A lower price needs a manager. */
  price: Money.optional(),
  /** How many of the kind the live sells; one of a single piece. */
  quantity: z.int().min(1).max(10_000).default(1),
})

export const LiveInput = z.object({
  liveName: required(120),
  platforms: z.array(z.enum(platforms)).min(1, 'Choose a platform').max(platforms.length),
  plannedStart: Moment,
  expectedEnd: Moment,
  /** The location from whose stock the pieces are sold, and the type of the sales. */
  locationID: ID,
  transactionTypeID: ID,
  /** How many claims may wait behind the winner of a piece; the default is that of the shop's settings. */
  lineLength: z.int().min(0).max(3).optional(),
  remarks: optional(1000),
})
export type LiveInput = z.input<typeof LiveInput>

/** The pieces of a live in the order of showing. A piece with a key stays and keeps its number. */
export const LivePiecesInput = z.object({
  pieces: z
    .array(PlannedPiece.extend({ livePieceID: ID.optional() }))
    .max(piecesInLive, `A live has at most ${piecesInLive} pieces`),
  ...LastRead,
})

const LivePiece = z
  .object({
    livePieceID: ID,
    number: z.int(),
    itemID: ID,
    itemCode: z.string(),
    itemName: z.string(),
    ...Metal,
    /** The weight without stones, in grams; null if it is unknown. */
    netGrams: z.number().nullable(),
    size: z.string().nullable(),
    ...Cover,
    piece: NamedPiece.nullable(),
    /** The price in this live and the present price of the item, in pesos. */
    price: z.number(),
    itemPrice: z.number(),
    quantity: z.int(),
    /** The number of claims that are won or invoiced, asked, and waiting. */
    won: z.int(),
    asked: z.int(),
    waiting: z.int(),
    /** The number of all claims, also of those that came to nothing. */
    claims: z.int(),
    /** The quantity that the location can still sell: its stock without the holds of sales, so also without the baskets. */
    available: z.number(),
    /** When it was first and last put on show; null while it was not. */
    firstShownAt: Moment.nullable(),
    lastShownAt: Moment.nullable(),
  })
  .meta({ id: 'LivePiece' })

/** The piece on show now. The next move names its key, so that two hosts do not move at once. */
const Show = z.object({
  showID: ID,
  livePieceID: ID.nullable(),
  shownAt: Moment,
  shownByName: z.string().nullable(),
})

const summary = {
  liveID: ID,
  liveName: z.string(),
  platforms: z.array(z.enum(platforms)),
  status: z.enum(liveStatuses),
  plannedStart: Moment,
  expectedEnd: Moment,
  startedAt: Moment.nullable(),
  closedAt: Moment.nullable(),
  locationID: ID,
  locationName: z.string(),
  transactionTypeID: ID,
  lineLength: z.int(),
  /** When the address of the overlay was made; null without one. */
  overlayMadeAt: Moment.nullable(),
  remarks: z.string().nullable(),
  pieceCount: z.int(),
  ...Stamps,
}

export const LiveListRow = z.object(summary).meta({ id: 'LiveListRow' })

export const Live = z
  .object({
    ...summary,
    transactionName: z.string(),
    pieces: z.array(LivePiece),
    show: Show.nullable(),
    /** The number of comments that wait for a person, and of claims whose buyer is asked. */
    undecided: z.int(),
    asked: z.int(),
  })
  .meta({ id: 'Live' })
export type LiveRow = z.input<typeof Live>

const path = '/api/v1/lives'
const about = ['live', 'item', 'piece', 'inventory', 'location', 'transactionType'] as const

export const lives = {
  list: endpoint({
    method: 'GET',
    path,
    summary: 'Lists lives',
    access: 'lives.read',
    about: ['live', 'location'],
    query: listQuery(['liveID', 'liveName', 'status', 'plannedStart', 'locationName', 'pieceCount', 'createdAt'], {
      status: z.enum(liveStatuses).optional(),
      locationID: IDFilter,
    }),
    returns: pageOf(LiveListRow),
  }),
  get: endpoint({
    method: 'GET',
    path: `${path}/:id`,
    summary: 'Returns a live with its pieces and what is on show',
    access: 'lives.read',
    about,
    returns: answer(Live),
  }),
  create: endpoint({
    method: 'POST',
    path,
    summary: 'Plans a live',
    access: 'lives.host',
    body: LiveInput,
    returns: answer(Live),
    status: 201,
  }),
  update: endpoint({
    method: 'PUT',
    path: `${path}/:id`,
    summary: 'Changes a live that is not closed; the location and the type of sales only while it is planned',
    access: 'lives.host',
    body: LiveInput.extend(LastRead),
    returns: answer(Live),
  }),
  setPieces: endpoint({
    method: 'PUT',
    path: `${path}/:id/pieces`,
    summary: 'Sets the pieces of a live and their order; a piece that was on show or is claimed stays',
    access: 'lives.host',
    body: LivePiecesInput,
    returns: answer(Live),
  }),
  start: endpoint({
    method: 'PUT',
    path: `${path}/:id/start`,
    summary: 'Starts a planned live, or goes on with a paused one',
    access: 'lives.host',
    returns: answer(Live),
  }),
  pause: endpoint({
    method: 'PUT',
    path: `${path}/:id/pause`,
    summary: 'Pauses a running live, which keeps everything',
    access: 'lives.host',
    returns: answer(Live),
  }),
  close: endpoint({
    method: 'PUT',
    path: `${path}/:id/close`,
    summary: 'Closes a live for good; with undecided comments or claims only when it is confirmed',
    access: 'lives.host',
    body: z.object({ confirmed: z.boolean().optional() }).nullish(),
    returns: answer(Live),
  }),
  show: endpoint({
    method: 'PUT',
    path: `${path}/:id/show`,
    summary: 'Puts the next, the previous or another piece on show, or nothing',
    access: 'lives.host',
    body: z.object({
      /** The next or the previous piece in the order, or the key of a piece; null shows nothing. */
      to: z.union([z.enum(['next', 'previous']), ID]).nullable(),
      /** The key of what the caller saw on show; null if nothing was shown yet. */
      showID: ID.nullable(),
    }),
    returns: answer(Live),
  }),
}

export const liveShows = {
  list: endpoint({
    method: 'GET',
    path: `${path}/:id/shows`,
    summary: 'Returns what was on show from when, in order',
    access: 'lives.read',
    about: ['live'],
    returns: answer(z.array(Show)),
  }),
}
