import { karats } from '../catalogue/karats.ts'
import { answer, FileAnswer, IDFilter, listQuery, pageOf } from '../shared/answers.ts'
import { costFigure } from '../shared/costs.ts'
import { endpoint } from '../shared/endpoint.ts'
import { ID, LastRead, Moment, Money, optional, required, Stamps } from '../shared/fields.ts'
import { z } from '../shared/zod.ts'

/**
 * The steps of a trade-in. It is Weighed until every piece is tested, then Tested until somebody makes an offer. Declined
 * and Returned end it; Returned means that the customer has the pieces back.
 */
export const tradeInStatuses = ['Weighed', 'Tested', 'Offered', 'Accepted', 'Declined', 'Returned'] as const

/** The kinds of document by which somebody may show who they are. */
export const identityDocuments = ['passport', 'driving_licence', 'residence_card', 'national_id', 'other'] as const
/** The words for each kind of document. */
export const identityWords: Record<(typeof identityDocuments)[number], string> = {
  passport: 'Passport',
  driving_licence: 'Driving licence, 運転免許証',
  residence_card: 'Residence card, 在留カード',
  national_id: 'National ID card',
  other: 'Another document',
}

/** Maximum number of pieces in a trade-in. */
export const tradedPiecesAtMost = 50

const Weight = (name: string) =>
  z
    .number({ error: `${name} is a number of grams` })
    .max(99_999, `${name} is at most 99,999 g`)
    .refine((grams) => Math.round(grams * 1000) / 1000 === grams, 'A weight has at most 3 decimals')

const KaratOrNone = z.enum(karats, { error: `A karat is one of ${karats.join(', ')}` }).nullish()

export const TradeInPieceInput = z
  .object({
    description: required(160, 'Describe the piece'),
    markedKarat: KaratOrNone,
    testedKarat: KaratOrNone,
    testNote: optional(60),
    grossGrams: Weight('The weight').gt(0, 'Weigh the piece: more than 0 g'),
    /** The grams of the stones, which are no gold. */
    stoneGrams: Weight('The weight of the stones').min(0, 'Stones weigh at least 0 g').default(0),
    /** The loss of melting in percent. */
    loss: z
      .number({ error: 'The loss is a number of percent' })
      .min(0, 'The loss is at least 0 %')
      .max(99.99, 'The loss is less than 100 %')
      .refine((percent) => Math.round(percent * 100) / 100 === percent, 'The loss has at most 2 decimals')
      .default(0),
  })
  .refine(({ grossGrams, stoneGrams }) => grossGrams <= 0 || stoneGrams < grossGrams, {
    path: ['stoneGrams'],
    error: 'The stones weigh as much as the whole piece',
  })

export const TradeInInput = z.object({
  customerID: ID,
  locationID: ID,
  remarks: optional(1000),
  pieces: z.array(TradeInPieceInput).min(1, 'Add at least one piece').max(tradedPiecesAtMost),
})
export type TradeInInput = z.input<typeof TradeInInput>

/** An offer. Without an amount it is the pieces' reckoned sum. */
export const TradeInOffer = z.object({
  offer: Money.gt(0, 'An offer is more than ₱0.00').optional(),
  /** Whether a Manager has confirmed an offer above what the metal sells for. */
  confirmed: z.boolean().optional(),
  ...LastRead,
})

/** The acceptance of an offer by the customer. */
export const TradeInAcceptance = z.object({
  /** Whether the customer has signed the printed paper. */
  signed: z.literal(true, { error: 'Print the paper and let the customer sign it first' }),
  identitySeenByID: ID.nullish(),
  identityDocument: z.enum(identityDocuments).nullish(),
  ...LastRead,
})

/** Where the rest of an accepted trade-in goes: to the customer as money, or to the customer's store credit. */
export const TradeInSettlement = z.object({
  to: z.enum(['money', 'credit']),
  /** The payment type by which money is paid out. */
  paymentTypeID: ID.optional(),
  ...LastRead,
})

export const TradeInClosing = z.object({ reason: optional(500), ...LastRead })

const person = z.object({ userID: ID, name: z.string() }).nullable()

const TradeInPiece = z.object({
  tradeInPieceID: ID,
  description: z.string(),
  markedKarat: z.enum(karats).nullable(),
  testedKarat: z.enum(karats).nullable(),
  testNote: z.string().nullable(),
  grossGrams: z.number(),
  stoneGrams: z.number(),
  loss: z.number(),
  /** The grams that count: without the stones and the loss. */
  countedGrams: z.number(),
  /** The rate of the offer, or the latest one before the offer; null without a tested karat or a rate. */
  rate: z.object({ goldRateID: ID, fromAt: Moment, buyPerGram: z.number(), sellPerGram: z.number() }).nullable(),
  /** The counted grams at the buy rate, in pesos; null without a rate. */
  sum: z.number().nullable(),
  /** The part of the offer that this piece cost the shop; null before the acceptance. */
  cost: costFigure(z.number().nullable()),
})
export type TradeInPieceRow = z.input<typeof TradeInPiece>

const TradeInSummary = z.object({
  tradeInID: ID,
  tradeInNumber: z.string(),
  customerID: ID,
  customer: z.object({ name: z.string() }),
  locationID: ID,
  location: z.object({ locationName: z.string() }),
  status: z.enum(tradeInStatuses),
  remarks: z.string().nullable(),
  pieceCount: z.int(),
  /** The grams that count, of all pieces. */
  countedGrams: z.number(),
  offer: z.number().nullable(),
  /** The part of an accepted offer that is neither used nor paid out yet. */
  left: z.number(),
  createdBy: person,
  ...Stamps,
})

