import { findRepeatedDay, fillInstalments, findSumProblem } from '../../../contract/sales/instalments.ts'
import { computeNetPaid, type Paid } from '../../../contract/sales/payments.ts'
import { AppError } from '../../kernel/errors.ts'
import { shopDay } from '../../kernel/shop-days.ts'

/** One instalment of a layaway: an amount and its due date. */
export type Instalment = { dueDate: string; amount: number }

/**
 * Returns each instalment with its paid amount, and whether its unpaid rest is overdue. Payments fill the earliest
 * instalment first.
 */
export function scheduleOf({
  status,
  schedule,
  ...paidSoFar
}: Paid & { status: string; schedule: readonly (Instalment & { past: boolean })[] }) {
  const open = status === 'Pending' || status === 'Processing'
  return fillInstalments(schedule, computeNetPaid(paidSoFar)).map(({ dueDate, amount, paid, overdue }) => ({
    dueDate,
    amount,
    paid,
    overdue: open && overdue,
  }))
}

/**
 * Checks the instalments of a sale and returns them as they are stored. Throws 422 unless they add up to the sale's
 * total, and 400 for two on one day.
 */
export function checkSchedule(sent: readonly Instalment[], timeZone: string, totalPurchase: number): Instalment[] {
  const schedule = sent.map(({ dueDate, amount }) => ({ dueDate: shopDay(timeZone, dueDate), amount }))
  const field = 'schedule'
  const twice = findRepeatedDay(schedule)
  if (twice) throw new AppError('schedule.day_twice', twice, { field })
  const short = findSumProblem(schedule, totalPurchase)
  if (short) throw new AppError('schedule.sum_differs', short, { field })
  return schedule
}
