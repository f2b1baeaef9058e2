import { CreditPayment, credits } from '../../../../contract/sales/credits.ts'
import { formatPeso } from '../../../lib/format.ts'
import { useWrite } from '../../../lib/query.ts'
import { useSettings } from '../../../lib/settings.ts'
import { MoneyField, RecordField, TextField } from '../../../ui/form/fields.tsx'
import { useRecordForm } from '../../../ui/form/recordForm.ts'
import { RecordForm } from '../../../ui/form/RecordForm.tsx'
import { locationChoice, moneyTypeChoice } from '../../shared/choices.ts'

const directions = {
  in: {
    call: credits.payIn,
    title: 'Money Paid In',
    action: 'Pay in',
    done: ['Money Paid In!', 'It is the customer’s credit, which pays any sale.'],
    hint: 'Where the money came in',
  },
  out: {
    call: credits.payOut,
    title: 'Pay Out',
    action: 'Pay out',
    done: ['Credit Paid Out!', 'The money left by this payment type.'],
    hint: 'Where the money goes out',
  },
} as const

type Paying = { id: number; direction: keyof typeof directions; balance: number; onClose: () => void }

/** Takes money that becomes the customer’s store credit, or pays store credit out as money. */
export function PayCredit(paying: Paying) {
  const settings = useSettings()
  return settings && <PaymentForm {...paying} locationID={settings.defaultLocationID} />
}

function PaymentForm({ id, direction, balance, locationID, onClose }: Paying & { locationID: number }) {
  const { call, title, action, done, hint } = directions[direction]
  const write = useWrite(call)
  const form = useRecordForm(CreditPayment, { locationID, reference: '', reason: '' })
  return (
    <RecordForm
      title={title}
      action={action}
      form={form}
      write={write}
      save={(body) => write.mutateAsync({ id, body })}
      done={[...done]}
      size={480}
      onClose={onClose}
    >
      <MoneyField
        control={form.control}
        name="amount"
        label="Amount"
        required
        {...(direction === 'out' && { hint: `${formatPeso(balance)} credit is left` })}
      />
      <RecordField control={form.control} name="paymentTypeID" label="Payment type" required {...moneyTypeChoice} />
      <RecordField control={form.control} name="locationID" label="Location" required hint={hint} {...locationChoice} />
      <TextField control={form.control} name="reference" label="Reference" />
      <TextField control={form.control} name="reason" label="Reason" required />
    </RecordForm>
  )
}
