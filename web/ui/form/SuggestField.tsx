import { Autocomplete } from '@mantine/core'
import type { FieldValues } from 'react-hook-form'

import { type Field, useField } from './textFields.tsx'

/** A text field that offers texts in use. Any other text is accepted too. */
export function SuggestField<T extends FieldValues>({ texts, ...common }: Field<T> & { texts: readonly string[] }) {
  const { field, props } = useField(common)
  return <Autocomplete {...field} {...props} data={[...texts]} limit={8} autoComplete="off" value={field.value ?? ''} />
}
