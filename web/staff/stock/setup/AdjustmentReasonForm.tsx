import {
  AdjustmentReasonInput,
  type AdjustmentReasonRow,
  adjustmentReasons,
} from '../../../../contract/stock/adjustment-reasons.ts'
import { call } from '../../../lib/api.ts'
import { useWrite } from '../../../lib/query.ts'
import { TextAreaField, TextField } from '../../../ui/form/fields.tsx'
import { type FormOf, useRecordForm } from '../../../ui/form/recordForm.ts'
import { RecordForm } from '../../../ui/form/RecordForm.tsx'

export function CreateAdjustmentReason({ onClose }: { onClose: () => void }) {
  const write = useWrite(adjustmentReasons.create)
  const form = useRecordForm(AdjustmentReasonInput, { reasonName: '', description: '' })
  return (
    <RecordForm
      title="Create Adjustment Reason"
      action="Create Adjustment Reason"
      form={form}
      write={write}
      save={(body) => write.mutateAsync({ body })}
      done={['Adjustment Reason Created!', 'The new adjustment reason has been successfully created.']}
      onClose={onClose}
    >
      <AdjustmentReasonFields {...form} />
    </RecordForm>
  )
}

export function EditAdjustmentReason({ reason, onClose }: { reason: AdjustmentReasonRow; onClose: () => void }) {
  const id = reason.adjustmentReasonID
  const write = useWrite(adjustmentReasons.update)
  const form = useRecordForm(AdjustmentReasonInput, reason)
  return (
    <RecordForm
      title="Edit Adjustment Reason"
      action="Update Adjustment Reason"
      form={form}
      write={write}
      save={(body, updatedAt) => write.mutateAsync({ id, body: { ...body, updatedAt } })}
      stored={{ record: reason, reload: async () => (await call(adjustmentReasons.get, { id })).data }}
      done={['Adjustment Reason Updated!', 'The adjustment reason has been successfully updated.']}
      onClose={onClose}
    >
      <AdjustmentReasonFields {...form} />
    </RecordForm>
  )
}

function AdjustmentReasonFields({ control }: FormOf<typeof AdjustmentReasonInput>) {
  return (
    <>
      <TextField control={control} name="reasonName" label="Reason name" required />
      <TextAreaField control={control} name="description" label="Description" required />
    </>
  )
}
