import { Select, TextInput } from '@mantine/core'
import type { RefObject } from 'react'

import type { PaymentTypeRow } from '../../../contract/payment-types.ts'
import type { SaleRow } from '../../../contract/sales.ts'
import { moment, peso } from '../../lib/format.ts'
import { useTimeZone } from '../../lib/settings.ts'
import { CloseIcon } from '../../ui/icons.tsx'
import { NumberBox } from '../../ui/NumberBox.tsx'
import type { TillPayment } from './tillState.ts'

/** What has been paid, and what is being paid now. */
export function SalePayments({
  taken,
  payments,
  types,
  readOnly,
  amountField,
  onChange,
  onAdd,
  onExactCash,
  onDelete,
}: {
  /** Stored with the sale: they stay. */
  taken: SaleRow['payments']
  payments: readonly TillPayment[]
  types: readonly PaymentTypeRow[]
  readOnly: boolean
  /** The amount of the last payment: where F4 puts the focus. */
  amountField: RefObject<HTMLInputElement | null>
  onChange: (key: number, change: Partial<TillPayment>) => void
  onAdd: () => void
  /** The whole balance, in cash. */
  onExactCash: () => void
  onDelete: (key: number) => void
}) {
  const timeZone = useTimeZone()
  return (
    <section className="sec" aria-label="Payments">
      <div className="sec-t">
        <h2>Payments</h2>
        {!readOnly && (
          <span className="acts">
            <button type="button" className="link" aria-keyshortcuts="F8" onClick={onExactCash}>
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
      {payments.map((payment, n) => (
        <fieldset key={payment.key} className="pay" aria-label={`Payment ${taken.length + n + 1}`}>
          <Select<number>
            aria-label="Payment type"
            data={types.map(({ paymentTypeID, paymentName }) => ({ value: paymentTypeID, label: paymentName }))}
            value={payment.paymentTypeID}
            allowDeselect={false}
            onChange={(paymentTypeID) => onChange(payment.key, { paymentTypeID })}
          />
          <NumberBox
            {...(n === payments.length - 1 && { ref: amountField })}
            aria-label="Amount"
            prefix="₱"
            places={2}
            value={payment.amount}
            onChange={(amount) => onChange(payment.key, { amount })}
          />
          <TextInput
            className="reference"
            aria-label="Reference"
            placeholder="Reference"
            autoComplete="off"
            maxLength={120}
            value={payment.reference}
            onChange={(event) => onChange(payment.key, { reference: event.currentTarget.value })}
          />
          <button
            type="button"
            className="ib"
            aria-label={`Remove payment ${taken.length + n + 1}`}
            onClick={() => onDelete(payment.key)}
          >
            <CloseIcon />
          </button>
        </fieldset>
      ))}
    </section>
  )
}
