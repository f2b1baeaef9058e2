import { CustomerInput, type CustomerRow, customers } from '../../../../contract/sales/customers.ts'
import { call, chooseFailureMessage } from '../../../lib/api.ts'
import { useWrite } from '../../../lib/query.ts'
import { EmailField, RecordField, TextAreaField, TextField } from '../../../ui/form/fields.tsx'
import { type FormOf, useRecordForm } from '../../../ui/form/recordForm.ts'
import { RecordForm } from '../../../ui/form/RecordForm.tsx'
import { customerTypeChoice } from '../../shared/customerTypeChoice.ts'
import { SameCustomers, useSameCustomers } from './SameCustomers.tsx'

const empty = { firstName: '', middleName: '', lastName: '', contactNo: '', email: '', address: '' }

/** The error messages of a failed customer query. */
export const customerFailed = chooseFailureMessage('Error fetching customer data', 'Failed to load customer data')

export function CreateCustomer({ onClose }: { onClose: () => void }) {
  const write = useWrite(customers.create)
  const form = useRecordForm(CustomerInput, empty)
  const same = useSameCustomers(form, null)
  return (
    <RecordForm
      title="Create Customer"
      action="Create Customer"
      form={form}
      write={write}
      before={same.before}
      save={(body) => write.mutateAsync({ body })}
      done={['Customer Created!', 'The new customer has been successfully created.']}
      onClose={onClose}
    >
      <CustomerFields {...form} />
      <SameCustomers {...same} />
    </RecordForm>
  )
}

export function EditCustomer({ customer, onClose }: { customer: CustomerRow; onClose: () => void }) {
  const id = customer.customerID
  const write = useWrite(customers.update)
  const form = useRecordForm(CustomerInput, customer)
  const same = useSameCustomers(form, customer)
  return (
    <RecordForm
      title="Edit Customer"
      action="Update Customer"
      form={form}
      write={write}
      before={same.before}
      save={(body, updatedAt) => write.mutateAsync({ id, body: { ...body, updatedAt } })}
      stored={{ record: customer, reload: async () => (await call(customers.get, { id })).data }}
      done={['Customer Updated!', 'The customer has been successfully updated.']}
      unknown="An unknown error occurred while updating the customer."
      onClose={onClose}
    >
      <CustomerFields {...form} customer={customer} />
      <SameCustomers {...same} />
    </RecordForm>
  )
}

function CustomerFields({ control, customer }: FormOf<typeof CustomerInput> & { customer?: CustomerRow }) {
  const current = customer?.customerType && { value: customer.customerTypeID, label: customer.customerType.TypeName }
  return (
    <>
      <div className="two">
        <TextField control={control} name="firstName" label="First name" required />
        <TextField control={control} name="middleName" label="Middle name" />
      </div>
      <div className="two">
        <TextField control={control} name="lastName" label="Last name" required />
        <RecordField
          control={control}
          name="customerTypeID"
          label="Customer type"
          required
          current={current}
          {...customerTypeChoice}
        />
      </div>
      <div className="two">
        <TextField control={control} name="contactNo" label="Contact no" type="tel" inputMode="tel" required />
        <EmailField control={control} name="email" label="Email" required />
      </div>
      <TextAreaField control={control} name="address" label="Address" />
    </>
  )
}
