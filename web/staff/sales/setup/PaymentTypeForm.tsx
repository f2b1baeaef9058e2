import { PaymentTypeInput, type PaymentTypeRow, paymentTypes } from '../../../../contract/sales/payment-types.ts'
import { call } from '../../../lib/api.ts'
import { useWrite } from '../../../lib/query.ts'
import { TextAreaField, TextField } from '../../../ui/form/fields.tsx'
import { type FormOf, useRecordForm } from '../../../ui/form/recordForm.ts'
import { RecordForm } from '../../../ui/form/RecordForm.tsx'

export function CreatePaymentType({ onClose }: { onClose: () => void }) {
  const write = useWrite(paymentTypes.create)
  const form = useRecordForm(PaymentTypeInput, { paymentName: '', description: '' })
  return (
    <RecordForm
      title="Create New Payment Type"
      action="Create Payment Type"
      form={form}
      write={write}
      save={(body) => write.mutateAsync({ body })}
      done={['Payment Type Created!', 'The new payment type has been successfully created.']}
      onClose={onClose}
    >
      <PaymentTypeFields {...form} />
    </RecordForm>
  )
}

export function EditPaymentType({ paymentType, onClose }: { paymentType: PaymentTypeRow; onClose: () => void }) {
  const id = paymentType.paymentTypeID
  const write = useWrite(paymentTypes.update)
  const form = useRecordForm(PaymentTypeInput, paymentType)
  return (
    <RecordForm
      title="Edit Payment Type"
      action="Update Payment Type"
      form={form}
      write={write}
      save={(body, updatedAt) => write.mutateAsync({ id, body: { ...body, updatedAt } })}
      stored={{ record: paymentType, reload: async () => (await call(paymentTypes.get, { id })).data }}
      done={['Payment Type Updated!', 'The payment type has been successfully updated.']}
      unknown="An unknown error occurred while updating the payment type."
      onClose={onClose}
    >
      <PaymentTypeFields {...form} />
    </RecordForm>
  )
}

function PaymentTypeFields({ control }: FormOf<typeof PaymentTypeInput>) {
  return (
    <>
      <TextField control={control} name="paymentName" label="Payment name" required />
      <TextAreaField control={control} name="description" label="Description" />
    </>
  )
}
