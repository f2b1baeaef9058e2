import { PasswordInput, Textarea, type TextareaProps, TextInput, type TextInputProps } from '@mantine/core'
import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form'

import { labelOf } from '../../../contract/shared/zod.ts'
import { AlertIcon } from '../icons.tsx'
import { useFieldName } from './fieldNames.ts'

// Text fields and fields with lists are in separate files, because the sign-in page needs only text fields.

/**
 * The props of every field. `control` and `name` bind it to the form; `required` only shows the mark. The default
 * label comes from `name`.
 */
export type Field<T extends FieldValues> = {
  control: Control<T>
  name: FieldPath<T>
  label?: string
  required?: boolean
  hint?: string
  readOnly?: boolean
}

/** Returns a field's value and error, and registers its label and its formatter. */
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

type Text = Pick<TextInputProps, 'type' | 'inputMode' | 'autoComplete' | 'size' | 'placeholder' | 'lang'> & {
  /** Whether the field gets the focus when its form opens, although others stand before it. */
  isFirst?: boolean
}

/** A text field of one line. */
export function TextField<T extends FieldValues>({
  type = 'text',
  inputMode,
  autoComplete = 'off',
  size,
  placeholder,
  lang,
  isFirst = false,
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
    ...(isFirst && { 'data-autofocus': true }),
  }
  return <TextInput {...field} {...props} {...rest} value={field.value ?? ''} />
}

/** A text field of several lines. */
export function TextAreaField<T extends FieldValues>({
  rows = 2,
  lang,
  ...common
}: Field<T> & Pick<TextareaProps, 'rows' | 'lang'>) {
  const { field, props } = useField(common)
  return <Textarea {...field} {...props} rows={rows} {...(lang && { lang })} value={field.value ?? ''} />
}

/** A field for an e-mail address. Phones show a keyboard with @. */
export function EmailField<T extends FieldValues>(props: Field<T> & Omit<Text, 'type' | 'inputMode'>) {
  return <TextField {...props} type="email" inputMode="email" />
}

/**
 * A password field with a button that reveals the text. `autoComplete` tells password managers which password it is.
 */
export function PasswordField<T extends FieldValues>({
  autoComplete,
  size,
  ...common
}: Field<T> & { autoComplete: 'current-password' | 'new-password' } & Pick<TextInputProps, 'size'>) {
  // A comparison of two versions of a record must not reveal a password.
  const { field, props } = useField(common, (value) => (value ? '••••••' : ''))
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
