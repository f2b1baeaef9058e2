import { Select, Switch } from '@mantine/core'
import { useState } from 'react'
import { type FieldValues, useController } from 'react-hook-form'

import { labelOf } from '../../../contract/shared/zod.ts'
import { formatDay, formatFieldText } from '../../lib/format.ts'
import { DateBox, isDay } from '../DateBox.tsx'
import { AlertIcon } from '../icons.tsx'
import { useFieldName } from './fieldNames.ts'
import { NumberBox } from './NumberBox.tsx'
import { type ListEndpoint, type Option, type RecordSource, RecordSelect, type RowOf } from './RecordSelect.tsx'
import { type Field, useField } from './textFields.tsx'

export * from './textFields.tsx'

type NumberLook = { prefix?: string; suffix?: string; places?: number; signed?: boolean }

/** A field for a number written as `1,234.50`. The form receives a number, or null if it is empty. */
export function NumberField<T extends FieldValues>({
  prefix,
  suffix,
  places = 0,
  signed = false,
  ...common
}: Field<T> & NumberLook) {
  const { field, props } = useField(common, (value) => formatFieldText(value as number | null, places))
  return (
    <NumberBox
      {...field}
      {...props}
      value={field.value ?? null}
      places={places}
      signed={signed}
      {...(prefix !== undefined && { prefix })}
      {...(suffix !== undefined && { suffix })}
    />
  )
}

/** An amount in pesos. */
export function MoneyField<T extends FieldValues>(props: Field<T>) {
  return <NumberField {...props} prefix="₱" places={2} />
}

/** A searchable field with a few choices. */
export function SelectField<T extends FieldValues, V extends string | number | boolean>({
  options,
  clearable = false,
  failed,
  ...common
}: Field<T> & {
  options: readonly Option<V>[]
  clearable?: boolean
  /** The error that prevented the choices from loading. */
  failed?: string | undefined
}) {
  const { field, props } = useField(common, (value) => options.find((o) => o.value === value)?.label ?? '')
  const { value, ...rest } = field
  return (
    <Select
      {...rest}
      {...props}
      {...(failed !== undefined && {
        error: (
          <span className="err">
            <AlertIcon /> Error: {failed}
          </span>
        ),
      })}
      data={[...options]}
      value={value ?? null}
      allowDeselect={clearable}
      clearable={clearable}
      searchable={options.length > 8}
      nothingFoundMessage="Nothing found"
    />
  )
}

const activity = [
  { value: true, label: 'Active' },
  { value: false, label: 'Inactive' },
]

/** A yes-or-no field, shown as a switch. */
export function SwitchField<T extends FieldValues>({ control, name, label = labelOf([name]), hint }: Field<T>) {
  const { field } = useController({ control, name })
  useFieldName(name, label, (value) => (value === true ? 'Yes' : 'No'))
  const { value, onChange, ...rest } = field
  return (
    <Switch
      {...rest}
      label={label}
      {...(hint !== undefined && { description: hint })}
      checked={value === true}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  )
}

/** Active or Inactive. */
export function StatusField<T extends FieldValues>(props: Omit<Field<T>, 'label'>) {
  return <SelectField {...props} label="Status" options={activity} />
}

/**
 * A field that chooses one record from a list of any length, which the server searches. `current` is the label of the
 * stored record. `onPick` receives the whole record, so that the form can fill in other fields.
 */
export function RecordField<T extends FieldValues, E extends ListEndpoint>({
  list,
  query,
  option,
  suits,
  failed,
  current,
  clearable = false,
  onPick,
  ...common
}: Field<T> &
  RecordSource<E> & {
    current?: Option<number> | null | undefined
    clearable?: boolean
    onPick?: (row: RowOf<E> | null) => void
  }) {
  const [chosen, setChosen] = useState(current ?? null)
  const { field, props } = useField(common, (value) =>
    value === chosen?.value ? chosen!.label : value === null || value === undefined ? '' : `No. ${value as number}`,
  )
  const { value, onChange, ...rest } = field
  return (
    <RecordSelect
      {...rest}
      {...props}
      list={list}
      option={option}
      {...(query && { query })}
      {...(suits && { suits })}
      {...(failed && { failed })}
      current={current}
      clearable={clearable}
      value={value ?? null}
      onChange={(id, row) => {
        setChosen(row === null ? null : option(row))
        onChange(id)
        onPick?.(row)
      }}
    />
  )
}

/** A field for a calendar date, written as `23 Nov 2026`. The form receives YYYY-MM-DD or null. */
export function DateField<T extends FieldValues>(common: Field<T>) {
  const { field, props } = useField(common, (value) =>
    typeof value === 'string' && isDay(value) ? formatDay(value) : '',
  )
  const { value, ...rest } = field
  return <DateBox {...rest} {...props} value={value ?? null} />
}
