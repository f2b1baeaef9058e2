import {
  TransactionTypeInput,
  type TransactionTypeRow,
  transactionTypes,
} from '../../../../contract/sales/transaction-types.ts'
import { call } from '../../../lib/api.ts'
import { useWrite } from '../../../lib/query.ts'
import { TextAreaField, TextField } from '../../../ui/form/fields.tsx'
import { type FormOf, useRecordForm } from '../../../ui/form/recordForm.ts'
import { RecordForm } from '../../../ui/form/RecordForm.tsx'

export function CreateTransactionType({ onClose }: { onClose: () => void }) {
  const write = useWrite(transactionTypes.create)
  const form = useRecordForm(TransactionTypeInput, { transactionName: '', description: '' })
  return (
    <RecordForm
      title="Create New Transaction Type"
      action="Create Transaction Type"
      form={form}
      write={write}
      save={(body) => write.mutateAsync({ body })}
      done={['Transaction Type Created!', 'The new transaction type has been successfully created.']}
      onClose={onClose}
    >
      <TransactionTypeFields {...form} />
    </RecordForm>
  )
}

export function EditTransactionType({
  transactionType,
  onClose,
}: {
  transactionType: TransactionTypeRow
  onClose: () => void
}) {
  const id = transactionType.transactionTypeID
  const write = useWrite(transactionTypes.update)
  const form = useRecordForm(TransactionTypeInput, transactionType)
  return (
    <RecordForm
      title="Edit Transaction Type"
      action="Update Transaction Type"
      form={form}
      write={write}
      save={(body, updatedAt) => write.mutateAsync({ id, body: { ...body, updatedAt } })}
      stored={{ record: transactionType, reload: async () => (await call(transactionTypes.get, { id })).data }}
      done={['Transaction Type Updated!', 'The transaction type has been successfully updated.']}
      unknown="An unknown error occurred while updating the transaction type."
      onClose={onClose}
    >
      <TransactionTypeFields {...form} />
    </RecordForm>
  )
}

function TransactionTypeFields({ control }: FormOf<typeof TransactionTypeInput>) {
  return (
    <>
      <TextField control={control} name="transactionName" label="Transaction name" required />
      <TextAreaField control={control} name="description" label="Description" />
    </>
  )
}
