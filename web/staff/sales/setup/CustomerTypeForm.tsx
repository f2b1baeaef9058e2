import { CustomerTypeInput, type CustomerTypeRow, customerTypes } from '../../../../contract/sales/customer-types.ts'
import { call } from '../../../lib/api.ts'
import { useWrite } from '../../../lib/query.ts'
import { TextAreaField, TextField } from '../../../ui/form/fields.tsx'
import { type FormOf, useRecordForm } from '../../../ui/form/recordForm.ts'
import { RecordForm } from '../../../ui/form/RecordForm.tsx'

export function CreateCustomerType({ onClose }: { onClose: () => void }) {
  const write = useWrite(customerTypes.create)
  const form = useRecordForm(CustomerTypeInput, { TypeName: '', description: '' })
  return (
    <RecordForm
      title="Create Customer Type"
      action="Create Customer Type"
      form={form}
      write={write}
      save={(body) => write.mutateAsync({ body })}
      done={['Customer Type Created!', 'The new customer type has been successfully created.']}
      onClose={onClose}
    >
      <CustomerTypeFields {...form} />
    </RecordForm>
  )
}

export function EditCustomerType({ customerType, onClose }: { customerType: CustomerTypeRow; onClose: () => void }) {
  const id = customerType.customerTypeID
  const write = useWrite(customerTypes.update)
  const form = useRecordForm(CustomerTypeInput, customerType)
  return (
    <RecordForm
      title="Edit Customer Type"
      action="Update Customer Type"
      form={form}
      write={write}
      save={(body, updatedAt) => write.mutateAsync({ id, body: { ...body, updatedAt } })}
      stored={{ record: customerType, reload: async () => (await call(customerTypes.get, { id })).data }}
      done={['Customer Type Updated!', 'The customer type has been successfully updated.']}
      onClose={onClose}
    >
      <CustomerTypeFields {...form} />
    </RecordForm>
  )
}

function CustomerTypeFields({ control }: FormOf<typeof CustomerTypeInput>) {
  return (
    <>
      <TextField control={control} name="TypeName" label="Type name" required />
      <TextAreaField control={control} name="description" label="Description" />
    </>
  )
}
