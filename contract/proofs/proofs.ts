import { payAccountKinds, payCurrencies } from '../pay-accounts/pay-account-rules.ts'
import { saleStatuses } from '../sales/sale-statuses.ts'
import { answer, FileAnswer, IDFilter, listQuery, pageOf } from '../shared/answers.ts'
import { endpoint, privateFile } from '../shared/endpoint.ts'
import { Day, DayOnly, ID, Moment, Money, optional, required } from '../shared/fields.ts'
import { languages } from '../shared/languages.ts'
import { z } from '../shared/zod.ts'
import { proofStatuses, rejectReasons } from './proof-rules.ts'

/** A proof with which another one shares its reference or the look of its picture. */
const OtherProof = z.object({
  proofID: ID,
  status: z.enum(proofStatuses),
  salesTransactionID: ID,
  transactionNumber: z.string(),
  /** The buyer as staff name them, such as `Ana R.`; null for a sale without a person. */
  buyerName: z.string().nullable(),
  /** The day of the payment as it was approved, or else as the buyer typed it. */
  day: Day,
})

/** What a person should know before they decide about a proof. It warns and never decides. */
export const ProofFlag = z.discriminatedUnion('kind', [
  /** The reference was used before: by an approved proof of the same account, or by a payment of a sale. */
  z.object({ kind: z.literal('reference used'), sentence: z.string() }),
  /** A picture is that of another proof, or looks like it. `isAlarm` when the two have different references. */
  z.object({ kind: z.literal('picture'), other: OtherProof, isSame: z.boolean(), isAlarm: z.boolean() }),
  /** The amount is less than the next amount to pay, by so many pesos. */
  z.object({ kind: z.literal('short'), by: z.number() }),
  /** The hold of the sale ends within a day. */
  z.object({ kind: z.literal('hold ending'), at: Moment }),
  /** The hold of the sale is over: its goods are free for others. */
  z.object({ kind: z.literal('hold over') }),
  /** The sale is closed or paid, so that the money pays nothing there. */
  z.object({ kind: z.literal('nothing due') }),
  /** The proof is one of several waiting ones of its sale. */
  z.object({ kind: z.literal('several'), place: z.int(), count: z.int() }),
  /** Another person must approve: the caller made the sale, and the amount is large. */
  z.object({ kind: z.literal('another approves') }),
])
export type ProofFlag = z.output<typeof ProofFlag>
export type ProofFlagRow = z.input<typeof ProofFlag>

const person = z.object({ userID: ID, name: z.string() }).nullable()

const ProofSummary = z.object({
  proofID: ID,
  status: z.enum(proofStatuses),
  sentAt: Moment,
  salesTransactionID: ID,
  transactionNumber: z.string(),
  /** The customer or the buyer of the sale; null for a sale without a person. */
  buyerName: z.string().nullable(),
  /** What the buyer typed. Amounts are pesos. */
  amount: z.number(),
  day: Day,
  reference: z.string(),
  account: z
    .object({
      payAccountID: ID,
      kind: z.enum(payAccountKinds),
      bankOrWallet: z.string().nullable(),
      number: z.string(),
      currency: z.enum(payCurrencies),
    })
    .nullable(),
  /** Who has taken it and until when; null while nobody has. */
  takenBy: person,
  takenUntil: Moment.nullable(),
  decidedBy: person,
  decidedAt: Moment.nullable(),
  undoneAt: Moment.nullable(),
  flags: z.array(ProofFlag),
})

export const ProofListRow = ProofSummary.meta({ id: 'ProofListRow' })
export type ProofListRow = z.input<typeof ProofListRow>

/** A rectangle in a picture, as fractions of its width and height. */
const Box = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() })

export const Proof = ProofSummary.extend({
  /** The language in which the buyer reads the page. */
  language: z.enum(languages),
  /** The pictures and PDFs, in the buyer's order. They are null once they were removed. */
  files: z.array(
    z.object({
      proofFileID: ID,
      format: z.enum(['JPEG', 'PNG', 'WebP', 'PDF']),
      /** The size of the stored picture in pixels; null for a PDF. */
      width: z.int().nullable(),
      height: z.int().nullable(),
      isRemoved: z.boolean(),
    }),
  ),
  /** Pictures of other proofs that are the same or look alike, the most alike first. */
  alike: z.array(
    z.object({
      proofFileID: ID,
      other: OtherProof,
      otherFileID: ID,
      otherReference: z.string(),
      isOtherRemoved: z.boolean(),
      isSame: z.boolean(),
      /** The places that differ, in this picture and in the other one. */
      boxes: z.array(z.object({ here: Box, there: Box })),
    }),
  ),
  sale: z.object({
    status: z.enum(saleStatuses),
    isLayaway: z.boolean(),
    /** The picture of its first item; null without one. */
    picture: z.string().nullable(),
    itemName: z.string().nullable(),
    total: z.number(),
    paid: z.number(),
    balance: z.number(),
    /**
     * The next amount to pay; null when nothing is left to pay. Its day and its place are null without a schedule.
     * `followingDay` is the day of the payment after it.
     */
    next: z
      .object({
        amount: z.number(),
        dueDate: Day.nullable(),
        place: z.int().nullable(),
        count: z.int().nullable(),
        followingDay: Day.nullable(),
      })
      .nullable(),
    holdUntil: Moment.nullable(),
    /** Whether the sale has a customer, to whom money above what is owed can be credited. */
    hasCustomer: z.boolean(),
  }),
  /** Other open sales of the customer with a balance, which one transfer may pay too. */
  otherSales: z.array(z.object({ salesTransactionID: ID, transactionNumber: z.string(), balance: z.number() })),
  /** The active accounts, and the one that the approval names. */
  accounts: z.array(
    z.object({
      payAccountID: ID,
      kind: z.enum(payAccountKinds),
      bankOrWallet: z.string().nullable(),
      number: z.string(),
      currency: z.enum(payCurrencies),
    }),
  ),
  /** What was seen in the account; null unless it is approved. */
  seen: z
    .object({
      amount: z.number(),
      day: Day,
      reference: z.string(),
      payAccountID: ID,
      overrideReason: z.string().nullable(),
    })
    .nullable(),
  /** What the approved amount paid: sales, and the rest that became credit or was returned. */
  parts: z.array(
    z.object({
      kind: z.enum(['sale', 'credit', 'returned']),
      amount: z.number(),
      salesTransactionID: ID.nullable(),
      transactionNumber: z.string().nullable(),
    }),
  ),
  /** Why it was rejected, as the buyer reads it, and a message with it to copy into a chat, both in the buyer's language. */
  rejection: z.object({ reason: z.enum(rejectReasons), sentence: z.string(), message: z.string() }).nullable(),
  /** The sentence of each reason in the buyer's language. */
  sentences: z.record(z.enum(rejectReasons), z.string()),
  undo: z.object({ reason: z.string(), byName: z.string().nullable(), at: Moment }).nullable(),
}).meta({ id: 'Proof' })
export type ProofRow = z.input<typeof Proof>

