// Converts a draft to request bodies and finds the errors that prevent sending it.
import { findFractionProblem } from '../../../../../contract/catalogue/items.ts'
import { findRepeatedDay, findSumProblem } from '../../../../../contract/sales/instalments.ts'
import type { PaymentInput } from '../../../../../contract/sales/sale-payments.ts'
import { SaleCreation, type SaleInput, type SaleRow } from '../../../../../contract/sales/sales.ts'
import { expectedTooEarly } from '../../../../../contract/shared/dates.ts'
import { findDiscountProblem } from '../../../../../contract/shared/money.ts'
import type { z } from '../../../../../contract/shared/zod.ts'
import type { Buyer, Draft } from './draft.ts'
import { draftOf } from './draftBeginnings.ts'
import { computeTotals, numberOr0 } from './saleFigures.ts'

/** Returns the payments that have an amount. */
export const paymentsOf = (draft: Draft): z.input<typeof PaymentInput>[] =>
  draft.payments
    .filter(({ amount }) => amount !== null && amount !== 0)
    .map(({ paymentTypeID, amount, reference, tradeIn }) => ({
      paymentTypeID: paymentTypeID!,
      amount: amount!,
      reference: reference === '' ? null : reference,
      ...(tradeIn && { tradeInID: tradeIn.tradeInID }),
    }))

/** Returns the part of the body that names who buys. A chosen customer keeps the buyer of the stored sale. */
function partyOf(buyer: Buyer): Pick<SaleInput, 'customerID' | 'customer' | 'buyerID' | 'buyer'> {
  switch (buyer.kind) {
    case 'nobody':
      return { customerID: null, buyerID: null }
    case 'chosen':
      return { customerID: buyer.customerID }
    case 'new':
      return { customerID: null, customer: { ...buyer.person, customerTypeID: buyer.person.customerTypeID! } }
    case 'chosenHandle':
      return { buyerID: buyer.buyerID }
    default:
      return { buyer: { platform: buyer.platform!, handle: buyer.handle, contact: buyer.contact } }
  }
}

/** Returns the request body of a draft. Missing values stay missing, so that the contract's schema reports them. */
export function bodyOf(draft: Draft): SaleInput {
  return {
    locationID: draft.locationID!,
    transactionTypeID: draft.transactionTypeID!,
    ...partyOf(draft.buyer),
    ...(draft.orderDate !== null && { orderDate: draft.orderDate }),
    expectedDeliverDate: draft.expectedDeliverDate,
    items: draft.lines.map(({ itemID, orderQty, price, piece }) => ({
      itemID,
      orderQty,
      price: price ?? Number.NaN,
      ...(piece && { pieceID: piece.pieceID }),
    })),
    discount: draft.discount ?? 0,
    shippingFee: draft.shippingFee ?? 0,
    schedule: draft.schedule.map(({ dueDate, amount }) => ({ dueDate: dueDate ?? '', amount: amount ?? Number.NaN })),
    remarks: draft.remarks,
  }
}

/** Returns the errors that prevent sending the sale: the contract's field path and a message. */
export function listProblems(draft: Draft): { field: string; message: string }[] {
  const { error } = SaleCreation.safeParse({ ...bodyOf(draft), payments: paymentsOf(draft) })
  const problems = new Map<string, string>()
  for (const { path, message } of error?.issues ?? []) {
    const field = path.join('.')
    if (!problems.has(field)) problems.set(field, message)
  }
  const hasProblem = (part: string) => [...problems.keys()].some((field) => field.startsWith(part))
  const addProblem = (field: string, message: string | null) => {
    if (message !== null && !hasProblem(field)) problems.set(field, message)
  }
  for (const [n, line] of draft.lines.entries())
    addProblem(`items.${n}.orderQty`, findFractionProblem(line, line.orderQty))
  // The subtotal is unknown while a line has an error, so the discount is not checked.
  if (!hasProblem('items'))
    addProblem('discount', findDiscountProblem(numberOr0(draft.discount), computeTotals(draft).subtotal))
  const { orderDate, expectedDeliverDate } = draft
  if (orderDate && expectedDeliverDate && expectedDeliverDate < orderDate)
    addProblem('expectedDeliverDate', expectedTooEarly)
  addProblem('schedule', findScheduleProblem(draft))
  return [...problems].map(([field, message]) => ({ field, message }))
}

function findScheduleProblem(draft: Draft): string | null {
  const schedule = bodyOf(draft).schedule ?? []
  return findRepeatedDay(schedule) ?? findSumProblem(schedule, computeTotals(draft).total)
}

/** Whether the draft differs from the stored sale. Payments are not compared. */
export const isChanged = (draft: Draft, stored: SaleRow) =>
  JSON.stringify(bodyOf(draft)) !== JSON.stringify(bodyOf(draftOf(stored)))
