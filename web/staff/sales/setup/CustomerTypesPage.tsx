import { customerTypes } from '../../../../contract/sales/customer-types.ts'
import { TextAreaField, TextField } from '../../../ui/form/fields.tsx'
import { ListScreen, type ScreenOf } from '../../../ui/screen/ListScreen.tsx'

const screen: ScreenOf<typeof customerTypes> = {
  calls: customerTypes,
  what: 'Customer Type',
  title: 'CUSTOMER TYPE LIST',
  name: 'customer-types',
  label: 'Customer Types',
  columns: [
    { field: 'customerTypeID', kind: 'key', header: 'ID' },
    { field: 'TypeName', header: 'Name', card: 'title' },
    { field: 'description', kind: 'long', header: 'Description', card: 'detail' },
    { field: 'createdAt', kind: 'moment', header: 'Created At' },
    { field: 'updatedAt', kind: 'moment', header: 'Updated At', card: 'extra' },
  ],
  rowID: (type) => type.customerTypeID,
  nameOf: (type) => type.TypeName,
  search: 'Name or description',
  empty: { title: 'No customer types yet', text: 'Enter the kinds of customer you serve: every customer has one.' },
  words: {
    notRead: 'Failed to load customer type data.',
    notReadReason: 'An unknown error occurred fetching the customer type.',
  },
  Fields: ({ control }) => (
    <>
      <TextField control={control} name="TypeName" required />
      <TextAreaField control={control} name="description" />
    </>
  ),
}

export const CustomerTypesPage = () => <ListScreen of={screen} />
