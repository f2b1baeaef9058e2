import type { FieldPath, FieldValues } from 'react-hook-form'

import { NumberField, TextField } from '../../../ui/form/fields.tsx'
import type { Field } from '../../../ui/form/textFields.tsx'

/** The fields for what somebody has measured on the piece. They begin with what is known of it. */
export function MeasuredFields<T extends FieldValues>({ control }: Pick<Field<T>, 'control'>) {
  const name = (field: 'grams' | 'netGrams' | 'size' | 'laboratoryReport') => field as FieldPath<T>
  return (
    <>
      <div className="two">
        <NumberField control={control} name={name('grams')} label="Weight" required suffix="g" hint="With stones" />
        <NumberField
          control={control}
          name={name('netGrams')}
          label="Net weight"
          suffix="g"
          hint="Without stones; empty if it is unknown"
        />
      </div>
      <div className="two">
        <TextField control={control} name={name('size')} label="Size" />
        <TextField control={control} name={name('laboratoryReport')} label="Laboratory report" />
      </div>
    </>
  )
}
