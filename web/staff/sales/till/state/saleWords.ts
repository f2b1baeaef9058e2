// The till's words: a sale's name, what was saved, a duration, and where returned goods go.
import { fullName } from '../../../../../contract/sales/customers.ts'
import { computeNetPaid } from '../../../../../contract/sales/payments.ts'
import type { dispositions } from '../../../../../contract/sales/sale-refunds.ts'
import type { SaleRow } from '../../../../../contract/sales/sales.ts'
import { formatDay } from '../../../../../contract/shared/dates.ts'
import { formatPeso } from '../../../../../contract/shared/money.ts'
import type { Draft } from './draft.ts'
import { findNextDue } from './instalments.ts'

/** Labels of where returned goods go. */
export const dispositionNames: Record<(typeof dispositions)[number], string> = {
  restock: 'Restock',
  repair: 'Repair',
  scrap: 'Scrap',
}

/** Returns the name of a sale without a number: its customer, or else its first item. */
export function saleNameOf({ buyer, lines }: Draft): string {
  const name = 'person' in buyer ? fullName(buyer.person) : 'handle' in buyer ? (buyer.handle ?? '') : ''
  if (name !== '') return name
  const [first] = lines
  if (!first) return 'Sale without items'
  return lines.length === 1 ? first.itemName : `${first.itemName} and ${lines.length - 1} more`
}

/**
 * Describes a saved sale: the payments that were just taken, the balance and the next instalment. `taken` is their
 * number.
 */
export function describeSaved(
  sale: SaleRow,
  { taken, isNew, today }: { taken: number; isNew: boolean; today: string },
) {
  const saved = `Sale ${sale.transactionNumber} is saved`
  if (taken === 0) return saved
  const payments = sale.payments
    .filter(({ correction }) => correction === null)
    .slice(-taken)
    .map(({ amount, paymentName }) => `${formatPeso(amount)} by ${paymentName}`)
  const next = findNextDue(sale.schedule, computeNetPaid(sale), today)
  return [
    ...(isNew ? [saved] : []),
    `${payments.join(' and ')} recorded`,
    `Balance ${formatPeso(sale.balance)}`,
    ...(next ? [`Next due ${formatPeso(next.amount)} on ${formatDay(next.dueDate)}`] : []),
  ].join('. ')
}

/** Formats a duration (milliseconds) in its two largest units: `2 d 3 h`, `5 min`. The last minute counts seconds. */
export function formatTimeLeft(span: number): string {
  const seconds = Math.max(0, Math.ceil(span / 1000))
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24]
  if (days > 0) return `${days} d ${hours} h`
  return hours > 0 ? `${hours} h ${minutes % 60} min` : `${minutes} min`
}
