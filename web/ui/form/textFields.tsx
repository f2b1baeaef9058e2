import { PasswordInput, Textarea, type TextareaProps, TextInput, type TextInputProps } from '@mantine/core'
import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form'

import { labelOf } from '../../../contract/shared/zod.ts'
import { AlertIcon } from '../icons.tsx'
import { useFieldName } from './fieldNames.ts'

// The fields for text, which the sign-in needs, apart from those with lists to choose from.

/** What every field takes. `control` and `name` tie it to the form; `required` only shows the mark. The label follows from the name where left out. */
export type Field<T extends FieldValues> = {
  control: Control<T>
  name: FieldPath<T>
  label?: string
  required?: boolean
  hint?: string
  readOnly?: boolean
}

/** The form's value and error for one field, and how the field's value reads in words. */
export function useField<T extends FieldValues>(
  { control, name, label = labelOf([name]), required = false, hint, readOnly = false }: Field<T>,
  show: (value: unknown) => string = (value) => (typeof value === 'string' ? value : ''),
) {
  const { field, fieldState } = useController({ control, name })
  useFieldName(name, label, show)
  const { message } = fieldState.error ?? {}
  const error = message && (
    <span className="err">
      <AlertIcon /> {message}
    </span>
  )
  return { field, props: { label, required, readOnly, error, ...(hint !== undefined && { description: hint }) } }
}

type Text = Pick<TextInputProps, 'type' | 'inputMode' | 'autoComplete' | 'size' | 'placeholder' | 'lang'>

/** One line of text. */
export function TextField<T extends FieldValues>({
  type = 'text',
  inputMode,
  autoComplete = 'off',
  size,
  placeholder,
  lang,
  ...common
}: Field<T> & Text) {
  const { field, props } = useField(common)
  const rest = {
    type,
    autoComplete,
    ...(inputMode && { inputMode }),
    ...(size && { size }),
    ...(placeholder && { placeholder }),
    ...(lang && { lang }),
  }
  return <TextInput {...field} {...props} {...rest} value={field.value ?? ''} />
}

/** Several lines of text. */
export function TextAreaField<T extends FieldValues>({
  rows = 2,
  lang,
  ...common
}: Field<T> & Pick<TextareaProps, 'rows' | 'lang'>) {
  const { field, props } = useField(common)
  return <Textarea {...field} {...props} rows={rows} {...(lang && { lang })} value={field.value ?? ''} />
}

/** An e-mail address: the keyboard of a phone shows the @. */
export function EmailField<T extends FieldValues>(props: Field<T> & Omit<Text, 'type' | 'inputMode'>) {
  return <TextField {...props} type="email" inputMode="email" />
}

/** A password, with an eye to look at it. `autoComplete` tells password managers which one. */
export function PasswordField<T extends FieldValues>({
  autoComplete,
  size,
  ...common
}: Field<T> & { autoComplete: 'current-password' | 'new-password' } & Pick<TextInputProps, 'size'>) {
  const { field, props } = useField(common)
  return (
    <PasswordInput
      {...field}
      {...props}
      {...(size && { size })}
      autoComplete={autoComplete}
      value={field.value ?? ''}
    />
  )
}
