import {
  AdjustmentTypeInput,
  type AdjustmentTypeRow,
  adjustmentTypes,
} from '../../../../contract/stock/adjustment-types.ts'
import { call } from '../../../lib/api.ts'
import { useWrite } from '../../../lib/query.ts'
import { TextAreaField, TextField } from '../../../ui/form/fields.tsx'
import { type FormOf, useRecordForm } from '../../../ui/form/recordForm.ts'
import { RecordForm } from '../../../ui/form/RecordForm.tsx'

export function CreateAdjustmentType({ onClose }: { onClose: () => void }) {
  const write = useWrite(adjustmentTypes.create)
  const form = useRecordForm(AdjustmentTypeInput, { typeName: '', description: '' })
  return (
    <RecordForm
      title="Create Adjustment Type"
      action="Create Adjustment Type"
      form={form}
      write={write}
      save={(body) => write.mutateAsync({ body })}
      done={['Adjustment Type Created!', 'The new adjustment type has been successfully created.']}
      onClose={onClose}
    >
      <AdjustmentTypeFields {...form} />
    </RecordForm>
  )
}

export function EditAdjustmentType({ type, onClose }: { type: AdjustmentTypeRow; onClose: () => void }) {
  const id = type.adjustmentTypeID
  const write = useWrite(adjustmentTypes.update)
  const form = useRecordForm(AdjustmentTypeInput, type)
  return (
    <RecordForm
      title="Edit Adjustment Type"
      action="Update Adjustment Type"
      form={form}
      write={write}
      save={(body, updatedAt) => write.mutateAsync({ id, body: { ...body, updatedAt } })}
      stored={{ record: type, reload: async () => (await call(adjustmentTypes.get, { id })).data }}
      done={['Adjustment Type Updated!', 'The adjustment type has been successfully updated.']}
      onClose={onClose}
    >
      <AdjustmentTypeFields {...form} />
    </RecordForm>
  )
}

function AdjustmentTypeFields({ control }: FormOf<typeof AdjustmentTypeInput>) {
  return (
    <>
      <TextField control={control} name="typeName" label="Type name" required />
      <TextAreaField control={control} name="description" label="Description" required />
    </>
  )
}
