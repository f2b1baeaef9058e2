import { useMemo } from 'react'

import type { MoneyDue } from '../state/saleFigures.ts'
import type { TillSale } from '../state/useSale.ts'
import { SaleChange } from './SaleChange.tsx'
import { SaleFinish } from './SaleFinish.tsx'
import { SaleSummary } from './SaleSummary.tsx'

/** Shows the totals and the buttons that complete, save or cancel the sale. Both are memoized. */
export function SaleEnd({
  state,
  note,
  today,
  moneyDue,
  onAddPayment,
  onCancel,
  onRefund,
  onNew,
  onClose,
}: {
  state: TillSale
  /** Why the sale can be saved but not completed yet. */
  note: string | null
  /** The current date in the shop's time zone. */
  today: string
  moneyDue: MoneyDue
  onAddPayment: () => void
  onCancel: () => void
  onRefund: () => void
  onNew: () => void
  onClose: () => void
}) {
  const { stored, draft, stage, readOnly, pending, refusal, problems, errors, summary, handedBack } = state
  const isOpen = stage !== 'over'
  const completed = stored?.status === 'Completed'
  const { change: amount, cash } = summary.change > 0 ? summary : handedBack
  const change = useMemo(
    () => <SaleChange completed={completed} change={amount} cash={cash} />,
    [completed, amount, cash],
  )
  return (
    <>
      <SaleSummary
        stored={stored}
        orderDate={draft.orderDate ?? today}
        discount={draft.discount}
        shippingFee={draft.shippingFee}
        summary={summary}
        due={isOpen ? moneyDue.next : null}
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
        moneyDue={moneyDue}
        pending={pending}
        change={change}
        onSubmit={state.submit}
        onAddPayment={onAddPayment}
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