/** What a person has seen in the shop's account, and what it pays. */
export const ProofApproval = z.object({
  amount: Money.gt(0, 'The amount is more than ₱0.00'),
  day: DayOnly,
  payAccountID: ID,
  reference: required(60, 'Enter the reference that stands in the account'),
  /** What each sale gets. Without it, the proof's own sale gets what it owes next. The parts and the rest sum to the amount. */
  parts: z
    .array(z.object({ salesTransactionID: ID, amount: Money.gt(0) }))
    .max(10)
    .optional(),
  /** What becomes of money that pays no sale. Required when there is some. */
  rest: z.enum(['credit', 'return']).optional(),
  /** Whether a part payment is meant: less than the next amount to pay. */
  isPart: z.boolean().optional(),
  /** An administrator's reason to approve a reference that was used before. */
  overrideReason: optional(500),
})
export type ProofApproval = z.input<typeof ProofApproval>

export const ProofRejection = z.object({
  reason: z.enum(rejectReasons),
  /** The sentence that the buyer reads; required for own words, and ignored otherwise. */
  words: optional(300),
})

const path = '/api/v1/proofs'
const about = ['paymentProof', 'sale', 'payAccount'] as const
/** `queue` is the default order: the waiting ones by age, and then the decided ones, the latest decision first. */
const sortable = [
  'proofID',
  'queue',
  'sentAt',
  'buyerName',
  'transactionNumber',
  'amount',
  'day',
  'reference',
  'status',
] as const

export const proofs = {
  list: endpoint({
    method: 'GET',
    path,
    summary: 'Lists payment proofs of buyers',
    access: 'proofs.read',
    tellsCash: 'many',
    about,
    query: listQuery(sortable, {
      /** `waiting` finds the sent and the taken ones. */
      state: z.enum(['waiting', 'approved', 'rejected', 'withdrawn']).optional(),
      salesTransactionID: IDFilter,
      payAccountID: IDFilter,
      /** `csv` returns all rows as a file. */
      format: z.enum(['json', 'csv']).default('json'),
    }).extend({ sort: z.enum(sortable.flatMap((field) => [field, `-${field}` as const])).default('queue') }),
    returns: pageOf(ProofListRow),
    stream: ['text/csv'],
  }),
  get: endpoint({
    method: 'GET',
    path: `${path}/:id`,
    summary: 'Returns a payment proof with what a person needs to decide about it',
    access: 'proofs.read',
    tellsCash: 'many',
    about,
    returns: answer(Proof),
  }),
  file: endpoint({
    method: 'GET',
    path: `${path}/:id/files/:fileID`,
    summary: 'Returns a picture or a PDF of a payment proof',
    access: 'proofs.read',
    tellsCash: 'many',
    returns: FileAnswer,
    file: privateFile,
  }),
  take: endpoint({
    method: 'PUT',
    path: `${path}/:id/take`,
    summary: 'Takes a waiting proof for ten minutes, so that two people do not check it at once',
    access: 'proofs.decide',
    tellsCash: 'many',
    returns: answer(Proof),
  }),
  release: endpoint({
    method: 'PUT',
    path: `${path}/:id/release`,
    summary: 'Gives a taken proof back to the queue',
    access: 'proofs.decide',
    tellsCash: 'many',
    returns: answer(Proof),
  }),
  approve: endpoint({
    method: 'PUT',
    path: `${path}/:id/approve`,
    summary: 'Approves a proof whose money was seen in the account, and takes the payment',
    access: 'proofs.decide',
    tellsCash: 'many',
    body: ProofApproval,
    returns: answer(Proof),
  }),
  reject: endpoint({
    method: 'PUT',
    path: `${path}/:id/reject`,
    summary: 'Rejects a proof with a sentence that the buyer reads',
    access: 'proofs.decide',
    tellsCash: 'many',
    body: ProofRejection,
    returns: answer(Proof),
  }),
  undo: endpoint({
    method: 'PUT',
    path: `${path}/:id/undo`,
    summary: 'Undoes a wrong approval by counter-entries; the proof stays approved and its reference is free again',
    access: 'proofs.undo',
    tellsCash: 'many',
    body: z.object({ reason: required(500) }),
    returns: answer(Proof),
  }),
}
