import type { ProofApproval } from '../../../contract/proofs/proofs.ts'
import { formatPeso, fromCentavos, toCentavos } from '../../../contract/shared/money.ts'
import type { z } from '../../../contract/shared/zod.ts'
import { AppError } from '../../kernel/errors.ts'

// The rules by which an approved amount pays sales, without database access. Amounts are pesos.

export type Approval = z.output<typeof ProofApproval>

/** A locked sale that an approval may pay. `next` is the next amount to pay; null when nothing is left to pay. */
export type PayableSale = {
  salesTransactionID: number
  transactionNumber: string
  status: string
  isOpen: boolean
  balance: number
  next: number | null
  customerID: number | null
  customerName: string | null
}

/** What an approved amount pays, in pesos: its sales, and the rest. They sum to the amount. */
export type ApprovalPlan = { parts: { salesTransactionID: number; amount: number }[]; rest: number }

/**
 * Returns what an approved amount pays. Without parts, the proof's own sale gets what it owes next, and never silently the
 * instalment after it. Throws when the amount does not fit: the person has to say what becomes of the rest, or that a part
 * payment is meant.
 */
export function planApproval(
  { amount, parts: given, rest: restKind, isPart }: Pick<Approval, 'amount' | 'parts' | 'rest' | 'isPart'>,
  own: PayableSale,
  sales: ReadonlyMap<number, PayableSale>,
): ApprovalPlan {
  const parts = given ?? payOwnSale(amount, own)
  assertParts(parts, own, sales)
  const left = toCentavos(amount) - parts.reduce((sum, part) => sum + toCentavos(part.amount), 0)
  if (left < 0)
    throw new AppError(
      'proof.parts_differ',
      `The parts come to ${formatPeso(fromCentavos(toCentavos(amount) - left))}, but ${formatPeso(amount)} was seen`,
      { field: 'parts' },
    )
  const rest = fromCentavos(left)
  if (rest > 0) assertRest(rest, restKind, own, given !== undefined)
  if (!isPart) assertEnough(parts, sales)
  return { parts, rest }
}

/** Returns what the proof's own sale gets: the amount, up to what it owes next. */
function payOwnSale(amount: number, { salesTransactionID, isOpen, next }: PayableSale) {
  const paid = isOpen ? Math.min(amount, next ?? 0) : 0
  return paid > 0 ? [{ salesTransactionID, amount: paid }] : []
}

/** Throws unless each part pays another open sale of the same customer, and at most what it owes. */
function assertParts(parts: ApprovalPlan['parts'], own: PayableSale, sales: ReadonlyMap<number, PayableSale>) {
  for (const [n, { salesTransactionID, amount }] of parts.entries()) {
    const field = `parts.${n}.salesTransactionID`
    const sale = sales.get(salesTransactionID)
    if (!sale) throw new AppError('reference.missing', `Sale ${salesTransactionID} does not exist`, { field })
    if (parts.findIndex((part) => part.salesTransactionID === salesTransactionID) < n)
      throw new AppError('proof.sale_twice', `${sale.transactionNumber} is named twice`, { field })
    const isOwn = salesTransactionID === own.salesTransactionID
    if (!isOwn && (own.customerID === null || sale.customerID !== own.customerID))
      throw new AppError('proof.other_customer', `${sale.transactionNumber} is a sale of somebody else`, { field })
    if (!sale.isOpen) throw moneyWithoutSale(isClosed(sale), own)
    if (toCentavos(amount) > toCentavos(sale.balance))
      throw new AppError(
        'payment.exceeds_balance',
        `${sale.transactionNumber} owes ${formatPeso(sale.balance)}: it cannot get more`,
        { field: `parts.${n}.amount` },
      )
  }
}

/** Throws while nobody has said what becomes of money that pays no sale, and when it has no customer to become credit of. */
function assertRest(rest: number, restKind: Approval['rest'], own: PayableSale, isDivided: boolean) {
  if (restKind !== undefined) return void assertCustomerOf(own, formatPeso(rest))
  if (!own.isOpen) throw moneyWithoutSale(isClosed(own), own)
  const problem = isDivided ? `${formatPeso(rest)} is left over` : `${formatPeso(rest)} more than is owed`
  throw new AppError('proof.more_than_owed', `${problem}${askForRest('it', own)}`, { field: 'rest' })
}

/** Returns the customer whose credit the rest becomes. Throws 422 for a sale without one. */
export function assertCustomerOf({ customerID, transactionNumber }: PayableSale, amount: string): number {
  if (customerID === null)
    throw new AppError(
      'credit.customer_missing',
      `${transactionNumber} has no customer to whom the ${amount} could be credited: name one in the sale first`,
      { field: 'rest' },
    )
  return customerID
}

/** Throws 409 when a part is less than the next amount of its sale, and nobody has said that a part payment is meant. */
function assertEnough(parts: ApprovalPlan['parts'], sales: ReadonlyMap<number, PayableSale>) {
  for (const { salesTransactionID, amount } of parts) {
    const { next, transactionNumber } = sales.get(salesTransactionID)!
    const short = toCentavos(next ?? 0) - toCentavos(amount)
    if (short <= 0) continue
    const by = `${formatPeso(fromCentavos(short))} short`
    const problem = parts.length === 1 ? by : `${transactionNumber} is ${by}`
    throw new AppError('proof.short', `${problem}: approve as a part payment?`, { field: 'isPart' })
  }
}

const isClosed = ({ transactionNumber, status }: PayableSale) => `${transactionNumber} is ${status}`

/** Returns the 409 error for money that its sale can no longer take. `problem` says why. */
export const moneyWithoutSale = (problem: string, own: PayableSale) =>
  new AppError('proof.goods_gone', `${problem}${askForRest('the money', own)}`, { field: 'rest' })

function askForRest(what: string, { customerName, isOpen }: PayableSale): string {
  if (customerName !== null) return `: keep ${what} as credit of ${customerName}, or send it back?`
  return isOpen
    ? `: name the customer in the sale first, to keep ${what} as credit or to send it back`
    : `, and has no customer to keep ${what} for: send it back by hand, and reject this proof`
}
