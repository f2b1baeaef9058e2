import { useState } from 'react'

import { PaymentCorrection, PaymentReversal } from '../../../../../contract/sales/sale-payments.ts'
import { type SaleRow, sales } from '../../../../../contract/sales/sales.ts'
import { fromCentavos, toCentavos } from '../../../../../contract/shared/money.ts'
import type { z } from '../../../../../contract/shared/zod.ts'
import { formatPeso } from '../../../../lib/format.ts'
import { useWrite } from '../../../../lib/query.ts'
import { useAccount } from '../../../../lib/session.ts'
import { MoneyField, RecordField, TextField } from '../../../../ui/form/fields.tsx'
import { useRecordForm } from '../../../../ui/form/recordForm.ts'
import { RecordForm } from '../../../../ui/form/RecordForm.tsx'
import { paymentTypeChoice } from '../../../shared/choices.ts'
import { mayOrAsk } from '../../../shared/devices/mayOrAsk.ts'

type Payment = SaleRow['payments'][number]
type Correcting = { sale: SaleRow; payment: Payment; onDone: (sale: SaleRow) => void; onClose: () => void }

/**
 * Corrects a wrong payment, which stays with the sale, struck through. A manager also takes one back that never came. A
 * completed sale must stay paid.
 */
export function CorrectPayment(correcting: Correcting) {
  const mayTakeBack = mayOrAsk(useAccount(), 'sales.return_deposit') && correcting.sale.status !== 'Completed'
  const [neverPaid, setNeverPaid] = useState(false)
  if (neverPaid) return <TakePaymentBack {...correcting} />
  return <EnterRightPayment {...correcting} onNeverPaid={mayTakeBack ? () => setNeverPaid(true) : null} />
}

/** Takes a payment back that never came. */
function TakePaymentBack({ sale, payment: { paymentID, paymentName, amount }, onDone, onClose }: Correcting) {
  const write = useWrite(sales.takePaymentBack)
  const form = useRecordForm(PaymentReversal, { reason: '' })
  return (
    <RecordForm
      title={`${paymentName} ${formatPeso(amount)} was never paid`}
      action="Take payment back"
      form={form}
      write={write}
      save={async (body) => onDone((await write.mutateAsync({ id: sale.salesTransactionID, paymentID, body })).data)}
      done={['Payment Taken Back!', 'It stays with the sale, struck through. The goods stay held.']}
      size={480}
      onClose={onClose}
    >
      <p className="hint">The sale owes {formatPeso(amount)} more. Its goods stay held until you move the hold.</p>
      <TextField control={form.control} name="reason" label="Reason" required />
    </RecordForm>
  )
}

function EnterRightPayment({
  sale,
  payment,
  onDone,
  onClose,
  onNeverPaid,
}: Correcting & { onNeverPaid: (() => void) | null }) {
  const write = useWrite(sales.correctPayment)
  const { paymentID, paymentTypeID, paymentName, reference, change } = payment
  const form = useRecordForm(PaymentCorrection, { paymentTypeID, amount: payment.amount, reference, reason: '' })
  const net = fromCentavos(toCentavos(payment.amount) - toCentavos(change))

  async function save({ amount, ...body }: z.input<typeof PaymentCorrection>) {
    // An unchanged amount is left out, so that a type without change takes what was due.
    const changed = amount === payment.amount ? body : { ...body, amount }
    const id = sale.salesTransactionID
    onDone((await write.mutateAsync({ id, paymentID, body: changed })).data)
  }
  return (
    <RecordForm
      title={`Correct ${paymentName} ${formatPeso(payment.amount)}`}
      action="Correct"
      form={form}
      write={write}
      save={save}
      done={['Payment Corrected!', 'The wrong payment stays with the sale, struck through.']}
      size={480}
      onClose={onClose}
    >
      <RecordField
        control={form.control}
        name="paymentTypeID"
        label="Payment type"
        required
        current={{ value: paymentTypeID, label: paymentName }}
        {...paymentTypeChoice}
      />
      <MoneyField
        control={form.control}
        name="amount"
        label="Amount"
        required
        {...(change > 0 && { hint: `${formatPeso(change)} of it was change: another type takes ${formatPeso(net)}` })}
      />
      <TextField control={form.control} name="reference" label="Reference" />
      <TextField control={form.control} name="reason" label="Reason" required />
      {onNeverPaid && (
        <button type="button" className="link" onClick={onNeverPaid}>
          It was never paid
        </button>
      )}
    </RecordForm>
  )
}
