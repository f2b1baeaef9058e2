import { Select, TextInput } from '@mantine/core'
import type { RefObject } from 'react'

import type { PaymentTypeRow } from '../../../../../contract/sales/payment-types.ts'
import { NumberBox } from '../../../../ui/form/NumberBox.tsx'
import { CloseIcon } from '../../../../ui/icons.tsx'
import { type ChangeDraft, type TillPayment, withoutPayment, withPaymentChange } from '../state/draft.ts'
import { usePaymentTypeKeys } from './usePaymentTypeKeys.ts'

/** Edits one new payment. A letter in its amount chooses the payment type. */
export function PaymentRow({
  payment: { key, paymentTypeID, amount, reference, tradeIn },
  number,
  types,
  readOnly,
  isBalance,
  error,
  amountField,
  onChange,
}: {
  payment: TillPayment
  /** The payment's position among all payments of the sale. */
  number: number
  types: readonly PaymentTypeRow[]
  readOnly: boolean
  /** Whether the amount is the balance, which the till has filled in. */
  isBalance: boolean
  error: string | undefined
  amountField: RefObject<HTMLInputElement | null> | undefined
  onChange: ChangeDraft
}) {
  const changePayment = (changed: Partial<TillPayment>) => onChange((draft) => withPaymentChange(draft, key, changed))
  const onKeyDown = usePaymentTypeKeys(types, paymentTypeID, (paymentTypeID) => changePayment({ paymentTypeID }))
  return (
    <fieldset className="pay" aria-label={`Payment ${number}`}>
      {tradeIn ? (
        <TextInput aria-label="Payment type" readOnly value={`Trade-in ${tradeIn.tradeInNumber}`} />
      ) : (
        <Select<number>
          aria-label="Payment type"
          data={types.map(({ paymentTypeID, paymentName }) => ({ value: paymentTypeID, label: paymentName }))}
          value={paymentTypeID}
          readOnly={readOnly}
          searchable
          selectFirstOptionOnChange
          allowDeselect={false}
          onChange={(paymentTypeID) => changePayment({ paymentTypeID })}
        />
      )}
      <NumberBox
        {...(amountField && { ref: amountField })}
        aria-label="Amount"
        prefix="₱"
        places={2}
        value={amount}
        error={error}
        readOnly={readOnly}
        onKeyDown={tradeIn ? undefined : onKeyDown}
        onChange={(amount) => changePayment({ amount, filled: false })}
      />
      {isBalance && <small className="filled">the balance, filled in</small>}
      {!tradeIn && (
        <TextInput
          className="reference in-place"
          aria-label="Reference"
          placeholder="Reference"
          autoComplete="off"
          maxLength={120}
          value={reference}
          readOnly={readOnly}
          onChange={(event) => changePayment({ reference: event.currentTarget.value })}
        />
      )}
      {!readOnly && (
        <button
          type="button"
          className="ib"
          aria-label={`Remove payment ${number}`}
          onClick={() => onChange((draft) => withoutPayment(draft, key))}
        >
          <CloseIcon />
        </button>
      )}
    </fieldset>
  )
}
