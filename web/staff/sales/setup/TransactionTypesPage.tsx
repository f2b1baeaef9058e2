import { transactionTypes } from '../../../../contract/sales/transaction-types.ts'
import { TextAreaField, TextField } from '../../../ui/form/fields.tsx'
import { ListScreen, type ScreenOf } from '../../../ui/screen/ListScreen.tsx'

const screen: ScreenOf<typeof transactionTypes> = {
  calls: transactionTypes,
  what: 'Transaction Type',
  title: 'TRANSACTION TYPE LIST',
  name: 'transaction-types',
  label: 'Transaction Types',
  columns: [
    { field: 'transactionTypeID', kind: 'key', header: 'Transaction Type ID' },
    { field: 'transactionName', header: 'Transaction Name', card: 'title' },
    { field: 'description', kind: 'long', header: 'Description', card: 'detail', blank: 'No description' },
    { field: 'createdAt', kind: 'moment', header: 'Created At' },
    { field: 'updatedAt', kind: 'moment', header: 'Updated At', card: 'extra' },
  ],
  rowID: (type) => type.transactionTypeID,
  nameOf: (type) => type.transactionName,
  search: 'Name or description',
  empty: { title: 'No transaction types yet', text: 'Enter the kinds of sale you make: every sale has one.' },
  words: {
    createTitle: 'Create New Transaction Type',
    notRead: 'Failed to load transaction type data.',
    notReadReason: 'An unknown error occurred while fetching the transaction type.',
    notChanged: 'An unknown error occurred while updating the transaction type.',
  },
  Fields: ({ control }) => (
    <>
      <TextField control={control} name="transactionName" required />
      <TextAreaField control={control} name="description" />
    </>
  ),
}

export const TransactionTypesPage = () => <ListScreen of={screen} />
