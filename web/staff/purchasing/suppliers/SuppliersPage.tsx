import { suppliers } from '../../../../contract/purchasing/suppliers.ts'
import { EmailField, StatusField, TextAreaField, TextField } from '../../../ui/form/fields.tsx'
import { activeFilter, ListScreen, type ScreenOf } from '../../../ui/screen/ListScreen.tsx'
import { ImportLink } from '../../imports/ImportLink.tsx'
import { useExport } from '../../imports/useExport.ts'

const screen: ScreenOf<typeof suppliers> = {
  calls: suppliers,
  what: 'Supplier',
  title: 'SUPPLIER LIST',
  name: 'suppliers',
  label: 'Suppliers',
  columns: [
    { field: 'supplierID', kind: 'key', header: 'supplierID' },
    { field: 'supplierName', header: 'supplierName', card: 'title' },
    { field: 'contactDetails', header: 'contactDetails', card: 'detail' },
    { field: 'address', header: 'address' },
    { field: 'email', header: 'email', card: 'extra' },
    { field: 'status', kind: 'active', header: 'status', card: 'status' },
  ],
  rowID: (supplier) => supplier.supplierID,
  nameOf: (supplier) => supplier.supplierName,
  search: 'Name, contact or email',
  filters: [activeFilter],
  empty: { title: 'No suppliers yet', text: 'Enter those you buy from: a purchase order needs one.' },
  words: { edit: '' },
  Fields: ({ control, stored }) => (
    <>
      <TextField control={control} name="supplierName" required />
      <div className="two">
        <TextField control={control} name="contactDetails" required />
        <EmailField control={control} name="email" required />
      </div>
      <TextAreaField control={control} name="address" />
      {stored && <StatusField control={control} name="status" />}
    </>
  ),
}

export function SuppliersPage() {
  const exported = useExport('suppliers')
  return (
    <ListScreen of={screen} exported={exported}>
      <ImportLink kind="suppliers" />
    </ListScreen>
  )
}
