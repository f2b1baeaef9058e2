import { useQuery } from '@tanstack/react-query'

import { customers } from '../../../../../contract/sales/customers.ts'
import type { PaymentTypeRow } from '../../../../../contract/sales/payment-types.ts'
import { fromCentavos, toCentavos } from '../../../../../contract/shared/money.ts'
import { readQuery } from '../../../../lib/query.ts'
import { useStructuralMemo } from '../../../../ui/useStructuralMemo.ts'
import type { Draft } from './draft.ts'
import { computeTotals, numberOr0 } from './saleFigures.ts'

/** The customer's store credit in pesos, and how much of it the sale can still use. */
export type TillCredit = { left: number; usable: number }

/** Returns the store credit of the chosen customer, less what the draft uses already; null without any. */
export function useTillCredit(
  draft: Draft,
  creditType: PaymentTypeRow | undefined,
  isOver: boolean,
  paidBefore: number,
): TillCredit | null {
  const { buyer } = draft
  const id = buyer.kind === 'chosen' ? buyer.customerID : 0
  const { data } = useQuery({ ...readQuery(customers.summary, { id }), enabled: id > 0 && !isOver })
  const all = data?.data.storeCredit ?? 0
  const sumOf = (payments: Draft['payments']) =>
    payments.reduce((sum, { amount }) => sum + toCentavos(numberOr0(amount)), 0)
  const used = sumOf(draft.payments.filter(({ paymentTypeID }) => paymentTypeID === creditType?.paymentTypeID))
  const left = Math.max(0, toCentavos(all) - used)
  const due = toCentavos(computeTotals(draft).total) - toCentavos(paidBefore) - sumOf(draft.payments)
  return useStructuralMemo(
    id === 0 || isOver || all === 0
      ? null
      : { left: fromCentavos(left), usable: fromCentavos(Math.max(0, Math.min(left, due))) },
  )
}
