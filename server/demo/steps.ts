import type { RejectReason } from '../../contract/proofs/proof-rules.ts'
import type { Language } from '../../contract/shared/languages.ts'
import type { LiveStep } from './lives/live-steps.ts'
import type { SoldSale } from './sold-sale.ts'

/** One action in the demo shop. It names customers, pieces and suppliers by their index in their list. */
export type Step =
  | LiveStep
  | ({ at: Date } & (
      | { do: 'customer'; customer: number }
      | { do: 'sale'; key: number; sale: SoldSale; by: number; dueDates: string[]; expected: string | null }
      | { do: 'instalment'; key: number; nth: number; by: number }
      | { do: 'rest'; key: number; by: number }
      | { do: 'complete'; key: number; by: number }
      | { do: 'cancel'; key: number }
      | { do: 'refund'; key: number }
      | {
          do: 'order'
          key: string
          supplier: number
          lines: OrderLine[]
          ordered: string
          expected: string
          by: number
        }
      | { do: 'approve order' | 'cancel order'; key: string }
      | { do: 'close order'; key: string; reason: string }
      | {
          do: 'receive'
          key: string
          /** The delivered lines of the order. Without them, everything outstanding is delivered. */
          lines?: { piece: number; quantity: number }[]
          ends: 'complete' | 'wait' | 'cancel'
          received: string
          by: number
        }
      | { do: 'receive directly'; piece: number; quantity: number; received: string }
      | { do: 'transfer'; from: number; to: number; lines: { piece: number; quantity: number }[]; remarks: string }
      | {
          do: 'adjust'
          piece: number
          quantity: number
          reason: string
          ends: 'wait' | 'approve' | 'decline'
          by: number
        }
      | { do: 'count'; place: number; category: string; ends: 'finish' | 'wait'; by: number }
      | { do: 'price'; pieces: readonly number[] }
      | { do: 'question'; question: number }
      | { do: 'send proof'; key: number; proof: ReportedPayment }
      | { do: 'decide proof'; proof: string; decision: ProofDecision }
    ))
export type OrderLine = { piece: number; quantity: number; unitCost: number }

/** A payment that a buyer reports on the page of their order. */
export type ReportedPayment = {
  name: string
  language: Language
  account: 'GCash' | 'Bank transfer' | 'Maya'
  layouts: ('habagat' | 'lakambini' | 'parola' | 'silong')[]
  /** The amount in pesos. Without it, the buyer pays a part of what the sale owes next and so many pesos more. */
  amount?: number
  part?: number
  more?: number
  /** Its picture is that of this other proof, with another day and another reference. */
  like?: string
  /** It has the reference of this other proof. */
  referenceOf?: string
}

/** A decision about a proof. Staff name themselves by their index in the crew. */
export type ProofDecision =
  | { is: 'approve'; by: number; isPart?: true; rest?: 'credit' }
  | { is: 'reject'; by: number; reason: RejectReason; words?: string }
  | { is: 'withdraw' }
  | { is: 'undo'; reason: string }
