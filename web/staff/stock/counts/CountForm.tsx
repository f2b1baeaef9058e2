import { useRef } from 'react'

import { StockCountInput, stockCounts } from '../../../../contract/stock/stock-counts.ts'
import { useWrite } from '../../../lib/query.ts'
import { RecordField, SwitchField, TextAreaField } from '../../../ui/form/fields.tsx'
import { useRecordForm } from '../../../ui/form/recordForm.ts'
import { RecordForm } from '../../../ui/form/RecordForm.tsx'
import { categoryChoice, locationChoice } from '../../shared/choices.ts'

/** Creates a count sheet and opens it. */
export function CreateCount({ onCreated, onClose }: { onCreated: (countID: number) => void; onClose: () => void }) {
  const write = useWrite(stockCounts.create)
  const form = useRecordForm(StockCountInput, { categoryID: null, blind: false, remarks: '' })
  const createdID = useRef<number>(null)
  const { control } = form
  return (
    <RecordForm
      title="Create Stock Count"
      action="Create Stock Count"
      form={form}
      write={write}
      save={async (body) => {
        createdID.current = (await write.mutateAsync({ body })).data.countID
      }}
      done={['Stock Count Created!', 'The sheet is open: scan or type what is there.']}
      onClose={() => {
        onClose()
        if (createdID.current !== null) onCreated(createdID.current)
      }}
    >
      <RecordField
        control={control}
        name="locationID"
        label="Location"
        required
        {...locationChoice}
        query={{ status: 'true' }}
      />
      <RecordField
        control={control}
        name="categoryID"
        label="Category"
        hint="Empty for all of the location"
        clearable
        {...categoryChoice}
      />
      <SwitchField
        control={control}
        name="blind"
        label="Blind"
        hint="Whoever counts does not see how many are expected, until the sheet is finished"
      />
      <TextAreaField control={control} name="remarks" label="Remarks" />
    </RecordForm>
  )
}
