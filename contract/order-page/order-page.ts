import type { uoms } from '../catalogue/items.ts'
import type { Metal } from '../catalogue/metal-fields.ts'
import type { PayAccountKind, PayCurrency } from '../pay-accounts/pay-account-rules.ts'
import type { saleStatuses } from '../sales/sale-statuses.ts'
import type { PictureFocus } from '../shared/covers.ts'
import type { Language } from '../shared/languages.ts'
import type { z } from '../shared/zod.ts'
import type { TermsKind } from '../terms/terms.ts'

// The page on which a buyer follows one order. The server alone renders it, so these are types without schemas.

/** The English path of the page. The languages put theirs before it: `/ja/order`. */
export const orderPath = '/order'

/** The number of letters of a code: 32^12 codes are too many to try. */
export const orderCodeLength = 12

/** Returns the address of an order's page. The token stands in the fragment, which browsers send to no server. */
export const orderAddressOf = (origin: string, prefix: string, token: string) =>
  `${origin}${prefix}${orderPath}#${token}`

/** The days for which a link works after its sale is completed or canceled. */
export const linkDays = { afterCompletion: 60, afterCancellation: 14 } as const

/** A piece of an order: an item's public facts, and what was agreed for it. Amounts are pesos. */
export type OrderedPiece = z.output<z.ZodObject<typeof Metal>> & {
  name: string
  nameLanguage: Language
  size: string | null
  /** The unit of the quantity: pieces, pairs or grams. */
  uom: (typeof uoms)[number]
  quantity: number
  price: number
  lineTotal: number
  /** The rate of a gram, of a piece that was priced by it; null for a fixed price. */
  sellPerGram: number | null
  /** The path of its first picture; null without one. */
  picture: string | null
  focus: PictureFocus | null
}

/** An account into which the buyer pays: what a buyer may know of it. */
export type ShownAccount = {
  payAccountID: number
  kind: PayAccountKind
  /** The name of the bank or wallet; null for GCash and Maya. */
  bankOrWallet: string | null
  holder: string
  /** The number as it is stored; the address of a card link. */
  number: string
  note: string | null
  currency: PayCurrency
  /** Whether `qrPathOf` has a picture of its QR code. */
  hasQr: boolean
}

/** Returns the English path of the picture of an account's QR code. Only a browser with an opened order gets it. */
export const qrPathOf = (payAccountID: number | ':id') => `${orderPath}/qr/${payAccountID}`

/** The English path to which the form of a payment proof is sent, and the one that takes a proof back. */
export const proofPath = `${orderPath}/proofs`
export const withdrawPath = `${proofPath}/withdraw`

/** Something that happened to the order's money. */
export type OrderEntry = { day: string; amount: number } & (
  | {
      is: 'money'
      /** Below zero, the money went back to the buyer. */
      paymentName: string
      /** The place of the payment among all of the order, from 1 on, which leads to its receipt; null for money that went back. */
      receipt: number | null
    }
  /** A payment that the buyer says to have made. It is no money yet. */
  | { is: 'waiting' }
  /** A payment that the shop did not find, with its sentence for the buyer. */
  | { is: 'not found'; sentence: string }
)

/** A payment that the buyer says to have made, until the shop has seen it. It is in no total. */
export type WaitingProof = { proofID: number; sentDay: string; amount: number }

/** The fields of the form with which a buyer reports a payment. */
export const proofFields = ['amount', 'day', 'reference', 'account', 'pictures'] as const
export type ProofField = (typeof proofFields)[number]

/** What is wrong with a field, or with the whole form when it has no field. */
export type ProofProblem =
  | { field: 'amount'; is: 'missing' | 'unreadable' | 'too large' }
  | { field: 'day'; is: 'missing' | 'unreadable' | 'ahead' | 'too old' }
  | { field: 'reference'; is: 'missing' | 'too short' | 'too long' }
  | { field: 'account'; is: 'missing' }
  | {
      field: 'pictures'
      is: 'missing' | 'too many' | 'too large' | 'empty' | 'heic' | 'other kind' | 'unreadable' | 'unsafe'
    }
  | { field: null; is: 'closed' | 'nothing due' | 'too many today' | 'too often' | 'busy' | 'cut off' | 'decided' }