export const TradeInListRow = TradeInSummary.meta({ id: 'TradeInListRow' })
export type TradeInListRow = z.input<typeof TradeInListRow>

export const TradeIn = TradeInSummary.extend({
  pieces: z.array(TradeInPiece),
  customer: z.object({ name: z.string(), contactNo: z.string(), address: z.string().nullable(), email: z.string() }),
  /** The sum of the pieces; null while a piece has no rate. */
  reckoned: z.number().nullable(),
  /** What the metal sells for at the rates of the pieces; null while a piece has no rate. */
  sellValue: z.number().nullable(),
  offeredBy: person,
  offeredAt: Moment.nullable(),
  /** Whether the shop notes who saw a document of identity for an offer this large. */
  needsIdentity: z.boolean(),
  identitySeenBy: person,
  identityDocument: z.enum(identityDocuments).nullable(),
  acceptedBy: person,
  acceptedAt: Moment.nullable(),
  /** What paid a sale, went back from one, was paid out or became store credit, the oldest first. */
  uses: z.array(
    z.object({
      at: Moment,
      kind: z.enum(['paid a sale', 'went back', 'paid out', 'store credit']),
      /** Pesos; below zero for what went back from a sale. */
      amount: z.number(),
      salesTransactionID: ID.nullable(),
      transactionNumber: z.string().nullable(),
      paymentName: z.string().nullable(),
      byName: z.string().nullable(),
    }),
  ),
  closedBy: person,
  closedAt: Moment.nullable(),
  closeReason: z.string().nullable(),
}).meta({ id: 'TradeIn' })
export type TradeInRow = z.input<typeof TradeIn>

const path = '/api/v1/trade-ins'
const about = ['tradeIn', 'customer', 'location', 'goldRate'] as const

export const tradeIns = {
  list: endpoint({
    method: 'GET',
    path,
    summary: 'Lists trade-ins',
    access: 'trade_ins.read',
    tellsCash: 'many',
    about,
    query: listQuery(
      [
        'tradeInID',
        'tradeInNumber',
        'customerName',
        'locationName',
        'status',
        'pieceCount',
        'countedGrams',
        'offer',
        'left',
        'createdAt',
        'createdByName',
      ],
      {
        customerID: IDFilter,
        locationID: IDFilter,
        status: z.enum(tradeInStatuses).optional(),
        /** Finds the trade-ins with a piece of this tested karat. */
        karat: z.enum(karats).optional(),
      },
    ),
    returns: pageOf(TradeInListRow),
  }),
  get: endpoint({
    method: 'GET',
    path: `${path}/:id`,
    summary: 'Returns a trade-in with its pieces',
    access: 'trade_ins.read',
    tellsCash: 'tradeIn',
    about,
    returns: answer(TradeIn),
  }),
  pdf: endpoint({
    method: 'GET',
    path: `${path}/:id/pdf`,
    summary: 'Returns the paper of a trade-in, which the customer signs, as a PDF',
    access: 'trade_ins.read',
    tellsCash: 'tradeIn',
    returns: FileAnswer,
    file: 'application/pdf',
  }),
  create: endpoint({
    method: 'POST',
    path,
    summary: 'Takes in pieces that a customer wants to sell to the shop',
    access: 'trade_ins.write',
    body: TradeInInput,
    returns: answer(TradeIn),
    status: 201,
  }),
  update: endpoint({
    method: 'PUT',
    path: `${path}/:id`,
    summary: 'Changes a trade-in before its acceptance; an offer must then be made again',
    access: 'trade_ins.write',
    tellsCash: 'tradeIn',
    body: TradeInInput.extend(LastRead),
    returns: answer(TradeIn),
  }),
  offer: endpoint({
    method: 'POST',
    path: `${path}/:id/offer`,
    summary: 'Makes an offer at the latest buy rates; more than the reckoned sum needs a manager',
    access: 'trade_ins.write',
    tellsCash: 'tradeIn',
    body: TradeInOffer,
    returns: answer(TradeIn),
    status: 201,
  }),
  accept: endpoint({
    method: 'POST',
    path: `${path}/:id/acceptance`,
    summary: 'Accepts the offer on a signed paper: the pieces become stock of scrap',
    access: 'trade_ins.write',
    tellsCash: 'tradeIn',
    body: TradeInAcceptance,
    returns: answer(TradeIn),
    status: 201,
  }),
  settle: endpoint({
    method: 'POST',
    path: `${path}/:id/settlement`,
    summary: 'Pays out what is left of an accepted trade-in, or gives it as store credit',
    access: 'trade_ins.write',
    tellsCash: 'tradeIn',
    body: TradeInSettlement,
    returns: answer(TradeIn),
    status: 201,
  }),
  decline: endpoint({
    method: 'POST',
    path: `${path}/:id/decline`,
    summary: 'Ends a trade-in without a purchase',
    access: 'trade_ins.write',
    tellsCash: 'tradeIn',
    body: TradeInClosing,
    returns: answer(TradeIn),
    status: 201,
  }),
  giveBack: endpoint({
    method: 'POST',
    path: `${path}/:id/return`,
    summary: 'Gives the pieces of an accepted trade-in back, while nothing of it is used or paid out',
    access: 'trade_ins.return',
    tellsCash: 'tradeIn',
    body: TradeInClosing,
    returns: answer(TradeIn),
    status: 201,
  }),
}
