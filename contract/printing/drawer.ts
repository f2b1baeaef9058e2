import { dayIn } from '../shared/dates.ts'

type CashOfSale = {
  payments: readonly { paymentCode: string | null; paidAt: Date | string; correction: object | null }[]
  refunds: readonly { createdAt: Date | string; parts: readonly { paymentCode: string | null }[] }[]
}

/**
 * Whether the receipt of a sale opens the drawer: cash went into it or out of it for this sale today. The receipt of
 * another day is a copy, which moves no money.
 */
export function opensDrawerFor({ payments, refunds }: CashOfSale, timeZone: string, now: Date): boolean {
  const today = dayIn(timeZone, now)
  const isToday = (at: Date | string) => dayIn(timeZone, new Date(at)) === today
  return (
    payments.some(({ paymentCode, paidAt, correction }) => paymentCode === 'cash' && !correction && isToday(paidAt)) ||
    refunds.some(({ createdAt, parts }) => isToday(createdAt) && parts.some((part) => part.paymentCode === 'cash'))
  )
}
