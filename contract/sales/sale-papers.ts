import { peso } from '../shared/money.ts'
import { fullName } from './customers.ts'

// What a sale's papers say: the invoice and the receipt that are printed, and the PDF that is sent, say the same.

/** One row of figures: its name, what is said beneath it, and the amount as written. */
export type Figure = { name: string; note: string | null; amount: string; strong: boolean }

type Told<Moment> = {
  subtotal: number
  discount: number
  shippingFee: number
  totalPurchase: number
  change: number
  balance: number
  payments: readonly { paymentName: string; amount: number; reference: string | null; paidAt: Moment }[]
  refunds: readonly { paymentName: string; amount: number; reason: string; createdAt: Moment }[]
}

/**
 * What was sold for how much, what was paid and handed back, and what is left to pay. `told` writes a moment in the
 * shop's time zone.
 */
export function figuresOf<Moment>(sale: Told<Moment>, told: (moment: Moment) => string): Figure[] {
  const { subtotal, discount, shippingFee, totalPurchase, change, balance, payments, refunds } = sale
  const some = (name: string, amount: number) => (amount === 0 ? [] : [figure(name, amount)])
  return [
    figure('Subtotal', subtotal),
    ...some('Discount', -discount),
    ...some('Shipping fee', shippingFee),
    { ...figure('Total', totalPurchase), strong: true },
    ...payments.map(({ paymentName, amount, reference, paidAt }) =>
      figure(`Paid by ${paymentName}`, amount, [told(paidAt), reference]),
    ),
    ...some('Change', -change),
    { ...figure('Balance due', balance), strong: true },
    ...refunds.map(({ paymentName, amount, reason, createdAt }) =>
      figure(`Refunded by ${paymentName}`, -amount, [told(createdAt), reason]),
    ),
  ]
}

/** Who buys, as the papers name them. */
export const buyerOf = (customer: Parameters<typeof fullName>[0] | null) =>
  customer === null ? 'Walk-in' : fullName(customer)

const figure = (name: string, amount: number, notes: readonly (string | null)[] = []): Figure => ({
  name,
  note: notes.filter(Boolean).join(', ') || null,
  amount: amount < 0 ? `−${peso(-amount)}` : peso(amount),
  strong: false,
})

/** How far an instalment is paid, in words. */
export function paidOf({ amount, paid, overdue }: { amount: number; paid: number; overdue: boolean }): string {
  if (paid >= amount) return 'Paid'
  const part = paid > 0 ? `${peso(paid)} paid` : ''
  return [part, overdue ? 'overdue' : ''].filter(Boolean).join(', ').replace(/^o/, 'O')
}
