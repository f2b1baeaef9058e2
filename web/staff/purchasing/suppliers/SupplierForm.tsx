import { SupplierInput, type SupplierRow, suppliers } from '../../../../contract/purchasing/suppliers.ts'
import { call } from '../../../lib/api.ts'
import { useWrite } from '../../../lib/query.ts'
import { EmailField, StatusField, TextAreaField, TextField } from '../../../ui/form/fields.tsx'
import { type FormOf, useRecordForm } from '../../../ui/form/recordForm.ts'
import { RecordForm } from '../../../ui/form/RecordForm.tsx'

export function CreateSupplier({ onClose }: { onClose: () => void }) {
  const write = useWrite(suppliers.create)
  const form = useRecordForm(SupplierInput, { supplierName: '', contactDetails: '', email: '', address: '' })
  return (
    <RecordForm
      title="Create Supplier"
      action="Create Supplier"
      form={form}
      write={write}
      save={(body) => write.mutateAsync({ body })}
      done={['Supplier Created!', 'The new supplier has been successfully created.']}
      onClose={onClose}
    >
      <SupplierFields {...form} />
    </RecordForm>
  )
}

export function EditSupplier({ supplier, onClose }: { supplier: SupplierRow; onClose: () => void }) {
  const id = supplier.supplierID
  const write = useWrite(suppliers.update)
  const form = useRecordForm(SupplierInput, supplier)
  return (
    <RecordForm
      title="Edit Supplier"
      action="Update Supplier"
      form={form}
      write={write}
      save={(body, updatedAt) => write.mutateAsync({ id, body: { ...body, updatedAt } })}
      stored={{ record: supplier, reload: async () => (await call(suppliers.get, { id })).data }}
      done={['Supplier Updated!', 'The supplier has been successfully updated.']}
      onClose={onClose}
    >
      <SupplierFields {...form} />
      <StatusField control={form.control} name="status" />
    </RecordForm>
  )
}

function SupplierFields({ control }: FormOf<typeof SupplierInput>) {
  return (
    <>
      <TextField control={control} name="supplierName" label="Supplier name" required />
      <div className="two">
        <TextField control={control} name="contactDetails" label="Contact details" required />
        <EmailField control={control} name="email" label="Email" required />
      </div>
      <TextAreaField control={control} name="address" label="Address" />
    </>
  )
}
