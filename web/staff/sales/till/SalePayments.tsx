import { Select, TextInput } from '@mantine/core'
import { memo, type RefObject } from 'react'

import type { PaymentTypeRow } from '../../../../contract/sales/payment-types.ts'
import type { SaleRow } from '../../../../contract/sales/sales.ts'
import { moment, peso } from '../../../lib/format.ts'
import { useTimeZone } from '../../../lib/settings.ts'
import { FieldGroup } from '../../../ui/form/FieldGroup.tsx'
import { NumberBox } from '../../../ui/form/NumberBox.tsx'
import { CloseIcon } from '../../../ui/icons.tsx'
import { type ChangeDraft, notesFor, type TillPayment, withoutPayment, withPaymentChange } from './state/tillState.ts'

/** What has been paid, and what is being paid now. */
export const SalePayments = memo(function SalePayments({
  taken,
  payments,
  types,
  balance,
  readOnly,
  amountField,
  onChange,
  onAdd,
  onCash,
}: {
  /** Stored with the sale: they stay. */
  taken: SaleRow['payments']
  payments: readonly TillPayment[]
  types: readonly PaymentTypeRow[]
  /** What is left to pay, in pesos. */
  balance: number
  readOnly: boolean
  /** The amount of the last payment: where F4 puts the focus. */
  amountField: RefObject<HTMLInputElement | null>
  onChange: ChangeDraft
  onAdd: () => void
  /** Takes so much in cash; the whole balance where no amount is given. */
  onCash: (amount?: number) => void
}) {
  const timeZone = useTimeZone()
  const set = (key: number, changed: Partial<TillPayment>) =>
    onChange((draft) => withPaymentChange(draft, key, changed))
  return (
    <section className="sec" aria-label="Payments">
      <div className="sec-t">
        <h2>Payments</h2>
        {!readOnly && (
          <span className="acts">
            <button type="button" className="link" aria-keyshortcuts="F8" onClick={() => onCash()}>
              Exact cash <kbd>F8</kbd>
            </button>
            <button type="button" className="link" aria-keyshortcuts="F4" onClick={onAdd}>
              Add payment <kbd>F4</kbd>
            </button>
          </span>
        )}
      </div>
      {taken.length > 0 && (
        <ul className="taken">
          {taken.map((payment) => (
            <li key={payment.paymentID}>
              <span>
                {payment.paymentName}
                <small>{[payment.reference, moment(payment.paidAt, timeZone)].filter(Boolean).join(' · ')}</small>
              </span>
              <b className="r">{peso(payment.amount)}</b>
            </li>
          ))}
        </ul>
      )}
      {payments.length === 0 && taken.length === 0 && <p className="hint">Nothing paid yet</p>}
      <FieldGroup>
        {payments.map((payment, n) => (
          <fieldset key={payment.key} className="pay" aria-label={`Payment ${taken.length + n + 1}`}>
            <Select<number>
              aria-label="Payment type"
              data={types.map(({ paymentTypeID, paymentName }) => ({ value: paymentTypeID, label: paymentName }))}
              value={payment.paymentTypeID}
              readOnly={readOnly}
              allowDeselect={false}
              onChange={(paymentTypeID) => set(payment.key, { paymentTypeID })}
            />
            <NumberBox
              {...(n === payments.length - 1 && { ref: amountField })}
              aria-label="Amount"
              prefix="₱"
              places={2}
              value={payment.amount}
              readOnly={readOnly}
              onChange={(amount) => set(payment.key, { amount })}
            />
            <TextInput
              className="reference"
              aria-label="Reference"
              placeholder="Reference"
              autoComplete="off"
              maxLength={120}
              value={payment.reference}
              readOnly={readOnly}
              onChange={(event) => set(payment.key, { reference: event.currentTarget.value })}
            />
            {!readOnly && (
              <button
                type="button"
                className="ib"
                aria-label={`Remove payment ${taken.length + n + 1}`}
                onClick={() => onChange((draft) => withoutPayment(draft, payment.key))}
              >
                <CloseIcon />
              </button>
            )}
          </fieldset>
        ))}
      </FieldGroup>
      {!readOnly && balance > 0 && (
        <fieldset className="notes" aria-label="Cash handed over">
          {notesFor(balance).map((amount) => (
            <button key={amount} type="button" onClick={() => onCash(amount)}>
              <span className="vh">Cash </span>
              {peso(amount).replace(/\.00$/, '')}
            </button>
          ))}
        </fieldset>
      )}
    </section>
  )
})
