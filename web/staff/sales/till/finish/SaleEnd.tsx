import { useMemo } from 'react'

import type { TillSale } from '../state/useSale.ts'
import { SaleChange } from './SaleChange.tsx'
import { SaleFinish } from './SaleFinish.tsx'
import { SaleSummary } from './SaleSummary.tsx'

/** Shows the totals and the buttons that complete, save or cancel the sale. Both are memoized. */
export function SaleEnd({
  state,
  note,
  today,
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
  onCancel: () => void
  onRefund: () => void
  onNew: () => void
  onClose: () => void
}) {
  const { stored, draft, stage, readOnly, pending, refusal, problems, errors, summary, handedBack } = state
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
