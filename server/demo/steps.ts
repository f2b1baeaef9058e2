import type { SoldSale } from './sold-sale.ts'

/** One action in the demo shop. It names customers, pieces and suppliers by their index in their list. */
export type Step = { at: Date } & (
  | { do: 'customer'; customer: number }
  | { do: 'sale'; key: number; sale: SoldSale; by: number; dueDates: string[]; expected: string | null }
  | { do: 'instalment'; key: number; nth: number; by: number }
  | { do: 'rest'; key: number; by: number }
  | { do: 'complete'; key: number; by: number }
  | { do: 'cancel'; key: number }
  | { do: 'refund'; key: number }
  | { do: 'order'; key: string; supplier: number; lines: OrderLine[]; ordered: string; expected: string; by: number }
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
  | { do: 'adjust'; piece: number; quantity: number; reason: string; ends: 'wait' | 'approve' | 'decline'; by: number }
  | { do: 'count'; place: number; category: string; ends: 'finish' | 'wait'; by: number }
  | { do: 'price'; pieces: readonly number[] }
  | { do: 'question'; question: number }
)
export type OrderLine = { piece: number; quantity: number; unitCost: number }
