// The types of the demo shop's sales. Amounts are pesos.

/** The transaction types of a new shop: the code of a type or, if it has none, its name. */
export type Kind = 'Walk-in' | 'Live selling' | 'Online' | 'Pre-order' | 'made_to_order' | 'layaway'
type Payment = 'cash' | 'Bank transfer' | 'GCash' | 'Card'

/** The course of a sale after its creation. */
export type Fate =
  /** Paid and handed over immediately. */
  | { is: 'counter' }
  /** Paid in instalments 30 days apart, and handed over after the last one. `paid` counts the paid instalments. */
  | { is: 'layaway'; paid: number; ends: 'open' | 'late' | 'complete' | 'forfeit' }
  /** Half is paid at the order, and half `days` later when the goods are ready. */
  | { is: 'deposit'; days: number; ends: 'open' | 'complete' | 'refund' }
  /** Saved without payment. It is canceled after `canceledAfter` days, or still open (null). */
  | { is: 'saved'; canceledAfter: number | null }

export type Line = { piece: number; quantity: number }
export type SoldSale = {
  /** 0 Main, 1 Nagoya, 2 Quezon City. */
  place: number
  kind: Kind
  /** The customer's index in the list, or null for a walk-in customer. */
  customer: number | null
  lines: Line[]
  discount: number
  shippingFee: number
  payment: Payment
  /** The change: the cash handed over minus the total. */
  change: number
  fate: Fate
  /** The refund of one line or of the whole sale; null when nothing was returned. */
  refund: { what: 'line' | 'all'; reason: string; disposition: 'restock' | 'repair' | 'scrap' } | null
  remarks: string | null
}
