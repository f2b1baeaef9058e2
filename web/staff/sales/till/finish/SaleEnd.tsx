import { useMemo } from 'react'

import type { PaymentTypeRow } from '../../../../../contract/sales/payment-types.ts'
import { fromCentavos, toCentavos } from '../../../../../contract/shared/money.ts'
import type { TillSale } from '../state/useSale.ts'
import { SaleChange } from './SaleChange.tsx'
import { SaleFinish } from './SaleFinish.tsx'
import { SaleSummary } from './SaleSummary.tsx'

/** Returns the cash received, in centavos. */
function cashOf({ draft, stored }: TillSale, paymentTypes: readonly PaymentTypeRow[]): number {
  const isCash = (id: number | null) => paymentTypes.find(({ paymentTypeID }) => paymentTypeID === id)?.givesChange
  return [...draft.payments, ...(stored?.payments.filter(({ correction }) => correction === null) ?? [])]
    .filter(({ paymentTypeID }) => isCash(paymentTypeID))
    .reduce((sum, { amount }) => sum + Math.max(0, toCentavos(amount || 0)), 0)
}

/** Shows the totals and the buttons that complete, save or cancel the sale. Both are memoized. */
export function SaleEnd({
  state,
  paymentTypes,
  note,
  today,
  onCancel,
  onRefund,
  onNew,
  onClose,
}: {
  state: TillSale
  paymentTypes: readonly PaymentTypeRow[]
  /** Why the sale can be saved but not completed yet. */
  note: string | null
  /** The current date in the shop's time zone. */
  today: string
  onCancel: () => void
  onRefund: () => void
  onNew: () => void
  onClose: () => void
}) {
  const { stored, draft, stage, readOnly, pending, refusal, problems, errors, summary } = state
  const completed = stored?.status === 'Completed'
  const cash = cashOf(state, paymentTypes)
  const change = useMemo(
    () => <SaleChange completed={completed} change={summary.change} cash={fromCentavos(cash)} />,
    [completed, summary.change, cash],
  )
  return (
    <>
      <SaleSummary
        stored={stored}
        orderDate={draft.orderDate ?? today}
        discount={draft.discount}
        shippingFee={draft.shippingFee}
        summary={summary}
        change={change}
        answered={!pending && stage !== 'unanswered'}
        readOnly={readOnly}
        errors={errors}
        onChange={state.change}
      />
      <SaleFinish
        stored={stored}
        stage={stage}
        message={refusal.message}
        isStale={refusal.isStale}
        note={note}
        problems={problems}
        total={summary.total}
        balance={summary.balance}
        pending={pending}
        change={change}
        onSubmit={state.submit}
        onCancel={onCancel}
        onRetry={state.retry}
        onReload={state.reload}
        onRefund={onRefund}
        onNew={onNew}
        onClose={onClose}
      />
    </>
  )
}
