import { useState } from 'react'

import { findFractionProblem } from '../../../../../../contract/catalogue/items.ts'
import { returnableQtyOf } from '../../../../../../contract/sales/refunds.ts'
import type { dispositions } from '../../../../../../contract/sales/sale-refunds.ts'
import type { SaleRow } from '../../../../../../contract/sales/sales.ts'
import { toCentavos } from '../../../../../../contract/shared/money.ts'
import { formatPeso } from '../../../../../lib/format.ts'
import { useAccount } from '../../../../../lib/session.ts'
import { mayOrAsk } from '../../../../shared/devices/mayOrAsk.ts'
import { formatAmount } from '../../../../shared/stock.ts'
import { computeExchange, type ExchangeGood, type ExchangePayment } from '../../state/exchangeFigures.ts'
import { numberOr0 } from '../../state/saleFigures.ts'
import { useTillTypes } from '../../state/useTillTypes.ts'

type ExchangeDraft = {
  reason: string
  returned: { salesItemID: number; qty: number | null; disposition: (typeof dispositions)[number] }[]
  goods: ExchangeGood[]
  payments: ExchangePayment[]
  /** The payment type by which the rest goes back; null for store credit. */
  backTypeID: number | null
  /** The customer who gets the credit of a sale without one. */
  customerID: number | null
}

export type Exchange = ReturnType<typeof useExchangeDraft>

const firstPayment: ExchangePayment = { key: 1, paymentTypeID: null, amount: null, reference: '' }

/** Holds the entries of an exchange, and computes its figures. */
export function useExchangeDraft(sale: SaleRow) {
  const [draft, setDraft] = useState<ExchangeDraft>(() => ({
    reason: '',
    returned: sale.items.map(({ salesItemID }) => ({ salesItemID, qty: null, disposition: 'restock' })),
    goods: [],
    payments: [firstPayment],
    backTypeID: null,
    customerID: null,
  }))
  const { paymentTypes, cashType, creditType } = useTillTypes()
  const mayGiveBack = mayOrAsk(useAccount(), 'sales.refund')
  // A new payment is in cash until somebody chooses another type.
  const payments = draft.payments.map((payment) => ({
    ...payment,
    paymentTypeID: payment.paymentTypeID ?? cashType?.paymentTypeID ?? null,
  }))
  const isCredit = draft.backTypeID === null || draft.backTypeID === creditType?.paymentTypeID
  return {
    draft: { ...draft, payments },
    figures: computeExchange(sale, draft.returned, draft.goods, payments),
    isDirty: draft.reason !== '' || draft.goods.length > 0 || draft.returned.some(({ qty }) => qty !== null),
    isCredit,
    mayGiveBack,
    paymentTypes,
    creditType,
    change: (changes: Partial<ExchangeDraft>) => setDraft((before) => ({ ...before, ...changes })),
  }
}

/** Returns the reasons why the exchange cannot be sent yet. */
export function listExchangeProblems(
  sale: SaleRow,
  { draft, figures, isCredit, mayGiveBack, paymentTypes }: Exchange,
): string[] {
  const { returned, goods, payments, reason, customerID } = draft
  const ofLines = returned.flatMap(({ qty }, n) => {
    const line = sale.items[n]!
    if (numberOr0(qty) > returnableQtyOf(line))
      return [`Only ${formatAmount(returnableQtyOf(line), line)} of ${line.itemName} can come back`]
    return findFractionProblem(line, numberOr0(qty)) ?? []
  })
  const ofGoods = goods.flatMap((good) => {
    if (numberOr0(good.orderQty) <= 0) return [`Enter how much of ${good.itemName} goes out`]
    if (good.price === null || Number.isNaN(good.price)) return [`Enter the price of ${good.itemName}`]
    return findFractionProblem(good, numberOr0(good.orderQty)) ?? []
  })
  const isOpen = payments.some(({ amount }) => amount === null)
  const sum = payments.reduce((all, { amount }) => all + toCentavos(numberOr0(amount)), 0)
  const givesChange = payments.some(
    ({ paymentTypeID }) => paymentTypes.find((type) => type.paymentTypeID === paymentTypeID)?.givesChange,
  )
  return [
    ...(returned.some(({ qty }) => numberOr0(qty) > 0) ? [] : ['Say how much comes back']),
    ...ofLines,
    ...(goods.length > 0 ? [] : ['Add what goes out']),
    ...ofGoods,
    ...(figures.due > 0 && figures.left > 0 && !isOpen ? [`Balance due: ${formatPeso(figures.left)}`] : []),
    ...(figures.due > 0 && sum > toCentavos(figures.due) && !givesChange
      ? [`The payments are more than ${formatPeso(figures.due)}`]
      : []),
    ...(figures.back > 0 && goods.length > 0 && !mayGiveBack
      ? [`Only a manager may give the ${formatPeso(figures.back)} back`]
      : []),
    ...(figures.back > 0 && mayGiveBack && isCredit && sale.customerID === null && customerID === null
      ? ['Choose the customer who gets the store credit']
      : []),
    ...(reason.trim() === '' ? ['Say why the goods are exchanged'] : []),
  ]
}