/** What the buyer typed, as they typed it. */
export type TypedProof = Record<Exclude<ProofField, 'pictures'> | 'key', string>

/** The papers that the buyer of an order can download. */
export const orderPaperKinds = ['invoice', 'certificates'] as const
export type OrderPaperKind = (typeof orderPaperKinds)[number]

/** Returns the English path of a paper. Only a browser with an opened order gets it. */
export const orderPaperPathOf = (kind: OrderPaperKind) => `${orderPath}/papers/${kind}`

/** Returns the English path of a payment's receipt. The number counts within the order, so it tells nothing of others. */
export const receiptPathOf = (receipt: number | ':receipt') => `${orderPath}/papers/receipts/${receipt}`

/** A paper of the order. `count` is the number of certificates in it. */
export type OrderPaper = { kind: OrderPaperKind; count: number }

/** A parcel of the order: what a buyer may know of it. */
export type OrderParcel = {
  carrier: string
  trackingNumber: string
  sentOn: string
  /** The carrier's page about it, from https:// on. */
  trackingAddress: string | null
  note: string | null
}

/** Terms that were agreed with the order. `language` is that of the text: English where the page's has none. */
export type AgreedTerms = { kind: TermsKind; version: number; text: string; language: Language }

/**
 * The facts that a buyer reads about their order. It has the buyer's first name and no other personal data, and nothing of
 * the shop's own, such as costs and remarks. Days are YYYY-MM-DD in the shop's time zone, and amounts are pesos.
 */
export type OrderPage = {
  transactionNumber: string
  status: (typeof saleStatuses)[number]
  /** The buyer's first name; null for an order without one. */
  firstName: string | null
  /** Today, in the shop's time zone. */
  today: string
  orderDate: string
  expectedDeliverDate: string | null
  completedDay: string | null
  canceledDay: string | null
  /** The last day of the hold of an order without a deposit that keeps it; null without such a day. */
  heldUntil: string | null
  /** The last day of its prices by the rate; null without one. */
  priceKeptUntil: string | null
  pieces: OrderedPiece[]
  subtotal: number
  discount: number
  shippingFee: number
  total: number
  /** The amount that counts as paid, without change. */
  paid: number
  balance: number
  refunded: number
  /** The next amount to pay; null when nothing is left to pay. Without a schedule it has no day, and is the balance. */
  next: { amount: number; dueDate: string | null; isOverdue: boolean } | null
  /** The accounts into which the buyer pays, in the shop's order; empty when nothing is left to pay. */
  accounts: ShownAccount[]
  /** The instalments in date order; empty without a schedule. */
  schedule: { dueDate: string; amount: number; paid: number; overdue: boolean }[]
  /** The proofs that wait to be checked, the oldest first. They lower no amount. */
  waiting: WaitingProof[]
  /** The payments, the money handed back and the proofs, newest first. Corrected payments are left out. */
  entries: OrderEntry[]
  /** What was sent, in the order of the days. */
  parcels: OrderParcel[]
  papers: OrderPaper[]
  /** The terms that were agreed, which later versions do not change. */
  terms: AgreedTerms[]
  /** The last day on which the link works; null while the order is open. */
  endsOn: string | null
}

/** The states of the page at the address of an order. */
export type ShownOrder =
  /** `formKey` identifies the form of a proof on this page; `proof` is one that was refused. */
  | { is: 'order'; order: OrderPage; formKey: string; proof?: { problems: ProofProblem[]; typed?: TypedProof } }
  /** Nobody has opened a link in this browser, or its two hours are over. */
  | { is: 'asked' }
  /** A link or a code that is unknown, ended or revoked: nobody learns which. */
  | { is: 'no longer' }
  | { is: 'too many' }
