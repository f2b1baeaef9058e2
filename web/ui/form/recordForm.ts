import { zodResolver } from '@hookform/resolvers/zod'
import { type Dispatch, type SetStateAction, useEffect, useState } from 'react'
import {
  type DefaultValues,
  type FieldPath,
  type FieldPathValue,
  type FieldValues,
  useForm,
  type UseFormReturn,
} from 'react-hook-form'

import { z } from '../../../contract/shared/zod.ts'

/** What a form collects: the contract's own schema of a body. */
export type BodySchema = z.ZodObject & { _zod: { input: FieldValues; output: object } }

export type FormOf<S extends BodySchema> = {
  form: UseFormReturn<z.input<S>>
  control: UseFormReturn<z.input<S>>['control']
  schema: S
  /** What fields began with that was known only later (`useLateDefault`): no change of anybody's. */
  late: object
  setLate: Dispatch<SetStateAction<object>>
}

/**
 * A form that fills the contract's schema, checked on every change. Starts with `values` (a whole record is fine:
 * what the schema does not know is left aside). An empty field is null in the form.
 */
export function useRecordForm<S extends BodySchema>(schema: S, values: DefaultValues<z.input<S>>): FormOf<S> {
  const resolve = zodResolver(schema, undefined, { raw: true })
  const form = useForm<z.input<S>>({
    mode: 'onChange',
    defaultValues: onlyOf(schema, values) as DefaultValues<z.input<S>>,
    resolver: (given, context, options) => resolve(bodyOf(schema, given), context, options),
  })
  const [late, setLate] = useState<object>({})
  return { form, control: form.control, schema, late, setLate }
}

/**
 * Fills in what a field begins with where that comes only after the form has opened, unless somebody has chosen already.
 * A value that is there at once belongs to the form's first values.
 */
export function useLateDefault<S extends BodySchema, N extends FieldPath<z.input<S>>>(
  { form, setLate }: FormOf<S>,
  name: N,
  value: FieldPathValue<z.input<S>, N> | undefined,
) {
  useEffect(() => {
    if (value === undefined || form.getValues(name)) return
    form.resetField(name, { defaultValue: value })
    setLate((late) => ({ ...late, [name]: value }))
  }, [form, setLate, name, value])
}

/** The fields of a record that this schema has. */
export const onlyOf = (schema: BodySchema, record: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(record).filter(([name]) => name in schema.shape))

/** The body to send: an empty field goes as null where the schema takes null, and is left out otherwise. */
export function bodyOf<V extends object>(schema: BodySchema, values: V): V {
  const given = Object.entries(values).filter(([name, value]) => {
    if (value !== null) return true
    const field = schema.shape[name]
    return field !== undefined && z.safeParse(field, null).success
  })
  return Object.fromEntries(given) as V
}

/** Whether two values of a form say the same: an empty text, null and nothing do. */
export const same = (a: unknown, b: unknown) => JSON.stringify(plain(a)) === JSON.stringify(plain(b))

function plain(value: unknown): unknown {
  if (value === undefined || value === '') return null
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, part]) => [name, plain(part)] as const)
  return Object.fromEntries(entries.filter(([, part]) => part !== null).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
