import { useMemo } from 'react'

import type { PaymentTypeRow } from '../../../../../contract/sales/payment-types.ts'
import { type MoneyDue, sumByType } from '../state/saleFigures.ts'
import type { TillSale } from '../state/useSale.ts'
import { SaleChange } from './SaleChange.tsx'
import { SaleFinish } from './SaleFinish.tsx'

/** Shows the change and the buttons that complete, save or cancel the sale. */
export function SaleEnd({
  state,
  types,
  note,
  moneyDue,
  onAddPayment,
  onCancel,
  onRefund,
  onExchange,
  onDrawer,
  onNew,
  onClose,
}: {
  state: TillSale
  types: readonly PaymentTypeRow[]
  /** Why the sale can be saved but not completed yet. */
  note: string | null
  moneyDue: MoneyDue
  onAddPayment: () => void
  onCancel: () => void
  onRefund: () => void
  onExchange: () => void
  onDrawer: () => void
  onNew: () => void
  onClose: () => void
}) {
  const { draft, stored, stage, pending, refusal, problems, summary, handedBack } = state
  const completed = stored?.status === 'Completed'
  const isPaid = stage === 'open' && problems.length === 0 && summary.paid > 0 && summary.balance === 0
  const { change: amount, cash } = summary.change > 0 ? summary : handedBack
  const change = useMemo(
    () => (
      <SaleChange
        completed={completed}
        isPaid={isPaid}
        change={amount}
        cash={cash}
        paid={sumByType(draft, stored, types)}
      />
    ),
    [completed, isPaid, amount, cash, draft, stored, types],
  )
  return (
    <SaleFinish
      stored={stored}
      stage={stage}
      refusal={refusal}
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
      onExchange={onExchange}
      onDrawer={onDrawer}
      onNew={onNew}
      onClose={onClose}
    />
  )
}
