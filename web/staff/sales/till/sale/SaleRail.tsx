import { Textarea } from '@mantine/core'

import type { PaymentTypeRow } from '../../../../../contract/sales/payment-types.ts'
import type { SaleRow } from '../../../../../contract/sales/sales.ts'
import { FieldGroup } from '../../../../ui/form/FieldGroup.tsx'
import { SaleEnd } from '../finish/SaleEnd.tsx'
import { SaleSummary } from '../finish/SaleSummary.tsx'
import type { Buyer, ChangeDraft } from '../state/draft.ts'
import type { MoneyDue } from '../state/saleFigures.ts'
import type { TillSale } from '../state/useSale.ts'
import type { TillCredit } from '../state/useTillCredit.ts'
import type { TillFields } from '../state/useTillFields.ts'
import { SaleCustomer } from './SaleCustomer.tsx'
import { SaleHead } from './SaleHead.tsx'
import { SalePayments } from './SalePayments.tsx'

type SaleRailProps = {
  /** The stored sale that the till was opened with; null for a new one. */
  sale: SaleRow | null
  state: TillSale
  paymentTypes: readonly PaymentTypeRow[]
  /** Why the sale can be saved but not completed yet. */
  note: string | null
  /** The current date in the shop's time zone. */
  today: string
  moneyDue: MoneyDue
  /** The store credit of the customer; null without any. */
  credit: TillCredit | null
  fields: TillFields
  actions: {
    setBuyer: (buyer: Buyer) => void
    addPayment: () => void
    addCash: (amount?: number) => void
    addCredit: () => void
  }
  onCancel: () => void
  onRefund: () => void
  onExchange: () => void
  onTradeIn: () => void
  onDrawer: () => void
  onNew: () => void
  onClose: () => void
}

/** Shows the facts, the customer and the totals of the sale. The payments and the last buttons stay in place below. */
export function SaleRail({
  sale,
  state,
  paymentTypes,
  note,
  today,
  moneyDue,
  credit,
  fields: { amountField },
  actions,
  onCancel,
  onRefund,
  onExchange,
  onTradeIn,
  onDrawer,
  onNew,
  onClose,
}: SaleRailProps) {
  const { stored, draft, stage, readOnly, pending, refusal, errors, summary, unsaved, change, accept } = state
  return (
    <aside className="rail" aria-label="Summary">
      {/* In a low window this part scrolls. If it has no fields, it must be focusable by keyboard. */}
      <section className="rail-top" aria-label="Facts and totals" inert={pending} {...(readOnly && { tabIndex: 0 })}>
        <SaleHead
          stored={sale}
          locationID={draft.locationID}
          transactionTypeID={draft.transactionTypeID}
          orderDate={draft.orderDate ?? today}
          expectedDeliverDate={draft.expectedDeliverDate}
          readOnly={readOnly}
          errors={refusal.fields}
          onChange={change}
        />
        <SaleCustomer buyer={draft.buyer} readOnly={readOnly} errors={errors} onChange={actions.setBuyer} />
        <SaleSummary
          stored={stored}
          orderDate={draft.orderDate ?? today}
          discount={draft.discount}
          shippingFee={draft.shippingFee}
          summary={summary}
          due={stage === 'over' ? null : moneyDue.next}
          readOnly={readOnly}
          errors={errors}
          canHold={!unsaved && !readOnly}
          onChange={change}
          onHeld={accept}
        />
        <SaleRemarks remarks={draft.remarks} readOnly={readOnly} onChange={change} />
      </section>
      <div className="rail-payments" inert={pending}>
        <SalePayments
          stored={stored}
          canCorrect={!unsaved}
          onCorrected={accept}
          payments={draft.payments}
          types={paymentTypes}
          cashDue={moneyDue.cash}
          isCovered={summary.balance === 0 && summary.change === 0}
          credit={credit}
          readOnly={readOnly}
          errors={errors}
          amountField={amountField}
          onChange={change}
          onAdd={actions.addPayment}
          onCash={actions.addCash}
          onCredit={actions.addCredit}
          onTradeIn={onTradeIn}
        />
      </div>
      <SaleEnd
        state={state}
        types={paymentTypes}
        note={note}
        moneyDue={moneyDue}
        onAddPayment={actions.addPayment}
        onCancel={onCancel}
        onRefund={onRefund}
        onExchange={onExchange}
        onDrawer={onDrawer}
        onNew={onNew}
        onClose={onClose}
      />
    </aside>
  )
}

function SaleRemarks({ remarks, readOnly, onChange }: { remarks: string; readOnly: boolean; onChange: ChangeDraft }) {
  if (readOnly && remarks === '') return null
  return (
    <section className="sec sale-remarks" aria-label="Remarks">
      <FieldGroup>
        <Textarea
          label="Remarks"
          rows={2}
          maxLength={1000}
          readOnly={readOnly}
          value={remarks}
          onChange={(event) => {
            const remarks = event.currentTarget.value
            onChange((draft) => ({ ...draft, remarks }))
          }}
        />
      </FieldGroup>
    </section>
  )
}
