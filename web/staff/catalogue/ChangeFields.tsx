import { Select } from '@mantine/core'

import { type PriceRounding, priceRoundings } from '../../../contract/catalogue/item-changes.ts'
import { NumberBox } from '../../ui/form/NumberBox.tsx'
import { RecordSelect } from '../../ui/form/RecordSelect.tsx'
import { categoryChoice } from '../shared/choices.ts'
import type { ChangedField, useItemChange } from './useItemChange.ts'

const fields = [
  { value: 'status', label: 'Status' },
  { value: 'onSite', label: 'On the site' },
  { value: 'category', label: 'Category' },
] as const
const price = { value: 'price', label: 'Price' } as const

const roundings = Object.entries(priceRoundings).map(([value, label]) => ({ value: value as PriceRounding, label }))
const activity = [
  { value: true, label: 'Active' },
  { value: false, label: 'Inactive' },
]
const yesOrNo = [
  { value: true, label: 'Yes' },
  { value: false, label: 'No' },
]

/** Selects the field to change and its new value. Only managers may change prices. */
export function ChangeFields({ edit, manager }: { edit: ReturnType<typeof useItemChange>; manager: boolean }) {
  const { field } = edit
  return (
    <>
      <div className="two">
        <Select
          label="Change"
          data={manager ? [...fields, price] : [...fields]}
          value={field}
          allowDeselect={false}
          data-autofocus
          onChange={(value) => edit.setField(value as ChangedField)}
        />
        {field === 'status' && (
          <Select
            label="To"
            data={activity}
            value={edit.status}
            allowDeselect={false}
            onChange={(value) => edit.setStatus(value === true)}
          />
        )}
        {field === 'onSite' && (
          <Select
            label="To"
            data={yesOrNo}
            value={edit.onSite}
            allowDeselect={false}
            onChange={(value) => edit.setOnSite(value === true)}
          />
        )}
        {field === 'category' && (
          <RecordSelect
            label="To"
            {...categoryChoice}
            query={{ status: 'true' }}
            value={edit.categoryID}
            onChange={edit.setCategory}
          />
        )}
        {field === 'price' && (
          <NumberBox label="By percent" suffix="%" signed value={edit.percent} onChange={edit.setPercent} />
        )}
      </div>
      {field === 'price' && (
        <Select
          label="Rounded half up"
          description="−10 takes a tenth off, 5 adds a twentieth"
          data={roundings}
          value={edit.rounding}
          allowDeselect={false}
          onChange={(value) => edit.setRounding(value as PriceRounding)}
        />
      )}
    </>
  )
}
