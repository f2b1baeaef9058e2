import { Textarea } from '@mantine/core'

import type { PaymentTypeRow } from '../../../../../contract/sales/payment-types.ts'
import { computeNetPaid } from '../../../../../contract/sales/payments.ts'
import type { SaleRow } from '../../../../../contract/sales/sales.ts'
import type { TransactionTypeRow } from '../../../../../contract/sales/transaction-types.ts'
import { FieldGroup } from '../../../../ui/form/FieldGroup.tsx'
import type { Buyer, ChangeDraft } from '../state/draft.ts'
import type { MoneyDue } from '../state/saleFigures.ts'
import type { TillSale } from '../state/useSale.ts'
import type { TillFields } from '../state/useTillFields.ts'
import { SaleCancellation } from './SaleCancellation.tsx'
import { SaleCustomer } from './SaleCustomer.tsx'
import { SaleHead } from './SaleHead.tsx'
import { SaleLines } from './SaleLines.tsx'
import { SalePayments } from './SalePayments.tsx'
import { SaleRefunds } from './SaleRefunds.tsx'
import { SaleSchedule } from './SaleSchedule.tsx'

/** Shows the sale: head, customer, lines, schedule, payments and remarks. Each part is memoized. */
export function Ticket({
  sale,
  state: { stored, draft, readOnly, pending, refusal, errors, summary, unsaved, change, accept },
  changes,
  type,
  paymentTypes,
  short,
  today,
  moneyDue,
  fields: { amountField, focusScanner },
  onBuyer,
  onAddItem,
  onAddPayment,
  onCash,
  onTakeDue,
}: {
  /** The stored sale that the till was opened with; null for a new one. */
  sale: SaleRow | null
  state: TillSale
  /** Messages about items and prices that have changed since the draft was saved. */
  changes: readonly string[]
  /** The transaction type of the sale; undefined while the types load. */
  type: TransactionTypeRow | undefined
  paymentTypes: readonly PaymentTypeRow[]
  /** The missing quantity of each line that is short of stock, by the line's key. */
  short: ReadonlyMap<number, number>
  /** The current date in the shop's time zone. */
  today: string
  moneyDue: MoneyDue
  fields: TillFields
  onBuyer: (buyer: Buyer) => void
  onAddItem: () => void
  onAddPayment: () => void
  onCash: (amount?: number) => void
  onTakeDue: (paymentTypeID: number) => void
}) {
  return (
    <div className="tick" inert={pending}>
      {changes.length > 0 && stored === null && <ChangesSinceSaved changes={changes} />}
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
      <SaleCustomer buyer={draft.buyer} readOnly={readOnly} errors={errors} onChange={onBuyer} />
      <SaleLines
        lines={draft.lines}
        readOnly={readOnly}
        short={short}
        beyondStock={type?.beyondStock ?? false}
        errors={errors}
        onChange={change}
        onAddItem={onAddItem}
        onDone={focusScanner}
      />
      <SaleSchedule
        schedule={draft.schedule}
        total={summary.total}
        paid={stored ? computeNetPaid(stored) : 0}
        due={moneyDue.part === 0 ? moneyDue.next : null}
        types={paymentTypes}
        today={today}
        layaway={type?.code === 'layaway'}
        open={!readOnly}
        readOnly={readOnly}
        errors={errors}
        onChange={change}
        onTakeDue={onTakeDue}
      />
      <SalePayments
        stored={stored}
        canCorrect={!unsaved}
        onCorrected={accept}
        payments={draft.payments}
        types={paymentTypes}
        cashDue={moneyDue.cash}
        readOnly={readOnly}
        errors={errors}
        amountField={amountField}
        onChange={change}
        onAdd={onAddPayment}
        onCash={onCash}
      />
      {stored && <SaleCancellation sale={stored} />}
      {stored && <SaleRefunds sale={stored} />}
      <SaleRemarks remarks={draft.remarks} readOnly={readOnly} onChange={change} />
    </div>
  )
}

function ChangesSinceSaved({ changes }: { changes: readonly string[] }) {
  return (
    <ul className="sec changed" aria-label="Changed since it was kept">
      {changes.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  )
}

function SaleRemarks({ remarks, readOnly, onChange }: { remarks: string; readOnly: boolean; onChange: ChangeDraft }) {
  return (
    <section className="sec" aria-label="Remarks">
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
