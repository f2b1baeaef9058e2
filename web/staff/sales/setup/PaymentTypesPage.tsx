import { paymentTypes } from '../../../../contract/sales/payment-types.ts'
import { TextAreaField, TextField } from '../../../ui/form/fields.tsx'
import { ListScreen, type ScreenOf } from '../../../ui/screen/ListScreen.tsx'

const screen: ScreenOf<typeof paymentTypes> = {
  calls: paymentTypes,
  what: 'Payment Type',
  title: 'Payment Type List',
  name: 'payment-types',
  label: 'Payment Types',
  columns: [
    { field: 'paymentTypeID', kind: 'key', header: 'Payment Type ID' },
    { field: 'paymentName', header: 'Payment Name', card: 'title' },
    { field: 'description', kind: 'long', header: 'Description', card: 'detail' },
    { field: 'createdAt', kind: 'moment', header: 'Created At' },
    { field: 'updatedAt', kind: 'moment', header: 'Updated At', card: 'extra' },
  ],
  rowID: (type) => type.paymentTypeID,
  nameOf: (type) => type.paymentName,
  search: 'Name or description',
  empty: { title: 'No payment types yet', text: 'Enter the ways in which customers pay: a sale needs one.' },
  words: {
    createTitle: 'Create New Payment Type',
    notRead: 'Failed to load payment type data.',
    notReadReason: 'An unknown error occurred while fetching the payment type.',
    notChanged: 'An unknown error occurred while updating the payment type.',
  },
  Fields: ({ control }) => (
    <>
      <TextField control={control} name="paymentName" required />
      <TextAreaField control={control} name="description" />
    </>
  ),
}

export const PaymentTypesPage = () => <ListScreen of={screen} />
