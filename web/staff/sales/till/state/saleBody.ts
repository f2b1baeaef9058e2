// Converts a draft to request bodies and finds the errors that prevent sending it.
import { findFractionProblem } from '../../../../../contract/catalogue/items.ts'
import { findRepeatedDay, findSumProblem } from '../../../../../contract/sales/instalments.ts'
import { type PaymentInput, SaleCreation, type SaleInput, type SaleRow } from '../../../../../contract/sales/sales.ts'
import { expectedTooEarly } from '../../../../../contract/shared/dates.ts'
import { findDiscountProblem } from '../../../../../contract/shared/money.ts'
import type { z } from '../../../../../contract/shared/zod.ts'
import type { Draft } from './draft.ts'
import { draftOf } from './draftBeginnings.ts'
import { numberOr0, summaryOf } from './saleFigures.ts'

/** Returns the payments that have an amount. */
export const paymentsOf = (draft: Draft): z.input<typeof PaymentInput>[] =>
  draft.payments
    .filter(({ amount }) => amount !== null && amount !== 0)
    .map(({ paymentTypeID, amount, reference }) => ({
      paymentTypeID: paymentTypeID!,
      amount: amount!,
      reference: reference === '' ? null : reference,
    }))

/** Returns the request body. Missing values are left for the contract to report. */
export function bodyOf(draft: Draft): SaleInput {
  const { buyer } = draft
  return {
    locationID: draft.locationID!,
    transactionTypeID: draft.transactionTypeID!,
    customerID: buyer.kind === 'chosen' ? buyer.customerID : null,
    ...(buyer.kind === 'new' && { customer: { ...buyer.person, customerTypeID: buyer.person.customerTypeID! } }),
    ...(draft.orderDate !== null && { orderDate: draft.orderDate }),
    expectedDeliverDate: draft.expectedDeliverDate,
    items: draft.lines.map(({ itemID, orderQty, price }) => ({ itemID, orderQty, price: price ?? Number.NaN })),
    discount: draft.discount ?? 0,
    shippingFee: draft.shippingFee ?? 0,
    schedule: draft.schedule.map(({ dueDate, amount }) => ({ dueDate: dueDate ?? '', amount: amount ?? Number.NaN })),
    remarks: draft.remarks,
  }
}

/** Returns the errors that prevent sending the sale: the contract's field path and a message. */
export function problemsOf(draft: Draft): { field: string; message: string }[] {
  const { error } = SaleCreation.safeParse({ ...bodyOf(draft), payments: paymentsOf(draft) })
  const problems = new Map<string, string>()
  for (const { path, message } of error?.issues ?? []) {
    const field = path.join('.')
    if (!problems.has(field)) problems.set(field, message)
  }
  const isWrong = (part: string) => [...problems.keys()].some((field) => field.startsWith(part))
  const add = (field: string, message: string | null) => {
    if (message !== null && !isWrong(field)) problems.set(field, message)
  }
  for (const [n, line] of draft.lines.entries()) add(`items.${n}.orderQty`, findFractionProblem(line, line.orderQty))
  // The subtotal is unknown while a line has an error, so the discount is not checked.
  if (!isWrong('items'))
    add('discount', findDiscountProblem(numberOr0(draft.discount), summaryOf(draft, null).subtotal))
  const { orderDate, expectedDeliverDate } = draft
  if (orderDate && expectedDeliverDate && expectedDeliverDate < orderDate) add('expectedDeliverDate', expectedTooEarly)
  add('schedule', scheduleProblem(draft))
  return [...problems].map(([field, message]) => ({ field, message }))
}

function scheduleProblem(draft: Draft): string | null {
  const schedule = bodyOf(draft).schedule ?? []
  return findRepeatedDay(schedule) ?? findSumProblem(schedule, summaryOf(draft, null).total)
}

/** Whether the draft differs from the stored sale. Payments are not compared. */
export const isChanged = (draft: Draft, stored: SaleRow) =>
  JSON.stringify(bodyOf(draft)) !== JSON.stringify(bodyOf(draftOf(stored)))
